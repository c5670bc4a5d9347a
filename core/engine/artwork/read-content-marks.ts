/** Interprets a content stream as far as its marks go: what it paints, in which spaces, fonts and images. */
import { PDFDict, PDFName, PDFRawStream, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { asMatrix, concat, type Matrix } from '../geometry/matrix.ts'
import { type Operand, type Operation, readContent } from '../pdf/content.ts'
import { arrayEntry, asDict, dictEntry, entry, nameEntry } from '../pdf/read-object.ts'
import type { PaintSpace } from '../pdf/space/read-paint-space.ts'
import { allComponents, colorIn } from './read-color.ts'
import { type ContentParts, type ContentStart, createRun, type Role, type Run } from './read-content-run.ts'
import { readableName } from './read-losses.ts'
import {
  type MarkSet,
  mergeMarks,
  type PaintedImage,
  type PaintSource,
  recordColor,
  recordImage,
  recordPaint,
} from './read-mark-set.ts'

const MAX_SAVED = 100_000

/** The marks of one content stream, with all that it paints; `resources` are its own. */
export function readContentMarks(
  content: Uint8Array,
  resources: PDFDict | null,
  start: ContentStart,
  parts: ContentParts,
): MarkSet {
  const run = createRun(resources, start, parts)
  for (const operation of readContent(content)) {
    if (!parts.spend(1)) break
    OPERATORS.get(operation.operator)?.(run, operation)
  }
  return run.marks
}

type Handler = (run: Run, operation: Operation) => void

const OPERATORS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['q', save],
  ['Q', restore],
  ['cm', transform],
  ['gs', setGraphicsState],
  ['m', beginPath],
  ['re', beginPath],
  ['n', (run) => paintPath(run, [])],
  ...['f', 'F', 'f*'].map((operator): [string, Handler] => [operator, (run) => paintPath(run, ['fill'])]),
  ...['s', 'S'].map((operator): [string, Handler] => [operator, (run) => paintPath(run, ['stroke'])]),
  ...['b', 'B', 'b*', 'B*'].map((operator): [string, Handler] => [
    operator,
    (run) => paintPath(run, ['fill', 'stroke']),
  ]),
  ['g', setDevice('fill', 'DeviceGray')],
  ['rg', setDevice('fill', 'DeviceRGB')],
  ['k', setDevice('fill', 'DeviceCMYK')],
  ['G', setDevice('stroke', 'DeviceGray')],
  ['RG', setDevice('stroke', 'DeviceRGB')],
  ['K', setDevice('stroke', 'DeviceCMYK')],
  ['cs', setSpace('fill')],
  ['CS', setSpace('stroke')],
  ['sc', setColor('fill')],
  ['scn', setColor('fill')],
  ['SC', setColor('stroke')],
  ['SCN', setColor('stroke')],
  ['Tf', setFont],
  ['Tr', setTextMode],
  ['Tj', showText],
  ['TJ', showText],
  ["'", showText],
  ['"', showText],
  ['Do', paintXObject],
  ['EI', paintInlineImage],
  ['sh', paintShading],
  // A glyph that begins with d1 has no colours of its own (9.6.5.2).
  ['d1', dropColors],
  ['BMC', beginMarked],
  ['BDC', beginMarked],
  ['EMC', endMarked],
])

function dropColors(run: Run): void {
  run.uncolored = true
}

function save(run: Run): void {
  if (run.saved.length < MAX_SAVED) run.saved.push({ ...run.state })
  else run.unsaved += 1
}

function restore(run: Run): void {
  if (run.unsaved > 0) run.unsaved -= 1
  else run.state = run.saved.pop() ?? run.state
}

function transform({ state }: Run, { operands }: Operation): void {
  const matrix = asMatrix(operands)
  if (matrix !== null) state.ctm = concat(matrix, state.ctm)
}

