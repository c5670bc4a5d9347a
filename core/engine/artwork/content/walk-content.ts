/** Interprets content streams (ISO 32000-1 8 and 9): the one place that knows what operators do. */
import { PDFStream } from '@cantoo/pdf-lib'
import { onceFor } from '../../../once-for.ts'
import { asMatrix, concat, IDENTITY, moved } from '../../geometry/matrix.ts'
import { createContentReader, type Operand, type Operation } from '../../pdf/content.ts'
import type { Layer } from '../../pdf/read-layers.ts'
import { asDict, entry, nameEntry } from '../../pdf/read-object.ts'
import { nameOf, number, numbersOf } from '../../pdf/read-operands.ts'
import { readTextFont } from '../read-text-font.ts'
import { ContentPath } from './content-path.ts'
import { type ContentRun, clipTo, copyOfState, type LineSetting } from './content-run.ts'
import type { Role, StatedColor } from './content-visitor.ts'
import { readExtState } from './read-ext-state.ts'

// biome-ignore lint/suspicious/noExplicitAny: operators do not look into colours, which are the visitor's own.
type Run = ContentRun<any>
type Handler = (run: Run, operation: Operation) => void

const MAX_SAVED = 100_000

export function walkContent<C>(content: Uint8Array, run: ContentRun<C>): void {
  const reader = createContentReader(content)
  for (let operation = reader.next(); operation !== null; operation = reader.next()) {
    if (!run.visitor.spend(1)) break
    OPERATORS.get(operation.operator)?.(run, operation)
  }
  run.visitor.end?.(run)
}

const OPERATORS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['q', save],
  ['Q', restore],
  [
    'cm',
    ({ state }, { operands }) => {
      state.ctm = concat(asMatrix(operands) ?? IDENTITY, state.ctm)
    },
  ],
  [
    'w',
    ({ state }, { operands }) => {
      state.lineWidth = Math.abs(number(operands, 0))
    },
  ],
  ['j', setLine(({ operands }) => ({ join: number(operands, 0) }))],
  ['M', setLine(({ operands }) => ({ miterLimit: number(operands, 0) }))],
  ['d', setLine(({ operands }) => ({ dashed: isDashed(operands[0]) }))],
  ['gs', setExtState],
  ['m', ({ path, state }, { operands }) => path.move(number(operands, 0), number(operands, 1), state.ctm)],
  ['l', ({ path, state }, { operands }) => path.line(number(operands, 0), number(operands, 1), state.ctm)],
  ...(['c', 'v', 'y'] as const).map((kind): [string, Handler] => [
    kind,
    ({ path, state }, { operands }) => path.curve(kind, numbersOf(operands), state.ctm),
  ]),
  [
    're',
    ({ path, state }, { operands }) => {
      const [x = 0, y = 0, width = 0, height = 0] = numbersOf(operands)
      path.rectangle(x, y, width, height, state.ctm)
    },
  ],
  ['h', ({ path }) => path.close()],
  ['W', clip],
  ['W*', clip],
  ['n', paint([])],
  ['f', paint(['fill'])],
  ['F', paint(['fill'])],
  ['f*', paint(['fill'], { evenOdd: true })],
  ['S', paint(['stroke'])],
  ['s', paint(['stroke'], { closes: true })],
  ['B', paint(['fill', 'stroke'])],
  ['B*', paint(['fill', 'stroke'], { evenOdd: true })],
  ['b', paint(['fill', 'stroke'], { closes: true })],
  ['b*', paint(['fill', 'stroke'], { closes: true, evenOdd: true })],
  ...Object.entries({ g: 'DeviceGray', rg: 'DeviceRGB', k: 'DeviceCMYK' }).flatMap(
    ([operator, space]): [string, Handler][] => [
      [operator, setDevice('fill', space)],
      [operator.toUpperCase(), setDevice('stroke', space)],
    ],
  ),
  ['cs', setSpace('fill')],
  ['CS', setSpace('stroke')],
  ['sc', setColor('fill')],
  ['scn', setColor('fill')],
  ['SC', setColor('stroke')],
  ['SCN', setColor('stroke')],
  ['BT', beginText],
  ['ET', (run, operation) => run.visitor.endText?.(run, operation)],
  ['Tf', setFont],
  ['Tc', setText('letterSpacing')],
  ['Tw', setText('wordSpacing')],
  [
    'Tz',
    ({ state }, { operands }) => {
      state.text.scale = number(operands, 0) / 100
    },
  ],
  ['TL', setText('leading')],
  ['Ts', setText('rise')],
  [
    'Tr',
    ({ state }, { operands }) => {
      const mode = Math.trunc(number(operands, 0))
      // Modes that the specification does not know fill, as the first of them does.
      state.text.mode = mode >= 0 && mode <= 7 ? mode : 0
    },
  ],
  ['Td', (run, { operands }) => moveLine(run, number(operands, 0), number(operands, 1))],
  [
    'TD',
    (run, { operands }) => {
      run.state.text.leading = -number(operands, 1)
      moveLine(run, number(operands, 0), number(operands, 1))
    },
  ],
  [
    'Tm',
    ({ pen }, { operands }) => {
      const matrix = asMatrix(operands)
      if (matrix !== null) pen.matrix = pen.line = matrix
    },
  ],
  ['T*', nextLine],
  ['Tj', showText],
  ['TJ', showText],
  [
    "'",
    (run, operation) => {
      nextLine(run)
      showText(run, operation)
    },
  ],
  [
    '"',
    (run, operation) => {
      const { operands } = operation
      run.state.text.wordSpacing = number(operands, 0)
      run.state.text.letterSpacing = number(operands, 1)
      nextLine(run)
      showText(run, operation)
    },
  ],
  ['Do', paintXObject],
  [
    'EI',
    (run, { inlineImage }) => {
      if (inlineImage !== undefined) run.visitor.paintInlineImage(run, inlineImage)
    },
  ],
  [
    'sh',
    (run, { operands }) => {
      const name = nameOf(operands.at(-1))
      run.visitor.paintShading(run, asDict(run.named('Shading', name)), name)
    },
  ],
  [
    'd1',
    (run) => {
      run.uncolored ||= run.isGlyph
    },
  ],
  ['BMC', beginMarked],
  ['BDC', beginMarked],
  ['EMC', endMarked],
])

