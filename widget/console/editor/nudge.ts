/** The step of the arrow keys, in the current unit. */
import { toPoints, type Unit } from '../units.ts'

export type Pace = 'fine' | 'plain' | 'coarse'

const STEPS: Readonly<Record<Unit, Readonly<Record<Pace, number>>>> = {
  mm: { fine: 0.1, plain: 1, coarse: 10 },
  pt: { fine: 0.1, plain: 1, coarse: 10 },
  inch: { fine: 0.01, plain: 0.0625, coarse: 0.5 },
}
const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export interface Pressed {
  readonly key: string
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Alt is fine, Shift is coarse; points to the right and downwards, null where the key is no arrow. */
export function nudgeOf(
  { key, altKey, shiftKey }: Pressed,
  unit: Unit,
): { readonly x: number; readonly y: number } | null {
  const direction = DIRECTIONS[key]
  if (direction === undefined) return null
  const step = toPoints(STEPS[unit][altKey ? 'fine' : shiftKey ? 'coarse' : 'plain'], unit)
  return { x: direction[0] * step + 0, y: direction[1] * step + 0 }
}
