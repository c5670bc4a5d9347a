/** The operations on batches; those that make one are in batch-create.ts. */
import { Type } from '@sinclair/typebox'
import { BATCH_KINDS, BATCH_STATUSES } from '../../../core/service/batch/batch.ts'
import { ITEM_STATUSES } from '../../../core/service/batch/item.ts'
import { operation, pdf } from '../../http/operation.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { contentDisposition, DOWNLOAD_QUERY } from '../renders/filename.ts'
import { closed, ID_PARAM, literals } from '../schema.ts'
import { SIGNED, SIGNED_QUERY, whileLinked } from '../signed.ts'
import { BATCH, BATCH_ITEM, batchWire, columnsWire, itemWire, WHOLE_BATCH } from './batch-wire.ts'

const SHARED = { tag: 'Batches', stability: 'beta', auth: 'secret', limit: 'key' } as const
const DEFAULT_LIMIT = 50
const DEFAULT_ITEMS = 100

export const listBatches = operation({
  ...SHARED,
  id: 'listBatches',
  method: 'get',
  path: '/batches',
  summary: 'List batches',
  scope: 'batches:read',
  query: Type.Object(
    {
      kind: Type.Optional(literals(BATCH_KINDS)),
      status: Type.Optional(literals(BATCH_STATUSES)),
      ...pageQuery(DEFAULT_LIMIT),
    },
    closed(),
  ),
  replies: { 200: listOf(BATCH) },
  errors: ['invalid_cursor'],
  async handle({ service, links }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.batches.find(teamId, id))
    const filter = given({ kind: query.kind, status: query.status })
    const { items, hasMore } = await service.batches.list(teamId, filter, page)
    const data = items.map((batch) => batchWire(batch, links))
    return reply(200, listWire(data, hasMore))
  },
})

export const retrieveBatch = operation({
  ...SHARED,
  id: 'retrieveBatch',
  method: 'get',
  path: '/batches/{id}',
  summary: 'Retrieve a batch',
  scope: 'batches:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ batch: WHOLE_BATCH }, closed()) },
  errors: ['not_found'],
  async handle({ service, links }, { teamId }, { params }, reply) {
    const batch = await service.batches.find(teamId, params.id)
    const page = { limit: DEFAULT_ITEMS, startingAfter: null }
    const { items, hasMore } = await service.batches.items({ teamId, batchId: params.id, status: null, page })
    const shown = { ...batchWire(batch, links), columns: columnsWire(batch) }
    return reply(200, {
      batch: { ...shown, items: items.map((item) => itemWire(item, batch)), items_has_more: hasMore },
    })
  },
})

export const listBatchItems = operation({
  ...SHARED,
  id: 'listBatchItems',
  method: 'get',
  path: '/batches/{id}/items',
  summary: 'List batch items',
  scope: 'batches:read',
  params: ID_PARAM,
  query: Type.Object(
    {
      status: Type.Optional(literals(ITEM_STATUSES)),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 500, description: `Default ${DEFAULT_ITEMS}.` }),
      ),
      starting_after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: 'Index of the last item of the previous page.',
        }),
      ),
    },
    closed(),
  ),
  replies: { 200: listOf(BATCH_ITEM) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params, query }, reply) {
    const batch = await service.batches.find(teamId, params.id)
    const { status = null, limit = DEFAULT_ITEMS, starting_after: startingAfter = null } = query
    const { items, hasMore } = await service.batches.items({
      teamId,
      batchId: params.id,
      status,
      page: {
        limit,
        startingAfter,
      },
    })
    const next = hasMore ? (items.at(-1)?.index ?? null) : null
    return reply(200, {
      data: items.map((item) => itemWire(item, batch)),
      has_more: hasMore,
      next_starting_after: next === null ? null : String(next),
    })
  },
})

export const cancelBatch = operation({
  ...SHARED,
  id: 'cancelBatch',
  method: 'post',
  path: '/batches/{id}/cancel',
  summary: 'Cancel a batch',
  scope: 'batches:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ batch: BATCH }, closed()) },
  errors: ['not_found', 'batch_completed'],
  async handle({ service, links }, { teamId }, { params }, reply) {
    return reply(200, { batch: batchWire(await service.batches.cancel({ teamId, id: params.id }), links) })
  },
})

export const downloadBatch = operation({
  ...SHARED,
  id: 'downloadBatch',
  method: 'get',
  path: '/batches/{id}/download',
  summary: 'Download the merged PDF of a batch',
  scope: 'batches:read',
  params: ID_PARAM,
  query: DOWNLOAD_QUERY,
  replies: { 200: pdf },
  errors: ['not_found', 'batch_not_ready', 'range_not_satisfiable'],
  async handle({ service }, { teamId }, { params, query }, reply) {
    const download = await service.batches.download(teamId, params.id)
    const disposition = query.inline === '1' ? 'inline' : 'attachment'
    return reply(
      200,
      { ...download, etag: download.sha256 },
      { 'Content-Disposition': contentDisposition(disposition, query.filename ?? params.id) },
    )
  },
})

export const readSignedBatch = operation({
  ...SIGNED,
  id: 'readSignedBatch',
  path: '/files/batches/{id}.pdf',
  summary: 'Download the merged PDF of a batch by its signed link',
  params: ID_PARAM,
  query: Type.Object(SIGNED_QUERY, closed()),
  replies: {
    200: pdf,
    302: Type.Object(
      { url: Type.String({ description: 'Signed link of the object store, as in Location.' }) },
      closed(),
    ),
  },
  errors: [
    'signed_url_invalid',
    'signed_url_expired',
    'batch_not_ready',
    'not_found',
    'range_not_satisfiable',
  ],
  // Only merged PDFs: a print file is a body and a tail, and lies nowhere as one file.
  async handle({ service, links, linkFile }, _caller, { params, query }, reply) {
    const link = await links.readBatch(params.id, query)
    const download = await service.batches.download(link.teamId, params.id)
    const disposition = contentDisposition(link.disposition, params.id)
    const file = { contentType: 'application/pdf', disposition }
    const url = await linkFile(download.sha256, link.secondsLeft, file)
    if (url !== null) return reply(302, { url }, { Location: url })
    return reply(
      200,
      { ...download, etag: download.sha256 },
      {
        'Content-Disposition': disposition,
        ...whileLinked(link.secondsLeft),
      },
    )
  },
})