function save(run: Run): void {
  if (run.saved.length < MAX_SAVED) run.saved.push(copyOfState(run.state))
  else run.unsaved += 1
}

function restore(run: Run): void {
  if (run.unsaved > 0) run.unsaved -= 1
  else run.state = run.saved.pop() ?? run.state
}

/** Artwork sets the same few over and over. */
const extStateOf = onceFor(readExtState)

function setExtState(run: Run, { operands }: Operation): void {
  const { state } = run
  const name = nameOf(operands.at(-1))
  const dict = asDict(run.named('ExtGState', name))
  const stated = dict === null ? null : extStateOf(dict)
  if (stated !== null) {
    state.ext = { ...state.ext, ...stated.settings }
    state.lineWidth = stated.lineWidth ?? state.lineWidth
    if (stated.line !== null) state.line = { ...state.line, ...stated.line }
    if (stated.font !== null)
      Object.assign(state.text, { font: stated.font.dict, fontName: null, size: stated.font.size })
  }
  run.visitor.setExtState?.(run, dict, stated, name)
}

function setLine(change: (operation: Operation) => Partial<LineSetting>): Handler {
  return ({ state }, operation) => {
    state.line = { ...state.line, ...change(operation) }
  }
}

/** An empty array is a solid line (ISO 32000-1 8.4.3.6). */
function isDashed(dashes: Operand | undefined): boolean {
  return typeof dashes === 'object' && dashes?.kind === 'array' && dashes.items.length > 0
}

function clip({ path }: Run): void {
  path.clips = true
}

