/** The operations on templates. */
import { Type } from '@sinclair/typebox'
import { PROFILE_NAMES } from '../../../core/engine/finding/profile.ts'
import type { ErrorCode } from '../../../core/errors.ts'
import {
  TEMPLATE_STATUSES,
  type TemplateMove,
  type TemplateRecord,
} from '../../../core/service/template/template.ts'
import { TEMPLATE_ORDERS } from '../../../core/service/template/template-store.ts'
import { type AnyOperation, type Caller, type Core, operation } from '../../http/operation.ts'
import { mapInSlices } from '../../map-in-slices.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { HOSTED_DRAFT, hostedOf } from '../embed/hosted-wire.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, literals, METADATA, REVISION_QUERY } from '../schema.ts'
import {
  askedOutput,
  CONVERT_PART,
  FORM_BORDERS_PART,
  OUTPUT_PART,
  OUTPUT_PROFILE_PART,
  UPLOAD_ID,
} from './template-artwork.ts'
import { SCENE_SUMMARY, sceneSummaryWire, TEMPLATE, templateWire } from './template-wire.ts'

const SHARED = { tag: 'Templates', auth: 'secret', limit: 'key' } as const
const DEFAULT_LIMIT = 100
/** Preflight's thresholds: the requirements of a printing process. */
const PROFILE = Type.Optional(literals(PROFILE_NAMES))
const STATUS = Type.Optional(literals(TEMPLATE_STATUSES))
const YES = Type.Optional(Type.Literal(true))

export const listTemplates = operation({
  ...SHARED,
  id: 'listTemplates',
  method: 'get',
  path: '/templates',
  summary: 'List templates',
  stability: 'stable',
  scope: 'templates:read',
  query: Type.Object(
    {
      status: STATUS,
      search: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            'Beta. Words, each the beginning of one in the title or the tags. Capitals and accents make no difference.',
        }),
      ),
      tag: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Beta. One of the tags, which are the metadata `tags`, separated by commas.',
        }),
      ),
      order: Type.Optional(
        literals(TEMPLATE_ORDERS, {
          description: 'Beta. Newest first, last changed first, or by title. Default: created.',
        }),
      ),
      ...pageQuery(DEFAULT_LIMIT),
    },
    closed(),
  ),
  replies: { 200: listOf(TEMPLATE) },
  errors: ['invalid_cursor'],
  async handle(core, caller, { query }, reply) {
    const { service, links } = core
    const { limit: _, starting_after: __, ...filter } = query
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.templates.find(caller.teamId, id))
    const { items, hasMore } = await service.templates.list(caller.teamId, page, filter)
    return reply(
      200,
      listWire(await mapInSlices(items, (shown) => templateWire(shown, links, caller.language)), hasMore),
    )
  },
})

export const uploadTemplate = operation({
  ...SHARED,
  id: 'uploadTemplate',
  method: 'post',
  path: '/templates',
  summary: 'Create a template from a PDF',
  needsSubscription: true,
  stability: 'beta',
  scope: 'templates:write',
  multipart: { file: 'pdf', mediaType: 'application/pdf', description: 'The print PDF, at most 50 MB.' },
  body: Type.Object(
    {
      title: Type.Optional(Type.String({ maxLength: 200 })),
      profile: PROFILE,
      form_borders: FORM_BORDERS_PART,
      output: OUTPUT_PART,
      output_profile: OUTPUT_PROFILE_PART,
      convert: CONVERT_PART,
      upload_id: UPLOAD_ID,
    },
    closed(),
  ),
  replies: {
    200: Type.Object(
      { template: TEMPLATE, scene: SCENE_SUMMARY, deduplicated: YES, restored: YES, refreshed: YES },
      closed(),
    ),
  },
  errors: [
    'template_limit_exceeded',
    'profile_not_found',
    'invalid_profile',
    'output_not_supported',
    'invalid_pdf',
    'encrypted_pdf',
    'too_many_pages',
    'too_many_fields',
    'unsupported_page_size',
    'pdf_too_complex',
    'renderer_unreachable',
    'renderer_not_configured',
  ],
  async handle(core, caller, { body, upload }, reply) {
    const title = body.title?.normalize('NFC').trim() || null
    const { template, revision, ...flags } = await core.service.templates.upload({
      ...inTeam(caller),
      upload: {
        ...{ ...upload, title, profile: body.profile ?? null },
        formBorders: body.form_borders ?? null,
        output: askedOutput(body),
      },
      progressId: body.upload_id ?? null,
    })
    return reply(200, {
      template: templateWire({ template, revision }, core.links, caller.language),
      scene: sceneSummaryWire(revision),
      ...flags,
    })
  },
})

