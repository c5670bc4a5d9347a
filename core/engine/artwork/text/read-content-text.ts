/** Interprets content as far as its text goes: every visible character with its place, and what is painted around. */

import { PDFArray, PDFBool, PDFDict, PDFStream } from '@cantoo/pdf-lib'
import { type Box, intersection } from '../../geometry/box.ts'
import { asMatrix, concat, IDENTITY, type Matrix, mapBox, moved } from '../../geometry/matrix.ts'
import { type Operand, type Operation, readContent } from '../../pdf/content.ts'
import { createNamedResource } from '../../pdf/named-resources.ts'
import { asArray, asDict, asNumber, asText, dictEntry, entry, nameEntry } from '../../pdf/read-object.ts'
import { asNumbers } from '../../pdf/space/read-function.ts'
import { createPath } from '../paint/read-path-bounds.ts'
import { actualTextOf } from './read-actual-text.ts'
import { showText } from './read-shown-text.ts'
import {
  type GraphicsState,
  INITIAL_TEXT,
  type PageText,
  type TextParts,
  type TextRun,
} from './read-text-state.ts'
import type { ContentNode } from './text-char.ts'

const MAX_SAVED = 10_000
const MAX_NESTING = 16
const MAX_BOXES = 50_000

/** Adds to `into` what a page shows and paints; `ctm` leads to default user space. */
export function readPageText(node: ContentNode, parts: TextParts, into: PageText): void {
  const nothing = { color: null, resources: null }
  const state: GraphicsState = {
    ctm: IDENTITY,
    clip: null,
    fill: nothing,
    stroke: nothing,
    overprint: false,
    lineWidth: 1,
    text: INITIAL_TEXT,
  }
  readNode(node, parts, into, state, new Set())
}

function readNode(
  node: ContentNode,
  parts: TextParts,
  into: PageText,
  state: GraphicsState,
  above: ReadonlySet<PDFStream>,
): void {
  const run: TextRun = {
    node,
    parts,
    into,
    named: createNamedResource(node.resources),
    state,
    saved: [],
    path: createPath(),
    object: null,
    pen: { matrix: IDENTITY, line: IDENTITY },
    marked: [],
    hidden: 0,
    above,
  }
  for (const operation of readContent(node.content)) {
    if (!parts.spend(1)) break
    OPERATORS.get(operation.operator)?.(run, operation)
  }
  if (run.object !== null) run.object.ctm = run.state.ctm
}

type Handler = (run: TextRun, operation: Operation) => void

const setText = (key: 'letterSpacing' | 'wordSpacing' | 'leading' | 'rise' | 'mode'): Handler => {
  return ({ state }, operation) => {
    state.text = { ...state.text, [key]: number(operation, 0) }
  }
}

