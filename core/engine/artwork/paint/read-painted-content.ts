/** Walks a content stream for what it paints, object by object, with everything that checks ask about each. */

import { PDFName, PDFStream } from '@cantoo/pdf-lib'
import type { Box } from '../../geometry/box.ts'
import { asMatrix, concat, IDENTITY, mapBox } from '../../geometry/matrix.ts'
import { type Operation, readContent } from '../../pdf/content.ts'
import { asDict, dictEntry, entry, nameEntry } from '../../pdf/read-object.ts'
import { nameOf, number, numbersOf } from '../../pdf/read-operands.ts'
import { asNumbers } from '../../pdf/space/read-function.ts'
import { entryPlace, nameOfSpace } from '../../pdf/space/read-paint-space.ts'
import { clipTo } from './read-painted-object.ts'
import { createPaintedRun, type PaintedRun, type PaintedState, type TextSetting } from './read-painted-run.ts'
import {
  filtersOf,
  paintClosed,
  paintImage,
  paintInlineImage,
  paintPath,
  paintShading,
  tellFilter,
} from './read-painted-shapes.ts'
import {
  type Handler,
  restore,
  save,
  setColor,
  setDevice,
  setGraphicsState,
  setSpace,
} from './read-painted-state.ts'
import { moveLine, setTextFont, showText } from './read-painted-text.ts'

const MAX_NESTING = 24

export function walkContent(content: Uint8Array, run: PaintedRun): void {
  for (const operation of readContent(content)) {
    if (!run.parts.spend(1)) return
    OPERATORS.get(operation.operator)?.(run, operation)
  }
}

const setText = (key: 'letterSpacing' | 'wordSpacing' | 'leading' | 'rise' | 'mode', factor = 1): Handler => {
  return ({ state }, { operands }) => {
    const changed: TextSetting = { ...state.text }
    changed[key] = number(operands, 0) * factor
    state.text = changed
  }
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
  ['gs', setGraphicsState],
  ['m', ({ path, state }, { operands }) => path.move(number(operands, 0), number(operands, 1), state.ctm)],
  ['l', ({ path, state }, { operands }) => path.line(number(operands, 0), number(operands, 1), state.ctm)],
  ...(['c', 'v', 'y'] as const).map((operator): [string, Handler] => [
    operator,
    ({ path, state }, { operands }) => path.curve(operator, numbersOf(operands), state.ctm),
  ]),
  [
    're',
    ({ path, state }, { operands }) => {
      const [x = 0, y = 0, width = 0, height = 0] = numbersOf(operands)
      path.rectangle(x, y, width, height, state.ctm)
    },
  ],
  ['h', ({ path }) => path.close()],
  ['W', ({ path }) => path.clip()],
  ['W*', ({ path }) => path.clip()],
  ['n', (run) => paintPath(run, [], false)],
  ['f', (run) => paintPath(run, ['fill'], false)],
  ['F', (run) => paintPath(run, ['fill'], false)],
  ['f*', (run) => paintPath(run, ['fill'], true)],
  ['S', (run) => paintPath(run, ['stroke'], false)],
  ['s', (run) => paintClosed(run, ['stroke'], false)],
  ['B', (run) => paintPath(run, ['fill', 'stroke'], false)],
  ['B*', (run) => paintPath(run, ['fill', 'stroke'], true)],
  ['b', (run) => paintClosed(run, ['fill', 'stroke'], false)],
  ['b*', (run) => paintClosed(run, ['fill', 'stroke'], true)],
  ...Object.entries({ g: 'DeviceGray', rg: 'DeviceRGB', k: 'DeviceCMYK' }).flatMap(
    ([operator, family]): [string, Handler][] => [
      [operator, setDevice('fill', family)],
      [operator.toUpperCase(), setDevice('stroke', family)],
    ],
  ),
  ['cs', setSpace('fill')],
  ['CS', setSpace('stroke')],
  ['sc', setColor('fill')],
  ['scn', setColor('fill')],
  ['SC', setColor('stroke')],
  ['SCN', setColor('stroke')],
  [
    'BT',
    ({ pen }) => {
      pen.matrix = pen.line = IDENTITY
    },
  ],
  [
    'Tf',
    (run, { operands }) =>
      setTextFont(run, asDict(run.named('Font', nameOf(operands[0]))), number(operands, 1)),
  ],
  ['Tc', setText('letterSpacing')],
  ['Tw', setText('wordSpacing')],
  ['TL', setText('leading')],
  ['Ts', setText('rise')],
  ['Tr', setText('mode')],
  [
    'Tz',
    ({ state }, { operands }) => {
      state.text = { ...state.text, scale: number(operands, 0) / 100 }
    },
  ],
  ['Td', (run, { operands }) => moveLine(run, number(operands, 0), number(operands, 1))],
  [
    'TD',
    (run, operation) => {
      setText('leading', 0)(run, operation)
      run.state.text = { ...run.state.text, leading: -number(operation.operands, 1) }
      moveLine(run, number(operation.operands, 0), number(operation.operands, 1))
    },
  ],
  [
    'Tm',
    ({ pen }, { operands }) => {
      const matrix = asMatrix(operands)
      if (matrix !== null) pen.matrix = pen.line = matrix
    },
  ],
  ['T*', (run) => moveLine(run, 0, -run.state.text.leading)],
  ['Tj', showText],
  ['TJ', showText],
  ["'", showText],
  ['"', showText],
  ['Do', paintXObject],
  ['EI', paintInlineImage],
  ['sh', paintShading],
  ['BMC', beginMarked],
  ['BDC', beginMarked],
  ['EMC', endMarked],
])

