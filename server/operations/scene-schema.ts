/** The schema of a scene on the wire, in snake_case: as it is answered, and as it is sent. */
import { type Static, Type } from '@sinclair/typebox'
import {
  ALIGNMENTS,
  FIELD_TYPES,
  MARK_SHAPES,
  type QuarterTurn,
  SLOT_KINDS,
  TEXT_OUTPUTS,
  VERTICAL_ALIGNMENTS,
} from '../../core/scene/scene.ts'
import { closed, literals, nullable } from './schema.ts'

export type BoxWire = [number, number, number, number]
/** Written out: TypeBox writes tuples as drafts before 2020-12 did. */
const BOX = Type.Unsafe<BoxWire>({
  type: 'array',
  items: { type: 'number' },
  minItems: 4,
  maxItems: 4,
  description: 'Left, bottom, right, top in default user space.',
})
const QUARTER_TURN = Type.Unsafe<QuarterTurn>({ type: 'integer', enum: [0, 90, 180, 270] })
const NAME = Type.String({ minLength: 1, maxLength: 500 })

const PAGE = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    media_box: BOX,
    crop_box: BOX,
    bleed_box: BOX,
    trim_box: BOX,
    trim_stated: Type.Boolean(),
    rotate: QUARTER_TURN,
    user_unit: Type.Number({ exclusiveMinimum: 0 }),
    width_pt: Type.Number({ exclusiveMinimum: 0 }),
    height_pt: Type.Number({ exclusiveMinimum: 0 }),
  },
  { title: 'ScenePage', ...closed() },
)

const INK = Type.Object(
  {
    index: Type.Integer({ minimum: 1 }),
    key: Type.String({ minLength: 1, maxLength: 100 }),
    name: Type.String({ maxLength: 500 }),
    hex: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
    technical: Type.Boolean(),
  },
  { title: 'SceneInk', ...closed() },
)

const STYLE = Type.Object(
  {
    font: Type.Object(
      { requested: Type.String({ maxLength: 500 }), key: NAME, substitute: Type.Boolean() },
      closed(),
    ),
    size_pt: Type.Number({ exclusiveMinimum: 0, maximum: 10000 }),
    auto_size: Type.Boolean(),
    min_size_pt: Type.Number({ exclusiveMinimum: 0, maximum: 10000 }),
    leading: Type.Number({ exclusiveMinimum: 0, maximum: 20 }),
    tracking: Type.Number({ minimum: -1, maximum: 10 }),
    min_tracking: Type.Number({ minimum: -1, maximum: 0 }),
    align: literals(ALIGNMENTS),
    vertical_align: literals(VERTICAL_ALIGNMENTS),
    wrap: Type.Boolean(),
    max_lines: nullable(Type.Integer({ minimum: 1, maximum: 1000 })),
    comb: nullable(Type.Integer({ minimum: 1, maximum: 1000 })),
    features: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 50 }),
  },
  { title: 'TextStyle', ...closed() },
)

const PLACEMENT = Type.Object(
  {
    page: Type.Integer({ minimum: 0 }),
    box: BOX,
    turn: QUARTER_TURN,
    inset_pt: Type.Number({ minimum: 0, maximum: 10000 }),
    style: STYLE,
    option: nullable(Type.String({ maxLength: 500 })),
    mark: nullable(literals(MARK_SHAPES)),
  },
  { title: 'Placement', ...closed() },
)

const OPTION = Type.Object(
  { value: Type.String({ maxLength: 500 }), label: Type.String({ maxLength: 500 }) },
  closed(),
)

const FIELD_FACTS = {
  label: NAME,
  source_name: Type.String({ maxLength: 2000 }),
  type: literals(FIELD_TYPES),
  default_value: Type.String({ maxLength: 5000 }),
  required: Type.Boolean(),
  max_length: nullable(Type.Integer({ minimum: 1, maximum: 5000 })),
  options: nullable(Type.Array(OPTION, { maxItems: 1000 })),
  ink: nullable(Type.String({ maxLength: 500 })),
  tint: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  overprint: Type.Boolean(),
  slot: literals(SLOT_KINDS),
  placements: Type.Array(PLACEMENT, { maxItems: 1000 }),
}

const SCENE_FACTS = {
  version: Type.Literal(1),
  pages: Type.Array(PAGE, { maxItems: 1000 }),
  inks: Type.Array(INK, { maxItems: 100 }),
  text_output: literals(TEXT_OUTPUTS),
}

/** A scene as it is answered. */
export const SCENE = Type.Object(
  {
    ...SCENE_FACTS,
    fields: Type.Array(
      Type.Object({ id: Type.String(), ...FIELD_FACTS }, { title: 'SceneField', ...closed() }),
    ),
  },
  { title: 'Scene', ...closed() },
)
export type SceneWire = Static<typeof SCENE>

/** A scene as it is sent: a field without an id, or with null, is a new one. */
export const SCENE_DRAFT = Type.Object(
  {
    ...SCENE_FACTS,
    fields: Type.Array(
      Type.Object(
        { id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))), ...FIELD_FACTS },
        { title: 'SceneFieldDraft', ...closed() },
      ),
      { maxItems: 1000 },
    ),
  },
  { title: 'SceneDraft', ...closed() },
)
export type SceneDraftWire = Static<typeof SCENE_DRAFT>
