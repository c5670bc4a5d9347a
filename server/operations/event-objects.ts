/** Records as events show them: as replies do, but without links of an hour, which would be dead when they are read. */
import type { EventObjects } from '../../core/service/event-objects.ts'
import { batchWire } from './batches/batch-wire.ts'
import { sessionWire } from './embed/session-wire.ts'
import { storedFillWire } from './fills/fill-wire.ts'
import { folderDeliveryWire } from './hot-folders/hot-folder-wire.ts'
import type { Links } from './links.ts'
import { renderWire } from './renders/render-wire.ts'
import { templateWire } from './templates/template-wire.ts'
import { endpointWire } from './webhooks/webhook-wire.ts'

const NO_LINKS = { renderUrl: () => null, batchUrl: () => null }

export function createEventObjects(links: Pick<Links, 'hostedUrl' | 'fillPreviewUrl'>): EventObjects {
  return {
    batch: (batch) => batchWire(batch, NO_LINKS),
    fill: storedFillWire,
    reviewedFill: (fill, template) => ({
      ...storedFillWire(fill, template),
      preview_url: links.fillPreviewUrl(fill),
    }),
    render: (render, template) => renderWire(render, template, NO_LINKS),
    template: (shown) => templateWire(shown, { ...links, templatePreviewUrl: () => null }),
    session: sessionWire,
    endpoint: endpointWire,
    folderDelivery: (delivery) => folderDeliveryWire({ ...delivery, fileName: null }),
  }
}