const OPERATORS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['q', ({ saved, state }) => void (saved.length < MAX_SAVED && saved.push({ ...state }))],
  [
    'Q',
    (run) => {
      run.state = run.saved.pop() ?? run.state
    },
  ],
  [
    'cm',
    ({ state }, { operands }) => {
      state.ctm = concat(asMatrix(operands) ?? IDENTITY, state.ctm)
    },
  ],
  [
    'w',
    ({ state }, operation) => {
      state.lineWidth = number(operation, 0)
    },
  ],
  ['gs', setGraphicsState],
  ...['m', 'l', 'c', 'v', 'y', 're', 'h'].map((operator): [string, Handler] => [
    operator,
    ({ path, state }, { operands }) => path.add(operator, numbersOf(operands), state.ctm),
  ]),
  ['W', ({ path }) => path.clip()],
  ['W*', ({ path }) => path.clip()],
  ...['f', 'F', 'f*'].map((operator): [string, Handler] => [operator, (run) => paintPath(run, true, false)]),
  ...['s', 'S', 'b', 'b*', 'B', 'B*'].map((operator): [string, Handler] => [
    operator,
    (run) => paintPath(run, true, true),
  ]),
  ['n', (run) => paintPath(run, false, false)],
  ...Object.entries({ g: 'DeviceGray', rg: 'DeviceRGB', k: 'DeviceCMYK' }).flatMap(
    ([operator, space]): [string, Handler][] => [
      [operator, setColor('fill', space)],
      [operator.toUpperCase(), setColor('stroke', space)],
    ],
  ),
  ['cs', setColor('fill', null)],
  ['CS', setColor('stroke', null)],
  ...['sc', 'scn'].map((operator): [string, Handler] => [operator, setComponents('fill')]),
  ...['SC', 'SCN'].map((operator): [string, Handler] => [operator, setComponents('stroke')]),
  ['BT', beginText],
  ['ET', endText],
  ['Tf', setFont],
  ['Tc', setText('letterSpacing')],
  ['Tw', setText('wordSpacing')],
  ['TL', setText('leading')],
  ['Ts', setText('rise')],
  ['Tr', setText('mode')],
  [
    'Tz',
    ({ state }, operation) => {
      state.text = { ...state.text, scale: number(operation, 0) / 100 }
    },
  ],
  ['Td', (run, operation) => moveLine(run, number(operation, 0), number(operation, 1))],
  [
    'TD',
    (run, operation) => {
      run.state.text = { ...run.state.text, leading: -number(operation, 1) }
      moveLine(run, number(operation, 0), number(operation, 1))
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
  ['Tj', show],
  ['TJ', show],
  ["'", show],
  ['"', show],
  ['Do', paintXObject],
  ['EI', (run) => paintBox(run, UNIT, 'image')],
  [
    'sh',
    (run) => {
      if (run.state.clip !== null) addBox(run, run.state.clip, 'image')
    },
  ],
  ['BMC', beginMarked],
  ['BDC', beginMarked],
  ['EMC', endMarked],
])

const UNIT: Box = [0, 0, 1, 1]

function number({ operands }: Operation, at: number): number {
  const value = operands[at]
  return typeof value === 'number' ? value : 0
}

function numbersOf(operands: readonly Operand[]): number[] {
  return operands.filter((operand) => typeof operand === 'number')
}

function nameOf(operand: Operand | undefined): string | null {
  return typeof operand === 'object' && operand?.kind === 'name' ? operand.value : null
}

function setGraphicsState(run: TextRun, { operands }: Operation): void {
  const dict = asDict(run.named('ExtGState', nameOf(operands[0])))
  if (dict === null) return
  const overprint = entry(dict, 'op') ?? entry(dict, 'OP')
  if (overprint instanceof PDFBool) run.state.overprint = overprint.asBoolean()
  const found = entry(dict, 'Font')
  const [font, size] = found instanceof PDFArray ? (asArray(dict, found) ?? []) : []
  if (font instanceof PDFDict)
    run.state.text = { ...run.state.text, font: run.parts.font(font), size: asNumber(size ?? null) ?? 0 }
}

function setColor(role: 'fill' | 'stroke', device: string | null): Handler {
  return ({ state, node }, { operands }) => {
    const space = device ?? nameOf(operands[0])
    if (space === null) return
    const components = device === null ? [] : numbersOf(operands)
    state[role] = { color: { space, components }, resources: node.resources }
  }
}

function setComponents(role: 'fill' | 'stroke'): Handler {
  return ({ state }, { operands }) => {
    const { color } = state[role]
    const components = numbersOf(operands)
    if (color !== null) state[role] = { ...state[role], color: { space: color.space, components } }
  }
}

function paintPath(run: TextRun, painted: boolean, stroked: boolean): void {
  const { state, path } = run
  const [a, b, c, d] = state.ctm
  const room = stroked ? (state.lineWidth * Math.sqrt(Math.abs(a * d - b * c))) / 2 : 0
  const { boxes, clip } = path.finish()
  if (painted)
    for (const [left, bottom, right, top] of boxes)
      addBox(run, [left - room, bottom - room, right + room, top + room], 'path')
  if (clip !== null) state.clip = within(clip, state.clip)
}

/** An empty clip stays a box, of no size. */
function within(box: Box, clip: Box | null): Box {
  if (clip === null) return box
  return intersection(box, clip) ?? [box[0], box[1], box[0], box[1]]
}

function paintBox(run: TextRun, box: Box, kind: 'path' | 'image'): void {
  addBox(run, mapBox(run.state.ctm, box), kind)
}

