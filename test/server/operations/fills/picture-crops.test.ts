/** Crops and turns of customers' images: a print file shows the part and the place that the preview shows, in both RIPs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import sharp from 'sharp'
import { pressPage } from '../../../support/pdf/press-page.ts'
import { field, fields } from '../../../support/pdf/upload-cases.ts'
import { inThrowAwayFolder, needs, RIPS, type Rip, runTool } from '../../../support/rips/oracles.ts'
import { inForm } from '../../../support/run/form.ts'
import { type Chance, seededChance, someSeed } from '../../../support/run/seeded-chance.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openPhotoCard, type PhotoField } from '../../../support/service/photo-card.ts'

/** MuPDF moves the edges of images to whole pixels, which have to be small then. */
const DPI: Record<Rip, number> = { gs: 900, mutool: 1500 }
/** What a press may be off by. */
const LIMIT_MM = 0.05
/** Page and unit of each template; the long form has all eight of them, with five fills of five images each: 200. */
const PAGES = inForm(
  [
    [90, 2],
    [180, 1],
  ],
  [0, 90, 180, 270].flatMap((rotate) => [1, 2].map((unit) => [rotate, unit])),
) as readonly (readonly [rotate: number, unit: number])[]
const [FILLS, IMAGES] = inForm([1, 3], [5, 5]) as readonly [number, number]
const BOXES = [
  [12, 12, 96, 92],
  [110, 16, 190, 76],
  [204, 12, 288, 120],
  [20, 110, 80, 190],
  [100, 96, 196, 136],
] as const
const [WIDTH, HEIGHT] = [2000, 1500]
/** A dot that the frame cuts to a sliver says nothing of where it is. */
const LEAST_MM2 = 0.6

/** Dots that no two lie alike, as black as paper is white: each is found again by its middle, whatever a RIP does to colours. */
function chart(at: number): Promise<Buffer> {
  const chance = seededChance(at + 1)
  const dots = Array.from({ length: 70 }, (_, dot) => {
    const [column, row] = [dot % 10, Math.floor(dot / 10)]
    const x = 100 + column * 200 + chance.whole(-45, 45)
    const y = 105 + row * 214 + chance.whole(-45, 45)
    return `<circle cx="${x}" cy="${y}" r="${chance.whole(34, 48)}"/>`
  })
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff8d8"/>${dots.join('')}</svg>`
  const image = sharp(Buffer.from(drawn)).removeAlpha()
  // As it came, and encoded again.
  return at % 2 === 0 ? image.jpeg({ quality: 95 }).toBuffer() : image.png().toBuffer()
}

interface Dot {
  /** In mm from the upper left corner of the page as it is seen. */
  readonly x: number
  readonly y: number
  readonly areaMm: number
}

type Raster = Awaited<ReturnType<typeof rasterOf>>

async function rasterOf(png: Uint8Array) {
  const { data, info } = await sharp(png)
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Dark patches by their middles, each pixel counted by how dark it is. */
function dotsOf({ data, width, height }: Raster, mmPerPx: number): readonly Dot[] {
  const taken = new Uint8Array(width * height)
  const dots: Dot[] = []
  for (let start = 0; start < data.length; start += 1) {
    if (taken[start] === 1 || (data[start] ?? 255) > 128) continue
    const waiting = [start]
    taken[start] = 1
    let [weight, x, y] = [0, 0, 0]
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const dark = 255 - (data[one] ?? 255)
      const [column, row] = [one % width, Math.floor(one / width)]
      weight += dark
      x += dark * (column + 0.5)
      y += dark * (row + 0.5)
      // The grey around a patch belongs to it.
      if (dark < 40) continue
      for (const [next, isInside] of [
        [one - 1, column > 0],
        [one + 1, column < width - 1],
        [one - width, row > 0],
        [one + width, row < height - 1],
      ] as const)
        if (isInside && taken[next] === 0 && (data[next] ?? 255) < 235) {
          taken[next] = 1
          waiting.push(next)
        }
    }
    dots.push({ x: (x / weight) * mmPerPx, y: (y / weight) * mmPerPx, areaMm: (weight / 255) * mmPerPx ** 2 })
  }
  return dots
}

/** How far each dot of the print is from the preview's; Infinity where there is none of its size. */
function differencesMm(press: readonly Dot[], preview: readonly Dot[]): readonly number[] {
  return press
    .filter(({ areaMm }) => areaMm > LEAST_MM2)
    .map(({ x, y, areaMm }) => {
      const alike = preview.filter((other) => Math.abs(other.areaMm / areaMm - 1) < 0.25)
      return Math.min(...alike.map((other) => Math.hypot(other.x - x, other.y - y)))
    })
}

