/** The job of a delivery to a hot folder. */

import type { Ports } from '../../core/ports.ts'
import { workOnDelivery } from '../../core/service/folder/deliver/work.ts'
import type { JobHandler } from '../../core/service/jobs.ts'

export function createFolderJob(ports: Ports): JobHandler {
  return ({ teamId, objectId }, _signal, isHeir) => workOnDelivery(ports, teamId, objectId, isHeir)
}
