/** Asks for the checks of a final render that need its drawn plates. */

import type { Tx } from '../../store.ts'
import type { PlateCheckPorts } from '../template/queue-template-plates.ts'
import type { RenderRecord } from './render.ts'

/** Within the transaction that writes the render as succeeded. */
export async function enqueueRenderPlates(
  { jobs, raster, plateChecks }: PlateCheckPorts,
  store: Tx,
  { id, teamId, kind, status }: Pick<RenderRecord, 'id' | 'teamId' | 'kind' | 'status'>,
): Promise<void> {
  if (raster === null || plateChecks !== 'renders' || kind !== 'final' || status !== 'succeeded') return
  await jobs.enqueue(store, { kind: 'plates', teamId, objectId: id, group: teamId })
}
