/** Tells of a render that came to an end. */
import type { Ports, Store } from '../ports.ts'
import type { TemplateRecord } from '../template/template.ts'
import { emit } from '../webhook/emit.ts'
import type { RenderRecord } from './render.ts'

/** render.succeeded or render.failed; in the transaction that wrote the status. */
export async function tellRender(
  ports: Ports,
  store: Store,
  render: RenderRecord,
  template: TemplateRecord,
): Promise<void> {
  await emit(ports, store, render.teamId, {
    type: render.status === 'succeeded' ? 'render.succeeded' : 'render.failed',
    objectId: render.id,
    object: ports.show.render(render, template),
  })
}
