/** Holds the print file of a fill until staff approve it. */
import type { Store } from '../../store.ts'
import type { RenderRecord } from './render.ts'

/**
 * Is the render's fill still to be reviewed? A fill begins to wait with the transaction that makes its render, and a
 * decision is final, so that what is not held now never will be.
 */
export async function isHeld(
  store: Pick<Store, 'fills'>,
  { teamId, fillId }: Pick<RenderRecord, 'teamId' | 'fillId'>,
): Promise<boolean> {
  if (fillId === null) return false
  return (await store.fills.find(teamId, fillId))?.review === 'requested'
}
