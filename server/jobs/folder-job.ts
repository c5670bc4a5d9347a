/** The job of a delivery to a hot folder. */

import type { Ports } from '../../core/ports.ts'
import { workOnDelivery } from '../../core/service/folder/deliver/work.ts'
import type { JobHandler } from '../../core/service/jobs.ts'

export function createFolderJob(ports: Ports): JobHandler {
  return ({ teamId, objectId }) => workOnDelivery(ports, teamId, objectId)
}