function setGraphicsState(run: Run, operation: Operation): void {
  const name = nameOperand(operation)
  const dict = asDict(run.named('ExtGState', name))
  if (dict === null) {
    run.parts.losses.add('missing', `the graphics state ${readableName(name)}`, false)
    return
  }
  const font = arrayEntry(dict, 'Font')?.[0]
  if (font instanceof PDFDict) run.state.font = font
  const softMask = dictEntry(dict, 'SMask')
  const group = softMask === null ? null : entry(softMask, 'G')
  if (softMask !== null && !(group instanceof PDFStream))
    run.parts.losses.add('missing', `the soft mask of the graphics state ${readableName(name)}`, false)
  if (!(group instanceof PDFStream)) return
  // Decision: a soft mask's group paints no plate, it only shapes; its fonts are used all the same.
  const { marks } = run.parts.form(group, run.resources)
  for (const font of marks.fonts) run.marks.fonts.add(font)
  if (softMask !== null && nameEntry(softMask, 'S') === 'Luminosity') run.parts.shape(marks)
}

function beginPath(run: Run): void {
  run.hasPath = true
}

function paintPath(run: Run, roles: readonly Role[]): void {
  if (run.hasPath) paint(run, roles, 'path')
  run.hasPath = false
}

function paint(run: Run, roles: readonly Role[], source: PaintSource): void {
  if (run.hidden > 0) return
  for (const role of roles) recordColor(run.marks, run.state[role], source, run.steps > 0)
}

function setDevice(role: Role, family: string): Handler {
  return (run, { operands }) => {
    const space = run.uncolored ? null : run.spaceNamed(family)
    if (space !== null) run.state[role] = colorIn(space, numbersOf(operands))
  }
}

function setSpace(role: Role): Handler {
  return (run, operation) => {
    const name = nameOperand(operation)
    const space = run.uncolored ? null : run.spaceNamed(name)
    if (space !== null) run.state[role] = colorIn(space, null)
    else if (!run.uncolored && run.named('ColorSpace', name) === null)
      run.parts.losses.add('missing', `the colour space ${readableName(name)}`)
  }
}

function setColor(role: Role): Handler {
  return (run, operation) => {
    const { space } = run.state[role]
    if (run.uncolored || typeof space === 'string') return
    const components = numbersOf(operation.operands)
    const name = nameOperand(operation)
    if (name !== null && space.family === 'Pattern' && run.named('Pattern', name) === null)
      run.parts.losses.add('missing', `the pattern ${readableName(name)}`)
    const color =
      name === null
        ? colorIn(space, components)
        : run.parts.pattern(run.named('Pattern', name), run.resources, { space, components })
    if (color !== null) run.state[role] = color
  }
}

function setFont(run: Run, { operands }: Operation): void {
  const name = operands.find(isName)
  run.state.fontName = name?.value ?? null
  run.state.font = asDict(run.named('Font', run.state.fontName))
}

function setTextMode({ state }: Run, { operands }: Operation): void {
  state.textMode = typeof operands[0] === 'number' ? operands[0] : 0
}

/** Text rendering modes (table 106) by what they paint; 3 and 7 paint nothing. */
const TEXT_MODES: readonly (readonly Role[])[] = [
  ['fill'],
  ['stroke'],
  ['fill', 'stroke'],
  [],
  ['fill'],
  ['stroke'],
  ['fill', 'stroke'],
  [],
]

function showText(run: Run, { operands }: Operation): void {
  const { font, fontName, textMode, ctm } = run.state
  if (run.hidden > 0 || textMode === 3 || !operands.some(hasText)) return
  if (font === null) run.parts.losses.add('missing', `the font ${readableName(fontName)}`)
  const glyphs = font === null ? null : run.parts.glyphs(font, run.resources)
  if (font !== null) run.marks.fonts.add(font)
  if (glyphs === null) paint(run, TEXT_MODES[textMode] ?? ['fill'], 'text')
  else merge(run, glyphs, ctm)
}

function merge(run: Run, part: MarkSet, matrix: Matrix): void {
  const { paints, images, inherited, fonts } = part
  if (!run.parts.spend(paints.size + images.size + inherited.size + fonts.size)) return
  const { fill, stroke } = run.state
  mergeMarks(run.marks, part, { matrix, step: run.steps > 0, fill, stroke })
}

