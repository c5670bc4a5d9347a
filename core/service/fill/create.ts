/** Creates a fill on a live template, at its published revision. */

import { EMPTY_CONTENT } from '../../engine/scene/content.ts'
import { readValues } from '../../engine/scene/values.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { Noted, OfTeam } from '../access/request.ts'
import { resolveProduct } from '../mapping/resolve.ts'
import { findTemplate } from '../template/move.ts'
import { presentRevision } from '../template/present.ts'
import type { TemplateRevision } from '../template/template.ts'
import { type ContentPatch, patchContent } from './content.ts'
import { type CopiedPictures, NO_PICTURES } from './copy-pictures.ts'
import type { DraftState, FillRecord } from './fill.ts'
import { emitFillEvent } from './fill-events.ts'
import { ownOrder } from './own-order.ts'
import { usableValues } from './starting-values.ts'
import { type FillView, viewFill } from './view.ts'

/** A new fill: not approved, planned or printed. */
const UNPLANNED = {
  approvedAt: null,
  pendingChange: null,
  production: null,
  heldReason: null,
  printFailed: false,
  refundedQuantity: 0,
  printedAt: null,
  notes: null,
  assignee: null,
} as const

/** The references and the customer of a fill, which the service never interprets. */
export type FillFacts = Pick<
  FillRecord,
  | 'externalOrderId'
  | 'externalCartId'
  | 'externalProductId'
  | 'externalVariantId'
  | 'lineRef'
  | 'quantity'
  | 'dueAt'
  | 'customerEmail'
  | 'customerName'
  | 'metadata'
>

export interface FillDraft {
  /** Null where the product determines the template. */
  readonly templateId: string | null
  readonly source: FillRecord['source']
  readonly content: ContentPatch
  readonly facts: Partial<FillFacts>
  /** It gets the next order number of the shop, unless it has a reference. */
  readonly numbered?: boolean
  readonly embedSessionId?: string
  /** Left out for fills that no browser began. */
  readonly state?: DraftState
  /** Of a copy: the images that the customer uploaded to the first. */
  readonly own?: CopiedPictures
}

/**
 * Throws `not_found` for a template that is not there, `mapping_not_found` for a product that is mapped to none,
 * `template_not_live` (404) for a template that takes no new fills, `missing_parameter` where neither is named, and
 * what patchContent refuses. Values that cannot be printed are stored, and reported as problems of the fill.
 */
export async function createFill(
  ports: Ports,
  { teamId, draft, note = NOTE_NOTHING }: OfTeam & Noted & { readonly draft: FillDraft },
): Promise<FillView> {
  const { fill, templateRevision } = await ports.store.transaction(async (store) => {
    const { templateId } = draft
    const { templateRevision, content } =
      templateId === null
        ? await fromProduct(store, teamId, draft)
        : { templateRevision: await liveTemplateRevision(store, teamId, templateId), content: draft.content }
    const { source, facts, numbered = false } = draft
    const order = numbered ? await ownOrder(store, { teamId, source, ...facts }, ports.clock.now()) : {}
    const added = await addFill(ports, store, templateRevision, {
      ...draft,
      content,
      facts: { ...facts, ...order },
    })
    await note(store, { id: added.id })
    return { fill: added, templateRevision }
  })
  return viewFill(ports, fill, templateRevision)
}

/**
 * Decision: an explicit template wins over the product's. A mapping gives what a fill begins with; the fields
 * that it locks are locked for shoppers, not for the shop's own server.
 */
async function fromProduct(
  store: Store,
  teamId: string,
  { content, facts }: FillDraft,
): Promise<{ readonly templateRevision: TemplateRevision; readonly content: ContentPatch }> {
  const { externalProductId = null, externalVariantId = null } = facts
  if (externalProductId === null)
    throw new ServiceError('missing_parameter', {
      message: 'template_id or external_product_id is required.',
      param: 'template_id',
    })
  const { mapping, ...templateRevision } = await resolveProduct(
    store,
    teamId,
    { externalProductId, externalVariantId },
    null,
  )
  const { defaultValues, colors } = mapping.options
  const { scene } = await presentRevision(store, templateRevision.revision, defaultValues, content.values)
  const values = { ...usableValues(scene, defaultValues), ...readValues(scene, content.values ?? {}) }
  return { templateRevision, content: { ...content, values, colors: content.colors ?? colors } }
}

/** The published revision of a live template, on which a new fill begins. */
export async function liveTemplateRevision(
  store: Store,
  teamId: string,
  templateId: string,
): Promise<TemplateRevision> {
  const template = await findTemplate(store, teamId, templateId)
  if (template.status !== 'live' || template.liveRevision === null)
    throw new ServiceError('template_not_live', { param: 'template_id' })
  const revision = await store.revisions.find(teamId, templateId, template.liveRevision)
  if (revision === null) throw new Error(`${templateId} has lost its published revision.`)
  return { template, revision }
}

/** Writes the fill with its event into the caller's transaction. */
export async function addFill(
  ports: Pick<Ports, 'clock' | 'makeId' | 'eventObjects' | 'jobs' | 'fillTtlMs'>,
  store: Tx,
  templateRevision: TemplateRevision,
  draft: Omit<FillDraft, 'templateId' | 'numbered'>,
): Promise<FillRecord> {
  const now = ports.clock.now()
  const { template, revision } = templateRevision
  const { own = NO_PICTURES } = draft
  const content = patchContent(
    await presentRevision(store, revision, draft.content.values),
    EMPTY_CONTENT,
    draft.content,
  )
  const fill: FillRecord = {
    id: ports.makeId('fill'),
    teamId: template.teamId,
    templateId: template.id,
    revision: revision.revision,
    status: 'open',
    statusReason: null,
    source: draft.source,
    draft: draft.state ?? 'none',
    ...content,
    values: { ...content.values, ...own.values },
    externalOrderId: null,
    externalCartId: null,
    externalProductId: null,
    externalVariantId: null,
    lineRef: null,
    quantity: 1,
    dueAt: null,
    customerEmail: null,
    customerName: null,
    metadata: {},
    ...draft.facts,
    embedSessionId: draft.embedSessionId ?? null,
    lastRenderId: null,
    ...UNPLANNED,
    review: 'none',
    reviewReason: null,
    reviewedAt: null,
    resumeTokenHash: null,
    expiresAt: now + ports.fillTtlMs,
    createdAt: now,
    updatedAt: now,
    finalizedAt: null,
    expiredAt: null,
    erasedAt: null,
  }
  await store.fills.insert(fill)
  for (const picture of own.pictures) await store.ownPictures.insert({ ...picture, fillId: fill.id })
  await emitFillEvent(ports, store, 'fill.created', fill, null, template)
  return fill
}
