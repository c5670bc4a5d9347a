/** The operations on brand colours. */
import { type Static, Type } from '@sinclair/typebox'
import type { BrandColorRecord } from '../../../core/service/color/brand-color-store.ts'
import { brandColorHex } from '../../../core/service/color/brand-colors.ts'
import { operation } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, nullable } from '../schema.ts'
import { TIME, timeWire } from '../time-wire.ts'

const SHARED = { tag: 'Brand colors', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 100

const NAME = Type.String({
  pattern: '^\\P{Cc}{1,64}$',
  description: 'Used once in a team. A name that an ink can have.',
  examples: ['Brand blue'],
})
const CMYK = Type.Array(Type.Number({ minimum: 0, maximum: 100 }), {
  ...{ minItems: 4, maxItems: 4, examples: [[100, 75, 0, 10]] },
  description: 'Per cent of cyan, magenta, yellow and black.',
})

const LAB = Type.Array(Type.Number({ minimum: -128, maximum: 127 }), {
  ...{ minItems: 3, maxItems: 3, examples: [[29, 8, -38]] },
  description: 'Of a spot colour its measured colour, instead of `cmyk`: L*, a*, b* under D50.',
})

const BRAND_COLOR = Type.Object(
  {
    id: Type.String({ examples: ['bc_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('brand_color'),
    name: Type.String(),
    cmyk: nullable(Type.Unsafe<readonly number[]>(CMYK)),
    lab: nullable(Type.Unsafe<readonly number[]>(LAB)),
    hex: Type.String({ description: 'The colour on screens, as previews convert it.' }),
    created_at: TIME,
    updated_at: TIME,
  },
  { title: 'BrandColor', additionalProperties: false },
)

function colorWire(color: BrandColorRecord): Static<typeof BRAND_COLOR> {
  return {
    id: color.id,
    object: 'brand_color',
    name: color.name,
    cmyk: color.lab === null ? [...color.cmyk] : null,
    lab: color.lab === null ? null : [...color.lab],
    hex: brandColorHex(color),
    created_at: timeWire(color.createdAt),
    updated_at: timeWire(color.updatedAt),
  }
}

export const listBrandColors = operation({
  ...SHARED,
  id: 'listBrandColors',
  method: 'get',
  path: '/brand_colors',
  summary: 'List brand colors',
  scope: 'brand_colors:read',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(BRAND_COLOR) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.brandColors.find(teamId, id))
    const { items, hasMore } = await service.brandColors.list(teamId, page)
    return reply(200, listWire(items.map(colorWire), hasMore))
  },
})

export const createBrandColor = operation({
  ...SHARED,
  id: 'createBrandColor',
  method: 'post',
  path: '/brand_colors',
  summary: 'Create a brand color, which the editor offers for inks',
  scope: 'brand_colors:write',
  body: Type.Object({ name: NAME, cmyk: Type.Optional(CMYK), lab: Type.Optional(LAB) }, closed()),
  replies: { 201: Type.Object({ brand_color: BRAND_COLOR }, closed()) },
  errors: ['brand_color_exists', 'invalid_colors'],
  async handle({ service }, caller, { body }, reply) {
    const color = await service.brandColors.create({ ...inTeam(caller), draft: body })
    return reply(201, { brand_color: colorWire(color) })
  },
  async recall({ service }, { teamId }, _input, reply, { id }) {
    return reply(201, { brand_color: colorWire(await service.brandColors.find(teamId, id)) })
  },
})

export const retrieveBrandColor = operation({
  ...SHARED,
  id: 'retrieveBrandColor',
  method: 'get',
  path: '/brand_colors/{id}',
  summary: 'Retrieve a brand color',
  scope: 'brand_colors:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ brand_color: BRAND_COLOR }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { brand_color: colorWire(await service.brandColors.find(teamId, params.id)) })
  },
})

export const changeBrandColor = operation({
  ...SHARED,
  id: 'changeBrandColor',
  method: 'patch',
  path: '/brand_colors/{id}',
  summary: 'Update a brand color; inks made from it stay as they are',
  scope: 'brand_colors:write',
  params: ID_PARAM,
  body: Type.Object(
    { name: Type.Optional(NAME), cmyk: Type.Optional(CMYK), lab: Type.Optional(LAB) },
    closed(),
  ),
  replies: { 200: Type.Object({ brand_color: BRAND_COLOR }, closed()) },
  errors: ['not_found', 'brand_color_exists', 'invalid_colors'],
  async handle({ service }, caller, { params, body }, reply) {
    const color = await service.brandColors.change({ ...ofRecord(caller, params.id), changes: body })
    return reply(200, { brand_color: colorWire(color) })
  },
})

export const removeBrandColor = operation({
  ...SHARED,
  id: 'removeBrandColor',
  method: 'delete',
  path: '/brand_colors/{id}',
  summary: 'Delete a brand color; inks made from it stay as they are',
  scope: 'brand_colors:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ brand_color: BRAND_COLOR }, closed()) },
  errors: ['not_found'],
  async handle({ service }, caller, { params }, reply) {
    return reply(200, {
      brand_color: colorWire(await service.brandColors.remove(ofRecord(caller, params.id))),
    })
  },
})
