/** The operations on the text of a template's artwork: what stands on a page, and turning some of it into fields. */
import { type Static, Type } from '@sinclair/typebox'
import type { PageArtwork } from '../../../core/engine/artwork/read-artwork.ts'
import { MOST_PICKS, pickedFields } from '../../../core/service/template/pick-artwork.ts'
import type { SavedScene } from '../../../core/service/template/revise.ts'
import { type Core, operation } from '../../http/operation.ts'
import { actorOf } from '../actor.ts'
import { BOX } from '../previews/finding-wire.ts'
import { closed, described, ID_PARAM, literals, NULLABLE_TEXT, REVISION_QUERY } from '../schema.ts'
import { FONT_CHOICE } from './scene-schema.ts'
import { BASE_REVISION, SAVED_SCENE, savedWire } from './scenes.ts'

const GROUND = { tag: 'Templates', auth: 'secret', limit: 'key', stability: 'beta' } as const
const OPENING_ERRORS = ['pdf_too_complex', 'renderer_not_configured', 'overloaded'] as const

const POINT = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })
const RUN = Type.Object(
  {
    id: Type.String(),
    text: Type.String(),
    quad: Type.Array(POINT, {
      minItems: 4,
      maxItems: 4,
      description: 'Round its letters, from the lower left counterclockwise as one reads.',
    }),
    baseline: Type.Array(POINT, { minItems: 2, maxItems: 2 }),
    font: FONT_CHOICE,
    size_pt: Type.Number({ description: 'In units of the page, as the sizes of a scene are.' }),
    ink: NULLABLE_TEXT,
    tint: Type.Number(),
    process_color: described(
      NULLABLE_TEXT,
      'A colour that is no ink by itself: a field prints in its assigned ink instead.',
    ),
    overprint: Type.Boolean(),
    align: literals(['left', 'center', 'right'], { description: 'As what stands around it suggests.' }),
    pickable: Type.Boolean(),
    reason: described(NULLABLE_TEXT, 'Why it cannot become a field.'),
  },
  { title: 'ArtworkRun', ...closed() },
)
const OBJECT = Type.Object({ kind: literals(['path', 'image']), box: BOX }, closed())

export const retrieveArtwork = operation({
  ...GROUND,
  id: 'retrieveArtwork',
  method: 'get',
  path: '/templates/{id}/artwork',
  summary:
    'Read what a page of the artwork shows: runs of text that can become fields, and boxes of objects.',
  scope: 'templates:read',
  params: ID_PARAM,
  query: Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 0, description: 'From 0, the front; 0 by default.' })),
      ...REVISION_QUERY.properties,
    },
    closed(),
  ),
  replies: {
    200: Type.Object(
      {
        template_id: Type.String(),
        revision: Type.Integer({ minimum: 1 }),
        page: Type.Integer({ minimum: 0 }),
        runs: Type.Array(RUN),
        objects: Type.Array(OBJECT, { description: 'Paths and pictures, the largest first.' }),
        truncated: Type.Boolean({ description: 'There is more on the page than is told here.' }),
      },
      closed(),
    ),
  },
  errors: ['not_found', 'no_saved_scene', 'invalid_page', ...OPENING_ERRORS],
  async handle({ service }, { teamId }, { params, query }, reply) {
    const page = query.page ?? 0
    const latest = query.revision === 'latest'
    const { revision, artwork } = await service.templates.artwork({ teamId, id: params.id, page, latest })
    return reply(200, {
      template_id: params.id,
      revision: revision.revision,
      page,
      runs: artwork.runs.map(runWire),
      objects: artwork.objects.map(({ kind, box }) => ({ kind, box: [...box] })),
      truncated: artwork.truncated,
    })
  },
})

function runWire(run: PageArtwork['runs'][number]): Static<typeof RUN> {
  const { id, text, font, size, ink, tint, process, overprint, align, hindrance } = run
  return {
    ...{ id, text, ink, tint, overprint, align },
    quad: run.quad.map((point) => [...point]),
    baseline: run.baseline.map((point) => [...point]),
    font: { ...font },
    size_pt: size,
    process_color: process,
    pickable: hindrance === null,
    reason: hindrance,
  }
}

const OFFSET = Type.Integer({ minimum: 0, maximum: 100_000 })
const PICK = Type.Object(
  {
    runs: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 50,
      description: 'Ids of runs of one page; several are the lines of one field.',
    }),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    start: Type.Optional(OFFSET),
    end: Type.Optional(
      described(
        OFFSET,
        'With start: only these UTF-16 offsets of the one run are the value; the rest stays round it as fixed words.',
      ),
    ),
  },
  { title: 'ArtworkPick', ...closed() },
)

export const makeArtworkFields = operation({
  ...GROUND,
  id: 'makeArtworkFields',
  method: 'post',
  path: '/templates/{id}/artwork/fields',
  summary: 'Turn text of the artwork into fields, in a new revision whose artwork lacks that text.',
  scope: 'templates:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      base_revision: BASE_REVISION,
      fields: Type.Array(PICK, { minItems: 1, maxItems: MOST_PICKS }),
    },
    {
      ...closed(),
      examples: [{ base_revision: 1, fields: [{ runs: ['0-5f3c0a9b1d2e'], label: 'First name' }] }],
    },
  ),
  replies: {
    200: Type.Object({ ...SAVED_SCENE, field_ids: Type.Array(Type.String()) }, closed()),
  },
  errors: [
    'not_found',
    'template_archived',
    'no_saved_scene',
    'scene_changed',
    'text_not_editable',
    'too_many_fields',
    'invalid_scene',
    ...OPENING_ERRORS,
  ],
  async handle(core, caller, { params, body }, reply) {
    const picks = body.fields.map(({ runs, label = null, start, end }) => ({
      ...{ runs, label },
      part: start === undefined && end === undefined ? null : ([start ?? 0, end ?? 0] as const),
    }))
    const saved = await core.service.templates.makeArtworkFields({
      teamId: caller.teamId,
      id: params.id,
      picks,
      base: body.base_revision ?? null,
      actor: actorOf(caller),
      note: caller.note,
    })
    return reply(200, await pickedWire(core, caller.teamId, saved))
  },
  async recall(core, { teamId }, _input, reply, { id, revision = 0 }) {
    return reply(
      200,
      await pickedWire(core, teamId, await core.service.templates.savedScene(teamId, id, revision)),
    )
  },
})

async function pickedWire(core: Core, teamId: string, saved: SavedScene) {
  const { templateId, revision } = saved.revision
  const before = await core.service.templates.savedScene(teamId, templateId, revision - 1)
  return { ...savedWire(saved, core), field_ids: [...pickedFields(saved.revision, before.revision)] }
}