function paintXObject(run: PaintedRun, { operands }: Operation): void {
  const object = run.named('XObject', nameOf(operands.at(-1)))
  if (!(object instanceof PDFStream)) return
  const { dict } = object
  const layer = run.parts.layerOf(entry(dict, 'OC'))
  const { visitor } = run.parts
  run.hidden += layer.hidden ? 1 : 0
  run.steps += layer.step ? 1 : 0
  const subtype = nameEntry(dict, 'Subtype')
  if (run.hidden === 0) {
    if (entry(dict, 'OPI') !== null) visitor.feature('opi', 'OPI', null)
    if (subtype === 'PS' || nameEntry(dict, 'Subtype2') === 'PS')
      visitor.feature('postscript_xobject', 'PostScript', null)
    for (const filter of filtersOf(dict)) tellFilter(run, filter)
  }
  if (subtype === 'Image') paintImage(run, object)
  else if (subtype === 'Form') paintForm(run, object)
  run.hidden -= layer.hidden ? 1 : 0
  run.steps -= layer.step ? 1 : 0
}

/** Setting up the painting of a form takes as long as so many operations. */
const FORM_OPERATIONS = 60

/** A form begins with the state of what paints it; a group with full opacity inside (8.10.1, 11.6.6). */
function paintForm(run: PaintedRun, form: PDFStream): void {
  if (run.above.has(form) || run.above.size >= MAX_NESTING) return
  if (!run.parts.spend(FORM_OPERATIONS)) return
  const content = run.parts.content(form)
  if (content === null) return
  walkForm(run, form, content)
}

export function walkForm(run: PaintedRun, form: PDFStream, content: Uint8Array): void {
  const { dict } = form
  const ctm = concat(asMatrix(asNumbers(dict, entry(dict, 'Matrix'))) ?? IDENTITY, run.state.ctm)
  const bounds = asNumbers(dict, entry(dict, 'BBox'))
  const clip =
    bounds === null || bounds.length < 4
      ? run.state.clip
      : clipTo(sorted(mapBox(ctm, bounds as unknown as Box)), run.state.clip)
  const group = dictEntry(dict, 'Group')
  const isGroup = group !== null && nameEntry(group, 'S') === 'Transparency'
  const space = isGroup ? run.parts.spaces.at(run.resources, entryPlace(group, PDFName.of('CS'))) : null
  const family = space && nameOfSpace(space)
  if (family !== null && run.hidden === 0) run.parts.visitor.feature('group', family, clip)
  const state: PaintedState = { ...run.state, ctm, clip }
  if (isGroup)
    Object.assign(state, { fillOpaque: true, strokeOpaque: true, normalBlend: true, softMask: false })
  const inner = createPaintedRun(run.parts, {
    // A form without resources of its own takes those of what paints it, as old files want it (7.8.3).
    resources: dictEntry(dict, 'Resources') ?? run.resources,
    state,
    userUnit: run.userUnit,
    groups: family === null ? run.groups : [...run.groups, family],
    above: new Set([...run.above, form]),
    hidden: run.hidden,
    steps: run.steps,
  })
  walkContent(content, inner)
}

function sorted([x1, y1, x2, y2]: Box): Box {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

function beginMarked(run: PaintedRun, { operands }: Operation): void {
  const [tag, list] = operands
  const layer = run.parts.layerOf(nameOf(tag) === 'OC' ? run.named('Properties', nameOf(list)) : null)
  run.layers.push(layer)
  run.hidden += layer.hidden ? 1 : 0
  run.steps += layer.step ? 1 : 0
}

function endMarked(run: PaintedRun): void {
  const layer = run.layers.pop()
  run.hidden -= layer?.hidden === true ? 1 : 0
  run.steps -= layer?.step === true ? 1 : 0
}
