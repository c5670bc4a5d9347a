/** The operations on a template's scene and its fields. */
import { Type } from '@sinclair/typebox'
import { type Caller, type Core, operation } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { closed, ID_PARAM, REVISION_QUERY } from '../schema.ts'
import { FIELD, fieldWire } from './field-wire.ts'
import { SCENE, SCENE_DRAFT, SEPARATIONS } from './scene-schema.ts'
import { sceneOf, sceneWire, separationsWire } from './scene-wire.ts'
import { TEMPLATE, templateWire } from './template-wire.ts'

const SHARED = { tag: 'Templates', auth: 'secret', limit: 'key' } as const

export const listTemplateFields = operation({
  ...SHARED,
  id: 'listTemplateFields',
  method: 'get',
  path: '/templates/{id}/fields',
  summary: 'List the fields of a template',
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
      data: (await core.service.templates.fields(revision)).map((field) => fieldWire(field, core.links)),
      has_more: false,
    })
  },
})

export const retrieveScene = operation({
  ...SHARED,
  id: 'retrieveScene',
  method: 'get',
  path: '/templates/{id}/scene',
  summary: 'Retrieve the scene of a template',
  stability: 'beta',
  scope: 'templates:read',
  params: ID_PARAM,
  query: REVISION_QUERY,
  replies: {
    200: Type.Object(
      {
        template_id: Type.String(),
        revision: Type.Integer({ minimum: 1 }),
        scene: SCENE,
        separations: SEPARATIONS,
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
      revision: revision.revision,
      scene: sceneWire(revision.scene, revision.plan.screenTable),
      separations: separationsWire(revision.plan),
    })
  },
})

/** The revision that a change was made of: where it is not the newest any more, nothing is saved. */
export const BASE_REVISION = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 2 ** 31 - 1,
    description:
      'Revision that the change is based on. If it is not the newest, the response is 409 scene_changed.',
  }),
)
const SAVED_DRAFT = Type.Object(
  { ...SCENE_DRAFT.properties, base_revision: BASE_REVISION },
  { title: 'SavedSceneDraft', ...closed() },
)

/** A template with a revision that was just made. */
export const SAVED_SCENE = {
  template: TEMPLATE,
  revision: Type.Integer({ minimum: 1 }),
  scene: SCENE,
  separations: SEPARATIONS,
}

export const saveScene = operation({
  ...SHARED,
  id: 'saveScene',
  method: 'put',
  path: '/templates/{id}/scene',
  summary: 'Save the scene of a template as a new revision',
  stability: 'beta',
  scope: 'templates:write',
  params: ID_PARAM,
  body: SAVED_DRAFT,
  replies: {
    200: Type.Object(SAVED_SCENE, closed()),
  },
  errors: ['not_found', 'no_saved_scene', 'invalid_scene', 'scene_changed'],
  async handle(core, caller, { params, body: { base_revision: base = null, ...body } }, reply) {
    const saved = await core.service.templates.saveScene({
      ...ofRecord(caller, params.id),
      draft: sceneOf(body),
      base,
    })
    return reply(200, savedWire(saved, core, caller))
  },
  async recall(core, caller, _input, reply, { id, revision = 0 }) {
    const saved = await core.service.templates.savedScene(caller.teamId, id, revision)
    return reply(200, savedWire(saved, core, caller))
  },
})

export function savedWire(
  saved: Parameters<typeof templateWire>[0],
  { links }: Core,
  { language }: Pick<Caller, 'language'>,
) {
  return {
    template: templateWire(saved, links, language),
    revision: saved.revision.revision,
    scene: sceneWire(saved.revision.scene, saved.revision.plan.screenTable),
    separations: separationsWire(saved.revision.plan),
  }
}
