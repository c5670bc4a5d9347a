/** The operations that give pictures. */
import { type Static, Type } from '@sinclair/typebox'
import { ServiceError } from '../../core/errors.ts'
import { checkPreviewContent, findPage, previewSize } from '../../core/preview/check.ts'
import { operation, png } from '../http/operation.ts'
import { CLOSED_ERRORS, SECRET_QUERY } from './embed-fills.ts'
import { CONTENT_ERRORS } from './fill-input.ts'
import { callingSession } from './page.ts'
import { ASSIGNMENTS, COLORS, SUBSTRATE } from './palette-schema.ts'
import { closed, ID_PARAM, VALUES } from './schema.ts'

/** Read by the operation: what is wrong with them is 422 and not the 400 of other parameters. */
const WORD = Type.Optional(Type.String({ maxLength: 40 }))
const SIZES = Type.Object({ ...SECRET_QUERY, page: WORD, w: WORD, dpr: WORD, format: WORD }, closed())
const DEFAULT_WIDTH = 880

export const createPreview = operation({
  id: 'createPreview',
  method: 'post',
  path: '/previews',
  tag: 'Renders',
  summary: 'Draw a page of a template with values; this does not use the monthly allowance.',
  stability: 'beta',
  auth: 'secret',
  scope: 'previews:write',
  limit: 'key',
  body: Type.Object(
    {
      template_id: Type.String({ minLength: 1, maxLength: 100 }),
      values: Type.Optional(VALUES),
      page: Type.Optional(Type.Integer({ minimum: 0, description: 'From 0, the front; 0 by default.' })),
      dpi: Type.Optional(Type.Integer({ minimum: 72, maximum: 300, description: '192 by default.' })),
      colors: Type.Optional(COLORS),
      assignments: Type.Optional(ASSIGNMENTS),
      substrate: Type.Optional(SUBSTRATE),
    },
    closed(),
  ),
  replies: { 200: png },
  errors: ['not_found', 'no_saved_scene', 'invalid_page', ...CONTENT_ERRORS, 'renderer_not_configured'],
  async handle({ service }, { teamId }, { body }) {
    const { revision } = await service.templates.retrieve(teamId, body.template_id)
    findPage(revision, body.page ?? 0)
    const { values = {}, colors = null, assignments = {}, substrate = null } = body
    const present = await service.templates.present(revision, values)
    checkPreviewContent(present, { values, colors, assignments, substrate })
    throw new ServiceError('renderer_not_configured')
  },
})

export const previewEmbedFill = operation({
  id: 'previewEmbedFill',
  method: 'get',
  path: '/embed/fills/{id}/preview',
  tag: 'Embed fills',
  summary: 'Draw a page of the fill as it stands.',
  stability: 'beta',
  auth: 'session',
  scope: null,
  limit: 'session',
  params: ID_PARAM,
  query: SIZES,
  replies: { 200: png },
  errors: [
    ...CLOSED_ERRORS,
    'invalid_page',
    'invalid_width',
    'invalid_dpr',
    'invalid_format',
    'renderer_not_configured',
  ],
  async handle({ service }, caller, { params, query }) {
    const { ground } = await service.sessions.findFill(callingSession(caller), params.id)
    const { page, width, dpr } = readSizes(query)
    previewSize(findPage(ground.revision, page), width, dpr)
    throw new ServiceError('renderer_not_configured')
  },
})

const PART = Type.Optional(Type.String({ maxLength: 200 }))

export const readSignedPreview = operation({
  id: 'readSignedPreview',
  method: 'get',
  path: '/files/previews/{id}.png',
  prefix: '',
  tag: 'Files',
  summary: 'Read the picture of a fill by the signed link that the fill carries.',
  stability: 'beta',
  auth: 'none',
  scope: null,
  limit: 'none',
  params: ID_PARAM,
  query: Type.Object({ rev: PART, w: PART, sig: PART }, closed()),
  replies: { 200: png },
  errors: ['signed_url_invalid', 'signed_url_expired', 'renderer_not_configured'],
  async handle({ links }, _caller, { params, query }) {
    await links.checkPreview(params.id, query)
    throw new ServiceError('renderer_not_configured')
  },
})

/** Throws 422 `invalid_page`, `invalid_width`, `invalid_dpr` and `invalid_format`. */
function readSizes({
  page = '0',
  w = String(DEFAULT_WIDTH),
  dpr = '1',
  format = 'png',
}: Static<typeof SIZES>) {
  if (!/^\d{1,6}$/.test(page)) throw new ServiceError('invalid_page', { param: 'page' })
  if (!/^\d{1,4}$/.test(w) || Number(w) < 1 || Number(w) > 2560)
    throw new ServiceError('invalid_width', { param: 'w' })
  if (!/^\d(\.\d{1,6})?$/.test(dpr) || Number(dpr) < 0.5 || Number(dpr) > 4)
    throw new ServiceError('invalid_dpr', { param: 'dpr' })
  if (format !== 'png') throw new ServiceError('invalid_format', { param: 'format' })
  return { page: Number(page), width: Number(w), dpr: Number(dpr) }
}
