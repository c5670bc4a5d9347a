/** Tells what became of a render. */

import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { sendToFolder } from '../folder/send.ts'
import type { TemplateRecord } from '../template/template.ts'
import { emit } from '../webhook/emit.ts'
import type { RenderRecord } from './render.ts'

/**
 * render.queued, render.succeeded, render.failed or render.canceled; in the transaction that wrote the status. A final
 * render that succeeded is on its way to its hot folder with that.
 */
export async function emitRenderEvent(
  ports: Pick<Ports, 'clock' | 'makeId' | 'eventObjects' | 'jobs'>,
  store: Tx,
  render: RenderRecord,
  template: TemplateRecord,
  isRestocked = false,
): Promise<void> {
  await emit(ports, store, render.teamId, {
    type: `render.${render.status}`,
    objectId: render.id,
    object: ports.eventObjects.render(render, template),
  })
  await sendToFolder(ports, store, render, isRestocked)
}
