/** Draws the photo of the photo card, a lake at first light: `node test/examples/draw-landscape.ts` writes landscape.jpg. */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const [WIDTH, HEIGHT] = [2400, 1600]
/** Where the water begins. */
const SHORE = 1130
const SUN = [1330, 560] as const

/** The same numbers on every run (mulberry32). */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Ridge {
  readonly seed: number
  /** Height of its foot, and how far its peaks stand above it. */
  readonly base: number
  readonly rise: number
  /** Of the coarsest step, in px. */
  readonly reach: number
  readonly color: string
  /** Of the mist at its foot. */
  readonly mist: string
}

/** From the farthest to the nearest. */
const RIDGES: readonly Ridge[] = [
  { seed: 11, base: 860, rise: 330, reach: 640, color: '#c58f93', mist: '#f3c7a4' },
  { seed: 5, base: 940, rise: 300, reach: 520, color: '#9a7891', mist: '#e3b3a2' },
  { seed: 23, base: 1020, rise: 270, reach: 430, color: '#6b6486', mist: '#b795a0' },
  { seed: 8, base: 1090, rise: 210, reach: 380, color: '#43506f', mist: '#7f7f96' },
  { seed: 42, base: SHORE + 6, rise: 150, reach: 520, color: '#22384c', mist: '#3d5467' },
]

/** Midpoint displacement: halves of halves, each shift smaller than the one before. */
function crestOf({ seed, base, rise, reach }: Ridge): readonly (readonly [number, number])[] {
  const next = chance(seed)
  let points: [number, number][] = []
  for (let x = -reach; x <= WIDTH + reach; x += reach) points.push([x, base - rise * (0.25 + 0.75 * next())])
  for (let step = reach, shift = rise * 0.42; step > 7; step /= 2, shift *= 0.54) {
    const finer: [number, number][] = []
    for (const [at, [x, y]] of points.entries()) {
      finer.push([x, y])
      const after = points[at + 1]
      if (after !== undefined) finer.push([(x + after[0]) / 2, (y + after[1]) / 2 + (next() - 0.5) * shift])
    }
    points = finer
  }
  return points
}

const pathOf = (points: readonly (readonly [number, number])[], foot: number) =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}V${foot}H${points[0]?.[0] ?? 0}Z`

function ridgeOf(ridge: Ridge, at: number): string {
  const crest = crestOf(ridge)
  const gradient = `<linearGradient id="r${at}" x1="0" y1="${ridge.base - ridge.rise}" x2="0" y2="${SHORE}" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${ridge.color}"/><stop offset="1" stop-color="${ridge.mist}"/></linearGradient>`
  return `${gradient}<path d="${pathOf(crest, SHORE + 4)}" fill="url(#r${at})"/>${at === RIDGES.length - 1 ? forestOn(crest) : ''}`
}

/** Firs along a crest. */
function forestOn(crest: readonly (readonly [number, number])[]): string {
  const next = chance(77)
  const firs = crest.flatMap(([x, y], at) => {
    if (at % 2 === 1 || next() < 0.2) return []
    const height = 26 + 44 * next() * next() + 12 * Math.sin(x / 230)
    return [fir(x + 8 * (next() - 0.5), y + 6, Math.max(18, height), next)]
  })
  return `<path d="${firs.join('')}" fill="#1b2f42"/>`
}

/** Three tiers of branches, each wider than the one above. */
function fir(x: number, foot: number, height: number, next: () => number): string {
  const half = height * (0.17 + 0.05 * next())
  const tier = (from: number, to: number, width: number) =>
    `M${x.toFixed(1)} ${(foot - height * from).toFixed(1)}L${(x + width).toFixed(1)} ${(foot - height * to).toFixed(1)}L${(x - width).toFixed(1)} ${(foot - height * to).toFixed(1)}Z`
  return tier(1, 0.55, half * 0.55) + tier(0.78, 0.28, half * 0.8) + tier(0.5, -0.05, half)
}

