/** The tail of a render: an incremental update (ISO 32000-1 7.5.6) that fills the slots of a compiled body. */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Plate, Separation, SlotMarks } from '../color/separation.ts'
import type { GlyphRun } from '../layout/mark.ts'
import type { TextOutput } from '../scene/scene.ts'
import type { Typeface } from '../text/font.ts'
import { createLiveFont, writeLiveFont } from './embed-font.ts'
import { glyphForm, repeatedGlyphs } from './glyph-form.ts'
import { type PaintNames, paintMark } from './paint-mark.ts'
import type { Plan } from './plan.ts'
import { name, real } from './syntax.ts'

export interface TailInput {
  readonly plan: Plan
  readonly separation: Separation
  readonly textOutput: TextOutput
  /** A watermark for each page, painted last, as operators in the page's user space; null for none. */
  readonly watermark: readonly string[] | null
  subset(typeface: Typeface, glyphIds: Iterable<number>): Uint8Array
}

/** Fill and stroke knock out or overprint as stated, opaque, unmasked, whatever the artwork left behind (11.6.3). */
const stateOf = (overprint: boolean) =>
  `<</Type /ExtGState /OP ${overprint} /op ${overprint} /OPM ${overprint ? 1 : 0} /SA true ` +
  '/ca 1 /CA 1 /BM /Normal /SMask /None /AIS false>>'

const WATERMARK_STATE = '<</Type /ExtGState /OP false /op false /ca 0.35 /CA 0.35 /BM /Normal /SMask /None>>'

/**
 * Writes the tail for a body: new objects, the filled slots, one cross-reference section with /Prev and a trailer.
 * No object of the body but the plan's slots is redefined. The same input gives the same bytes. An input that
 * paints nothing gives a tail of an empty section, so that every render has an identity of its own.
 */
export function writeTail(input: TailInput): Uint8Array {
  const { plan } = input
  const tail = createObjects(plan)
  const colorSpaces = new Map<string, number>()
  const states = new Map<string, number>()
  const fonts = input.textOutput === 'live' ? liveFonts(input.separation) : new Map<Typeface, never>()
  const fontObjects = new Map<Typeface, number>()
  const repeated = input.textOutput === 'outlines' ? repeatedGlyphs(input.separation) : null
  const outlines = new Map<Typeface, Map<number, number>>()

  const colorSpaceOf = (plate: Plate) =>
    remember(colorSpaces, plate.name, () => plate.object ?? tail.add(separationArray(plate)))
  const stateObject = (overprint: boolean) =>
    remember(states, `${overprint}`, () => tail.add(stateOf(overprint)))

  for (const slot of withWatermarks(input)) {
    const resources = createResources()
    const names: PaintNames = {
      colorSpace: (plateName) => {
        const plate = input.separation.plates.find((candidate) => candidate.name === plateName)
        if (plate === undefined) throw new Error(`No plate ${plateName}.`)
        return resources.name('ColorSpace', 'C', colorSpaceOf(plate))
      },
      graphicsState: (overprint) => resources.name('ExtGState', 'G', stateObject(overprint)),
      outline: (typeface, glyphId) => {
        if (repeated?.get(typeface)?.has(glyphId) !== true) return null
        const objects = remember(outlines, typeface, () => new Map<number, number>())
        const object = remember(objects, glyphId, () => {
          const { dictionary, stream } = glyphForm(typeface, glyphId)
          return tail.add(dictionary, stream)
        })
        return resources.name('XObject', 'X', object)
      },
      font: (run) => {
        const live = fonts.get(run.typeface)
        if (live === undefined) return null
        const object = remember(fontObjects, run.typeface, () => writeLiveFont(live, input.subset, tail.add))
        return { name: resources.name('Font', 'F', object), live }
      },
    }
    let content = slot.marks.map((plated) => paintMark(plated, names)).join('')
    if (slot.slot === 'above' && input.watermark !== null) {
      const state = resources.name(
        'ExtGState',
        'G',
        remember(states, 'watermark', () => tail.add(WATERMARK_STATE)),
      )
      content += `q ${state} gs ${input.watermark[slot.page] ?? ''}Q\n`
    }
    fillSlot(tail, plan, slot, content, resources.text())
  }
  return tail.finish()
}

/** The slots that carry marks and, for a watermark, the upper slot of every page. */
function withWatermarks({ plan, separation, watermark }: TailInput): readonly SlotMarks[] {
  if (watermark === null) return separation.slots
  const bare = plan.pages.flatMap((_, page): SlotMarks[] =>
    separation.slots.some((slot) => slot.page === page && slot.slot === 'above')
      ? []
      : [{ page, slot: 'above', marks: [] }],
  )
  return [...separation.slots, ...bare]
}