function addBox(run: TextRun, box: Box, kind: 'path' | 'image'): void {
  const { into, state } = run
  if (run.hidden > 0 || into.boxes.length >= MAX_BOXES) return
  const [left, bottom, right, top] = box
  const clip = state.clip
  const shown: Box =
    clip === null
      ? box
      : [Math.max(left, clip[0]), Math.max(bottom, clip[1]), Math.min(right, clip[2]), Math.min(top, clip[3])]
  if (shown[2] >= shown[0] && shown[3] >= shown[1]) into.boxes.push({ box: shown, kind })
}

function beginText(run: TextRun): void {
  run.pen.matrix = run.pen.line = IDENTITY
  if (run.object === null)
    run.object = {
      node: run.node,
      end: run.node.content.length,
      closed: false,
      ctm: run.state.ctm,
      clips: false,
    }
}

function endText(run: TextRun, { end }: Operation): void {
  if (run.object === null) return
  run.object.end = end
  run.object.closed = true
  run.object.ctm = run.state.ctm
  run.object = null
}

function setFont(run: TextRun, operation: Operation): void {
  const font = asDict(run.named('Font', nameOf(operation.operands[0])))
  run.state.text = {
    ...run.state.text,
    font: font === null ? null : run.parts.font(font),
    size: number(operation, 1),
  }
}

function moveLine({ pen }: TextRun, x: number, y: number): void {
  pen.matrix = pen.line = moved(x, y, pen.line)
}

function nextLine(run: TextRun): void {
  moveLine(run, 0, -run.state.text.leading)
}

function show(run: TextRun, operation: Operation): void {
  const { operator, operands } = operation
  if (operator === '"')
    run.state.text = {
      ...run.state.text,
      wordSpacing: number(operation, 0),
      letterSpacing: number(operation, 1),
    }
  if (operator === '"' || operator === "'") nextLine(run)
  const last = operands.at(-1)
  if (typeof last !== 'object' || last === null) return
  const items = last.kind === 'array' ? last.items : [last]
  showText(run, operation, items)
}

function paintXObject(run: TextRun, { operands, start, end }: Operation): void {
  const object = run.named('XObject', nameOf(operands[0]))
  if (!(object instanceof PDFStream)) return
  if (run.hidden > 0 || run.parts.isHidden(entry(object.dict, 'OC'))) return
  const subtype = nameEntry(object.dict, 'Subtype')
  if (subtype === 'Image') paintBox(run, UNIT, 'image')
  if (subtype !== 'Form' || run.above.has(object) || run.above.size >= MAX_NESTING) return
  const content = run.parts.content(object)
  if (content === null) return
  const matrix: Matrix = asMatrix(asNumbers(object.dict, entry(object.dict, 'Matrix'))) ?? IDENTITY
  const ctm = concat(matrix, run.state.ctm)
  const bounds = asNumbers(object.dict, entry(object.dict, 'BBox'))
  const box = bounds === null || bounds.length < 4 ? null : mapBox(ctm, bounds as unknown as Box)
  const node: ContentNode = {
    stream: object,
    content,
    // A form without resources of its own takes those of what paints it, as old files want it (7.8.3).
    resources: dictEntry(object.dict, 'Resources') ?? run.node.resources,
    painted: { by: run.node, start, end },
  }
  const state = { ...run.state, ctm, clip: box === null ? run.state.clip : within(box, run.state.clip) }
  readNode(node, run.parts, run.into, state, new Set([...run.above, object]))
}

function beginMarked(run: TextRun, { operator, operands }: Operation): void {
  const [tag, list] = operands
  const name = nameOf(list)
  const optional = operator === 'BDC' && nameOf(tag) === 'OC' && name !== null
  const hidden = optional && run.parts.isHidden(run.named('Properties', name))
  const listed = name === null ? null : asDict(run.named('Properties', name))
  const actualText = listed === null ? actualTextOf(list) : asText(entry(listed, 'ActualText'))
  if (hidden) run.hidden += 1
  const layer = optional && run.object !== null ? name : null
  run.marked.push({ hidden, layer, actualText, from: run.into.chars.count })
}

function endMarked(run: TextRun): void {
  const ended = run.marked.pop()
  if (ended === undefined) return
  if (ended.actualText !== null) run.into.chars.replaceText(ended.from, ended.actualText)
  if (ended.hidden) run.hidden -= 1
}
