/** The operations on renders; those on their files are in files.ts. */

import { Type } from '@sinclair/typebox'
import { ASKED_FORMATS } from '../../../core/engine/press/output.ts'
import { RENDER_KINDS, type RenderRecord } from '../../../core/service/render/render.ts'
import { supportedFormat } from '../../../core/service/template/require-output.ts'
import { type Caller, type Core, operation, type Reply } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { CONTENT, contentOf, VALUE_ERRORS } from '../fills/fill-input.ts'
import { ASSIGNMENTS, COLORS, SUBSTRATE } from '../fills/palette-schema.ts'
import { OWN_PICTURE, valuesWire } from '../fills/value-wire.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import {
  closed,
  described,
  EMAIL,
  ID_PARAM,
  literals,
  METADATA,
  nullable,
  REFERENCE,
  VALUES,
} from '../schema.ts'
import { allowanceHeader } from '../team/allowance.ts'
import { NOT_SUPPORTED } from '../templates/template-artwork.ts'
import { orderStatusWire, RENDER, renderWire } from './render-wire.ts'

const SHARED = { tag: 'Renders', auth: 'secret', limit: 'key' } as const
const DEFAULT_LIMIT = 50
/** Decision: not part of the render, because renders are sent to webhooks, and customer text is not. */
const PRINTED_VALUES = Type.Record(Type.String(), Type.Union([Type.String(), OWN_PICTURE]), {
  description: 'All printed values by field id. Empty after erasure.',
})
/** As they were sent; the render itself names what they come to. */
const PRINTED_COLORS = {
  colors: described(nullable(COLORS), 'Beta. Null for the inks of the template.'),
  assignments: described(ASSIGNMENTS, 'Beta. Index of the ink by field.'),
  substrate: described(nullable(SUBSTRATE), 'Beta. Null if no paper was chosen.'),
}
const MADE = {
  200: Type.Object({ render: RENDER }, closed()),
  202: Type.Object({ render: RENDER }, closed()),
}

export const listRenders = operation({
  ...SHARED,
  id: 'listRenders',
  method: 'get',
  path: '/renders',
  summary: 'List renders',
  needsSubscription: true,
  stability: 'beta',
  scope: 'renders:read',
  query: Type.Object(
    {
      external_order_id: Type.Optional(REFERENCE),
      external_cart_id: Type.Optional(REFERENCE),
      kind: Type.Optional(literals(RENDER_KINDS)),
      previews: Type.Optional(
        Type.Boolean({ description: 'Beta. `false` leaves previews out. Default: all kinds.' }),
      ),
      ...pageQuery(DEFAULT_LIMIT),
    },
    closed(),
  ),
  replies: { 200: listOf(RENDER) },
  errors: ['invalid_cursor'],
  async handle(core, caller, { query }, reply) {
    const { service, links } = core
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.renders.find(caller.teamId, id))
    const filter = given({
      externalOrderId: query.external_order_id,
      externalCartId: query.external_cart_id,
      kind: query.kind,
      previews: query.previews,
    })
    const { items, hasMore } = await service.renders.list(caller.teamId, filter, page)
    const ids = [...new Set(items.map((render) => render.templateId))]
    const templates = await service.templates.findMany(caller.teamId, ids)
    const byId = new Map(templates.map((template) => [template.id, template]))
    const fillIds = items.flatMap(({ kind, fillId }) => (kind !== 'final' || fillId === null ? [] : [fillId]))
    const fills = new Map(
      (await service.fills.findMany(caller.teamId, fillIds)).map((fill) => [fill.id, fill]),
    )
    const printed = await service.renders.inksAndPaper(caller.teamId, items)
    const data = items.map((render) => {
      const template = byId.get(render.templateId)
      if (template === undefined) throw new Error(`${render.id} has lost its template.`)
      const wire = renderWire(render, template, links, printed.get(render.id))
      return { ...wire, ...orderStatusWire(fills.get(render.fillId ?? '')) }
    })
    return reply(200, listWire(data, hasMore))
  },
})