function paint(roles: readonly Role[], { closes = false, evenOdd = false } = {}): Handler {
  return (run) => {
    const { path, state } = run
    if (closes) path.close()
    if (!path.isEmpty) run.visitor.paintPath(run, path, roles, evenOdd)
    if (path.clips) {
      const { bounds } = path
      state.clip = bounds === null ? [0, 0, 0, 0] : clipTo(bounds, state.clip)
    }
    if (path.clips || !path.isEmpty) run.path = new ContentPath()
  }
}

function setDevice(role: Role, space: string): Handler {
  return (run, operation) =>
    state(run, role, { space, components: numbersOf(operation.operands), pattern: null }, operation)
}

function setSpace(role: Role): Handler {
  return (run, operation) => {
    const space = nameOf(operation.operands.at(-1))
    if (space !== null) state(run, role, { space, components: null, pattern: null }, operation)
  }
}

function setColor(role: Role): Handler {
  return (run, operation) => {
    const { operands } = operation
    const pattern = nameOf(operands.at(-1))
    state(run, role, { space: null, components: numbersOf(operands), pattern }, operation)
  }
}

function state(run: Run, role: Role, stated: StatedColor, operation: Operation): void {
  if (!run.uncolored) run.state[role] = run.visitor.color(run, role, stated, operation)
}

function setText(key: 'letterSpacing' | 'wordSpacing' | 'leading' | 'rise'): Handler {
  return ({ state }, { operands }) => {
    state.text[key] = number(operands, 0)
  }
}

function setFont(run: Run, { operands }: Operation): void {
  const { text } = run.state
  text.fontName = null
  for (const operand of operands) text.fontName ??= nameOf(operand)
  text.font = asDict(run.named('Font', text.fontName))
  text.size = number(operands, operands.length - 1)
}

function beginText(run: Run): void {
  run.pen.matrix = run.pen.line = IDENTITY
  run.visitor.beginText?.(run)
}

function moveLine({ pen }: Run, x: number, y: number): void {
  pen.matrix = pen.line = moved(x, y, pen.line)
}

function nextLine(run: Run): void {
  moveLine(run, 0, -run.state.text.leading)
}

function showText(run: Run, operation: Operation): void {
  const last = operation.operands.at(-1)
  if (typeof last !== 'object' || last === null) return
  const { pen, state, visitor } = run
  const { font, scale } = state.text
  const advance = visitor.showText(run, last.kind === 'array' ? last.items : [last], operation)
  if (advance === 0 || font === null) return
  const [x, y] = readTextFont(font).vertical ? [0, advance] : [advance * scale, 0]
  pen.matrix = moved(x, y, pen.matrix)
}

function paintXObject(run: Run, operation: Operation): void {
  const { visitor } = run
  const name = nameOf(operation.operands.at(-1))
  const object = run.named('XObject', name)
  if (name === null || !(object instanceof PDFStream)) {
    visitor.paintOther?.(run, object, name)
    return
  }
  const layer = visitor.layerOf(entry(object.dict, 'OC'))
  enter(run, layer, 1)
  const subtype = nameEntry(object.dict, 'Subtype')
  if (subtype === 'Image') visitor.paintImage(run, object, name)
  else if (subtype === 'Form') visitor.paintForm(run, object, name, operation)
  else visitor.paintOther?.(run, object, name)
  enter(run, layer, -1)
}

function enter(run: Run, { hidden, step }: Layer, by: 1 | -1): void {
  if (hidden) run.hidden += by
  if (step) run.steps += by
}

function beginMarked(run: Run, { operands }: Operation): void {
  const [first, list] = operands
  const tag = nameOf(first)
  const layer = run.visitor.layerOf(tag === 'OC' ? run.named('Properties', nameOf(list)) : null)
  run.marked.push(layer)
  enter(run, layer, 1)
  run.visitor.beginMarked?.(run, { tag, list, layer })
}

function endMarked(run: Run): void {
  const layer = run.marked.pop()
  if (layer === undefined) return
  enter(run, layer, -1)
  run.visitor.endMarked?.(run)
}
