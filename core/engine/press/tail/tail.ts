/** The tail of a render: an incremental update (ISO 32000-1 7.5.6) that fills the slots of a compiled body. */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Plate, Separation, SlotMarks } from '../../layout/separation.ts'
import { real } from '../../pdf/syntax.ts'
import type { TextOutput } from '../../scene/scene.ts'
import type { Typeface } from '../../text/font.ts'
import { createAppearanceObjects } from '../appearance-object.ts'
import { type Plan, slotObject } from '../plan.ts'
import { plateDefinition, plateObject, redefineInks } from '../redefine-inks.ts'
import { keepsPdfx, writeLabel } from '../write-label.ts'
import { checkPainting } from './check-painting.ts'
import { createLiveFont, type GrowingFont, runsOf, writeLiveFont } from './embed-font.ts'
import { glyphForm, repeatedGlyphs } from './glyph-form.ts'
import { createImageObjects, isStencil, type PictureSpace } from './image-object.ts'
import { createMarkResources } from './mark-resources.ts'
import { MIX_SOLID, mixText, writeMixSpace } from './mix-space.ts'
import { mixesOf, type PaintNames, paintMark } from './paint-mark.ts'
import { graphicsState, type PaintState, paintWatermark, WATERMARK_STATE } from './paint-objects.ts'
import { identityOf, partBytes, type Tail, type TailPart } from './tail-part.ts'

export interface TailInput {
  readonly plan: Plan
  readonly separation: Separation
  readonly textOutput: TextOutput
  /** A watermark for each page, painted last, as operators in the page's user space; null for none. */
  readonly watermark: readonly string[] | null
  /** The date of a PDF/X label, in milliseconds since 1970; without one the file carries no label. */
  readonly madeAt?: number | null
  subset(typeface: Typeface, glyphIds: Iterable<number>): Uint8Array
}

/**
 * Writes the tail for a body: new objects, the filled slots, one cross-reference section with /Prev and a trailer. No
 * object of the body but the plan's slots, those of inks among them, is redefined. The same input gives the same bytes.
 * An input that paints nothing gives a tail of an empty section, so that every render has an identity of its own. The
 * samples of pictures are parts by themselves, each once however often it stands on the pages.
 */
export function writeTail(input: TailInput): Tail {
  const { plan } = input
  const tail = createObjects(plan)
  const colorSpaces = new Map<string, number>()
  const states = new Map<string, number>()
  const fonts = input.textOutput === 'live' ? liveFonts(input.separation) : new Map<Typeface, never>()
  const fontObjects = new Map<Typeface, number>()
  const repeated = input.textOutput === 'outlines' ? repeatedGlyphs(input.separation) : null
  const outlines = new Map<Typeface, Map<number, number>>()
  const images = createImageObjects(tail.add)
  const appearances = createAppearanceObjects(plan, tail.add)

  const colorSpaceOf = (plate: Plate) =>
    remember(
      colorSpaces,
      plate.name,
      () => plateObject(plan, plate) ?? tail.add(plateDefinition(plan, plate)),
    )
  const mixSpaces = new Map<string, number>()
  const pictureSpace = (plate: Plate): PictureSpace => {
    const { mix } = plate
    if (mix === null) return { object: colorSpaceOf(plate), solid: 1 }
    return {
      object: remember(mixSpaces, mixText(mix, 1), () => writeMixSpace(mix, tail.add)),
      solid: MIX_SOLID,
    }
  }
  const stateObject = (state: PaintState) => {
    const text = graphicsState(state)
    return remember(states, text, () => tail.add(text))
  }

  for (const slot of withWatermarks(input)) {
    const resources = createMarkResources(usesRgb(slot) ? (plan.rgbSpace ?? null) : null)
    const names: PaintNames = {
      colorSpace: (plateName) => {
        const plate = input.separation.plates.find((candidate) => candidate.name === plateName)
        if (plate === undefined) throw new Error(`No plate ${plateName}.`)
        return resources.name('ColorSpace', colorSpaceOf(plate))
      },
      graphicsState: (state) => resources.name('ExtGState', stateObject(state)),
      outline: (typeface, glyphId) => {
        if (repeated?.get(typeface)?.has(glyphId) !== true) return null
        const objects = remember(outlines, typeface, () => new Map<number, number>())
        const object = remember(objects, glyphId, () => {
          const { dictionary, stream } = glyphForm(typeface, glyphId)
          return tail.add(dictionary, stream)
        })
        return resources.name('XObject', object)
      },
      font: (run) => {
        const live = fonts.get(run.typeface)
        if (live === undefined) return null
        const object = remember(fontObjects, run.typeface, () =>
          tail.add(writeLiveFont(live, input.subset, tail.add)),
        )
        return { name: resources.name('Font', object), live }
      },
      image: (mark, plate) =>
        resources.name(
          'XObject',
          images.objectOf(mark, plate === null || isStencil(mark) ? null : pictureSpace(plate)),
        ),
      appearance: (mark, plate) =>
        resources.name(
          'XObject',
          appearances.objectOf(mark, plate === null ? null : (plate.mix ?? colorSpaceOf(plate))),
        ),
    }
    let content = slot.marks.map((plated) => paintMark(plated, names)).join('')
    checkPainting(content, slot.marks.length, mixesOf(slot))
    if (slot.slot === 'above' && input.watermark !== null) {
      const state = resources.name(
        'ExtGState',
        remember(states, 'watermark', () => tail.add(WATERMARK_STATE)),
      )
      content += paintWatermark(input.watermark[slot.page] ?? '', state)
    }
    fillSlot(tail, plan, slot, content, resources.text())
  }
  redefineInks(plan, input.separation.rebound, tail, (bytes) => deflateSync(bytes))
  // A watermark is transparent, because a proof is not meant for a press.
  if (input.madeAt != null && input.watermark === null && keepsPdfx(input.separation, plan))
    writeLabel(plan, input.madeAt, tail)
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
  tail.redefine(slotObject(page, slot), dictionary, deflateSync(content, { level: 1 }))
}

