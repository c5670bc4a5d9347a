/** The operations that give pictures. */

import { type Static, Type } from '@sinclair/typebox'
import { DEFAULT_PREVIEW_DPI, fittedSize } from '../../../core/engine/preview/preview-size.ts'
import { EMPTY_CONTENT } from '../../../core/engine/scene/content.ts'
import { ServiceError } from '../../../core/errors.ts'
import { patchContent } from '../../../core/service/fill/content.ts'
import { findPage } from '../../../core/service/preview/check.ts'
import { type Core, operation, png } from '../../http/operation.ts'
import { CLOSED_ERRORS, SECRET_QUERY } from '../embed/embed-fills.ts'
import { callingSession } from '../embed/page.ts'
import { CONTENT_ERRORS } from '../fills/fill-input.ts'
import { ASSIGNMENTS, COLORS, SUBSTRATE } from '../fills/palette-schema.ts'
import { closed, ID_PARAM, literals, VALUES } from '../schema.ts'
import { PART, SIGNED } from '../signed.ts'
import { SCENE_DRAFT } from '../templates/scene-schema.ts'
import { sceneOf } from '../templates/scene-wire.ts'
import {
  type AskedView,
  DRAWING_ERRORS,
  LABEL_LOCALE,
  PASSING,
  PRIVATE,
  pictureBody,
  pictureHeaders,
  SIZE_ERRORS,
  viewOf,
} from './picture-reply.ts'

/** Read by the operation: faults in them are 422, not 400 as for other parameters. */
const WORD = Type.Optional(Type.String({ maxLength: 40 }))
const SIZES = Type.Object(
  {
    ...SECRET_QUERY,
    page: WORD,
    w: WORD,
    dpr: WORD,
    format: WORD,
    locale: Type.Optional(LABEL_LOCALE),
    labels: Type.Optional(
      literals(['none'], {
        description: 'Beta. `none` shows the page as it prints, without labels in empty fields.',
      }),
    ),
    approved: Type.Optional(
      Type.Boolean({
        description: 'Beta. `true` shows an approved fill without the change that its customer is making.',
      }),
    ),
  },
  closed(),
)

/**
 * Decision: a scene is tried out here before it is saved. It is checked as a saved one, leaves no row in the ledger, and
 * a field of it that has no id yet takes its value by `new_` and its place in `fields`, from 0.
 */
export const TRIED_SCENE = Type.Object(SCENE_DRAFT.properties, {
  description: 'An unsaved scene, drawn instead of the scene of the newest revision.',
  ...closed(),
})

/** A link shows the state that it was made for as long as the fill stays so; a shop's pages may keep that picture. */
const LASTING = 'public, max-age=86400'
const EXPOSED = [
  'ETag',
  'X-Service-Content-Hash',
  'X-Service-Preview-Width',
  'X-Service-Preview-Height',
  'X-Service-Cache',
  'X-Service-Fit',
]

/** A page of a template in a state. */
export const PREVIEWED = {
  template_id: Type.String({ minLength: 1, maxLength: 100 }),
  revision: Type.Optional(
    Type.Union([literals(['published', 'latest']), Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })], {
      description: 'published (default), latest, or a revision number.',
    }),
  ),
  scene: Type.Optional(TRIED_SCENE),
  values: Type.Optional(VALUES),
  page: Type.Optional(Type.Integer({ minimum: 0, description: 'Page, counted from 0. Default: 0.' })),
  colors: Type.Optional(COLORS),
  assignments: Type.Optional(ASSIGNMENTS),
  substrate: Type.Optional(SUBSTRATE),
}
export const DPI = Type.Optional(Type.Integer({ minimum: 72, maximum: 300, description: 'Default: 192.' }))
const PREVIEWED_BODY = Type.Object(PREVIEWED, closed())
export const PREVIEWED_ERRORS = [
  'not_found',
  'no_saved_scene',
  'invalid_scene',
  'invalid_page',
  ...CONTENT_ERRORS,
  ...DRAWING_ERRORS,
] as const

/** The state in a request. Throws the errors in PREVIEWED_ERRORS. */
export async function previewedState(
  service: Core['service'],
  teamId: string,
  body: Static<typeof PREVIEWED_BODY>,
) {
  const revision =
    body.scene === undefined
      ? await revisionOf(service, teamId, body)
      : await service.templates.trial(teamId, body.template_id, sceneOf(body.scene))
  const page = findPage(revision, body.page ?? 0)
  const { values = {}, colors = null, assignments = {}, substrate = null } = body
  const present = await service.templates.present(revision, values)
  return {
    ...{ revision, page },
    content: patchContent(present, EMPTY_CONTENT, { values, colors, assignments, substrate }),
  }
}

