/** The render job: makes a render that waits for a press. */
import type { JobHandler } from '../../core/jobs.ts'
import type { Ports } from '../../core/ports.ts'
import type { ContentHashes } from '../../core/render/content-hash.ts'
import { resumeRender } from '../../core/render/resume.ts'

export function createRenderJob(ports: Ports, hashes: ContentHashes): JobHandler {
  return ({ teamId, objectId }) => resumeRender(ports, hashes, teamId, objectId)
}
