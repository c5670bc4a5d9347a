/** The painted objects of content, in painting order, with everything that checks ask about each. */

import { type PDFDict, PDFName, PDFStream } from '@cantoo/pdf-lib'
import type { Box } from '../../geometry/box.ts'
import { concat, mapBox, moved } from '../../geometry/matrix.ts'
import type { Operand } from '../../pdf/content.ts'
import { onceForName } from '../../pdf/named-resources.ts'
import { halvingsOf, isLarge, sizeOf } from '../../pdf/read-image-size.ts'
import type { LayerOf } from '../../pdf/read-layers.ts'
import { asArray, asName, dictEntry, entry, nameEntry } from '../../pdf/read-object.ts'
import { isStencil, nameOf } from '../../pdf/read-operands.ts'
import { entryPlace, nameOfSpace, type PaintSpaces } from '../../pdf/space/read-paint-space.ts'
import { type ContentPath, rectangleSides } from '../content/content-path.ts'
import { type ContentRun, resourcesOf, runOfForm, type TextSetting } from '../content/content-run.ts'
import type { ContentVisitor, Role } from '../content/content-visitor.ts'
import { isTransparent } from '../content/read-ext-state.ts'
import { walkContent } from '../content/walk-content.ts'
import { areSame } from '../read-color.ts'
import { unknownLook } from '../read-plate-look.ts'
import { readTextFont, type TextFont } from '../read-text-font.ts'
import type { ObjectVisitor } from './painted-object.ts'
import { type PaintedColor, paintObject } from './read-painted-object.ts'

/** What is asked for where content leads to other parts of the file, and who hears of what is painted. */
export interface PaintedParts {
  readonly spaces: PaintSpaces
  readonly layerOf: LayerOf
  readonly into: ObjectVisitor
  /** Length of a unit of user space in 1/72 inch. */
  readonly userUnit: number
  content(stream: PDFStream): Uint8Array | null
  /** False once the limits of the whole walk are reached. */
  spend(operations: number): boolean
}

type Run = ContentRun<PaintedColor>

/** Shorter slivers are parts of drawings. */
const MIN_RULE_PT = 1
const UNIT: Box = [0, 0, 1, 1]
/** Decision: letters stand between these heights over the baseline, in em; descenders and accents reach farther. */
const BOTTOM_EM = 0
const TOP_EM = 0.7
/** Setting up the painting of a form takes as long as so many operations. */
const FORM_OPERATIONS = 60

/** Looks at one content stream; `groups` are the families of the transparency groups that it stands in. */
export function createPaintedVisitor(
  parts: PaintedParts,
  resources: PDFDict | null,
  groups: readonly string[],
): ContentVisitor<PaintedColor> {
  const { spaces, into, userUnit } = parts
  const spaceNamed = onceForName((name) => spaces.named(resources, name))

  const paint = (run: Run, object: Parameters<typeof paintObject>[3]) =>
    paintObject(run, into, groups, object)
  const paintUnit = (run: Run, isMask: boolean, family: string) => {
    const [a, b, c, d, e, f] = run.state.ctm
    const corners = [e, f, e + a, f + b, e + a + c, f + b + d, e + c, f + d]
    paint(run, {
      kind: 'image',
      role: 'fill',
      box: mapBox(run.state.ctm, UNIT),
      sizePt: Number.NaN,
      outline: { subpaths: [corners], evenOdd: false },
      ...(isMask ? {} : { look: unknownLook(family) }),
    })
  }
  const visitFilter = (run: Run, filter: string | null) => {
    const box = mapBox(run.state.ctm, UNIT)
    if (filter === 'JPXDecode') into.feature('image_jpx', filter, box)
    if (filter === 'JBIG2Decode') into.feature('image_jbig2', filter, box)
    if (filter === 'LZWDecode' || filter === 'LZW') into.feature('filter_lzw', filter, null)
  }
  const visitStream = (run: Run, { dict }: PDFStream) => {
    if (run.hidden > 0) return
    if (entry(dict, 'OPI') !== null) into.feature('opi', 'OPI', null)
    if (nameEntry(dict, 'Subtype') === 'PS' || nameEntry(dict, 'Subtype2') === 'PS')
      into.feature('postscript_xobject', 'PostScript', null)
    for (const filter of filtersOf(dict)) visitFilter(run, filter)
  }

  return {
    spend: parts.spend,
    layerOf: parts.layerOf,
    color({ state }, role, stated) {
      const present = state[role]
      // A pattern's own colours are not looked into.
      const look = stated.pattern === null ? null : unknownLook('Pattern')
      const space = stated.space === null ? present.space : spaceNamed(stated.space)
      // A space that the resources lack leaves the colour as it is.
      if (space === null) return present
      const isSame =
        look === null && present.space === space && areSame(present.components, stated.components)
      return isSame ? present : { space, components: stated.components, look }
    },
    setExtState(_run, _dict, stated) {
      if (stated === null) return
      for (const [feature, what] of stated.features) into.feature(feature, what, null)
      if (isTransparent(stated)) into.feature('transparency', '', null)
    },
    paintPath(run, path, roles, evenOdd) {
      const { bounds } = path
      if (bounds === null) return
      const outline = { subpaths: path.polygons, evenOdd }
      for (const role of roles) {
        const width = role === 'stroke' ? widthOf(run) : 0
        const room = width / 2
        const box: Box = [bounds[0] - room, bounds[1] - room, bounds[2] + room, bounds[3] + room]
        const sizePt = role === 'stroke' ? width * userUnit : ruleWidth(path, userUnit)
        paint(run, { kind: role, role, box, sizePt, outline })
      }
    },
    showText(run, items) {
      const { text } = run.state
      if (text.font === null) return 0
      const font = readTextFont(text.font)
      const { advance, glyphs } = measure(items, font, text)
      // Modes 3 and 7 paint nothing.
      if (glyphs > 0 && text.mode % 4 !== 3) {
        const role: Role = text.mode % 4 === 1 ? 'stroke' : 'fill'
        const { box, size } = placeText(run, font, advance)
        const sizePt = font.type3 ? Number.NaN : size * userUnit
        paint(run, { kind: 'text', role, box, sizePt, outline: null })
      }
      return advance
    },
    paintImage(run, image) {
      const { dict } = image
      visitStream(run, image)
      if (run.hidden === 0) {
        if (isLarge(image) && halvingsOf(image) === null) {
          const { width, height } = sizeOf(image)
          into.feature('image_not_drawable', `${width} x ${height}`, mapBox(run.state.ctm, UNIT))
        }
        if (entry(dict, 'SMask') !== null) into.feature('transparency', '', null)
      }
      const space = spaces.at(resources, entryPlace(dict, PDFName.of('ColorSpace')))
      paintUnit(run, entry(dict, 'ImageMask')?.toString() === 'true', space?.family ?? 'Image')
    },
    paintForm(run, form) {
      visitStream(run, form)
      if (run.above.has(form) || !parts.spend(FORM_OPERATIONS)) return
      const content = parts.content(form)
      if (content !== null) walkPaintedForm(run, form, content, parts, groups)
    },
    paintOther(run, object) {
      if (object instanceof PDFStream) visitStream(run, object)
    },
    paintInlineImage(run, { dict }) {
      const filter = dict.get('F') ?? dict.get('Filter')
      const filters = typeof filter === 'object' && filter?.kind === 'array' ? filter.items : [filter]
      for (const operand of filters) visitFilter(run, nameOf(operand))
      paintUnit(run, isStencil(dict), 'Image')
    },
    paintShading(run, shading) {
      if (shading === null || run.state.clip === null) return
      const space = spaces.at(resources, entryPlace(shading, PDFName.of('ColorSpace')))
      const look = { ...unknownLook(space?.family ?? 'unstated'), spots: space?.colorants ?? [] }
      const box = run.state.clip
      paint(run, { kind: 'shading', role: 'fill', box, sizePt: Number.NaN, outline: null, look })
    },
  }
}

