/** Records as events show them: as replies do, but without signed links, which would be dead when they are read. */
import type { Show } from '../../core/show.ts'
import { batchWire } from './batch-wire.ts'
import { storedFillWire } from './fill-wire.ts'
import { folderDeliveryWire } from './hot-folder-wire.ts'
import type { Links } from './links.ts'
import { renderWire } from './render-wire.ts'
import { sessionWire } from './session-wire.ts'
import { templateWire } from './template-wire.ts'
import { endpointWire } from './webhook-wire.ts'

const NO_LINKS = { renderUrl: () => null, batchUrl: () => null }

export function createShow(links: Pick<Links, 'hostedUrl'>): Show {
  return {
    batch: (batch) => batchWire(batch, NO_LINKS),
    fill: storedFillWire,
    render: (render, template) => renderWire(render, template, NO_LINKS),
    template: (shown) => templateWire(shown, { ...links, templatePreviewUrl: () => null }),
    session: sessionWire,
    endpoint: endpointWire,
    folderDelivery: (delivery) => folderDeliveryWire({ ...delivery, fileName: null }),
  }
}
