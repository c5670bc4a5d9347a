/** Operators that set the graphics state of a walk for painted objects: saving, dictionaries, colours. */
import type { Operation } from '../../pdf/content.ts'
import { asDict } from '../../pdf/read-object.ts'
import { nameOf, numbersOf } from '../../pdf/read-operands.ts'
import type { PaintedRun, Role } from './read-painted-run.ts'
import { setTextFont } from './read-painted-text.ts'

export type Handler = (run: PaintedRun, operation: Operation) => void

const MAX_SAVED = 100_000

export function save(run: PaintedRun): void {
  if (run.saved.length < MAX_SAVED) run.saved.push({ ...run.state })
  else run.unsaved += 1
}

export function restore(run: PaintedRun): void {
  if (run.unsaved > 0) run.unsaved -= 1
  else run.state = run.saved.pop() ?? run.state
}

export function setGraphicsState(run: PaintedRun, { operands }: Operation): void {
  const dict = asDict(run.named('ExtGState', nameOf(operands.at(-1))))
  if (dict === null) return
  const { features, font, settings, lineWidth } = run.parts.extState(dict)
  Object.assign(run.state, settings, lineWidth === null ? {} : { lineWidth })
  if (font !== null) setTextFont(run, font.dict, font.size)
  for (const [feature, what] of features) run.parts.visitor.feature(feature, what, null)
  const { fillOpaque, strokeOpaque, normalBlend, softMask } = settings
  if (fillOpaque === false || strokeOpaque === false || normalBlend === false || softMask === true)
    run.parts.visitor.feature('transparency', '', null)
}

export function setDevice(role: Role, family: string): Handler {
  return (run, { operands }) => {
    run.state[role] = { space: run.spaceNamed(family), components: numbersOf(operands), look: null }
  }
}

export function setSpace(role: Role): Handler {
  return (run, { operands }) => {
    const name = nameOf(operands.at(-1))
    if (name !== null) run.state[role] = { space: run.spaceNamed(name), components: null, look: null }
  }
}

export function setColor(role: Role): Handler {
  return (run, { operands }) => {
    // A pattern's own colours are not looked into.
    const space = nameOf(operands.at(-1)) === null ? run.state[role].space : null
    run.state[role] = { space, components: numbersOf(operands), look: null }
  }
}