export function walkPaintedForm(
  run: Run,
  form: PDFStream,
  content: Uint8Array,
  parts: PaintedParts,
  groups: readonly string[],
): void {
  const family = familyOfGroup(form.dict, run.resources, parts.spaces)
  const inside = family === null ? groups : [...groups, family]
  const visitor = createPaintedVisitor(parts, resourcesOf(form, run.resources), inside)
  const within = runOfForm(run, form, visitor)
  if (within === null) return
  if (family !== null && run.hidden === 0) parts.into.feature('group', family, within.state.clip)
  walkContent(content, within)
}

/** The family of the space that a page's or a form's transparency group blends in; null where none is stated. */
export function familyOfGroup(dict: PDFDict, resources: PDFDict | null, spaces: PaintSpaces): string | null {
  const group = dictEntry(dict, 'Group')
  const space = group === null ? null : spaces.at(resources, entryPlace(group, PDFName.of('CS')))
  return space && nameOfSpace(space)
}

function widthOf({ state: { ctm, lineWidth } }: Run): number {
  const [a, b, c, d] = ctm
  return lineWidth * Math.sqrt(Math.abs(a * d - b * c))
}

/** Decision: a path is thin where every part of it is a thin rectangle, as rules of tables are; NaN for others. */
function ruleWidth({ polygons }: ContentPath, userUnit: number): number {
  let thinnest = Infinity
  for (const polygon of polygons) {
    const [thin, long] = rectangleSides(polygon) ?? [1, 0]
    if (long * userUnit <= MIN_RULE_PT || thin * 4 >= long) return Number.NaN
    thinnest = Math.min(thinnest, thin)
  }
  return thinnest * userUnit
}

/** How far text moves the pen in unscaled text space, and how many of its glyphs are more than space. */
function measure(items: readonly Operand[], font: TextFont, setting: TextSetting) {
  const { size, letterSpacing, wordSpacing } = setting
  let advance = 0
  let glyphs = 0
  for (const item of items) {
    if (typeof item === 'number') advance -= (item / 1000) * size
    else if (typeof item === 'object' && item?.kind === 'string')
      for (const glyph of font.glyphs(item.bytes)) {
        advance += glyph.advance * size + letterSpacing + (glyph.isWordSpace ? wordSpacing : 0)
        if (!glyph.isBlank) glyphs += 1
      }
  }
  return { advance, glyphs }
}

/** Around text that moves the pen so far, and its size, in default user space (9.4.4). */
function placeText({ state, pen }: Run, { vertical }: TextFont, advance: number) {
  const { size, scale, rise } = state.text
  const upright = concat(pen.matrix, state.ctm)
  const matrix = rise === 0 ? upright : moved(0, rise, upright)
  const width = advance * scale
  const box = vertical
    ? mapBox(matrix, [-size / 2, Math.min(advance, 0), size / 2, Math.max(advance, 0)])
    : mapBox(matrix, [
        Math.min(0, width),
        Math.min(BOTTOM_EM, TOP_EM * size),
        Math.max(0, width),
        Math.max(BOTTOM_EM, TOP_EM * size),
      ])
  return { box, size: Math.abs(size) * Math.hypot(matrix[2], matrix[3]) }
}

export function filtersOf(dict: PDFDict): (string | null)[] {
  const filter = entry(dict, 'Filter')
  return asArray(dict, filter)?.map(asName) ?? [asName(filter)]
}
