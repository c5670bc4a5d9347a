/** The wire form of records in events: the only part of the wire format that core receives. */

import type { BatchRecord } from './batch/batch.ts'
import type { SessionRecord } from './embed/session.ts'
import type { FillRecord } from './fill/fill.ts'
import type { FolderDelivery } from './folder/delivery.ts'
import type { RenderRecord } from './render/render.ts'
import type { TemplateRecord, TemplateRevision } from './template/template.ts'
import type { EndpointRecord } from './webhook/endpoint.ts'

export type Wire = Readonly<Record<string, unknown>>

/** The server fills these with the functions of its replies. Links that are signed for an hour are left out of events. */
export interface EventObjects {
  batch(batch: BatchRecord): Wire
  fill(fill: FillRecord, template: TemplateRecord): Wire
  /** With the signed link to its preview, which lasts until the fill is gone. */
  reviewedFill(fill: FillRecord, template: TemplateRecord): Wire
  render(render: RenderRecord, template: TemplateRecord): Wire
  template(shown: TemplateRevision): Wire
  session(session: SessionRecord): Wire
  endpoint(endpoint: EndpointRecord): Wire
  /** Without the file's name, which is made of an order's words. */
  folderDelivery(delivery: FolderDelivery): Wire
}