export const createRender = operation({
  ...SHARED,
  id: 'createRender',
  method: 'post',
  path: '/renders',
  summary: 'Create a render',
  needsSubscription: true,
  showsAllowance: true,
  stability: 'beta',
  scope: 'renders:write',
  body: Type.Object(
    {
      template_id: Type.String({ minLength: 1, maxLength: 100 }),
      scene_revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
      kind: Type.Optional(
        literals(['final', 'proof'], {
          description:
            'Default: final. A proof has a watermark and does not count towards the monthly limit.',
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
      output: Type.Optional(
        literals(ASKED_FORMATS, {
          description:
            'Beta. `pdfx4`: only a print file that is PDF/X-4; else the request is refused. Default: what the template makes. ' +
            NOT_SUPPORTED,
        }),
      ),
      convert: Type.Optional(
        Type.Literal('cmyk', {
          description:
            'Beta. Only a print file whose colours are converted to CMYK; else the request is refused. Default: what the template makes.',
        }),
      ),
    },
    closed(),
  ),
  replies: MADE,
  errors: [
    'not_found',
    'template_archived',
    'render_limit_exceeded',
    ...VALUE_ERRORS,
    'values_not_printable',
    'invalid_colors',
    'invalid_assignments',
    'invalid_substrate',
    'output_not_supported',
    'output_not_available',
    'render_failed',
    'overloaded',
  ],
  async handle(core, caller, { body }, reply) {
    const request = {
      templateId: body.template_id,
      revision: body.scene_revision ?? null,
      kind: body.kind ?? ('final' as const),
      values: body.values ?? {},
      colors: body.colors ?? null,
      assignments: body.assignments ?? {},
      substrate: body.substrate ?? null,
      externalOrderId: body.external_order_id ?? null,
      externalCartId: body.external_cart_id ?? null,
      customerEmail: body.customer_email ?? null,
      metadata: body.metadata ?? {},
      output: supportedFormat(body.output),
      convert: body.convert ?? null,
    }
    return replyCreated(
      core,
      caller,
      await core.service.renders.start({ teamId: caller.teamId, request, note: caller.note }),
      reply,
    )
  },
  async recall(core, caller, _input, reply, { id }) {
    return replyCreated(core, caller, await core.service.renders.find(caller.teamId, id), reply)
  },
})

export const retrieveRender = operation({
  ...SHARED,
  id: 'retrieveRender',
  method: 'get',
  path: '/renders/{id}',
  summary: 'Retrieve a render',
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

export const retrieveRenderValues = operation({
  ...SHARED,
  id: 'retrieveRenderValues',
  method: 'get',
  path: '/renders/{id}/values',
  summary: 'Retrieve the values, inks and paper that a render printed',
  stability: 'beta',
  scope: 'renders:read',
  params: ID_PARAM,
  replies: {
    200: Type.Object({ render_id: Type.String(), values: PRINTED_VALUES, ...PRINTED_COLORS }, closed()),
  },
  errors: ['not_found'],
  async handle(core, caller, { params }, reply) {
    const render = await core.service.renders.find(caller.teamId, params.id)
    return reply(200, {
      render_id: render.id,
      values: valuesWire(render.values),
      colors: render.colors === null ? null : render.colors.map((color) => ({ ...color })),
      assignments: { ...render.assignments },
      substrate: render.substrate,
    })
  },
})

export const retryRender = operation({
  ...SHARED,
  id: 'retryRender',
  method: 'post',
  path: '/renders/{id}/retry',
  summary: 'Retry a render, optionally with corrected values, inks or paper',
  stability: 'beta',
  scope: 'renders:write',
  params: ID_PARAM,
  body: Type.Object(CONTENT, closed()),
  replies: {
    200: Type.Object({ render: RENDER, idempotent_replay: Type.Optional(Type.Literal(true)) }, closed()),
  },
  errors: [
    'fill_in_review',
    'not_found',
    'render_canceled',
    ...VALUE_ERRORS,
    'values_not_printable',
    'invalid_colors',
    'invalid_assignments',
    'invalid_substrate',
    'render_failed',
    'overloaded',
    'renderer_not_configured',
  ],
  async handle(core, caller, { params, body }, reply) {
    const correction = Object.keys(body).length === 0 ? null : contentOf(body)
    const { render, replayed } = await core.service.renders.retry({
      ...ofRecord(caller, params.id),
      correction,
    })
    const wire = await shown(core, caller, render)
    return reply(200, replayed ? { render: wire, idempotent_replay: true } : { render: wire })
  },
})

async function replyCreated(core: Core, caller: Caller, render: RenderRecord, reply: Reply<typeof MADE>) {
  const wire = await shown(core, caller, render)
  const headers = await allowanceHeader(core.service, caller.teamId)
  return render.status === 'succeeded'
    ? reply(200, { render: wire }, headers)
    : reply(202, { render: wire }, headers)
}

async function shown(core: Core, caller: Caller, render: RenderRecord) {
  const template = await core.service.templates.find(caller.teamId, render.templateId)
  const printed = await core.service.renders.inksAndPaper(caller.teamId, [render])
  return renderWire(render, template, core.links, printed.get(render.id))
}