/** Two tall firs that frame the view, and the bank that they stand on. */
function foreground(): string {
  const next = chance(3)
  const bank = crestOf({ seed: 19, base: 1600, rise: 96, reach: 700, color: '', mist: '' }).map(
    ([x, y]) => [x, y - 10 + 96 * Math.sin((Math.PI * Math.min(Math.max(x, 0), WIDTH)) / WIDTH)] as const,
  )
  const firs = [
    [118, 1560, 760],
    [262, 1580, 560],
    [22, 1590, 600],
    [372, 1600, 330],
    [2318, 1570, 640],
    [2210, 1590, 430],
    [2398, 1600, 520],
  ].map(([x = 0, foot = 0, height = 0]) => tallFir(x, foot, height, next))
  return `<path d="${pathOf(bank, HEIGHT)}" fill="#0e1c2a"/><g fill="#0e1c2a">${firs.join('')}</g>`
}

function tallFir(x: number, foot: number, height: number, next: () => number): string {
  const tiers = Math.round(height / 30)
  const pieces = [
    `<path d="M${x - 5} ${foot}L${x - 1} ${foot - height}L${x + 1} ${foot - height}L${x + 5} ${foot}Z"/>`,
  ]
  for (let at = 1; at < tiers; at += 1) {
    const share = at / tiers
    const y = foot - height * (1 - share * 0.94)
    for (const side of [-1, 1]) {
      const reach = side * height * 0.21 * share ** 0.85 * (0.75 + 0.4 * next())
      const droop = Math.abs(reach) * (0.28 + 0.16 * next())
      pieces.push(
        `<path d="M${x} ${(y - 16).toFixed(1)}Q${(x + reach * 0.5).toFixed(1)} ${(y + droop * 0.35).toFixed(1)} ${(x + reach).toFixed(1)} ${(y + droop).toFixed(1)}Q${(x + reach * 0.45).toFixed(1)} ${(y + droop * 0.95 + 6).toFixed(1)} ${x} ${(y + 12).toFixed(1)}Z"/>`,
      )
    }
  }
  return pieces.join('')
}

/** Rows of light on the water, closer and longer towards the viewer. */
function ripples(): string {
  const next = chance(9)
  const rows: string[] = []
  for (let at = 0; at < 150; at += 1) {
    const depth = next() ** 1.5
    const y = SHORE + 10 + depth * (HEIGHT - SHORE)
    const spread = 60 + 360 * depth
    const x = SUN[0] + (next() + next() + next() - 1.5) * spread
    const length = (18 + 120 * next()) * (0.4 + depth)
    rows.push(
      `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="${length.toFixed(0)}" ry="${(1.1 + 2.2 * depth).toFixed(1)}" fill="#ffe2b0" opacity="${(0.55 - 0.35 * depth).toFixed(2)}"/>`,
    )
  }
  for (let at = 0; at < 120; at += 1) {
    const depth = next()
    const y = SHORE + 6 + depth * (HEIGHT - SHORE)
    rows.push(
      `<ellipse cx="${(next() * WIDTH).toFixed(0)}" cy="${y.toFixed(0)}" rx="${(60 + 240 * next()).toFixed(0)}" ry="${(0.8 + 1.6 * depth).toFixed(1)}" fill="${at % 2 === 0 ? '#f6cdb2' : '#30405c'}" opacity="0.12"/>`,
    )
  }
  return rows.join('')
}

function birds(): string {
  const next = chance(31)
  return Array.from({ length: 7 }, (_, at) => {
    const [x, y, span] = [
      820 + at * 52 + 40 * next(),
      330 + Math.abs(at - 3) * 26 + 14 * next(),
      15 + 7 * next(),
    ]
    return `<path d="M${x - span} ${y - span * 0.35}Q${x - span * 0.4} ${y - span * 0.6} ${x} ${y}Q${x + span * 0.4} ${y - span * 0.6} ${x + span} ${y - span * 0.3}" fill="none" stroke="#4d4a68" stroke-width="3.2" stroke-linecap="round"/>`
  }).join('')
}

