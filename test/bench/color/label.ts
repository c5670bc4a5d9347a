/** What a label of PDF/X-4 costs the demo files, beside the same render without one; and text in a mix beside a spot ink. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { compilePdf } from '../../../core/engine/press/compile.ts'
import type { Output } from '../../../core/engine/press/output.ts'
import type { Plan } from '../../../core/engine/press/plan.ts'
import type { Tail } from '../../../core/engine/press/tail/tail-part.ts'
import type { Scene } from '../../../core/engine/scene/scene.ts'
import type { Fonts } from '../../../core/engine/text/fonts.ts'
import { composeRender } from '../../../core/service/render/compose.ts'
import { openBundledFonts } from '../../../server/fonts/bundled.ts'
import { openProfileLibrary } from '../../../server/profiles/bundled.ts'
import { CARD_LABELS, cardValues, compileCard } from '../card.ts'
import { atMost, type Figure, median, percentile, timed } from '../figure.ts'

const EXAMPLES = join(import.meta.dirname, '../../../examples')
const WARM_UP = 100
const CARDS = 32
const ROUNDS = 150
const CARD_ROUNDS = 1500
const QUARTILE = 0.25
const MADE_AT = Date.UTC(2027, 5, 12)

interface Template {
  readonly scene: Scene
  readonly plan: Plan
  readonly bodyBytes: number
}

export async function measure(): Promise<Figure[]> {
  const fonts = openBundledFonts()
  const [profile] = openProfileLibrary().bundled()
  if (profile === undefined) throw new Error('No output profile comes with the service.')
  const packed = deflateSync(profile.bytes).length
  const [times, bytes, growth]: [number[], number[], number[]] = [[], [], []]
  for (const name of readdirSync(EXAMPLES).filter((one) => one.endsWith('.pdf'))) {
    const source = readFileSync(join(EXAMPLES, name))
    const plain = await compiled(source, fonts)
    const labelled = await compiled(source, fonts, profile)
    if (labelled.plan.label?.label !== 'PDF/X-4') throw new Error(`${name} has no label.`)
    growth.push(((labelled.bodyBytes - packed) / plain.bodyBytes - 1) * 100)
    const [without, withLabel] = await beside(
      () => render(plain, fonts),
      () => render(labelled, fonts),
      ROUNDS,
    )
    times.push(withLabel.time - without.time)
    bytes.push(withLabel.tail.sizeBytes - without.tail.sizeBytes)
  }
  return [
    atMost('label of PDF/X-4, more time a render, median of the demo files', median(times), 'ms', 0.1),
    atMost('label of PDF/X-4, more bytes a render, most of them', Math.max(...bytes), 'bytes', 1000),
    atMost('body of PDF/X-4, larger besides the profile, most of them', Math.max(...growth), '%', 15),
    atMost('text in a mix, times as long as in a spot ink', await mixRatio(), 'x', 1.05),
  ]
}

async function compiled(source: Uint8Array, fonts: Fonts, output?: Output): Promise<Template> {
  const { body, plan, scene } = await compilePdf(source, fonts.list(), { output })
  const fields = scene.fields.map((field, at) => ({ ...field, id: `fld_${at}`, required: false }))
  const bodyBytes = body.reduce((sum, { length }) => sum + length, 0)
  return { scene: { ...scene, fields }, plan, bodyBytes }
}

function render(
  { scene, plan }: Template,
  fonts: Fonts,
  values: Readonly<Record<string, string>> = {},
): Tail {
  const content = { values, colors: null, assignments: {}, madeAt: MADE_AT }
  return composeRender({ scene, plan, templateFindings: [], kind: 'final', ...content }, fonts).tail
}

interface Timed {
  /** Lower quartile, ms: on a busy machine the median is that of its other work. */
  readonly time: number
  readonly tail: Tail
}

/** In turns, so that both meet the same machine; each is the first in every second round. */
async function beside(one: () => Tail, other: () => Tail, rounds: number): Promise<readonly [Timed, Timed]> {
  const samples: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    const isFirst = round % 2 === 0
    const first = await timed(isFirst ? one : other)
    const second = await timed(isFirst ? other : one)
    if (round < WARM_UP) continue
    samples[0].push(isFirst ? first : second)
    samples[1].push(isFirst ? second : first)
  }
  return [
    { time: percentile(samples[0], QUARTILE), tail: one() },
    { time: percentile(samples[1], QUARTILE), tail: other() },
  ]
}

/** The wedding card, all of it in one ink: once a separation, once a mix of process colours. */
async function mixRatio(): Promise<number> {
  const { fonts, plan, scene, body } = await compileCard('live')
  const inked = (cmyk: readonly [number, number, number, number] | null): Template => {
    const named = { index: 1, key: 'brand', name: 'Brand', hex: '#7a3b20', technical: false }
    const ink = { ...named, ...(cmyk === null ? {} : { cmyk }) }
    const fields = scene.fields.map((field) => ({ ...field, ink: null }))
    return { plan, bodyBytes: body.length, scene: { ...scene, inks: [ink], fields } }
  }
  const [spot, mix] = [inked(null), inked([20, 70, 90, 30])]
  // Words that were set before are set faster: both go through the same cards, again and again.
  const cards = () => {
    let n = 0
    return () => {
      n += 1
      const byLabel = cardValues(n % CARDS)
      return Object.fromEntries(CARD_LABELS.map((label, at) => [`fld_${at}`, byLabel[label]]))
    }
  }
  const [ofSpot, ofMix] = [cards(), cards()]
  const [inSpot, inMix] = await beside(
    () => render(spot, fonts, ofSpot()),
    () => render(mix, fonts, ofMix()),
    CARD_ROUNDS,
  )
  return inMix.time / inSpot.time
}
