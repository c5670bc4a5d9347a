/** Asks for the checks that need drawn plates: nobody waits for them, and a report that is read later has them. */
import type { Ports, Tx } from '../ports.ts'
import type { RenderRecord } from './render.ts'

/** What is drawn without being asked for: nothing, the artwork of templates, or final renders as well. */
export const PLATE_CHECKS = ['none', 'templates', 'renders'] as const
export type PlateChecks = (typeof PLATE_CHECKS)[number]

type Needs = Pick<Ports, 'jobs' | 'raster' | 'plateChecks'>

/** Within the transaction that writes the template's new body. Decision: without a raster in reach nobody waits for one. */
export async function enqueueTemplatePlates(
  { jobs, raster, plateChecks }: Needs,
  store: Tx,
  { id, teamId }: { readonly id: string; readonly teamId: string },
): Promise<void> {
  if (raster === null || plateChecks === 'none') return
  await jobs.enqueue(store, { kind: 'plates', teamId, objectId: id, group: teamId })
}

/** Within the transaction that writes the render as succeeded. */
export async function enqueueRenderPlates(
  { jobs, raster, plateChecks }: Needs,
  store: Tx,
  { id, teamId, kind, status }: Pick<RenderRecord, 'id' | 'teamId' | 'kind' | 'status'>,
): Promise<void> {
  if (raster === null || plateChecks !== 'renders' || kind !== 'final' || status !== 'succeeded') return
  await jobs.enqueue(store, { kind: 'plates', teamId, objectId: id, group: teamId })
}
