/** The operations on product mappings. */
import { Type } from '@sinclair/typebox'
import { operation } from '../../http/operation.ts'
import { pageApplication } from '../embed/page.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, METADATA, nullable, REFERENCE } from '../schema.ts'
import { MAPPING, mappingWire, OPTIONS_DRAFT, optionsOf, RESOLVED, resolvedWire } from './mapping-wire.ts'

const GROUND = { tag: 'Product mappings', stability: 'stable', auth: 'secret', limit: 'key' } as const
const DEFAULT_LIMIT = 50
const ID = Type.String({ minLength: 1, maxLength: 100 })
const OPTION_ERRORS = [
  'no_saved_scene',
  'unknown_field',
  'ambiguous_label',
  'invalid_option',
  'asset_not_found',
  'value_too_long',
  'invalid_value',
  'invalid_colors',
] as const

export const listProductMappings = operation({
  ...GROUND,
  id: 'listProductMappings',
  method: 'get',
  path: '/product_mappings',
  summary: 'List product mappings',
  scope: 'product_mappings:read',
  query: Type.Object(
    { external_product_id: Type.Optional(REFERENCE), ...pageQuery(DEFAULT_LIMIT) },
    closed(),
  ),
  replies: { 200: listOf(MAPPING) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.mappings.find(teamId, id))
    const productId = query.external_product_id
    const filter = productId === undefined ? {} : { externalProductId: productId }
    const { items, hasMore } = await service.mappings.list(teamId, filter, page)
    return reply(200, listWire(items.map(mappingWire), hasMore))
  },
})

export const createProductMapping = operation({
  ...GROUND,
  id: 'createProductMapping',
  method: 'post',
  path: '/product_mappings',
  summary: 'Create a product mapping',
  scope: 'product_mappings:write',
  body: Type.Object(
    {
      external_product_id: REFERENCE,
      external_variant_id: Type.Optional(nullable(REFERENCE)),
      template_id: ID,
      embed_application_id: Type.Optional(nullable(ID)),
      options: Type.Optional(OPTIONS_DRAFT),
      metadata: Type.Optional(METADATA),
    },
    closed(),
  ),
  replies: { 201: Type.Object({ product_mapping: MAPPING }, closed()) },
  errors: ['not_found', 'template_archived', 'mapping_exists', ...OPTION_ERRORS],
  async handle({ service }, { teamId, note }, { body }, reply) {
    const request = {
      externalProductId: body.external_product_id,
      externalVariantId: body.external_variant_id ?? null,
      templateId: body.template_id,
      embedApplicationId: body.embed_application_id ?? null,
      options: optionsOf(body.options ?? {}),
      metadata: body.metadata ?? {},
    }
    return reply(201, {
      product_mapping: mappingWire(await service.mappings.create({ teamId, request, note })),
    })
  },
  async recall({ service }, { teamId }, _input, reply, { id }) {
    return reply(201, { product_mapping: mappingWire(await service.mappings.find(teamId, id)) })
  },
})

export const retrieveProductMapping = operation({
  ...GROUND,
  id: 'retrieveProductMapping',
  method: 'get',
  path: '/product_mappings/{id}',
  summary: 'Retrieve a product mapping',
  scope: 'product_mappings:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ product_mapping: MAPPING }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { product_mapping: mappingWire(await service.mappings.find(teamId, params.id)) })
  },
})

export const changeProductMapping = operation({
  ...GROUND,
  id: 'changeProductMapping',
  method: 'patch',
  path: '/product_mappings/{id}',
  summary: 'Update a product mapping',
  scope: 'product_mappings:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      template_id: Type.Optional(ID),
      embed_application_id: Type.Optional(nullable(ID)),
      options: Type.Optional(OPTIONS_DRAFT),
      metadata: Type.Optional(METADATA),
    },
    closed(),
  ),
  replies: { 200: Type.Object({ product_mapping: MAPPING }, closed()) },
  errors: ['not_found', 'template_archived', ...OPTION_ERRORS],
  async handle({ service }, { teamId }, { params, body }, reply) {
    const { template_id, embed_application_id, options, metadata } = body
    const shown = await service.mappings.change({
      teamId,
      id: params.id,
      changes: {
        ...(template_id === undefined ? {} : { templateId: template_id }),
        ...(embed_application_id === undefined ? {} : { embedApplicationId: embed_application_id }),
        ...(options === undefined ? {} : { options: optionsOf(options) }),
        ...(metadata === undefined ? {} : { metadata }),
      },
    })
    return reply(200, { product_mapping: mappingWire(shown) })
  },
})

export const archiveProductMapping = operation({
  ...GROUND,
  id: 'archiveProductMapping',
  method: 'delete',
  path: '/product_mappings/{id}',
  summary: 'Archive a product mapping',
  scope: 'product_mappings:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ ok: Type.Literal(true) }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    await service.mappings.archive({ teamId, id: params.id })
    return reply(200, { ok: true })
  },
})

export const resolveProductMapping = operation({
  id: 'resolveProductMapping',
  method: 'post',
  path: '/product_mappings/resolve',
  tag: 'Product mappings',
  summary: 'Find the product mapping of a storefront product',
  needsSubscription: true,
  stability: 'stable',
  auth: 'publishable',
  scope: null,
  limit: 'browser',
  body: Type.Object(
    {
      external_product_id: REFERENCE,
      external_variant_id: Type.Optional(nullable(REFERENCE)),
      publishable_key: Type.Optional(Type.String({ maxLength: 100 })),
      parent_origin: Type.Optional(Type.String({ maxLength: 300 })),
    },
    closed(),
  ),
  replies: { 200: RESOLVED },
  errors: ['mapping_not_found', 'template_not_live', 'no_saved_scene'],
  async handle({ service, links }, caller, { body }, reply) {
    const resolved = await service.mappings.resolve(pageApplication(caller), {
      externalProductId: body.external_product_id,
      externalVariantId: body.external_variant_id ?? null,
    })
    return reply(200, resolvedWire(resolved, links))
  },
})