export const retrieveTemplate = operation({
  ...SHARED,
  id: 'retrieveTemplate',
  method: 'get',
  path: '/templates/{id}',
  summary: 'Retrieve a template',
  stability: 'stable',
  scope: 'templates:read',
  params: ID_PARAM,
  query: REVISION_QUERY,
  replies: {
    200: Type.Object(
      { template: TEMPLATE, scene: SCENE_SUMMARY, revision: Type.Integer({ minimum: 1 }) },
      closed(),
    ),
  },
  errors: ['not_found', 'no_saved_scene'],
  async handle(core, caller, { params, query }, reply) {
    const latest = query.revision === 'latest'
    const shown = await core.service.templates.retrieve(caller.teamId, params.id, latest)
    return reply(200, {
      template: templateWire(shown, core.links, caller.language),
      scene: sceneSummaryWire(shown.revision),
      revision: shown.revision.revision,
    })
  },
})

export const changeTemplate = operation({
  ...SHARED,
  id: 'changeTemplate',
  method: 'patch',
  path: '/templates/{id}',
  summary: 'Update a template',
  stability: 'beta',
  scope: 'templates:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      slug: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      metadata: Type.Optional(METADATA),
      profile: PROFILE,
      hosted: Type.Optional(HOSTED_DRAFT),
    },
    closed(),
  ),
  replies: { 200: Type.Object({ template: TEMPLATE }, closed()) },
  errors: ['not_found'],
  async handle(core, caller, { params, body }, reply) {
    const { hosted, ...rest } = body
    const changes = hosted === undefined ? rest : { ...rest, hosted: hostedOf(hosted) }
    const template = await core.service.templates.change({ ...ofRecord(caller, params.id), changes })
    return reply(200, { template: await wireOf(core, caller, template) })
  },
})

export const publishTemplate = operation({
  ...SHARED,
  id: 'publishTemplate',
  method: 'post',
  path: '/templates/{id}/publish',
  summary: 'Publish the newest revision of a template',
  stability: 'beta',
  scope: 'templates:write',
  params: ID_PARAM,
  replies: {
    200: Type.Object({ template: TEMPLATE, revision: Type.Integer({ minimum: 1 }) }, closed()),
  },
  errors: ['not_found', 'template_archived', 'no_saved_scene'],
  async handle(core, caller, { params }, reply) {
    const { template, revision } = await core.service.templates.publish(ofRecord(caller, params.id))
    return reply(200, { template: await wireOf(core, caller, template), revision })
  },
})

export const pauseTemplate = moveOperation('pause', 'Pause a live template')
export const archiveTemplate = moveOperation('archive', 'Archive a template')
export const restoreTemplate = moveOperation('restore', 'Restore an archived template as a draft', [
  'template_limit_exceeded',
])

function moveOperation(
  move: Exclude<TemplateMove, 'publish'>,
  summary: string,
  errors: readonly ErrorCode[] = [],
): AnyOperation {
  return operation({
    ...SHARED,
    id: `${move}Template`,
    method: 'post',
    path: `/templates/{id}/${move}`,
    summary,
    stability: 'beta',
    scope: 'templates:write',
    params: ID_PARAM,
    replies: { 200: Type.Object({ template: TEMPLATE }, closed()) },
    errors: ['not_found', 'template_archived', 'template_status_conflict', ...errors],
    async handle(core, caller, { params }, reply) {
      const template = await core.service.templates.move({ ...ofRecord(caller, params.id), move })
      return reply(200, { template: await wireOf(core, caller, template) })
    },
  })
}

/** With the facts of the revision that is shown. */
async function wireOf(core: Core, { language }: Caller, template: TemplateRecord) {
  const revision = await core.service.templates.shownRevision(template)
  return templateWire({ template, revision }, core.links, language)
}
