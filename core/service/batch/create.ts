/** Makes a batch of records that come with the request, or with the publishing of a revision. */

import type { PaletteInk } from '../../engine/ink/palette.ts'
import type { Assignments } from '../../engine/scene/assignment.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { Noted, OfTeam } from '../access/request.ts'
import { usableValues } from '../fill/starting-values.ts'
import { presentRevision } from '../template/present.ts'
import type { RevisionRecord, TemplateRevision } from '../template/template.ts'
import type { BatchKind, BatchRecord, BatchResult } from './batch.ts'
import { enqueueBatch } from './batch-queue.ts'
import { EMPTY_ITEM, type ItemContent, type ItemRecord } from './item.ts'
import { MOST_MERGED_COPIES } from './quantity.ts'

export type CreatePorts = Pick<Ports, 'store' | 'jobs' | 'clock' | 'makeId' | 'eventObjects'>

export interface BatchDraft {
  readonly kind: Exclude<BatchKind, 'preview_refresh'>
  readonly result: BatchResult
  /** Of all items that name none of their own. */
  readonly templateId: string | null
  /** Null for the published revision, or the newest of a template that was never published. */
  readonly revision: number | null
  readonly metadata: Readonly<Record<string, string>>
}

export interface ItemDraft extends ItemContent {
  readonly templateId: string | null
}

export interface CreateBatch extends OfTeam, Noted {
  readonly draft: BatchDraft
  readonly items: readonly ItemDraft[]
}

/**
 * Throws for the request as a whole: `not_found` and `template_archived` for a template, `missing_parameter` where an
 * item has none, `invalid_parameter` for a result that does not go with the kind or the items. What is wrong with one
 * item's values, inks or paper is told by that item when its turn comes, and the others are printed.
 */
export async function createBatch(
  ports: CreatePorts,
  { teamId, draft, items, note = NOTE_NOTHING }: CreateBatch,
): Promise<BatchRecord> {
  refuseResult(draft)
  const templateRevisions = new Map<string, TemplateRevision>()
  const common = await commonTemplateRevision(ports.store, teamId, draft, items)
  const batch = newBatch(ports, teamId, { ...draft, ...groundFacts(common), total: items.length })
  const records: ItemRecord[] = []
  for (const [index, { templateId, ...content }] of items.entries()) {
    const param = `items.${index}.template_id`
    const isOther = templateId !== null && templateId !== common?.template.id
    if (isOther && draft.result === 'merged')
      throw invalid(param, 'All records of a merged PDF must use the same template.')
    if (isOther && !templateRevisions.has(templateId))
      templateRevisions.set(
        templateId,
        await findTemplateRevision(ports.store, teamId, templateId, null, param),
      )
    const templateRevision = isOther ? (templateRevisions.get(templateId) ?? null) : common
    if (draft.result === 'merged' && (content.quantity ?? 1) > MOST_MERGED_COPIES)
      throw invalid(
        `items.${index}.quantity`,
        `A merged PDF has at most ${MOST_MERGED_COPIES} copies of a record.`,
      )
    if (templateRevision === null)
      throw new ServiceError('missing_parameter', { message: 'template_id is required.', param })
    records.push(newItem(batch, index, templateRevision.revision, content))
  }
  await ports.store.transaction(async (store) => {
    await store.batches.insert(batch)
    await store.batches.insertItems(records)
    await enqueueBatch(ports, store, batch)
    await note(store, { id: batch.id })
  })
  return batch
}

/**
 * Decision: one PDF has one template, which its items may name instead of the batch; an item that names the template of
 * the batch is at the batch's revision.
 */
async function commonTemplateRevision(
  store: Store,
  teamId: string,
  { templateId, revision, result }: BatchDraft,
  [first]: readonly ItemDraft[],
): Promise<TemplateRevision | null> {
  if (templateId !== null) return findTemplateRevision(store, teamId, templateId, revision, 'template_id')
  if (result !== 'merged' || first === undefined || first.templateId === null) return null
  return findTemplateRevision(store, teamId, first.templateId, revision, 'items.0.template_id')
}