function fillSlot(tail: Objects, plan: Plan, slot: SlotMarks, content: string, resources: string): void {
  const page = plan.pages[slot.page]
  if (page === undefined) throw new Error(`The plan has no page ${slot.page}.`)
  const box = page.box.map((value) => real(value)).join(' ')
  const dictionary = `/Type /XObject /Subtype /Form /BBox [${box}] /Resources ${resources} /Filter /FlateDecode`
  tail.redefine(
    slot.slot === 'below' ? page.below : page.above,
    dictionary,
    deflateSync(content, { level: 1 }),
  )
}

/** [/Separation name DeviceCMYK tint] with a type 2 tint transform from paper to solid (8.6.6.4, 7.10.3). */
function separationArray(plate: Plate): string {
  const solid = plate.alternate.map((component) => real(component)).join(' ')
  return (
    `[/Separation ${name(plate.name)} /DeviceCMYK ` +
    `<</FunctionType 2 /Domain [0 1] /Range [0 1 0 1 0 1 0 1] /C0 [0 0 0 0] /C1 [${solid}] /N 1>>]`
  )
}

function liveFonts(separation: Separation): Map<Typeface, ReturnType<typeof createLiveFont>> {
  const runs = new Map<Typeface, GlyphRun[]>()
  for (const slot of separation.slots)
    for (const { mark } of slot.marks)
      if (mark.kind === 'text')
        for (const run of mark.runs) remember(runs, run.typeface, (): GlyphRun[] => []).push(run)
  return new Map([...runs].map(([typeface, list]) => [typeface, createLiveFont(typeface, list)]))
}

type Objects = ReturnType<typeof createObjects>

/** Objects of the tail with their offsets in the whole file, new ones numbered from the body's /Size. */
function createObjects(plan: Plan) {
  const parts: Uint8Array[] = []
  const offsets = new Map<number, number>()
  let length = 0
  let nextNumber = plan.size
  const push = (part: Uint8Array) => {
    parts.push(part)
    length += part.length
  }
  const write = (object: number, body: string, stream?: Uint8Array) => {
    offsets.set(object, plan.bodyBytes + length)
    if (stream === undefined) {
      push(latin1(`${object} 0 obj\n${body}\nendobj\n`))
      return
    }
    push(latin1(`${object} 0 obj\n<<${body} /Length ${stream.length}>>\nstream\n`))
    push(stream)
    push(latin1('\nendstream\nendobj\n'))
  }
  return {
    add(body: string, stream?: Uint8Array): number {
      const object = nextNumber
      nextNumber += 1
      write(object, body, stream)
      return object
    },
    redefine: write,
    finish(): Uint8Array {
      const hash = createHash('sha256').update(plan.bodySha256)
      for (const part of parts) hash.update(part)
      const startXref = plan.bodyBytes + length
      const info = plan.infoObject === null ? '' : ` /Info ${plan.infoObject} 0 R`
      push(
        latin1(
          `${crossReferences(offsets)}trailer\n<</Size ${nextNumber} /Root ${plan.rootObject} 0 R${info} ` +
            `/Prev ${plan.startXref} /ID [<${plan.fileId}> <${hash.digest('hex').slice(0, 32)}>]>>\n` +
            `startxref\n${startXref}\n%%EOF\n`,
        ),
      )
      return Buffer.concat(parts, length)
    },
  }
}

/** A cross-reference section with one subsection for each run of consecutive numbers (7.5.4). */
function crossReferences(offsets: ReadonlyMap<number, number>): string {
  const numbers = [...offsets.keys()].sort((a, b) => a - b)
  if (numbers.length === 0) return 'xref\n0 0\n'
  let text = 'xref\n'
  for (let at = 0; at < numbers.length; ) {
    const first = numbers[at] ?? 0
    let count = 1
    while (numbers[at + count] === first + count) count += 1
    text += `${first} ${count}\n`
    for (let entry = first; entry < first + count; entry += 1)
      text += `${`${offsets.get(entry) ?? 0}`.padStart(10, '0')} 00000 n \n`
    at += count
  }
  return text
}

/** A resource dictionary that names objects as they are first used. */
function createResources() {
  const kinds = new Map<string, Map<number, string>>()
  return {
    name(kind: string, letter: string, object: number): string {
      const named = remember(kinds, kind, () => new Map<number, string>())
      return remember(named, object, () => `/${letter}${named.size}`)
    },
    text(): string {
      const entries = [...kinds].map(
        ([kind, named]) =>
          `/${kind} <<${[...named].map(([object, key]) => `${key} ${object} 0 R`).join(' ')}>>`,
      )
      return `<<${entries.join(' ')}>>`
    },
  }
}

function remember<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function latin1(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}
