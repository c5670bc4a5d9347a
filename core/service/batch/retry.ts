/** Prints failed records of a batch, corrected, as a batch of their own. */
import { looksOf } from '../../engine/scene/field-by-label.ts'
import { readValues } from '../../engine/scene/values.ts'
import { ServiceError } from '../../errors.ts'
import type { Store } from '../../store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { Noted, OfRecord } from '../access/request.ts'
import type { BatchRecord } from './batch.ts'
import { enqueueBatch } from './batch-queue.ts'
import { type Column, REFERENCES } from './column.ts'
import { type CreatePorts, findTemplateRevision, newBatch, newItem } from './create.ts'
import { copiesOf } from './create-from-rows.ts'
import type { ItemContent, ItemRecord } from './item.ts'
import { findBatch } from './view.ts'

type Corrected = Pick<
  ItemContent,
  'values' | 'externalRef' | 'externalOrderId' | 'externalCartId' | 'customerEmail' | 'quantity'
>

export interface Correction extends Partial<Corrected> {
  readonly index: number
}

export interface RetryBatch extends OfRecord, Noted {
  readonly items: readonly Correction[]
}

/**
 * Decision: the batch itself stays as it ended, for its file may be on the press already: the corrected records are a
 * batch of the same kind, result and revision, and each is retried once. Throws `not_found`, `batch_not_ready` while the
 * batch runs, `template_archived`, what readValues refuses, and `invalid_parameter` for a record that cannot be retried.
 */
export async function retryBatch(
  ports: CreatePorts,
  { teamId, id, items: corrections, note = NOTE_NOTHING }: RetryBatch,
): Promise<BatchRecord> {
  const batch = await findBatch(ports.store, teamId, id)
  if (batch.status === 'queued' || batch.status === 'processing')
    throw new ServiceError('batch_not_ready', {
      message: 'The batch is still running. Retry its failed records when it has ended.',
    })
  const retry = newBatch(ports, teamId, {
    ...batch,
    kind: batch.kind === 'renders' ? 'renders' : 'previews',
    retryOf: id,
    total: corrections.length,
  })
  const failed: ItemRecord[] = []
  const records: ItemRecord[] = []
  for (const [at, correction] of corrections.entries()) {
    const param = `items.${at}`
    const item = await failedItem(ports.store, batch, correction.index, param)
    if (failed.some(({ index }) => index === item.index))
      throw invalid(`${param}.index`, `Record ${item.index} is listed twice.`)
    failed.push(item)
    const { templateId } = item
    const { revision } = await findTemplateRevision(
      ports.store,
      teamId,
      templateId,
      item.revision,
      'template_id',
    )
    const content = corrected(batch, item, correction, param)
    const values = within(`${param}.`, () => readValues(revision.scene, correction.values ?? {}, item.values))
    records.push({
      ...newItem(retry, at, revision, { ...content, values: { ...item.values, ...values } }),
      row: item.row,
      cells: item.cells,
    })
  }
  await ports.store.transaction(async (store) => {
    // Under the lock, so that of two requests at once one prints the record.
    await store.batches.findForUpdate(teamId, id)
    for (const [at, { index }] of failed.entries()) {
      const item = await failedItem(store, batch, index, `items.${at}`)
      await store.batches.updateItem(item, { retryBatchId: retry.id })
    }
    await store.batches.insert(retry)
    await store.batches.insertItems(records)
    await enqueueBatch(ports, store, retry)
    await note(store, { id: retry.id })
  })
  return retry
}

async function failedItem(
  store: Store,
  { teamId, id }: BatchRecord,
  index: number,
  at: string,
): Promise<ItemRecord> {
  const param = `${at}.index`
  const page = { limit: 1, startingAfter: index - 1 }
  const [item] = (await store.batches.items(teamId, id, null, page)).items
  if (item === undefined || item.index !== index) throw invalid(param, `There is no record ${index}.`)
  if (item.status !== 'failed') throw invalid(param, `Record ${index} did not fail.`)
  if (item.erasedAt !== null) throw invalid(param, `The content of record ${index} was erased.`)
  if (item.retryBatchId !== null)
    throw invalid(param, `Record ${index} was already retried in batch ${item.retryBatchId}.`)
  return item
}

/** Throws for a cell that could not be read and is not corrected: the record would print without it. */
function corrected(batch: BatchRecord, item: ItemRecord, correction: Correction, param: string): ItemContent {
  const { index: _, values, ...references } = correction
  const unread = unreadColumn(batch.columns, item)
  if (unread === 'row' && values === undefined)
    throw invalid(`${param}.values`, 'The row of this record could not be read. Send its values.')
  if (unread !== null && unread !== 'row' && !corrects(correction, unread))
    throw invalid(param, `Correct ${unread.name} of this record.`)
  const content: ItemContent = { ...item, ...references }
  const most = copiesOf(batch.result)
  if ((content.quantity ?? 1) > most)
    throw invalid(`${param}.quantity`, `A merged PDF has at most ${most} copies of a record.`)
  return content
}

function corrects(correction: Correction, column: Column): boolean {
  if ('reference' in column) return correction[REFERENCES[column.reference]] !== undefined
  const names = Object.keys(correction.values ?? {}).map(looksOf)
  return 'field' in column && [column.field, looksOf(column.name)].some((name) => names.includes(name))
}

function unreadColumn(columns: readonly Column[] | null, { error }: ItemRecord): Column | 'row' | null {
  if (columns === null || error === null) return null
  if (error.code === 'invalid_csv') return 'row'
  return columns.find(({ name }) => name === error.param) ?? null
}

/** Names the record in what is thrown. */
function within<T>(prefix: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { param, details = [], ...facts } = error.facts
    const named = (name: string | undefined) => (name === undefined ? {} : { param: `${prefix}${name}` })
    throw new ServiceError(error.code, {
      ...facts,
      ...named(param),
      details: details.map((detail) => ({ ...detail, ...named(detail.param) })),
    })
  }
}

function invalid(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', { message, param })
}
