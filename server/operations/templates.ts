/** The operations on templates. */
import { Type } from '@sinclair/typebox'
import { ServiceError } from '../../core/errors.ts'
import type { TemplateMove } from '../../core/template/template.ts'
import { type AnyOperation, type Caller, type Core, operation } from '../http/operation.ts'
import { FIELD, fieldWire, SCENE_SUMMARY, sceneSummaryWire, TEMPLATE, templateWire } from './records.ts'
import { SCENE, SCENE_DRAFT, sceneOf, sceneWire } from './scene-wire.ts'
import { closed, ID_PARAM, listOf, literals, METADATA, pageQuery } from './schema.ts'

const GROUND = { tag: 'Templates', auth: 'secret', limit: 'key' } as const
const DEFAULT_LIMIT = 100
const TITLE = Type.String({ minLength: 1, maxLength: 200 })
const YES = Type.Optional(Type.Literal(true))
const REVISION_QUERY = Type.Object(
  {
    revision: Type.Optional(
      literals(['published', 'latest'], { description: 'Of a published template; published by default.' }),
    ),
  },
  closed(),
)

const listTemplates = operation({
  ...GROUND,
  id: 'listTemplates',
  method: 'get',
  path: '/templates',
  summary: 'List the templates that are not archived, newest first.',
  stability: 'stable',
  scope: 'templates:read',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(TEMPLATE) },
  errors: ['invalid_cursor'],
  async handle(core, caller, { query }, reply) {
    const startingAfter = query.starting_after ?? null
    if (startingAfter !== null) await checkCursor(core, caller, startingAfter)
    const limit = query.limit ?? DEFAULT_LIMIT
    const page = await core.service.templates.list(caller.teamId, { limit, startingAfter })
    const data = await Promise.all(page.items.map((template) => shown(core, caller, template.id)))
    return reply(200, {
      data,
      has_more: page.hasMore,
      next_starting_after: page.hasMore ? (page.items.at(-1)?.id ?? null) : null,
    })
  },
})

const uploadTemplate = operation({
  ...GROUND,
  id: 'uploadTemplate',
  method: 'post',
  path: '/templates',
  summary: 'Upload a print PDF; it becomes a draft with a first scene revision.',
  stability: 'beta',
  scope: 'templates:write',
  multipart: { file: 'pdf', mediaType: 'application/pdf', description: 'The print PDF, at most 50 MB.' },
  body: Type.Object({ title: Type.Optional(Type.String({ maxLength: 200 })) }, closed()),
  replies: {
    200: Type.Object(
      { template: TEMPLATE, scene: SCENE_SUMMARY, deduplicated: YES, restored: YES, refreshed: YES },
      closed(),
    ),
  },
  errors: [
    'invalid_pdf',
    'encrypted_pdf',
    'too_many_pages',
    'unsupported_page_size',
    'pdf_too_complex',
    'renderer_unreachable',
  ],
  async handle(core, caller, { body, upload }, reply) {
    const title = body.title?.normalize('NFC').trim() || null
    const { template, revision, ...flags } = await core.service.templates.upload(caller.teamId, {
      ...upload,
      title,
    })
    return reply(200, {
      template: templateWire(template, revision, core.links),
      scene: sceneSummaryWire(revision),
      ...flags,
    })
  },
})

const retrieveTemplate = operation({
  ...GROUND,
  id: 'retrieveTemplate',
  method: 'get',
  path: '/templates/{id}',
  summary: 'Retrieve a template with its scene summary.',
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
    const { template, revision } = await core.service.templates.retrieve(caller.teamId, params.id, latest)
    return reply(200, {
      template: templateWire(template, revision, core.links),
      scene: sceneSummaryWire(revision),
      revision: revision.revision,
    })
  },
})

const listFields = operation({
  ...GROUND,
  id: 'listTemplateFields',
  method: 'get',
  path: '/templates/{id}/fields',
  summary: 'List the fields that can be filled; their ids are the keys of values and assignments.',
  stability: 'beta',
  scope: 'templates:read',
  params: ID_PARAM,
  query: REVISION_QUERY,
  replies: {
    200: Type.Object(
      {
        template_id: Type.String(),
        scene_revision: Type.Integer({ minimum: 1 }),
        data: Type.Array(FIELD),
        has_more: Type.Boolean(),
      },
      closed(),
    ),
  },
  errors: ['not_found', 'no_saved_scene'],
  async handle(core, caller, { params, query }, reply) {
    const latest = query.revision === 'latest'
    const { template, revision } = await core.service.templates.retrieve(caller.teamId, params.id, latest)
    return reply(200, {
      template_id: template.id,
      scene_revision: revision.revision,
      data: revision.scene.fields.map(fieldWire),
      has_more: false,
    })
  },
})

