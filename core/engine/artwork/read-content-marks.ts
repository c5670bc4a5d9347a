/** The marks of a content stream: what it paints, in which spaces, fonts and images. */
import { type PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { concat, type Matrix } from '../geometry/matrix.ts'
import type { Operand } from '../pdf/content.ts'
import { onceForName } from '../pdf/named-resources.ts'
import type { LayerOf } from '../pdf/read-layers.ts'
import { dictEntry, entry, nameEntry } from '../pdf/read-object.ts'
import { isStencil, isTextual } from '../pdf/read-operands.ts'
import type { PaintSpace, PaintSpaces } from '../pdf/space/read-paint-space.ts'
import { type ContentRun, createRun, initialState } from './content/content-run.ts'
import type { ContentVisitor, Role, StatedColor } from './content/content-visitor.ts'
import { walkContent } from './content/walk-content.ts'
import { allComponents, colorAfter, colorIn, inheritedColor } from './read-color.ts'
import { type Losses, readableName } from './read-losses.ts'
import {
  addBraces,
  BRACES,
  type Color,
  createMarkSet,
  type MarkSet,
  mergeMarks,
  type PaintedImage,
  type PaintSource,
  recordColor,
  recordImage,
  recordPaint,
} from './read-mark-set.ts'
import { readTextFont } from './read-text-font.ts'
import { bracesIn } from './text/braces.ts'
import { statedText } from './text/read-actual-text.ts'

/** What is asked for where content leads to other parts of the file. */
export interface ContentParts {
  readonly spaces: PaintSpaces
  readonly layerOf: LayerOf
  readonly losses: Pick<Losses, 'add' | 'picture'>
  /** False once the limits of the whole reading are reached. */
  spend(operations: number): boolean
  /** A form's marks in its own space, and the matrix that leads out of it. */
  form(stream: PDFStream, resources: PDFDict | null): { readonly marks: MarkSet; readonly matrix: Matrix }
  /** The colour of a pattern, tiling or shading; null for one that cannot be read. */
  pattern(object: PDFObject | null, resources: PDFDict | null, color: PatternColor): Color | null
  /** Marks of the glyph procedures of a Type 3 font; null for other fonts. */
  glyphs(font: PDFDict, resources: PDFDict | null): MarkSet | null
  image(dict: PDFDict): PaintedImage
  inlineImage(dict: ReadonlyMap<string, Operand>): PaintedImage
  /** Takes note of what shapes other marks by how light it is. */
  shape(mask: MarkSet): void
  /** The space of an image or shading dictionary. */
  spaceOf(dict: PDFDict, resources: PDFDict | null): PaintSpace | null
}

/** The Pattern space that a pattern is chosen in, and the components for one without colours of its own. */
export interface PatternColor {
  readonly space: PaintSpace
  readonly components: readonly number[]
}

/** How a stream begins: a page in black; forms and glyphs in the colour of what paints them. */
export interface ContentStart {
  readonly begins: 'black' | 'inherited'
  /** Colour operators are passed over (8.7.3.3). */
  readonly uncolored?: boolean
  readonly isGlyph?: boolean
}

type Run = ContentRun<Color>

/** The marks of one content stream, with all that it paints; `resources` are its own. */
export function readContentMarks(
  content: Uint8Array,
  resources: PDFDict | null,
  { begins, uncolored = false, isGlyph = false }: ContentStart,
  parts: ContentParts,
): MarkSet {
  const gray = begins === 'black' ? parts.spaces.named(resources, 'DeviceGray') : null
  const first = (role: Role) => (gray === null ? inheritedColor(role) : colorIn(gray, null))
  const marks = createMarkSet()
  const visitor = createVisitor(resources, parts, marks)
  const state = initialState(first('fill'), first('stroke'))
  walkContent(content, createRun({ visitor, resources, state, uncolored, isGlyph }))
  return marks
}

/** Text rendering modes (table 106) by what they paint; 3 and 7 paint nothing. */
const TEXT_MODES: readonly (readonly Role[])[] = [['fill'], ['stroke'], ['fill', 'stroke'], []]

/** Each part is read once, and its marks are merged wherever it is painted. */
function createVisitor(
  resources: PDFDict | null,
  parts: ContentParts,
  marks: MarkSet,
): ContentVisitor<Color> {
  const { losses, spaces } = parts
  const spaceNamed = onceForName((name) => spaces.named(resources, name))

  const paint = ({ state, steps }: Run, roles: readonly Role[], source: PaintSource) => {
    for (const role of roles) recordColor(marks, state[role], source, steps > 0)
  }
  const paintAll = ({ steps }: Run, space: PaintSpace, source: PaintSource) =>
    recordPaint(marks, { space, source, step: steps > 0 }, allComponents(space))
  const merge = ({ state, steps }: Run, part: MarkSet, matrix: Matrix) => {
    const { paints, images, inherited, fonts } = part
    if (!parts.spend(paints.size + images.size + inherited.size + fonts.size)) return
    mergeMarks(marks, part, { matrix, step: steps > 0, fill: state.fill, stroke: state.stroke })
  }
  const paintPicture = (run: Run, image: PaintedImage, space: PaintSpace | null, mask: boolean) => {
    recordImage(marks, image, run.state.ctm)
    if (mask) paint(run, ['fill'], 'image')
    else if (space !== null) paintAll(run, space, 'image')
  }
  const colorInPresent = (run: Run, present: Color, { components, pattern }: StatedColor): Color => {
    const { space } = present
    if (typeof space === 'string') return present
    if (pattern === null) return colorAfter(present, space, components)
    const object = run.named('Pattern', pattern)
    if (space.family === 'Pattern' && object === null)
      losses.add('missing', `the pattern ${readableName(pattern)}`)
    return parts.pattern(object, resources, { space, components: components ?? [] }) ?? present
  }

  return {
    spend: parts.spend,
    layerOf: parts.layerOf,
    color(run, role, stated) {
      const present = run.state[role]
      if (stated.space === null) return colorInPresent(run, present, stated)
      const space = spaceNamed(stated.space)
      if (space !== null) return colorAfter(present, space, stated.components)
      if (run.named('ColorSpace', stated.space) === null)
        losses.add('missing', `the colour space ${readableName(stated.space)}`)
      return present
    },
    setExtState(_run, dict, _stated, name) {
      const of = `the graphics state ${readableName(name)}`
      if (dict === null) return losses.add('missing', of, false)
      const softMask = dictEntry(dict, 'SMask')
      const group = softMask === null ? null : entry(softMask, 'G')
      if (softMask !== null && !(group instanceof PDFStream))
        losses.add('missing', `the soft mask of ${of}`, false)
      if (!(group instanceof PDFStream)) return
      // Decision: a soft mask's group paints no plate, it only shapes. Its fonts are used nevertheless.
      const shaping = parts.form(group, resources).marks
      for (const font of shaping.fonts) marks.fonts.add(font)
      addBraces(marks, shaping.braces)
      if (softMask !== null && nameEntry(softMask, 'S') === 'Luminosity') parts.shape(shaping)
    },
    beginMarked(run, { list }) {
      if (marks.braces < BRACES) addBraces(marks, bracesIn(statedText(run, list) ?? ''))
    },
    paintPath(run, _path, roles) {
      if (run.hidden === 0) paint(run, roles, 'path')
    },
    showText(run, items) {
      const { font, fontName, mode } = run.state.text
      if (font !== null && marks.braces < BRACES) addBraces(marks, bracesShown(items, font))
      if (run.hidden > 0 || mode === 3 || !items.some(isTextual)) return 0
      if (font === null) losses.add('missing', `the font ${readableName(fontName)}`)
      else marks.fonts.add(font)
      const glyphs = font === null ? null : parts.glyphs(font, resources)
      if (glyphs === null) paint(run, TEXT_MODES[mode % 4] ?? [], 'text')
      else merge(run, glyphs, run.state.ctm)
      return 0
    },
    paintImage(run, image, name) {
      if (run.hidden > 0) return
      const { dict } = image
      const mask = entry(dict, 'ImageMask')?.toString() === 'true'
      const space = mask ? null : parts.spaceOf(dict, resources)
      notePicture(losses, image, readableName(name), space?.components ?? 0)
      paintPicture(run, parts.image(dict), space, mask)
    },
    paintForm(run, stream) {
      if (run.hidden > 0) {
        // It paints nothing and is not read: whether it has placeholders is seen where somebody looks for them.
        addBraces(marks, BRACES)
        return
      }
      const form = parts.form(stream, resources)
      merge(run, form.marks, concat(form.matrix, run.state.ctm))
    },
    paintOther(run, object, name) {
      const isThere = object instanceof PDFStream
      // PostScript in a PDF is for printers that are gone.
      if (run.hidden > 0 || (isThere && nameEntry(object.dict, 'Subtype') === 'PS')) return
      losses.add(isThere ? 'unreadable' : 'missing', `the image or form ${readableName(name)}`)
    },
    paintInlineImage(run, { dict }) {
      const mask = isStencil(dict)
      const space = mask ? null : spaces.inline(resources, dict.get('CS') ?? dict.get('ColorSpace'))
      if (run.hidden === 0) paintPicture(run, parts.inlineImage(dict), space, mask)
    },
    paintShading(run, shading, name) {
      if (run.hidden > 0) return
      if (shading === null) return losses.add('missing', `the shading ${readableName(name)}`)
      const space = parts.spaceOf(shading, resources)
      if (space !== null) paintAll(run, space, 'shading')
    },
  }
}

function bracesShown(items: readonly Operand[], font: PDFDict): number {
  let braces = 0
  for (const item of items)
    if (typeof item === 'object' && item?.kind === 'string')
      for (const glyph of readTextFont(font).glyphs(item.bytes)) braces += glyph.braces
  return braces
}

/** Its data is looked at when all is read; a mask that is not there is noticed here. */
function notePicture(
  losses: ContentParts['losses'],
  stream: PDFStream,
  name: string,
  components: number,
): void {
  if (stream instanceof PDFRawStream) losses.picture(stream, `the image ${name}`, components)
  for (const key of ['SMask', 'Mask'])
    if (stream.dict.has(PDFName.of(key)) && isLost(stream.dict, key))
      losses.add('missing', `the mask of the image ${name}`)
}

/** A reference to what the file does not hold; null as an object of its own is stated to be nothing. */
function isLost(dict: PDFDict, key: string): boolean {
  const stated = dict.get(PDFName.of(key))
  return stated instanceof PDFRef && dict.context.lookup(stated) === undefined
}
