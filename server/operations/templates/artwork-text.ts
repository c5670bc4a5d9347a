/** The operations on the text of a template's artwork: listing it, and turning it into fields. */

import { type Static, Type } from '@sinclair/typebox'
import { LOST_LOOKS } from '../../../core/engine/artwork/keep-paint.ts'
import type { PageArtwork } from '../../../core/engine/artwork/read-artwork.ts'
import { mixEntries } from '../../../core/engine/ink/process-mix.ts'
import { BLEND_MODES } from '../../../core/engine/text/text-style.ts'
import { MOST_PICKS, pickedFields } from '../../../core/service/template/pick-artwork.ts'
import type { SavedScene } from '../../../core/service/template/revise.ts'
import { type Caller, type Core, operation } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { MIX } from '../fills/mix-schema.ts'
import { BOX } from '../previews/finding-wire.ts'
import { closed, described, ID_PARAM, literals, NULLABLE_TEXT, nullable, REVISION_QUERY } from '../schema.ts'
import { FONT_CHOICE, STROKE } from './placement-schema.ts'
import { BASE_REVISION, SAVED_SCENE, savedWire } from './scenes.ts'
import { strokeWire } from './style-wire.ts'

const SHARED = { tag: 'Templates', auth: 'secret', limit: 'key', stability: 'beta' } as const
const OPENING_ERRORS = ['pdf_too_complex', 'renderer_not_configured', 'overloaded'] as const

const POINT = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })
const RUN = Type.Object(
  {
    id: Type.String(),
    text: Type.String(),
    quad: Type.Array(POINT, {
      minItems: 4,
      maxItems: 4,
      description: 'Corners of the text, counterclockwise from the lower left.',
    }),
    baseline: Type.Array(POINT, { minItems: 2, maxItems: 2 }),
    font: FONT_CHOICE,
    size_pt: Type.Number({ description: 'In units of the page, like the sizes of a scene.' }),
    ink: NULLABLE_TEXT,
    tint: Type.Number(),
    mix: described(
      nullable(Type.Object(MIX, closed())),
      'What the ink is mixed of. A field keeps it. Null for a plate and for solid black.',
    ),
    lost_color: described(
      NULLABLE_TEXT,
      'The colour, if a field cannot keep it. The field prints in `ink`, or in the primary ink of the template.',
    ),
    overprint: Type.Boolean(),
    stroke: described(nullable(STROKE), 'The outline of the text. A field keeps it.'),
    opacity: Type.Number(),
    blend: literals(BLEND_MODES),
    lost_look: described(
      Type.Array(literals(LOST_LOOKS)),
      'Parts of the appearance that a field cannot keep: a soft mask, the dashes or the colour of an outline, a blend mode.',
    ),
    align: literals(['left', 'center', 'right'], { description: 'Suggested by the surrounding text.' }),
    pickable: Type.Boolean(),
    reason: described(NULLABLE_TEXT, 'Reason that it cannot become a field.'),
  },
  { title: 'ArtworkRun', ...closed() },
)
const OBJECT = Type.Object({ kind: literals(['path', 'image']), box: BOX }, closed())

export const retrieveArtwork = operation({
  ...SHARED,
  id: 'retrieveArtwork',
  method: 'get',
  path: '/templates/{id}/artwork',
  summary: 'List the text and objects of an artwork page',
  scope: 'templates:read',
  params: ID_PARAM,
  query: Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 0, description: 'Page, counted from 0. Default: 0.' })),
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
        objects: Type.Array(OBJECT, { description: 'Paths and images, largest first.' }),
        truncated: Type.Boolean({ description: 'The page has more objects than listed here.' }),
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
  const { id, text, font, size, ink, tint, mix, lost, overprint, paint, align, hindrance } = run
  return {
    ...{ id, text, ink, tint, overprint, align },
    quad: run.quad.map((point) => [...point]),
    baseline: run.baseline.map((point) => [...point]),
    font: { ...font },
    size_pt: size,
    mix: mix === null ? null : mixEntries(mix),
    lost_color: lost,
    stroke: paint.stroke === null ? null : strokeWire(paint.stroke),
    opacity: paint.opacity,
    blend: paint.blend,
    lost_look: paint.lost.map(({ look }) => look),
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
      description: 'Ids of text runs of one page. Several runs become the lines of one field.',
    }),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    start: Type.Optional(OFFSET),
    end: Type.Optional(
      described(
        OFFSET,
        'With start: the range of the value in UTF-16 offsets of the run. The rest stays as fixed text.',
      ),
    ),
  },
  { title: 'ArtworkPick', ...closed() },
)

export const makeArtworkFields = operation({
  ...SHARED,
  id: 'makeArtworkFields',
  method: 'post',
  path: '/templates/{id}/artwork/fields',
  summary: 'Turn artwork text into fields',
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
      ...ofRecord(caller, params.id),
      picks,
      base: body.base_revision ?? null,
    })
    return reply(200, await pickedWire(core, caller, saved))
  },
  async recall(core, caller, _input, reply, { id, revision = 0 }) {
    const saved = await core.service.templates.savedScene(caller.teamId, id, revision)
    return reply(200, await pickedWire(core, caller, saved))
  },
})

async function pickedWire(core: Core, caller: Caller, saved: SavedScene) {
  const { templateId, revision } = saved.revision
  const before = await core.service.templates.savedScene(caller.teamId, templateId, revision - 1)
  return { ...savedWire(saved, core, caller), field_ids: [...pickedFields(saved.revision, before.revision)] }
}
