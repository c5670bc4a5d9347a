/** The batch job: works through a batch, and lets every request of this process go first. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Ports } from '../../core/ports.ts'
import { type WorkParts, workOnBatch } from '../../core/service/batch/work.ts'
import type { JobHandler } from '../../core/service/jobs.ts'

export function createBatchJob(ports: Ports, parts: WorkParts): JobHandler {
  return ({ teamId, objectId }, signal) =>
    workOnBatch(ports, parts, teamId, objectId, { signal, breathe: () => turn() })
}
