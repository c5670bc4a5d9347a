/** Requests the checks of drawn plates in the background; later reports include them. */

import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'

export type PlateCheckPorts = Pick<Ports, 'jobs' | 'raster' | 'plateChecks'>

/** Within the transaction that writes the template's new body. Decision: without a raster, no job is queued. */
export async function enqueueTemplatePlates(
  { jobs, raster, plateChecks }: PlateCheckPorts,
  store: Tx,
  { id, teamId }: { readonly id: string; readonly teamId: string },
): Promise<void> {
  if (raster === null || plateChecks === 'none') return
  await jobs.enqueue(store, { kind: 'plates', teamId, objectId: id, group: teamId })
}
