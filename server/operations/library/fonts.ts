/** The operations on fonts. */
import { Type } from '@sinclair/typebox'
import type { FontRecord } from '../../../core/service/font/font-record.ts'
import { operation } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, literals, METADATA } from '../schema.ts'
import { FONT, fontWire } from './font-wire.ts'

const SHARED = { tag: 'Fonts', auth: 'secret', limit: 'key', stability: 'beta' } as const
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

const SPECIMEN = Type.Object(
  {
    object: Type.Literal('font_specimen'),
    text: Type.String(),
    path: Type.String({
      description:
        'SVG path in thousandths of an em, with y pointing up. Empty if the font lacks a character of the text.',
    }),
    width: Type.Number(),
    ascender: Type.Number(),
    descender: Type.Number(),
  },
  { title: 'FontSpecimen', ...closed() },
)

const own = (font: FontRecord) => fontWire({ source: 'team', id: font.id, font })

export const listFonts = operation({
  ...SHARED,
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
  ...SHARED,
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
  ...SHARED,
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

export const drawFontSpecimen = operation({
  ...SHARED,
  id: 'drawFontSpecimen',
  method: 'get',
  path: '/fonts/{id}/specimen',
  summary: 'Draw a line of text in a font',
  scope: 'fonts:read',
  params: ID_PARAM,
  query: Type.Object(
    {
      text: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Default: the name of the family.' }),
      ),
    },
    closed(),
  ),
  replies: { 200: SPECIMEN },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params, query }, reply) {
    const drawn = await service.fonts.specimen({ teamId, id: params.id, text: query.text ?? null })
    return reply(200, { object: 'font_specimen', ...drawn })
  },
})

export const changeFont = operation({
  ...SHARED,
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
  ...SHARED,
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
