/** The use cases that the work on storefront orders calls, each bound to its ports. */

import type { ByActor, OfRecord, OfTeam, Together } from '../access/request.ts'
import type { FillRecord } from '../fill/fill.ts'
import type { Finalized, FinalizeFill } from '../fill/finalize.ts'
import type { PlanFill } from '../fill/plan.ts'
import type { MoveFill } from '../fill/status.ts'
import type { FillView } from '../fill/view.ts'
import type { RenderRecord } from '../render/render.ts'

export interface UseCases {
  finalizeFill(request: FinalizeFill): Promise<Finalized>
  copyFill(request: OfRecord & Together<FillRecord>): Promise<FillView>
  moveFill(request: MoveFill): Promise<FillView>
  planFill(request: PlanFill): Promise<FillView>
  retryRender(
    request: OfRecord & ByActor & Together<RenderRecord>,
  ): Promise<{ readonly render: RenderRecord }>
  eraseFill(request: OfRecord & ByActor): Promise<unknown>
  eraseCustomer(request: OfTeam & ByActor & { readonly customerEmail: string }): Promise<unknown>
  /** A PNG of the first page as it is published. Throws `renderer_not_configured` where nothing draws previews. */
  drawTemplate(teamId: string, templateId: string): Promise<Uint8Array>
}

/** Storefronts in the audit log. */
export const STOREFRONT_ACTOR = { id: 'storefront', requestId: 'storefront' } as const
