/** The operations on the history of a template: its revisions, one of them, and going back to it. */
import { type Static, Type } from '@sinclair/typebox'
import {
  REVISION_WAYS,
  type RevisionHead,
  type TemplateRecord,
} from '../../../core/service/template/template.ts'
import { type Core, operation } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { closed, described, ID_PARAM, literals, NULLABLE_TEXT, nullable } from '../schema.ts'
import { timeWire } from '../time-wire.ts'
import { SCENE, SEPARATIONS } from './scene-schema.ts'
import { sceneWire, separationsWire } from './scene-wire.ts'
import { BASE_REVISION, SAVED_SCENE, savedWire } from './scenes.ts'

const SHARED = { tag: 'Templates', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 20

const NUMBER = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
const REVISION_PARAMS = Type.Object({ ...ID_PARAM.properties, revision: NUMBER }, closed())
const LABELS = Type.Array(Type.String(), { description: 'Labels of the first 20.' })
const COUNT = Type.Integer({ minimum: 0 })

const HEAD = Type.Object(
  {
    revision: NUMBER,
    live: Type.Boolean({ description: 'New fills use this revision.' }),
    latest: Type.Boolean(),
    created_at: Type.String({ format: 'date-time' }),
    actor: described(NULLABLE_TEXT, 'Author, as in the audit log.'),
    actor_name: described(NULLABLE_TEXT, 'Name of the user or key, if it has one.'),
    cause: nullable(
      literals(REVISION_WAYS, {
        description: 'Origin of the revision. Null for revisions from earlier versions of Platen.',
      }),
    ),
    restored_revision: nullable(NUMBER),
    changes: nullable(
      Type.Object(
        {
          added: LABELS,
          removed: LABELS,
          changed: LABELS,
          counts: Type.Object({ added: COUNT, removed: COUNT, changed: COUNT }, closed()),
          inks: Type.Boolean(),
          papers: Type.Boolean(),
          text_output: Type.Boolean(),
        },
        { description: 'Changes from the previous revision.', ...closed() },
      ),
    ),
  },
  { title: 'TemplateRevision', ...closed() },
)

function headWire(
  { revision, origin, createdAt }: RevisionHead,
  template: TemplateRecord,
  names: ReadonlyMap<string, string>,
): Static<typeof HEAD> {
  const changes = origin?.changes ?? null
  return {
    revision,
    live: revision === template.liveRevision,
    latest: revision === template.latestRevision,
    created_at: timeWire(createdAt),
    actor: origin?.by ?? null,
    actor_name: names.get(origin?.by ?? '') || null,
    cause: origin?.way ?? null,
    restored_revision: origin?.from ?? null,
    changes:
      changes === null
        ? null
        : {
            added: [...changes.added],
            removed: [...changes.removed],
            changed: [...changes.changed],
            counts: { ...changes.counts },
            inks: changes.inks,
            papers: changes.papers,
            text_output: changes.textOutput,
          },
  }
}

/** The names of the people and keys that made these revisions. */
function namesOf(
  service: Core['service'],
  teamId: string,
  heads: readonly Pick<RevisionHead, 'origin'>[],
): Promise<ReadonlyMap<string, string>> {
  const actors = heads.flatMap(({ origin }) => (origin == null ? [] : [{ actor: origin.by }]))
  return service.audit.actorNames(teamId, actors)
}

export const listTemplateRevisions = operation({
  ...SHARED,
  id: 'listTemplateRevisions',
  method: 'get',
  path: '/templates/{id}/revisions',
  summary: 'List revisions of a template',
  scope: 'templates:read',
  params: ID_PARAM,
  query: Type.Object(
    {
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: `Default ${DEFAULT_LIMIT}.` }),
      ),
      starting_after: Type.Optional(described(NUMBER, 'Number of the last revision of the previous page.')),
    },
    closed(),
  ),
  replies: {
    200: Type.Object(
      { data: Type.Array(HEAD), has_more: Type.Boolean(), next_starting_after: NULLABLE_TEXT },
      closed(),
    ),
  },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params, query }, reply) {
    const { limit = DEFAULT_LIMIT, starting_after: before = null } = query
    const page = await service.templates.revisions(teamId, params.id, { limit, before })
    const last = page.hasMore ? page.items.at(-1)?.revision : undefined
    const names = await namesOf(service, teamId, page.items)
    return reply(200, {
      data: page.items.map((head) => headWire(head, page.template, names)),
      has_more: page.hasMore,
      next_starting_after: last === undefined ? null : String(last),
    })
  },
})

export const retrieveTemplateRevision = operation({
  ...SHARED,
  id: 'retrieveTemplateRevision',
  method: 'get',
  path: '/templates/{id}/revisions/{revision}',
  summary: 'Retrieve a revision of a template',
  scope: 'templates:read',
  params: REVISION_PARAMS,
  replies: {
    200: Type.Object(
      { template_id: Type.String(), ...HEAD.properties, scene: SCENE, separations: SEPARATIONS },
      closed(),
    ),
  },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    const { template, revision } = await service.templates.savedScene(teamId, params.id, params.revision)
    const { origin = null, createdAt, scene, plan } = revision
    const names = await namesOf(service, teamId, [{ origin }])
    return reply(200, {
      template_id: template.id,
      ...headWire({ revision: revision.revision, origin, createdAt }, template, names),
      scene: sceneWire(scene, plan.screenTable),
      separations: separationsWire(plan),
    })
  },
})

export const restoreTemplateRevision = operation({
  ...SHARED,
  id: 'restoreTemplateRevision',
  method: 'post',
  path: '/templates/{id}/revisions/{revision}/restore',
  summary: 'Restore an earlier revision of a template',
  scope: 'templates:write',
  params: REVISION_PARAMS,
  body: Type.Object({ base_revision: BASE_REVISION }, { ...closed(), examples: [{ base_revision: 4 }] }),
  replies: { 200: Type.Object(SAVED_SCENE, closed()) },
  errors: ['not_found', 'template_archived', 'no_saved_scene', 'scene_changed', 'invalid_scene'],
  async handle(core, caller, { params, body }, reply) {
    const saved = await core.service.templates.restoreRevision({
      ...ofRecord(caller, params.id),
      number: params.revision,
      base: body.base_revision ?? null,
    })
    return reply(200, savedWire(saved, core, caller))
  },
  async recall(core, caller, _input, reply, { id, revision = 0 }) {
    const saved = await core.service.templates.savedScene(caller.teamId, id, revision)
    return reply(200, savedWire(saved, core, caller))
  },
})
