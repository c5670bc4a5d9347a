/** The actions that staff can take on a line: screens offer these, and the operations accept no others. */
import type { Hold, StorefrontLine } from './line.ts'

/** `add_design` is done on the platform's own screen. */
export const LINE_ACTIONS = ['release', 'retry', 'add_design'] as const
export type LineAction = (typeof LINE_ACTIONS)[number]

/** Holds that no release can print. */
const NOT_RELEASED: readonly string[] = [
  'design_missing',
  'fill_id_malformed',
  'fill_not_found',
] satisfies readonly Hold[]

/** Empty where staff have nothing to decide, and while the line is being withdrawn. */
export function actionsOf({
  goal,
  state,
  reason,
}: Pick<StorefrontLine, 'goal' | 'state' | 'reason'>): readonly LineAction[] {
  if (goal === 'withdraw') return []
  if (state === 'failed') return ['retry']
  if (state !== 'held') return []
  if (reason === 'design_missing') return ['add_design']
  return NOT_RELEASED.includes(reason ?? '') ? [] : ['release']
}
