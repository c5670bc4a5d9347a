/** The operations that make a batch: of records in the request, and of the rows of a table. */
import { type Static, Type } from '@sinclair/typebox'
import { MOST_FIELDS } from '../../../core/engine/scene/most-fields.ts'
import type { RequestResult } from '../../../core/service/access/idempotency.ts'
import { BATCH_RESULTS } from '../../../core/service/batch/batch.ts'
import type { ItemDraft } from '../../../core/service/batch/create.ts'
import { MISSING_PRINTS } from '../../../core/service/batch/missing-values.ts'
import { MOST_COPIES } from '../../../core/service/batch/quantity.ts'
import { MOST_COLUMNS } from '../../../core/service/batch/read-rows.ts'
import { readTable, TABLE_ENCODINGS } from '../../files/read-table.ts'
import { type Caller, type Core, operation, type Reply, type Sent } from '../../http/operation.ts'
import { ASSIGNMENTS, COLORS, SUBSTRATE } from '../fills/palette-schema.ts'
import {
  closed,
  described,
  EMAIL,
  literals,
  METADATA,
  mapOf,
  nullable,
  REFERENCE,
  VALUES,
} from '../schema.ts'
import { BATCH, batchWire } from './batch-wire.ts'

const SHARED = {
  tag: 'Batches',
  method: 'post',
  stability: 'beta',
  auth: 'secret',
  limit: 'key',
  scope: 'batches:write',
  needsSubscription: true,
} as const
export const TEMPLATE_ID = Type.String({ minLength: 1, maxLength: 100 })
export const REVISION = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
const KIND = literals(['renders', 'previews'])
export const RESULT = literals(BATCH_RESULTS, {
  description: 'One render for each record, or one merged PDF. Default: renders.',
})
export const MADE = { 201: Type.Object({ batch: BATCH }, closed()) }

export const QUANTITY = Type.Integer({
  minimum: 1,
  maximum: MOST_COPIES,
  description:
    'Copies of the record, for lists, tickets and file names. A merged PDF repeats its pages, at most 1,000 times.',
})

const ITEM = Type.Object(
  {
    template_id: Type.Optional(TEMPLATE_ID),
    values: Type.Optional(VALUES),
    colors: Type.Optional(COLORS),
    assignments: Type.Optional(ASSIGNMENTS),
    substrate: Type.Optional(SUBSTRATE),
    external_ref: Type.Optional(REFERENCE),
    external_order_id: Type.Optional(REFERENCE),
    external_cart_id: Type.Optional(REFERENCE),
    customer_email: Type.Optional(EMAIL),
    quantity: Type.Optional(QUANTITY),
    metadata: Type.Optional(METADATA),
  },
  closed(),
)

export async function recallBatch(
  { service, links }: Core,
  { teamId }: Caller,
  _input: unknown,
  reply: Reply<typeof MADE>,
  { id }: RequestResult,
): Promise<Sent> {
  return reply(201, { batch: batchWire(await service.batches.find(teamId, id), links) })
}

export const createBatch = operation({
  ...SHARED,
  id: 'createBatch',
  path: '/batches',
  summary: 'Create a batch from up to 500 records',
  body: Type.Object(
    {
      kind: KIND,
      result: Type.Optional(RESULT),
      template_id: Type.Optional(TEMPLATE_ID),
      scene_revision: Type.Optional(REVISION),
      items: Type.Array(ITEM, { minItems: 1, maxItems: 500 }),
      metadata: Type.Optional(METADATA),
    },
    closed(),
  ),
  replies: MADE,
  errors: ['not_found', 'template_archived'],
  async handle({ service, links }, { teamId, note }, { body }, reply) {
    const draft = {
      kind: body.kind,
      result: body.result ?? 'renders',
      templateId: body.template_id ?? null,
      revision: body.scene_revision ?? null,
      metadata: body.metadata ?? {},
    } as const
    const batch = await service.batches.create({ teamId, draft, items: body.items.map(itemOf), note })
    return reply(201, { batch: batchWire(batch, links) })
  },
  recall: recallBatch,
})

function itemOf(item: Static<typeof ITEM>): ItemDraft {
  return {
    templateId: item.template_id ?? null,
    values: item.values ?? {},
    colors: item.colors ?? null,
    assignments: item.assignments ?? {},
    substrate: item.substrate ?? null,
    externalRef: item.external_ref ?? null,
    externalOrderId: item.external_order_id ?? null,
    externalCartId: item.external_cart_id ?? null,
    customerEmail: item.customer_email ?? null,
    quantity: item.quantity ?? null,
    metadata: item.metadata ?? {},
  }
}

/** Decision: printing guesses no encoding; POST /batches/csv/check suggests one. */
export const ENCODING = Type.Optional(literals(TABLE_ENCODINGS, { description: 'Default: utf-8.' }))

/** Maps a header to a field id, label or reference; null leaves the column out. */
export const COLUMNS = mapOf(nullable(Type.String({ minLength: 1, maxLength: 500 })), {
  nameLength: 500,
  entries: MOST_COLUMNS,
})

/** By field id or label. */
export const MISSING_VALUES = described(
  mapOf(literals(MISSING_PRINTS), { nameLength: 500, entries: MOST_FIELDS }),
  'What prints where a row has no value for a field: `empty` or its `default`. Without an entry, a field without a column prints its default, and an empty cell prints nothing.',
)

export const createBatchFromCsv = operation({
  ...SHARED,
  id: 'createBatchFromCsv',
  path: '/batches/csv',
  summary: 'Create a batch from a CSV of up to 50,000 rows',
  multipart: {
    file: 'csv',
    mediaType: 'text/csv',
    description:
      'CSV with a header row, in UTF-8 unless encoding is set, separated by comma, semicolon or tab.',
    json: ['scene_revision', 'columns', 'missing_values', 'colors', 'assignments'],
  },
  body: Type.Object(
    {
      template_id: TEMPLATE_ID,
      scene_revision: Type.Optional(REVISION),
      kind: Type.Optional(KIND),
      result: Type.Optional(RESULT),
      columns: Type.Optional(COLUMNS),
      missing_values: Type.Optional(MISSING_VALUES),
      encoding: ENCODING,
      colors: Type.Optional(COLORS),
      assignments: Type.Optional(ASSIGNMENTS),
    },
    closed(),
  ),
  replies: MADE,
  errors: [
    'not_found',
    'template_archived',
    'invalid_csv',
    'unknown_field',
    'ambiguous_label',
    'invalid_colors',
    'invalid_assignments',
  ],
  async handle({ service, links }, { teamId, note }, { body, upload }, reply) {
    const draft = {
      kind: body.kind ?? 'renders',
      result: body.result ?? 'renders',
      templateId: body.template_id,
      revision: body.scene_revision ?? null,
      metadata: {},
      columns: body.columns ?? {},
      missing: body.missing_values ?? {},
      colors: body.colors ?? null,
      assignments: body.assignments ?? {},
    } as const
    const rows = readTable(upload.temporaryPath, body.encoding)
    const batch = await service.batches.createFromRows({ teamId, draft, rows, note })
    return reply(201, { batch: batchWire(batch, links) })
  },
  recall: recallBatch,
})