function paintXObject(run: Run, operation: Operation): void {
  const name = nameOperand(operation)
  const object = run.named('XObject', name)
  if (run.hidden > 0) return
  if (!(object instanceof PDFStream)) {
    run.parts.losses.add('missing', `the image or form ${readableName(name)}`)
    return
  }
  const { dict } = object
  const layer = run.parts.layerOf(entry(dict, 'OC'))
  if (layer.hidden) return
  if (layer.step) run.steps += 1
  const subtype = nameEntry(dict, 'Subtype')
  if (subtype === 'Image') {
    const mask = entry(dict, 'ImageMask')?.toString() === 'true'
    const space = mask ? null : run.parts.spaceOf(dict, run.resources)
    notePicture(run, object, readableName(name), space?.components ?? 0)
    paintImage(run, run.parts.image(dict), space, mask)
  } else if (subtype === 'Form') {
    const form = run.parts.form(object, run.resources)
    merge(run, form.marks, concat(form.matrix, run.state.ctm))
  } else if (subtype !== 'PS') run.parts.losses.add('unreadable', `the image or form ${readableName(name)}`)
  if (layer.step) run.steps -= 1
}

/** Its data is looked at when all is read; a mask that is not there is noticed here. */
function notePicture({ parts }: Run, stream: PDFStream, name: string, components: number): void {
  if (stream instanceof PDFRawStream) parts.losses.picture(stream, `the image ${name}`, components)
  for (const key of ['SMask', 'Mask'])
    if (stream.dict.has(PDFName.of(key)) && isLost(stream.dict, key))
      parts.losses.add('missing', `the mask of the image ${name}`)
}

/** A reference to what the file does not hold; null as an object of its own is stated to be nothing. */
function isLost(dict: PDFDict, key: string): boolean {
  const stated = dict.get(PDFName.of(key))
  return stated instanceof PDFRef && dict.context.lookup(stated) === undefined
}

function paintInlineImage(run: Run, { inlineImage }: Operation): void {
  if (inlineImage === undefined) return
  const { dict } = inlineImage
  const mask = (dict.get('IM') ?? dict.get('ImageMask')) === true
  const stated = dict.get('CS') ?? dict.get('ColorSpace')
  const space = mask ? null : run.parts.spaces.inline(run.resources, stated)
  if (run.hidden > 0) return
  paintImage(run, run.parts.inlineImage(dict), space, mask)
}

function paintImage(run: Run, image: PaintedImage, space: PaintSpace | null, mask: boolean): void {
  recordImage(run.marks, image, run.state.ctm)
  if (mask) paint(run, ['fill'], 'image')
  else if (space !== null) paintAll(run, space, 'image')
}

function paintShading(run: Run, operation: Operation): void {
  const name = nameOperand(operation)
  const shading = asDict(run.named('Shading', name))
  if (shading === null && run.hidden === 0)
    run.parts.losses.add('missing', `the shading ${readableName(name)}`)
  const space = shading === null || run.hidden > 0 ? null : run.parts.spaceOf(shading, run.resources)
  if (space !== null) paintAll(run, space, 'shading')
}

function paintAll(run: Run, space: PaintSpace, source: PaintSource): void {
  recordPaint(run.marks, { space, source, step: run.steps > 0 }, allComponents(space))
}

function beginMarked(run: Run, { operands }: Operation): void {
  const [tag, list] = operands
  const optional = isName(tag) && tag.value === 'OC' && isName(list)
  const layer = run.parts.layerOf(optional ? run.named('Properties', list.value) : null)
  run.layers.push(layer)
  if (layer.hidden) run.hidden += 1
  if (layer.step) run.steps += 1
}

function endMarked(run: Run): void {
  const layer = run.layers.pop()
  if (layer?.hidden) run.hidden -= 1
  if (layer?.step) run.steps -= 1
}

type NameOperand = Extract<Operand, { kind: 'name' }>

function isName(operand: Operand | undefined): operand is NameOperand {
  return typeof operand === 'object' && operand !== null && operand.kind === 'name'
}

/** The last operand where it is a name, its bytes as characters. */
function nameOperand({ operands }: Operation): string | null {
  const last = operands.at(-1)
  return isName(last) ? last.value : null
}

function numbersOf(operands: readonly Operand[]): number[] {
  return operands.filter((operand) => typeof operand === 'number')
}

function hasText(operand: Operand): boolean {
  if (typeof operand !== 'object' || operand === null) return false
  if (operand.kind === 'string') return operand.bytes.length > 0
  return operand.kind === 'array' && operand.items.some(hasText)
}
