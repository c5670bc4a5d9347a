/** The operations on fonts. */
import { Type } from '@sinclair/typebox'
import type { FontRecord } from '../../../core/service/font/font-record.ts'
import { operation } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, literals, METADATA } from '../schema.ts'
import { FONT, fontWire } from './font-wire.ts'

const GROUND = { tag: 'Fonts', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50
const MAX_BYTES = 10 * 1024 * 1024
const YES = Type.Optional(Type.Literal(true))

const REBOUND = Type.Array(
  Type.Object({ template_id: Type.String(), revision: Type.Integer({ minimum: 1 }) }, closed()),
  {
    description:
      'Templates that asked for this font, with the new revision that uses it. A live template ' +
      'keeps its published revision until it is published again.',
  },
)

const own = (font: FontRecord) => fontWire({ source: 'team', id: font.id, font })

export const listFonts = operation({
  ...GROUND,
  id: 'listFonts',
  method: 'get',
  path: '/fonts',
  summary: 'List fonts',
  scope: 'fonts:read',
  query: Type.Object(
    { source: Type.Optional(literals(['team', 'bundled'])), ...pageQuery(DEFAULT_LIMIT) },
    closed(),
  ),
  replies: { 200: listOf(FONT) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.fonts.find(teamId, id))
    const { items, hasMore } = await service.fonts.list(teamId, query.source ?? null, page)
    return reply(200, listWire(items.map(fontWire), hasMore))
  },
})

export const uploadFont = operation({
  ...GROUND,
  id: 'uploadFont',
  method: 'post',
  path: '/fonts',
  summary: 'Upload a font (TTF, OTF or WOFF) and use it in templates that ask for it',
  needsSubscription: true,
  scope: 'fonts:write',
  multipart: {
    file: 'file',
    mediaType: 'font/*',
    description: 'The font file, at most 10 MB. Its licence must allow embedding.',
    maxBytes: MAX_BYTES,
    json: ['metadata'],
  },
  body: Type.Object({ metadata: Type.Optional(METADATA) }, closed()),
  replies: {
    200: Type.Object({ font: FONT, rebound: REBOUND, deduplicated: YES, restored: YES }, closed()),
    201: Type.Object({ font: FONT, rebound: REBOUND }, closed()),
  },
  errors: [
    'invalid_font',
    'font_embedding_denied',
    'font_too_complex',
    'font_exists',
    'renderer_not_configured',
  ],
  async handle({ service }, caller, { body, upload }, reply) {
    const { font, rebound, ...flags } = await service.fonts.upload({
      ...inTeam(caller),
      upload: { ...upload, metadata: body.metadata ?? null },
    })
    const said = {
      font: own(font),
      rebound: rebound.map(({ templateId, revision }) => ({ template_id: templateId, revision })),
    }
    if (flags.deduplicated || flags.restored) return reply(200, { ...said, ...flags })
    return reply(201, said)
  },
})

export const retrieveFont = operation({
  ...GROUND,
  id: 'retrieveFont',
  method: 'get',
  path: '/fonts/{id}',
  summary: 'Retrieve a font',
  scope: 'fonts:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ font: FONT }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { font: fontWire(await service.fonts.find(teamId, params.id)) })
  },
})

export const changeFont = operation({
  ...GROUND,
  id: 'changeFont',
  method: 'patch',
  path: '/fonts/{id}',
  summary: 'Update the metadata of a font',
  scope: 'fonts:write',
  params: ID_PARAM,
  body: Type.Object({ metadata: Type.Optional(METADATA) }, closed()),
  replies: { 200: Type.Object({ font: FONT }, closed()) },
  errors: ['not_found', 'font_read_only'],
  async handle({ service }, caller, { params, body }, reply) {
    const font = await service.fonts.change({ ...ofRecord(caller, params.id), changes: body })
    return reply(200, { font: own(font) })
  },
})

export const archiveFont = operation({
  ...GROUND,
  id: 'archiveFont',
  method: 'delete',
  path: '/fonts/{id}',
  summary: 'Archive a font',
  scope: 'fonts:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ font: FONT }, closed()) },
  errors: ['not_found', 'font_read_only'],
  async handle({ service }, caller, { params }, reply) {
    return reply(200, {
      font: own(await service.fonts.archive(ofRecord(caller, params.id))),
    })
  },
})