function drawn(pdf: Uint8Array, rip: Rip): Uint8Array {
  return inThrowAwayFolder((folder) => {
    writeFileSync(join(folder, 'press.pdf'), pdf)
    const args =
      rip === 'gs'
        ? [
            '-q',
            '-dSAFER',
            '-dNOPAUSE',
            '-dBATCH',
            '-sDEVICE=png16m',
            `-r${DPI.gs}`,
            '-o',
            'p.png',
            'press.pdf',
          ]
        : ['draw', '-q', '-r', `${DPI.mutool}`, '-c', 'rgb', '-o', 'p.png', 'press.pdf', '1']
    const { status, stderr } = runTool(rip, args, { folder })
    if (status !== 0) throw new Error(`${rip}: ${stderr}`)
    return readFileSync(join(folder, 'p.png'))
  })
}

/** Any part that has a share of both sides, and any turn. */
function someView(chance: Chance) {
  const [width, height] = [chance.whole(400, 1000), chance.whole(400, 1000)]
  const crop = { x: chance.whole(0, 1000 - width), y: chance.whole(0, 1000 - height), width, height }
  return { crop, turn: chance.pick([0, 90, 180, 270]) }
}

describe('Crops of customers’ images in print', function () {
  // Many images are read and each print file is drawn by two RIPs; the long form takes minutes.
  this.timeout(inForm(180_000, 1_800_000))
  let test: TestServer
  before(async function () {
    needs(this, 'gs', 'mutool')
    test = await openTestServer({ press: 'workers', env: { RATE_LIMIT_KEY_PER_MINUTE: '1000000' } })
  })
  after(() => test?.close())

  it('are those of the preview, on turned pages and with user units @long', async () => {
    const seed = someSeed()
    const chance = seededChance(seed)
    const charts = await Promise.all(Array.from({ length: IMAGES }, (_, at) => chart(at)))
    const worst: Record<Rip, number> = { gs: 0, mutool: 0 }
    let count = 0
    for (const [rotate, unit] of PAGES) {
      // Of one size in print, whatever the unit.
      const of = (...sides: readonly number[]) => sides.map((side) => side / unit).join(' ')
      const name = fields(field(of(20, 194, 30, 199)))
      const boxes = ['MediaBox', 'BleedBox', 'TrimBox'].map((box) => `/${box} [${of(0, 0, 300, 200)}]`)
      const page = `${name.page} ${boxes.join(' ')} /Rotate ${rotate} /UserUnit ${unit}`
      const frames = BOXES.slice(0, IMAGES).map(
        (box): PhotoField => ({
          box: box.map((side) => side / unit) as unknown as PhotoField['box'],
          ...{ min_ppi: 10, warn_ppi: 10, turn: chance.pick([0, 90, 180, 270]) },
          fit: chance.pick(['fill', 'fill', 'fit']),
        }),
      )
      const card = await openPhotoCard(test, frames, pressPage({ ...name, content: '', page }))
      for (let fill = 0; fill < FILLS; fill += 1) {
        const { fillId, preview } = await card.customer()
        // Not its label, which is gray.
        const values: Record<string, unknown> = { Name: '.' }
        for (const [at, fieldId] of card.fieldIds.entries()) {
          const picture = await card.add(fillId, charts[at] ?? Buffer.alloc(0), fieldId)
          values[fieldId] = { picture, ...someView(chance) }
        }
        const placed = await card.place(fillId, values)
        const said = `seed ${seed}, /Rotate ${rotate}, /UserUnit ${unit}, ${JSON.stringify(values)}`
        expect([placed.status, placed.body.fill?.printable], said).to.deep.equal([200, true])
        const shown = await rasterOf(await preview(2400))
        const { pdf } = await card.print(fillId)
        for (const rip of RIPS) {
          const press = await rasterOf(drawn(pdf, rip))
          expect(press.width / press.height, said).to.be.closeTo(shown.width / shown.height, 0.01)
          const mmPerPx = 25.4 / DPI[rip]
          const widthMm = ((rotate % 180 === 0 ? 300 : 200) * 25.4) / 72
          const differences = differencesMm(dotsOf(press, mmPerPx), dotsOf(shown, widthMm / shown.width))
          expect(differences.length, said).to.be.greaterThan(IMAGES)
          const farthest = Math.max(...differences)
          worst[rip] = Math.max(worst[rip], farthest)
          expect(farthest, `${rip}, ${said}`).to.be.at.most(LIMIT_MM)
          if (rip === 'gs') count += card.fieldIds.length
        }
        // Measuring keeps this process busy for so long that connections end; that is seen before the next request.
        for (let turn = 0; turn < 10; turn += 1) await nextTurn()
      }
    }
    console.log(`      ${count} crops, off by at most`, worst, 'mm')
  })
})
