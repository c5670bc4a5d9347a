/** Batches and their items as they go over the wire. */
import { type Static, Type } from '@sinclair/typebox'
import { OUTPUT_FORMATS } from '../../../core/engine/press/output.ts'
import { MOST_FIELDS } from '../../../core/engine/scene/most-fields.ts'
import {
  BATCH_KINDS,
  BATCH_RESULTS,
  BATCH_STATUSES,
  type BatchRecord,
} from '../../../core/service/batch/batch.ts'
import { cellsOf } from '../../../core/service/batch/column.ts'
import { ITEM_STATUSES, type ItemRecord } from '../../../core/service/batch/item.ts'
import type { Links } from '../links.ts'
import { PREFLIGHT_STATUS } from '../previews/finding-wire.ts'
import { closed, described, literals, METADATA, mapOf, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

const COUNT = Type.Integer({ minimum: 0 })

export const BATCH = Type.Object(
  {
    id: Type.String({ examples: ['bat_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('batch'),
    kind: literals(BATCH_KINDS),
    result: literals(BATCH_RESULTS),
    status: literals(BATCH_STATUSES),
    template_id: NULLABLE_TEXT,
    scene_revision: nullable(Type.Integer({ minimum: 1 })),
    retry_of: described(NULLABLE_TEXT, 'The batch whose failed records this one prints.'),
    total: COUNT,
    succeeded: COUNT,
    failed: COUNT,
    skipped: COUNT,
    metadata: METADATA,
    result_url: nullable(
      Type.String({ format: 'uri', description: 'Link to the merged PDF, valid for one hour.' }),
    ),
    size_bytes: nullable(Type.Integer({ description: 'Of the merged PDF.' })),
    output: nullable(
      literals(OUTPUT_FORMATS, {
        description:
          'Beta. `pdfx4`: the merged PDF is labelled PDF/X-4. Null without a merged PDF, and for those of earlier versions.',
      }),
    ),
    created_at: TIME,
    started_at: nullable(TIME),
    completed_at: nullable(TIME),
    canceled_at: nullable(TIME),
  },
  { title: 'Batch', additionalProperties: false },
)

export function batchWire(batch: BatchRecord, links: Pick<Links, 'batchUrl'>): Static<typeof BATCH> {
  return {
    id: batch.id,
    object: 'batch',
    kind: batch.kind,
    result: batch.result,
    status: batch.status,
    template_id: batch.templateId,
    scene_revision: batch.revision,
    retry_of: batch.retryOf,
    total: batch.total,
    succeeded: batch.succeeded,
    failed: batch.failed,
    skipped: batch.skipped,
    metadata: { ...batch.metadata },
    result_url: links.batchUrl(batch),
    size_bytes: batch.sizeBytes,
    output: batch.output,
    created_at: timeWire(batch.createdAt),
    started_at: optionalTime(batch.startedAt),
    completed_at: optionalTime(batch.completedAt),
    canceled_at: optionalTime(batch.canceledAt),
  }
}

const ITEM_ERROR = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    param: NULLABLE_TEXT,
    details: Type.Array(Type.Object({}, { additionalProperties: true })),
  },
  closed(),
)

export const BATCH_ITEM = Type.Object(
  {
    object: Type.Literal('batch_item'),
    index: Type.Integer({ minimum: 0, description: 'Counted from 0, in the order of the request.' }),
    row: nullable(Type.Integer({ description: 'First CSV line of the record.' })),
    external_ref: NULLABLE_TEXT,
    status: literals(ITEM_STATUSES),
    render_id: NULLABLE_TEXT,
    error: nullable(ITEM_ERROR),
    quantity: nullable(Type.Integer({ minimum: 1, description: 'Copies; null where none were asked for.' })),
    values: described(
      nullable(mapOf(Type.String(), { nameLength: 500, entries: MOST_FIELDS })),
      'Of a failed record, to correct it; null for others.',
    ),
    cells: described(
      nullable(Type.Array(Type.String())),
      'Of a failed record from a CSV: its row, in the columns of the batch.',
    ),
    retry_batch_id: described(NULLABLE_TEXT, 'The batch in which the failed record was retried.'),
    preflight_status: nullable(PREFLIGHT_STATUS),
  },
  { title: 'BatchItem', additionalProperties: false },
)

/** As one batch is retrieved. */
export const WHOLE_BATCH = Type.Object(
  {
    ...BATCH.properties,
    columns: described(
      nullable(
        Type.Array(
          Type.Object(
            { name: Type.String(), field_id: NULLABLE_TEXT, reference: NULLABLE_TEXT },
            { title: 'BatchColumn', ...closed() },
          ),
        ),
      ),
      'Columns of the CSV; null for a batch without one. Skipped columns have no field and no reference.',
    ),
    items: Type.Array(BATCH_ITEM, {
      description: 'The first 100. List batch items for the others.',
    }),
    items_has_more: Type.Boolean(),
  },
  { title: 'BatchWithItems', additionalProperties: false },
)

export function columnsWire({ columns }: BatchRecord): Static<typeof WHOLE_BATCH>['columns'] {
  if (columns === null) return null
  return columns.map((column) => ({
    name: column.name,
    field_id: 'field' in column ? column.field : null,
    reference: 'reference' in column ? column.reference : null,
  }))
}

export function itemWire(
  item: ItemRecord,
  { columns }: Pick<BatchRecord, 'columns'>,
): Static<typeof BATCH_ITEM> {
  const { error } = item
  const isFailed = item.status === 'failed' && item.erasedAt === null
  return {
    object: 'batch_item',
    index: item.index,
    row: item.row,
    external_ref: item.externalRef,
    status: item.status,
    render_id: item.renderId,
    error: error === null ? null : { ...error, details: error.details.map((detail) => ({ ...detail })) },
    quantity: item.quantity,
    values: isFailed ? { ...item.values } : null,
    cells: isFailed && columns !== null ? [...cellsOf(columns, item)] : null,
    retry_batch_id: item.retryBatchId,
    preflight_status: item.preflightStatus,
  }
}
