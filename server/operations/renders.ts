/** The operations on renders. */
import { Type } from '@sinclair/typebox'
import { ServiceError } from '../../core/errors.ts'
import { RENDER_KINDS, type RenderRecord } from '../../core/render/render.ts'
import { type AnyOperation, type Caller, type Core, operation, pdf } from '../http/operation.ts'
import { contentDisposition, FILENAME } from './filename.ts'
import { RENDER, renderWire } from './records.ts'
import {
  closed,
  EMAIL,
  ID_PARAM,
  listOf,
  literals,
  METADATA,
  mapOf,
  pageQuery,
  REFERENCE,
  VALUES,
} from './schema.ts'

const GROUND = { tag: 'Renders', auth: 'secret', limit: 'key' } as const
const DEFAULT_LIMIT = 50

const COLOR_WORDS = { key: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 500 }) }
/** Ranges and forms inside of the colour group are the palette's business, which answers 422. */
export const COLORS = Type.Array(
  Type.Object({ index: Type.Integer(), ...COLOR_WORDS, hex: Type.String({ maxLength: 100 }) }, closed()),
  { maxItems: 100 },
)
export const ASSIGNMENTS = mapOf(Type.Integer(), { nameLength: 500, entries: 200 })
export const SUBSTRATE = Type.Object({ ...COLOR_WORDS, hex: Type.String({ maxLength: 100 }) }, closed())

const listRenders = operation({
  ...GROUND,
  id: 'listRenders',
  method: 'get',
  path: '/renders',
  summary: 'List renders, newest first; each that has a PDF carries a link to it, valid for one hour.',
  stability: 'beta',
  scope: 'renders:read',
  query: Type.Object(
    {
      external_order_id: Type.Optional(REFERENCE),
      external_cart_id: Type.Optional(REFERENCE),
      kind: Type.Optional(literals(RENDER_KINDS)),
      ...pageQuery(DEFAULT_LIMIT),
    },
    closed(),
  ),
  replies: { 200: listOf(RENDER) },
  errors: ['invalid_cursor'],
  async handle(core, caller, { query }, reply) {
    const startingAfter = query.starting_after ?? null
    if (startingAfter !== null) await checkCursor(core, caller, startingAfter)
    const filter = {
      ...(query.external_order_id === undefined ? {} : { externalOrderId: query.external_order_id }),
      ...(query.external_cart_id === undefined ? {} : { externalCartId: query.external_cart_id }),
      ...(query.kind === undefined ? {} : { kind: query.kind }),
    }
    const limit = query.limit ?? DEFAULT_LIMIT
    const page = await core.service.renders.list(caller.teamId, filter, { limit, startingAfter })
    const ids = [...new Set(page.items.map((render) => render.templateId))]
    const templates = new Map(
      await Promise.all(
        ids.map(async (id) => [id, await core.service.templates.find(caller.teamId, id)] as const),
      ),
    )
    const data = page.items.flatMap((render) => {
      const template = templates.get(render.templateId)
      return template === undefined ? [] : [renderWire(render, template, core.links)]
    })
    return reply(200, {
      data,
      has_more: page.hasMore,
      next_starting_after: page.hasMore ? (page.items.at(-1)?.id ?? null) : null,
    })
  },
})

