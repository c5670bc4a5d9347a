/** The render job: makes a render that waits for a press. */

import type { Ports } from '../../core/ports.ts'
import type { JobHandler } from '../../core/service/jobs.ts'
import type { ContentHashes } from '../../core/service/render/content-hash.ts'
import { resumeRender } from '../../core/service/render/resume.ts'

export function createRenderJob(ports: Ports, hashes: ContentHashes): JobHandler {
  return ({ teamId, objectId }) => resumeRender(ports, hashes, teamId, objectId)
}
