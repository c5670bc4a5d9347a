/** The batch job: works through a batch, and lets every request of this process go first. */
import { setImmediate as turn } from 'node:timers/promises'
import { workOnBatch } from '../../core/batch/work.ts'
import type { JobHandler } from '../../core/jobs.ts'
import type { Ports } from '../../core/ports.ts'
import type { ContentHashes } from '../../core/render/content-hash.ts'

export function createBatchJob(ports: Ports, hashes: ContentHashes): JobHandler {
  return ({ teamId, objectId }, signal) =>
    workOnBatch(ports, hashes, teamId, objectId, { signal, breathe: () => turn() })
}
