/** The plates job: draws a template or a render as plates and adds what they say to its preflight. */
import { CATALOGUE, ServiceError } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import type { JobHandler } from '../../core/service/jobs.ts'
import { measureRender } from '../../core/service/render/measure-render.ts'
import { measureTemplate } from '../../core/service/template/measure-template.ts'

/** Decision: a page that cannot be drawn is given up at once; only an engine with too much to do is asked again. */
export function createPlatesJob(ports: Ports): JobHandler {
  return async ({ teamId, objectId }) => {
    try {
      if (objectId.startsWith('tpl_')) await measureTemplate(ports, teamId, objectId)
      else await measureRender(ports, teamId, objectId)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const isBusy = error.code === 'overloaded' || error.code === 'shutting_down'
      if (isBusy || CATALOGUE[error.code].type === 'api_error') throw error
    }
  }
}
