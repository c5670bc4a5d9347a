/** The handlers of the jobs for a process with these roles. */

import type { Logger } from 'pino'
import type { Ports } from '../../core/ports.ts'
import type { JobHandlers } from '../../core/service/jobs.ts'
import { createPreviews, type Previews } from '../../core/service/preview/previews.ts'
import { createContentHashes } from '../../core/service/render/content-hash.ts'
import { sendMail } from '../../core/service/send-mail.ts'
import type { OpenAdapters } from '../adapters/open.ts'
import type { Role } from '../settings.ts'
import { createBatchJob } from './batch-job.ts'
import { createFolderJob } from './folder-job.ts'
import { createPlatesJob } from './plates-job.ts'
import { createRenderJob } from './render-job.ts'
import { createStorefrontJob } from './storefront-job.ts'
import { createWebhookJob } from './webhook-job.ts'

/** Add a kind with one line, under the role whose processes can do it. */
export function createHandlers(
  ports: Ports,
  log: Pick<Logger, 'error'>,
  roles: readonly Role[],
  adapters: OpenAdapters | null = null,
  previews: Previews = createPreviews(ports),
): JobHandlers {
  const ofJobs: JobHandlers = {
    webhook: createWebhookJob(ports, log),
    folder: createFolderJob(ports),
    ...(ports.mail === null ? {} : { mail: ({ objectId }) => sendMail(ports, objectId) }),
    ...(adapters === null ? {} : { storefront: createStorefrontJob(adapters) }),
  }
  const hashes = createContentHashes(ports.files)
  const ofPress: JobHandlers = {
    render: createRenderJob(ports, hashes),
    batch: createBatchJob(ports, { hashes, previews }),
  }
  return {
    ...(roles.includes('jobs') ? ofJobs : {}),
    ...(roles.includes('press') && ports.press !== null ? ofPress : {}),
    ...(roles.includes('raster') && ports.raster !== null ? { plates: createPlatesJob(ports) } : {}),
  }
}
