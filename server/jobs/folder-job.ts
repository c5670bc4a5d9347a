/** The job of a delivery to a hot folder. */
import { workOnDelivery } from '../../core/folder/work.ts'
import type { JobHandler } from '../../core/jobs.ts'
import type { Ports } from '../../core/ports.ts'

export function createFolderJob(ports: Ports): JobHandler {
  return ({ teamId, objectId }) => workOnDelivery(ports, teamId, objectId)
}