function liveFonts(separation: Separation): Map<Typeface, GrowingFont> {
  const fonts = new Map<Typeface, GrowingFont>()
  for (const [typeface, runs] of runsOf(separation))
    remember(fonts, typeface, () => createLiveFont(typeface)).collect(runs)
  return fonts
}

/** Marks in RGB and pictures in their own colours; those of forms have resources of their own. */
function usesRgb({ marks }: SlotMarks): boolean {
  return marks.some(
    ({ mark, plate, strokePlate }) =>
      plate?.mix?.space === 'DeviceRGB' ||
      strokePlate?.mix?.space === 'DeviceRGB' ||
      (mark.kind === 'image' && plate === null),
  )
}

type Objects = ReturnType<typeof createObjects>

/** Objects of the tail with their offsets in the whole file, new ones numbered from the body's /Size. */
function createObjects(plan: Plan) {
  const parts: TailPart[] = []
  const offsets = new Map<number, number>()
  let length = 0
  let nextNumber = plan.size
  const push = (part: TailPart) => {
    parts.push(part)
    length += partBytes(part)
  }
  const write = (object: number, body: string, stream?: TailPart) => {
    offsets.set(object, plan.bodyBytes + length)
    if (stream === undefined) {
      push(latin1(`${object} 0 obj\n${body}\nendobj\n`))
      return
    }
    push(latin1(`${object} 0 obj\n<<${body} /Length ${partBytes(stream)}>>\nstream\n`))
    push(stream)
    push(latin1('\nendstream\nendobj\n'))
  }
  return {
    add(body: string, stream?: TailPart): number {
      const object = nextNumber
      nextNumber += 1
      write(object, body, stream)
      return object
    },
    redefine: write,
    finish(): Tail {
      const hash = createHash('sha256').update(plan.bodySha256)
      for (const part of parts) hash.update(identityOf(part))
      const fileId = hash.digest('hex').slice(0, 32)
      const startXref = plan.bodyBytes + length
      const info = plan.infoObject === null ? '' : ` /Info ${plan.infoObject} 0 R`
      push(
        latin1(
          `${crossReferences(offsets)}trailer\n<</Size ${nextNumber} /Root ${plan.rootObject} 0 R${info} ` +
            `/Prev ${plan.startXref} /ID [<${plan.fileId}> <${fileId}>]>>\n` +
            `startxref\n${startXref}\n%%EOF\n`,
        ),
      )
      return { parts: joined(parts), sizeBytes: length, fileId }
    },
  }
}

/** With the bytes that stand between files in one part each. */
function joined(parts: readonly TailPart[]): readonly TailPart[] {
  const whole: TailPart[] = []
  let pending: Uint8Array[] = []
  const flush = () => {
    if (pending.length > 0) whole.push(Buffer.concat(pending))
    pending = []
  }
  for (const part of parts) {
    if (part instanceof Uint8Array) pending.push(part)
    else {
      flush()
      whole.push(part)
    }
  }
  flush()
  return whole
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