const publishTemplate = operation({
  ...GROUND,
  id: 'publishTemplate',
  method: 'post',
  path: '/templates/{id}/publish',
  summary: 'Publish the newest revision; publishing again changes nothing.',
  stability: 'beta',
  scope: 'templates:write',
  params: ID_PARAM,
  replies: {
    200: Type.Object({ template: TEMPLATE, revision: Type.Integer({ minimum: 1 }) }, closed()),
  },
  errors: ['not_found', 'template_archived', 'no_saved_scene'],
  async handle(core, caller, { params }, reply) {
    const { template, revision } = await core.service.templates.publish(caller.teamId, params.id)
    return reply(200, { template: await shown(core, caller, template.id), revision })
  },
})

const retrieveScene = operation({
  ...GROUND,
  id: 'retrieveScene',
  method: 'get',
  path: '/templates/{id}/scene',
  summary: 'Retrieve the whole scene: pages, inks and fields with their places and styles.',
  stability: 'beta',
  scope: 'templates:read',
  params: ID_PARAM,
  query: REVISION_QUERY,
  replies: {
    200: Type.Object(
      { template_id: Type.String(), revision: Type.Integer({ minimum: 1 }), scene: SCENE },
      closed(),
    ),
  },
  errors: ['not_found', 'no_saved_scene'],
  async handle(core, caller, { params, query }, reply) {
    const latest = query.revision === 'latest'
    const { template, revision } = await core.service.templates.retrieve(caller.teamId, params.id, latest)
    return reply(200, {
      template_id: template.id,
      revision: revision.revision,
      scene: sceneWire(revision.scene),
    })
  },
})

const saveScene = operation({
  ...GROUND,
  id: 'saveScene',
  method: 'put',
  path: '/templates/{id}/scene',
  summary: 'Save the scene as a new revision; a live template goes on with its published one.',
  stability: 'beta',
  scope: 'templates:write',
  params: ID_PARAM,
  body: SCENE_DRAFT,
  replies: {
    200: Type.Object({ template: TEMPLATE, revision: Type.Integer({ minimum: 1 }), scene: SCENE }, closed()),
  },
  errors: ['not_found', 'no_saved_scene', 'invalid_scene'],
  async handle(core, caller, { params, body }, reply) {
    const saved = await core.service.templates.saveScene(caller.teamId, params.id, sceneOf(body))
    return reply(200, {
      template: templateWire(saved.template, saved.revision, core.links),
      revision: saved.revision.revision,
      scene: sceneWire(saved.revision.scene),
    })
  },
})

const changeTemplate = operation({
  ...GROUND,
  id: 'changeTemplate',
  method: 'patch',
  path: '/templates/{id}',
  summary: 'Change title, slug or metadata.',
  stability: 'beta',
  scope: 'templates:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      title: Type.Optional(TITLE),
      slug: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      metadata: Type.Optional(METADATA),
    },
    closed(),
  ),
  replies: { 200: Type.Object({ template: TEMPLATE }, closed()) },
  errors: ['not_found'],
  async handle(core, caller, { params, body }, reply) {
    await core.service.templates.change(caller.teamId, params.id, body)
    return reply(200, { template: await shown(core, caller, params.id) })
  },
})

function moveOperation(move: Exclude<TemplateMove, 'publish'>, summary: string): AnyOperation {
  return operation({
    ...GROUND,
    id: `${move}Template`,
    method: 'post',
    path: `/templates/{id}/${move}`,
    summary,
    stability: 'beta',
    scope: 'templates:write',
    params: ID_PARAM,
    replies: { 200: Type.Object({ template: TEMPLATE }, closed()) },
    errors: ['not_found', 'template_archived', 'template_status_conflict'],
    async handle(core, caller, { params }, reply) {
      await core.service.templates.move(caller.teamId, params.id, move)
      return reply(200, { template: await shown(core, caller, params.id) })
    },
  })
}

/** The template as it stands now, with the facts of the revision that is shown. */
async function shown(core: Core, caller: Caller, id: string) {
  const { template, revision } = await core.service.templates.retrieve(caller.teamId, id)
  return templateWire(template, revision, core.links)
}

async function checkCursor(core: Core, caller: Caller, id: string): Promise<void> {
  try {
    await core.service.templates.find(caller.teamId, id)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    throw new ServiceError('invalid_cursor', { param: 'starting_after' })
  }
}

export const TEMPLATE_OPERATIONS: readonly AnyOperation[] = [
  listTemplates,
  uploadTemplate,
  retrieveTemplate,
  listFields,
  publishTemplate,
  changeTemplate,
  retrieveScene,
  saveScene,
  moveOperation('pause', 'Pause a live template: it takes no new fills.'),
  moveOperation('archive', 'Archive a template: it takes no new fills and leaves the list.'),
  moveOperation('restore', 'Restore an archived template as a draft.'),
]
