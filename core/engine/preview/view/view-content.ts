/**
 * Rewrites a content stream so that what it paints says plates instead of colours. Not a visitor of `walkContent`: that
 * tells what is painted, while a rewriter needs the place of each operator, and of a path's first one, but no geometry.
 */

import { type Operation, readContent } from '../../pdf/content.ts'
import { nameOf, number, numbersOf } from '../../pdf/read-operands.ts'
import type { ColorSpace } from '../../pdf/space/space.ts'
import type { ContentParts } from './view-context.ts'
import { initialComponents, type Paint, viewColor } from './view-inks.ts'
import {
  INITIAL_STATE,
  type Painting,
  paintingOf,
  samplesPaint,
  type ViewState,
  withExtState,
} from './view-state.ts'

type Role = 'fill' | 'stroke'

interface Run {
  readonly parts: ContentParts
  state: ViewState
  readonly saved: ViewState[]
  /** Offset of the first operator of a path that is not painted yet; -1 where there is none. */
  pathStart: number
  /** Puts text in the place of an operation. */
  replace(operation: Operation, text: string): void
  /** Puts text before an offset that comes after all that was replaced. */
  insert(offset: number, text: string): void
}

type Handler = (run: Run, operation: Operation) => void

const MAX_SAVED = 100_000

/**
 * `inherited` is the state that a form takes over; null for content that begins with a state of its own, whose first
 * colour, black, is then written out.
 */
export function rewriteContent(
  content: Uint8Array,
  parts: ContentParts,
  inherited: ViewState | null,
): Uint8Array {
  const pieces: Uint8Array[] = []
  let copied = 0
  const insert = (offset: number, text: string) => {
    if (offset > copied) pieces.push(content.subarray(copied, offset))
    copied = Math.max(copied, offset)
    pieces.push(Buffer.from(`\n${text}\n`, 'latin1'))
  }
  const run: Run = {
    parts,
    state: inherited ?? INITIAL_STATE,
    saved: [],
    pathStart: -1,
    insert,
    replace({ start, end }, text) {
      insert(start, text)
      copied = Math.max(copied, end)
    },
  }
  if (inherited === null) insert(0, `${colorText(run, 'fill')} ${colorText(run, 'stroke')}`)
  for (const operation of readContent(content)) {
    parts.spend(1)
    OPERATORS.get(operation.operator)?.(run, operation)
  }
  pieces.push(content.subarray(copied))
  return Buffer.concat(pieces)
}

/** Operators that set the present colour as the view has it; empty where the artwork's own stay. */
function colorText({ parts, state }: Run, role: Role): string {
  const { space, components, pattern } = state[role]
  if (pattern) return ''
  const shown = viewColor(
    parts.plates,
    parts.known,
    space,
    components ?? (space ? initialComponents(space) : []),
  )
  if (shown === null) return ''
  const operator = shown.length === 3 ? 'rg' : 'k'
  return `${numbers(shown)} ${role === 'fill' ? operator : operator.toUpperCase()}`
}

const numbers = (values: readonly number[]) => values.map((value) => `${Number(value.toFixed(4))}`).join(' ')

function setPaint(run: Run, operation: Operation, role: Role, paint: Paint): void {
  run.state = { ...run.state, [role]: paint }
  if (paint.space !== null) run.parts.uses(paint.space)
  const text = colorText(run, role)
  if (text !== '') run.replace(operation, text)
}

function setDevice(role: Role, kind: 'gray' | 'rgb' | 'cmyk'): Handler {
  const space: ColorSpace = { kind }
  return (run, operation) => {
    const components = numbersOf(operation.operands)
    setPaint(run, operation, role, { space, components, device: true, pattern: false })
  }
}

function setSpace(role: Role): Handler {
  return (run, operation) => {
    const name = nameOf(operation.operands.at(-1))
    if (name === null) return
    const { space, pattern, device } = run.parts.space(name)
    setPaint(run, operation, role, { space, components: null, device, pattern })
  }
}

function setColor(role: Role): Handler {
  return (run, operation) => {
    const { operands } = operation
    const name = nameOf(operands.at(-1))
    const present = run.state[role]
    const components = numbersOf(operands)
    if (name === null) return setPaint(run, operation, role, { ...present, components, pattern: false })
    // A stencil of a pattern is coloured in the space below the pattern's own.
    run.state = { ...run.state, [role]: { ...present, components, pattern: true } }
    const pattern = run.parts.pattern(name)
    const shown =
      components.length === 0 ? null : viewColor(run.parts.plates, run.parts.known, present.space, components)
    const [set, paint] = role === 'fill' ? ['cs', 'scn'] : ['CS', 'SCN']
    if (present.space !== null && components.length > 0) run.parts.uses(present.space)
    if (shown === null) return
    run.replace(
      operation,
      `${run.parts.stencilSpace(shown.length)} ${set} ${numbers(shown)} ${pattern} ${paint}`,
    )
  }
}

function paintingFor({ state, parts }: Run, role: Role): Painting {
  return role === 'fill'
    ? paintingOf(state.fill, state.fillOverprint, state.overprintMode, parts)
    : paintingOf(state.stroke, state.strokeOverprint, state.overprintMode, parts)
}

const PATHS: Readonly<Record<string, { fill: string | null; stroke: boolean; close: boolean }>> = {
  f: { fill: 'f', stroke: false, close: false },
  F: { fill: 'f', stroke: false, close: false },
  'f*': { fill: 'f*', stroke: false, close: false },
  S: { fill: null, stroke: true, close: false },
  s: { fill: null, stroke: true, close: true },
  B: { fill: 'f', stroke: true, close: false },
  'B*': { fill: 'f*', stroke: true, close: false },
  b: { fill: 'f', stroke: true, close: true },
  'b*': { fill: 'f*', stroke: true, close: true },
}

