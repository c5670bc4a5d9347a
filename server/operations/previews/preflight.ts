/** The operations that report a preflight to people: as text, as data, and as a page with its findings marked. */
import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import type { Language } from '../../../core/engine/finding/sentence.ts'
import type { SeenReport } from '../../../core/service/report.ts'
import { type Core, type DrawnBody, operation, png } from '../../http/operation.ts'
import { closed, ID_PARAM, literals } from '../schema.ts'
import { REPORT, reportWire } from './report-wire.ts'

const GROUND = { tag: 'Preflight', auth: 'secret', limit: 'key', stability: 'beta', method: 'get' } as const
const DRAWING_ERRORS = [
  'renderer_not_configured',
  'preview_failed',
  'page_not_drawable',
  'overloaded',
] as const

const REVISION = Type.Optional(
  literals(['published', 'latest'], { description: 'For a published template. Default: published.' }),
)
const PLATES = Type.Optional(
  literals(['measure'], {
    description:
      'measure draws the plates first, if needed, to find excessive ink coverage and missing or unexpected plates.',
  }),
)
const PAGE = Type.Optional(Type.Integer({ minimum: 0, description: 'Page, counted from 0. Default: 0.' }))

export const reportTemplate = operation({
  ...GROUND,
  id: 'reportTemplate',
  path: '/templates/{id}/preflight',
  summary: 'Retrieve the preflight report of a template',
  scope: 'templates:read',
  params: ID_PARAM,
  query: Type.Object({ revision: REVISION, plates: PLATES }, closed()),
  replies: { 200: Type.Object({ report: REPORT }, closed()) },
  errors: ['not_found', 'no_saved_scene', ...DRAWING_ERRORS],
  async handle({ service }, { teamId, language = 'en' }, { params, query }, reply) {
    const asked = { latest: query.revision === 'latest', draws: query.plates === 'measure' }
    const seen = await service.preflight.template(teamId, params.id, asked)
    return reply(200, { report: reportWire(seen, language) })
  },
})

export const pictureTemplateReport = operation({
  ...GROUND,
  id: 'pictureTemplateReport',
  path: '/templates/{id}/preflight.png',
  summary: 'Draw a template page with its findings marked',
  scope: 'templates:read',
  params: ID_PARAM,
  query: Type.Object({ revision: REVISION, page: PAGE }, closed()),
  replies: { 200: png },
  errors: ['not_found', 'no_saved_scene', 'invalid_page', ...DRAWING_ERRORS],
  async handle({ service }, { teamId, language = 'en' }, { params, query }, reply) {
    const asked = { latest: query.revision === 'latest', draws: false }
    const seen = await service.preflight.template(teamId, params.id, asked)
    return reply(200, picture(service, seen, query.page ?? 0, language), PRIVATE)
  },
})

export const reportRender = operation({
  ...GROUND,
  id: 'reportRender',
  path: '/renders/{id}/preflight',
  summary: 'Retrieve the preflight report of a render',
  scope: 'renders:read',
  params: ID_PARAM,
  query: Type.Object({ plates: PLATES }, closed()),
  replies: { 200: Type.Object({ report: REPORT }, closed()) },
  errors: ['not_found', ...DRAWING_ERRORS],
  async handle({ service }, { teamId, language = 'en' }, { params, query }, reply) {
    const draws = query.plates === 'measure'
    const seen = await service.preflight.render(teamId, params.id, { draws })
    return reply(200, { report: reportWire(seen, language) })
  },
})

export const pictureRenderReport = operation({
  ...GROUND,
  id: 'pictureRenderReport',
  path: '/renders/{id}/preflight.png',
  summary: 'Draw a render page with its findings marked',
  scope: 'renders:read',
  params: ID_PARAM,
  query: Type.Object({ page: PAGE }, closed()),
  replies: { 200: png },
  errors: ['not_found', 'invalid_page', ...DRAWING_ERRORS],
  async handle({ service }, { teamId, language = 'en' }, { params, query }, reply) {
    const seen = await service.preflight.render(teamId, params.id, { draws: false })
    return reply(200, picture(service, seen, query.page ?? 0, language), PRIVATE)
  },
})

const PRIVATE = { 'Cache-Control': 'private, no-cache', Vary: 'Accept-Language' }

/** The same findings on the same page with the same values, in the same language, are the same picture. */
function picture(service: Core['service'], seen: SeenReport, page: number, language: Language): DrawnBody {
  const { report, revision, content } = seen
  const state = [
    page,
    language,
    report,
    revision.templateId,
    revision.revision,
    content.values,
    content.colors,
  ]
  return {
    etag: createHash('sha256')
      .update(JSON.stringify([...state, content.assignments, content.substrate]))
      .digest('hex'),
    async draw() {
      return { bytes: await service.preflight.picture(seen, page, language), headers: {} }
    },
  }
}