const createRender = operation({
  ...GROUND,
  id: 'createRender',
  method: 'post',
  path: '/renders',
  summary: 'Render a template with values; a final render counts towards the monthly allowance.',
  stability: 'beta',
  scope: 'renders:write',
  body: Type.Object(
    {
      template_id: Type.String({ minLength: 1, maxLength: 100 }),
      scene_revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
      kind: Type.Optional(
        literals(['final', 'proof'], {
          description: 'Final by default; a proof is watermarked and not counted.',
        }),
      ),
      values: Type.Optional(VALUES),
      colors: Type.Optional(COLORS),
      assignments: Type.Optional(ASSIGNMENTS),
      substrate: Type.Optional(SUBSTRATE),
      external_order_id: Type.Optional(REFERENCE),
      external_cart_id: Type.Optional(REFERENCE),
      customer_email: Type.Optional(EMAIL),
      metadata: Type.Optional(METADATA),
    },
    closed(),
  ),
  replies: {
    200: Type.Object({ render: RENDER }, closed()),
    202: Type.Object({ render: RENDER }, closed()),
  },
  errors: [
    'not_found',
    'template_archived',
    'render_limit_exceeded',
    'unknown_field',
    'ambiguous_label',
    'invalid_option',
    'value_too_long',
    'invalid_value',
    'values_not_printable',
    'invalid_colors',
    'invalid_assignments',
    'invalid_substrate',
    'render_failed',
  ],
  async handle(core, caller, { body }, reply) {
    const render = await core.service.renders.start(caller.teamId, {
      templateId: body.template_id,
      revision: body.scene_revision ?? null,
      kind: body.kind ?? 'final',
      values: body.values ?? {},
      colors: body.colors ?? null,
      assignments: body.assignments ?? {},
      substrate: body.substrate ?? null,
      externalOrderId: body.external_order_id ?? null,
      externalCartId: body.external_cart_id ?? null,
      customerEmail: body.customer_email ?? null,
      metadata: body.metadata ?? {},
    })
    const wire = await shown(core, caller, render)
    return render.status === 'succeeded' ? reply(200, { render: wire }) : reply(202, { render: wire })
  },
})

const retrieveRender = operation({
  ...GROUND,
  id: 'retrieveRender',
  method: 'get',
  path: '/renders/{id}',
  summary: 'Retrieve a render.',
  stability: 'stable',
  scope: 'renders:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ render: RENDER }, closed()) },
  errors: ['not_found'],
  async handle(core, caller, { params }, reply) {
    const render = await core.service.renders.find(caller.teamId, params.id)
    return reply(200, { render: await shown(core, caller, render) })
  },
})

const downloadRender = operation({
  ...GROUND,
  id: 'downloadRender',
  method: 'get',
  path: '/renders/{id}/download',
  summary: 'Download the PDF of a render, whole or a range of it.',
  stability: 'beta',
  scope: 'renders:read',
  params: ID_PARAM,
  query: Type.Object(
    { filename: Type.Optional(FILENAME), inline: Type.Optional(Type.Literal('1')) },
    closed(),
  ),
  replies: { 200: pdf },
  errors: ['not_found', 'render_not_ready', 'range_not_satisfiable'],
  async handle(core, caller, { params, query }, reply) {
    const download = await core.service.renders.download(caller.teamId, params.id)
    const disposition = query.inline === '1' ? 'inline' : 'attachment'
    return reply(
      200,
      { ...download, etag: download.sha256 },
      { 'Content-Disposition': contentDisposition(disposition, query.filename ?? params.id) },
    )
  },
})

const retryRender = operation({
  ...GROUND,
  id: 'retryRender',
  method: 'post',
  path: '/renders/{id}/retry',
  summary: 'Run a stuck, failed or faulty render again under its id, if need be with corrected values.',
  stability: 'beta',
  scope: 'renders:write',
  params: ID_PARAM,
  body: Type.Object({ values: Type.Optional(VALUES) }, closed()),
  replies: {
    200: Type.Object({ render: RENDER, idempotent_replay: Type.Optional(Type.Literal(true)) }, closed()),
  },
  errors: [
    'not_found',
    'render_canceled',
    'unknown_field',
    'ambiguous_label',
    'invalid_option',
    'value_too_long',
    'invalid_value',
    'values_not_printable',
    'invalid_colors',
    'invalid_assignments',
    'render_failed',
  ],
  async handle(core, caller, { params, body }, reply) {
    const correction = body.values ?? null
    const { render, replayed } = await core.service.renders.retry(caller.teamId, params.id, correction)
    const wire = await shown(core, caller, render)
    return reply(200, replayed ? { render: wire, idempotent_replay: true } : { render: wire })
  },
})

async function shown(core: Core, caller: Caller, render: RenderRecord) {
  const template = await core.service.templates.find(caller.teamId, render.templateId)
  return renderWire(render, template, core.links)
}

async function checkCursor(core: Core, caller: Caller, id: string): Promise<void> {
  try {
    await core.service.renders.find(caller.teamId, id)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    throw new ServiceError('invalid_cursor', { param: 'starting_after' })
  }
}

export const RENDER_OPERATIONS: readonly AnyOperation[] = [
  listRenders,
  createRender,
  retrieveRender,
  downloadRender,
  retryRender,
]