/**
 * Starts drawing the images of the template's mapped products again, in the transaction that published its revision.
 * Decision: without a mapped product there is nothing to refresh, and no batch.
 */
export async function refreshPreviews(
  ports: CreatePorts,
  store: Tx,
  { template, revision }: TemplateRevision,
): Promise<void> {
  const mappings = await store.mappings.ofTemplate(template.teamId, template.id)
  if (mappings.length === 0) return
  const batch = newBatch(ports, template.teamId, {
    kind: 'preview_refresh',
    result: 'renders',
    templateId: template.id,
    revision: revision.revision,
    metadata: {},
    total: mappings.length,
  })
  await store.batches.insert(batch)
  const defaults = mappings.map(({ options }) => options.defaultValues)
  const { scene } = await presentRevision(store, revision, ...defaults)
  await store.batches.insertItems(
    mappings.map(({ id, options }, index) =>
      newItem(batch, index, revision, {
        ...EMPTY_ITEM,
        // The mapping may have been made for an earlier revision.
        values: usableValues(scene, options.defaultValues),
        colors: options.colors,
        externalRef: id,
      }),
    ),
  )
  await enqueueBatch(ports, store, batch)
}

/** Throws `not_found` and `template_archived`, naming the parameter. */
export async function findTemplateRevision(
  store: Store,
  teamId: string,
  templateId: string,
  number: number | null,
  param: string,
): Promise<TemplateRevision> {
  const template = await store.templates.find(teamId, templateId)
  if (template === null)
    throw new ServiceError('not_found', {
      message: 'No such template.',
      param,
      extra: { resource: 'template' },
    })
  if (template.status === 'archived') throw new ServiceError('template_archived', { param })
  const wanted = number ?? template.liveRevision ?? template.latestRevision
  const revision = await store.revisions.find(teamId, templateId, wanted)
  if (revision === null) throw notFound('scene revision')
  return { template, revision }
}

/** Throws `invalid_parameter` for pictures in one PDF. */
export function refuseResult({ kind, result }: Pick<BatchDraft, 'kind' | 'result'>): void {
  if (kind !== 'renders' && result === 'merged')
    throw invalid('result', 'Only renders can be merged into one PDF.')
}

function invalid(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', { message, param })
}

function groundFacts(templateRevision: TemplateRevision | null) {
  if (templateRevision === null) return { templateId: null, revision: null }
  return { templateId: templateRevision.template.id, revision: templateRevision.revision.revision }
}

export function newBatch(
  ports: Pick<Ports, 'clock' | 'makeId'>,
  teamId: string,
  facts: Pick<BatchRecord, 'kind' | 'result' | 'templateId' | 'revision' | 'metadata' | 'total'> & {
    readonly colors?: readonly PaletteInk[] | null
    readonly assignments?: Assignments
    readonly retryOf?: string | null
    readonly columns?: BatchRecord['columns']
  },
): BatchRecord {
  const now = ports.clock.now()
  return {
    id: ports.makeId('batch'),
    teamId,
    kind: facts.kind,
    result: facts.result,
    status: 'queued',
    templateId: facts.templateId,
    revision: facts.revision,
    colors: facts.colors ?? null,
    assignments: facts.assignments ?? {},
    columns: facts.columns ?? null,
    retryOf: facts.retryOf ?? null,
    total: facts.total,
    succeeded: 0,
    failed: 0,
    skipped: 0,
    metadata: facts.metadata,
    attempt: 0,
    faults: 0,
    counted: {},
    resultSha256: null,
    sizeBytes: null,
    output: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    completedAt: null,
    canceledAt: null,
    erasedAt: null,
  }
}

export function newItem(
  batch: Pick<BatchRecord, 'id' | 'teamId'>,
  index: number,
  revision: Pick<RevisionRecord, 'templateId' | 'revision'>,
  content: ItemContent,
): ItemRecord {
  return {
    ...content,
    teamId: batch.teamId,
    batchId: batch.id,
    index,
    row: null,
    cells: null,
    templateId: revision.templateId,
    revision: revision.revision,
    status: 'pending',
    renderId: null,
    error: null,
    retryBatchId: null,
    preflightStatus: null,
    erasedAt: null,
  }
}