async function revisionOf(
  { templates }: Core['service'],
  teamId: string,
  { template_id: id, revision }: Pick<Static<typeof PREVIEWED_BODY>, 'template_id' | 'revision'>,
) {
  if (typeof revision === 'number') return (await templates.savedScene(teamId, id, revision)).revision
  return (await templates.retrieve(teamId, id, revision === 'latest')).revision
}

export const createPreview = operation({
  id: 'createPreview',
  method: 'post',
  path: '/previews',
  tag: 'Renders',
  summary: 'Preview a template page with values',
  stability: 'beta',
  auth: 'secret',
  scope: 'previews:write',
  limit: 'key',
  body: Type.Object({ ...PREVIEWED, dpi: DPI }, closed()),
  replies: { 200: png },
  errors: PREVIEWED_ERRORS,
  async handle({ service }, { teamId }, { body }, reply) {
    const state = await previewedState(service, teamId, body)
    const { page } = state
    const size = fittedSize(page, (page.widthPt / 72) * (body.dpi ?? DEFAULT_PREVIEW_DPI))
    const request = { ...state, size }
    const isTrial = body.scene !== undefined
    const shown = await (isTrial ? service.previews.trial(request) : service.previews.template(request))
    return reply(200, pictureBody(shown), pictureHeaders(shown, PRIVATE))
  },
})

export const previewEmbedFill = operation({
  id: 'previewEmbedFill',
  method: 'get',
  path: '/embed/fills/{id}/preview',
  tag: 'Embed fills',
  summary: 'Preview a page of a fill',
  stability: 'beta',
  auth: 'session',
  scope: null,
  limit: 'session',
  params: ID_PARAM,
  query: SIZES,
  replies: { 200: png },
  errors: [...CLOSED_ERRORS, ...SIZE_ERRORS, 'invalid_format', ...DRAWING_ERRORS],
  async handle({ service }, caller, { params, query }, reply) {
    const { fill, revision } = await service.sessions.findFill(
      callingSession(caller),
      params.id,
      query.approved,
    )
    const view = viewOf(revision, readSizes(query))
    const { locale } = query
    const labels = fill.status === 'open' && query.labels === undefined
    const shown = await service.previews.fill({
      ...{ scope: fill.id, revision, content: fill, ...view, labels },
      ...(locale === undefined ? {} : { locale }),
    })
    return reply(200, pictureBody(shown), pictureHeaders(shown, PRIVATE))
  },
})

export const readSignedPreview = operation({
  ...SIGNED,
  id: 'readSignedPreview',
  path: '/files/previews/{id}.png',
  summary: 'Download a preview by its signed link',
  params: ID_PARAM,
  query: Type.Object({ rev: PART, w: PART, sig: PART }, closed()),
  replies: { 200: png },
  errors: ['signed_url_invalid', 'signed_url_expired', ...DRAWING_ERRORS],
  async handle({ links, service }, _caller, { params, query }, reply) {
    const { of, width, current } = await links.checkPreview(params.id, query)
    const {
      scope,
      revision,
      content,
      labels = true,
    } = 'fill' in of
      ? {
          scope: of.fill.id,
          revision: await service.fills.revision(of.fill),
          content: of.fill,
          labels: of.fill.status === 'open',
        }
      : {
          scope: of.template.id,
          revision: (await service.templates.savedScene(of.template.teamId, of.template.id, of.revision))
            .revision,
          content: EMPTY_CONTENT,
        }
    const page = findPage(revision, 0)
    const size = fittedSize(page, width)
    const shown = await service.previews.fill({ scope, revision, content, page, size, labels })
    return reply(200, pictureBody(shown), {
      ...pictureHeaders(shown, current ? LASTING : PASSING),
      // Shops show it in their pages, carts and mails; it is public to anyone with the link.
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': EXPOSED.join(', '),
    })
  },
})

/** Throws 422 `invalid_page`, `invalid_width`, `invalid_dpr` and `invalid_format`. */
function readSizes({ page = '0', w, dpr, format = 'png' }: Static<typeof SIZES>): AskedView {
  if (!/^\d{1,6}$/.test(page)) throw new ServiceError('invalid_page', { param: 'page' })
  if (w !== undefined && !/^\d{1,4}$/.test(w)) throw new ServiceError('invalid_width', { param: 'w' })
  if (dpr !== undefined && !/^\d(\.\d{1,6})?$/.test(dpr))
    throw new ServiceError('invalid_dpr', { param: 'dpr' })
  if (format !== 'png') throw new ServiceError('invalid_format', { param: 'format' })
  return {
    page: Number(page),
    ...(w === undefined ? {} : { w: Number(w) }),
    ...(dpr === undefined ? {} : { dpr: Number(dpr) }),
  }
}