function paintPath(run: Run, operation: Operation): void {
  const { fill, stroke, close } = PATHS[operation.operator]!
  const fills = fill === null ? 'nothing' : paintingFor(run, 'fill')
  const strokes = stroke ? paintingFor(run, 'stroke') : 'nothing'
  const start = run.pathStart < 0 ? operation.start : run.pathStart
  run.pathStart = -1
  const darken = run.state.normalBlend && (fills === 'darken' || strokes === 'darken')
  const dropsFill = fill !== null && fills === 'nothing'
  const dropsStroke = stroke && strokes === 'nothing'
  if (darken) run.insert(start, run.parts.blend('Darken'))
  if (dropsFill || dropsStroke) {
    const left = !dropsFill && fill !== null ? fill : stroke && !dropsStroke ? 'S' : 'n'
    run.replace(operation, close ? `h ${left}` : left)
  }
  if (darken) run.insert(operation.end, run.parts.blend('Normal'))
}

/** Text modes 0 to 3 fill, stroke, do both, do neither; 4 more add to the clip. */
function showText(run: Run, operation: Operation): void {
  const { textMode, normalBlend } = run.state
  const way = textMode % 4
  const fills = way === 0 || way === 2 ? paintingFor(run, 'fill') : 'nothing'
  const strokes = way === 1 || way === 2 ? paintingFor(run, 'stroke') : 'nothing'
  const left = fills !== 'nothing' ? (strokes !== 'nothing' ? 2 : 0) : strokes !== 'nothing' ? 1 : 3
  const darken = normalBlend && (fills === 'darken' || strokes === 'darken')
  if (left === way && !darken) return
  const before = left === way ? '' : `${textMode - way + left} Tr `
  const after = left === way ? '' : `${textMode} Tr `
  run.insert(operation.start, before + (darken ? run.parts.blend('Darken') : ''))
  run.insert(operation.end, after + (darken ? run.parts.blend('Normal') : ''))
}

/** Paints what has a name, as `painting` says. */
function place(run: Run, operation: Operation, text: string, painting: Painting): void {
  if (painting === 'nothing') run.replace(operation, '')
  else if (painting === 'darken' && run.state.normalBlend)
    run.replace(operation, `${run.parts.blend('Darken')} ${text} ${run.parts.blend('Normal')}`)
  else run.replace(operation, text)
}

function paintXObject(run: Run, operation: Operation): void {
  const name = nameOf(operation.operands.at(-1))
  const found = name === null ? null : run.parts.xObject(name, run.state)
  if (found === null) run.replace(operation, '')
  else place(run, operation, `${found.name} Do`, imagePainting(run, found.space))
}

/** `undefined` for a form, which paints by itself; null for a stencil, which takes the present colour. */
function imagePainting(run: Run, space: ColorSpace | null | undefined | 'stencil'): Painting {
  if (space === undefined) return 'over'
  if (space === 'stencil') return paintingFor(run, 'fill')
  const { state, parts } = run
  return paintingOf(samplesPaint(space), state.fillOverprint, state.overprintMode, parts)
}

function paintInlineImage(run: Run, operation: Operation): void {
  const { inlineImage } = operation
  if (inlineImage === undefined) return
  const found = run.parts.inlineImage(inlineImage)
  place(run, operation, `${found.name} Do`, imagePainting(run, found.space))
}

function paintShading(run: Run, operation: Operation): void {
  const name = nameOf(operation.operands.at(-1))
  const found = name === null ? null : run.parts.shading(name)
  if (found === null) return
  place(run, operation, `${found.name} sh`, imagePainting(run, found.space))
}

function beginPath(run: Run, { start }: Operation): void {
  if (run.pathStart < 0) run.pathStart = start
}

const OPERATORS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  [
    'q',
    (run) => {
      if (run.saved.length < MAX_SAVED) run.saved.push(run.state)
    },
  ],
  [
    'Q',
    (run) => {
      run.state = run.saved.pop() ?? run.state
    },
  ],
  [
    'gs',
    (run, { operands }) => {
      const dict = run.parts.extState(nameOf(operands.at(-1)))
      if (dict !== null) run.state = withExtState(run.state, dict)
    },
  ],
  ['g', setDevice('fill', 'gray')],
  ['G', setDevice('stroke', 'gray')],
  ['rg', setDevice('fill', 'rgb')],
  ['RG', setDevice('stroke', 'rgb')],
  ['k', setDevice('fill', 'cmyk')],
  ['K', setDevice('stroke', 'cmyk')],
  ['cs', setSpace('fill')],
  ['CS', setSpace('stroke')],
  ['sc', setColor('fill')],
  ['scn', setColor('fill')],
  ['SC', setColor('stroke')],
  ['SCN', setColor('stroke')],
  ...['m', 'l', 'c', 'v', 'y', 're', 'h'].map((operator): [string, Handler] => [operator, beginPath]),
  [
    'n',
    (run) => {
      run.pathStart = -1
    },
  ],
  ...Object.keys(PATHS).map((operator): [string, Handler] => [operator, paintPath]),
  [
    'Tr',
    (run, { operands }) => {
      run.state = { ...run.state, textMode: Math.min(Math.max(Math.trunc(number(operands, 0)), 0), 7) }
    },
  ],
  ['Tf', (run, { operands }) => run.parts.font(nameOf(operands[0]))],
  ...['Tj', 'TJ', "'", '"'].map((operator): [string, Handler] => [operator, showText]),
  ['Do', paintXObject],
  ['EI', paintInlineImage],
  ['sh', paintShading],
])