function clouds(): string {
  const next = chance(14)
  return Array.from({ length: 16 }, () => {
    const [x, y] = [next() * WIDTH, 120 + 430 * next()]
    return `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="${(160 + 380 * next()).toFixed(0)}" ry="${(7 + 20 * next()).toFixed(0)}" fill="${next() < 0.5 ? '#ffd9b4' : '#f4b4a0'}" opacity="${(0.18 + 0.3 * next()).toFixed(2)}"/>`
  }).join('')
}

function drawing(): string {
  const hills = RIDGES.map(ridgeOf).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#3f5d8c"/><stop offset="0.34" stop-color="#8c8fb4"/>
      <stop offset="0.62" stop-color="#eab79b"/><stop offset="0.86" stop-color="#ffdca6"/><stop offset="1" stop-color="#ffe9c4"/>
    </linearGradient>
    <radialGradient id="glow" cx="${SUN[0]}" cy="${SUN[1]}" r="900" gradientUnits="userSpaceOnUse">
      <stop offset="0" stop-color="#fff3cf" stop-opacity="0.95"/><stop offset="0.18" stop-color="#ffdf9e" stop-opacity="0.6"/>
      <stop offset="1" stop-color="#ffd08a" stop-opacity="0"/>
    </radialGradient>
    <linearGradient id="deep" x1="0" y1="${SHORE}" x2="0" y2="${HEIGHT}" gradientUnits="userSpaceOnUse">
      <stop offset="0" stop-color="#5c5f83" stop-opacity="0.15"/><stop offset="1" stop-color="#14263a" stop-opacity="0.88"/>
    </linearGradient>
    <filter id="soft" x="-20%" y="-200%" width="140%" height="500%"><feGaussianBlur stdDeviation="26 9"/></filter>
    <filter id="water" x="0" y="0" width="100%" height="100%"><feGaussianBlur stdDeviation="3 9"/></filter>
    <clipPath id="lake"><rect y="${SHORE}" width="${WIDTH}" height="${HEIGHT - SHORE}"/></clipPath>
    <g id="land"><rect width="${WIDTH}" height="${SHORE + 4}" fill="url(#sky)"/>
      <g filter="url(#soft)">${clouds()}</g>
      <rect width="${WIDTH}" height="${SHORE + 4}" fill="url(#glow)"/>
      <circle cx="${SUN[0]}" cy="${SUN[1]}" r="64" fill="#fff6dc"/>${hills}</g>
  </defs>
  <use href="#land"/>
  <g clip-path="url(#lake)"><g filter="url(#water)"><use href="#land" transform="translate(0 ${2 * SHORE}) scale(1 -1)"/></g>
    <rect y="${SHORE}" width="${WIDTH}" height="${HEIGHT - SHORE}" fill="url(#deep)"/>${ripples()}</g>
  <g filter="url(#soft)"><ellipse cx="900" cy="${SHORE - 4}" rx="900" ry="15" fill="#f3d3bd" opacity="0.55"/>
    <ellipse cx="1900" cy="${SHORE + 2}" rx="640" ry="12" fill="#ffe6c6" opacity="0.5"/></g>
  ${birds()}${foreground()}
</svg>`
}

/** Grain of a few levels, as film has it, keeps the sky from banding on the plates. */
async function withGrain(picture: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const next = chance(1)
  for (let at = 0; at < data.length; at += 3) {
    const shift = Math.round((next() + next() - 1) * 5)
    for (const channel of [0, 1, 2])
      data[at + channel] = Math.min(255, Math.max(0, (data[at + channel] ?? 0) + shift))
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 84 })
    .toBuffer()
}

await writeFile(
  new URL('../../examples/landscape.jpg', import.meta.url),
  await withGrain(await sharp(Buffer.from(drawing())).png().toBuffer()),
)
