/** Notes at a fill how its print file ended, so that lists of fills need not read their renders. */
import type { Store, Tx } from '../../store.ts'
import type { RenderRecord } from './render.ts'

/** Before the render's row is written: everywhere a fill's row is locked before its renders'. */
export async function lockFillOf(
  store: Tx,
  { teamId, fillId, kind }: Pick<RenderRecord, 'teamId' | 'fillId' | 'kind'>,
): Promise<void> {
  if (kind === 'final' && fillId !== null) await store.fills.findForUpdate(teamId, fillId)
}

/** Within the transaction in which the render changed. */
export async function notePrint(
  store: Store,
  { teamId, id, fillId, kind, status }: RenderRecord,
): Promise<void> {
  if (kind === 'final' && fillId !== null)
    await store.fills.notePrint(teamId, fillId, id, status === 'failed')
}
