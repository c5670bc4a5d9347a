/** Reads the parts that content paints (forms, patterns, Type 3 glyphs, images), each once, within limits. */
import { type PDFDict, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { IDENTITY } from '../geometry/matrix.ts'
import type { Operand } from '../pdf/content.ts'
import type { LayerOf } from '../pdf/read-layers.ts'
import { asDict, dictEntry, entry, nameEntry, numberEntry, resolve } from '../pdf/read-object.ts'
import { isStencil } from '../pdf/read-operands.ts'
import { unpackStream } from '../pdf/read-stream.ts'
import { createPaintSpaces, entryPlace, type PaintSpace } from '../pdf/space/read-paint-space.ts'
import { matrixOf, resourcesOf } from './content/content-run.ts'
import { allComponents, inheritedColor, patternColor } from './read-color.ts'
import { type ContentParts, type ContentStart, readContentMarks } from './read-content-marks.ts'
import { createLosses, type Losses } from './read-losses.ts'
import { createMarkSet, type MarkSet, mergeMarks, type PaintedImage, recordPaint } from './read-mark-set.ts'

/** Real artwork has up to a few million operations; beyond this a file is built to waste time. */
const MAX_OPERATIONS = 10_000_000
const MAX_CONTENT_BYTES = 256 << 20
const MAX_PART_BYTES = 128 << 20
/** Parts within parts. */
const MAX_NESTING = 32

export interface PartReader extends ContentParts {
  /** Decoded content, counted; null where it cannot be decoded or exceeds the limits; `what` is then reported. */
  content(stream: PDFObject | null, what: string): Uint8Array | null
  readonly losses: Losses
  /** Plates whose alternates shape other marks, in soft masks of luminosity. */
  readonly maskInks: ReadonlySet<string>
  /** False once anything had to be left out. */
  complete(): boolean
  leaveOut(): void
  /** A transparency group's blending space, recorded in `marks`. */
  group(dict: PDFDict, resources: PDFDict | null, marks: MarkSet): void
}

const BLACK: ContentStart = { begins: 'black' }
const INHERITED: ContentStart = { begins: 'inherited' }
const UNCOLORED: ContentStart = { begins: 'inherited', uncolored: true }
const GLYPH: ContentStart = { begins: 'inherited', isGlyph: true }

export function createPartReader(layerOf: LayerOf): PartReader {
  const spaces = createPaintSpaces()
  const read = new Map<PDFStream, Map<PDFDict | null, MarkSet>>()
  const open = new Set<PDFStream>()
  const glyphSets = new Map<PDFDict, MarkSet | null>()
  const images = new Map<PDFDict, PaintedImage>()
  const maskInks = new Set<string>()
  const losses = createLosses()
  let imageCount = 0
  let operations = 0
  let bytes = 0
  let complete = true

  const content = (stream: PDFObject | null, what: string): Uint8Array | null => {
    const unpacked = isExternal(stream) ? null : unpackStream(stream, MAX_PART_BYTES)
    if (unpacked === null) losses.add('unreadable', what)
    else if (!unpacked.whole) losses.add('cut', what)
    bytes += unpacked?.bytes.length ?? 0
    if (unpacked === null || bytes > MAX_CONTENT_BYTES) complete = false
    return bytes > MAX_CONTENT_BYTES ? null : (unpacked?.bytes ?? null)
  }

  const marksOf = (stream: PDFStream, outer: PDFDict | null, start: ContentStart): MarkSet => {
    const own = dictEntry(stream.dict, 'Resources')
    const byOuter = read.get(stream) ?? new Map<PDFDict | null, MarkSet>()
    read.set(stream, byOuter)
    const key = own === null ? outer : null
    const known = byOuter.get(key)
    if (known !== undefined) return known
    if (open.size >= MAX_NESTING) complete = false
    // A part that paints itself is an error (8.10.1): it adds nothing.
    if (open.has(stream) || open.size >= MAX_NESTING) return createMarkSet()
    open.add(stream)
    const resources = resourcesOf(stream, outer)
    const bytes = content(stream, nameOfPart(stream)) ?? new Uint8Array()
    const marks = readContentMarks(bytes, resources, start, parts)
    parts.group(stream.dict, resources, marks)
    open.delete(stream)
    byOuter.set(key, marks)
    return marks
  }

  const tiling = (stream: PDFStream, outer: PDFDict | null): MarkSet =>
    marksOf(stream, outer, numberEntry(stream.dict, 'PaintType') === 2 ? UNCOLORED : BLACK)

  const spaceOf = (dict: PDFDict, resources: PDFDict | null): PaintSpace | null => {
    const space = spaces.at(resources, entryPlace(dict, PDFName.of('ColorSpace')))
    // A JPEG 2000 image may state its colours itself (8.9.5.1); they are never a spot ink's.
    return space ?? (dict.has(PDFName.of('Width')) ? spaces.unstated : null)
  }

  const parts: PartReader = {
    spaces,
    layerOf,
    losses,
    content,
    maskInks,
    shape({ paints }) {
      for (const paint of paints.values())
        for (let space: PaintSpace | null = paint.space; space !== null; space = space.under)
          for (const name of space.colorants) maskInks.add(name)
    },
    complete: () => complete,
    leaveOut() {
      complete = false
    },
    spaceOf,
    spend(count) {
      operations += count
      if (operations > MAX_OPERATIONS) complete = false
      return operations <= MAX_OPERATIONS
    },
    form: (stream, resources) => ({
      marks: marksOf(stream, resources, INHERITED),
      matrix: matrixOf(stream.dict),
    }),
    pattern(object, resources, { space, components }) {
      const dict = asDict(object)
      if (dict === null) return null
      if (object instanceof PDFStream)
        return patternColor(space, components, tiling(object, resources), matrixOf(dict))
      const shading = dictEntry(dict, 'Shading')
      const shaded = shading === null ? null : spaceOf(shading, resources)
      if (shaded === null) return null
      const marks = createMarkSet()
      recordPaint(marks, { space: shaded, source: 'shading', step: false }, allComponents(shaded))
      return patternColor(space, components, marks, IDENTITY)
    },
    glyphs(font, resources) {
      const known = glyphSets.get(font)
      if (known !== undefined) return known
      const procedures = nameEntry(font, 'Subtype') === 'Type3' ? dictEntry(font, 'CharProcs') : null
      glyphSets.set(font, null)
      if (procedures === null) return null
      // Decision: a Type 3 font that shows text counts with all its glyphs, and its bitmaps are no images.
      const all = createMarkSet()
      const outer = dictEntry(font, 'Resources') ?? resources
      const setting = {
        matrix: IDENTITY,
        step: false,
        fill: inheritedColor('fill'),
        stroke: inheritedColor('stroke'),
      }
      for (const key of procedures.keys()) {
        const glyph = resolve(procedures, procedures.get(key))
        if (glyph instanceof PDFStream) mergeMarks(all, marksOf(glyph, outer, GLYPH), setting)
        else losses.add('missing', 'a letter of a drawn font')
      }
      all.images.clear()
      glyphSets.set(font, all)
      return all
    },
    image(dict) {
      const known = images.get(dict)
      if (known !== undefined) return known
      imageCount += 1
      const number = (key: string) => numberEntry(dict, key) ?? 0
      const mask = entry(dict, 'ImageMask')?.toString() === 'true'
      const image: PaintedImage = {
        id: imageCount,
        width: number('Width'),
        height: number('Height'),
        oneBit: mask || number('BitsPerComponent') === 1,
      }
      images.set(dict, image)
      return image
    },
    inlineImage(dict) {
      imageCount += 1
      const number = (short: string, long: string) => asSize(dict.get(short) ?? dict.get(long))
      return {
        id: imageCount,
        width: number('W', 'Width'),
        height: number('H', 'Height'),
        oneBit: isStencil(dict) || number('BPC', 'BitsPerComponent') === 1,
      }
    },
    group(dict, resources, marks) {
      const group = dictEntry(dict, 'Group')
      const space = group === null ? null : spaces.at(resources, entryPlace(group, PDFName.of('CS')))
      if (space !== null) recordPaint(marks, { space, source: 'group', step: false }, [])
    },
  }
  return parts
}

/** What stands in another file was not uploaded (7.3.8.2). */
function isExternal(stream: PDFObject | null): boolean {
  return stream instanceof PDFStream && stream.dict.has(PDFName.of('F'))
}

function nameOfPart({ dict }: PDFStream): string {
  if (nameEntry(dict, 'Subtype') === 'Form') return 'a form'
  return dict.has(PDFName.of('PatternType')) ? 'a pattern' : 'a letter of a drawn font'
}

function asSize(operand: Operand | undefined): number {
  return typeof operand === 'number' ? operand : 0
}
