/** Which renders count towards the monthly allowance, and in which month: as many as there are print files. */

import { ServiceError } from '../../errors.ts'
import type { Store } from '../../store.ts'
import { monthEnd } from '../../time.ts'
import { timeOf } from '../webhook/payload.ts'
import type { RenderRecord } from './render.ts'

/**
 * Counts one more final render in `month` (`yyyymm`, UTC), and gives the month. Decision: a final render counts when its
 * row is written, waiting or done, and no longer once it ends without a PDF; the allowance is by calendar month in UTC.
 * `refuses` throws `render_limit_exceeded` over the team's limit; a finalize and a retry are never refused.
 */
export async function countRender(
  store: Store,
  teamId: string,
  { month, refuses }: { readonly month: string; readonly refuses: boolean },
): Promise<string> {
  const limit = refuses ? ((await store.teams.find(teamId))?.renderLimitMonthly ?? null) : null
  if (await store.usage.consume(teamId, month, limit)) return month
  const used = await store.usage.read(teamId, month)
  const resetsAt = timeOf(monthEnd(month))
  throw new ServiceError('render_limit_exceeded', { extra: { limit, used, resets_at: resetsAt } })
}

/** For a render that ends without a PDF; the same transaction writes its `countedMonth` as null. */
export async function releaseRender(store: Store, render: RenderRecord): Promise<void> {
  if (render.countedMonth !== null) await store.usage.release(render.teamId, render.countedMonth, 1)
}
