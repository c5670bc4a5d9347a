/** The schema of a scene on the wire, in snake_case: as it is answered, and as it is sent. */

import { type Static, Type } from '@sinclair/typebox'
import { MOST_FIELDS } from '../../../core/engine/scene/most-fields.ts'
import { FIELD_TYPES, SLOT_KINDS, TEXT_OUTPUTS } from '../../../core/engine/scene/scene.ts'
import { closed, literals, nullable } from '../schema.ts'
import { BOX, NAME, PLACEMENT, QUARTER_TURN } from './placement-schema.ts'

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

const OFFER = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 100 }),
    name: Type.String({ minLength: 1, maxLength: 500 }),
    hex: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
  },
  closed(),
)

const INK = Type.Object(
  {
    index: Type.Integer({ minimum: 1 }),
    key: Type.String({ minLength: 1, maxLength: 100 }),
    name: Type.String({ maxLength: 500 }),
    hex: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
    technical: Type.Boolean(),
    binding: Type.Optional(
      nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description: 'Separations of the artwork that print as this ink; null for none.',
        }),
      ),
    ),
    offers: Type.Optional(
      Type.Array(OFFER, {
        maxItems: 50,
        description: 'The inks that a shopper may choose in its place, beside itself.',
      }),
    ),
  },
  { title: 'SceneInk', ...closed() },
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
  selection_set_id: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The set that a selection takes its options from; its own list is then empty.',
      }),
    ),
  ),
  asset_tag: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
        description: 'Of image fields: the pictures to choose from; all of the team without it.',
      }),
    ),
  ),
  one_color: Type.Optional(
    Type.Boolean({
      description: 'Of image fields: pictures with colours print in the ink of the field too.',
    }),
  ),
  group: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Texts of one group end at one size, the largest at which all of them fit.',
      }),
    ),
  ),
  locked: Type.Optional(
    Type.Boolean({
      description: "Shoppers see the field's value and may not change it; the shop's own server may.",
    }),
  ),
  ink: nullable(Type.String({ maxLength: 500 })),
  ink_choice: Type.Optional(
    Type.Boolean({ description: 'A shopper may choose which ink of the palette the field prints in.' }),
  ),
  tint: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  overprint: Type.Boolean(),
  slot: literals(SLOT_KINDS),
  placements: Type.Array(PLACEMENT, { maxItems: 1000 }),
}

const SCENE_FACTS = {
  version: Type.Literal(1),
  pages: Type.Array(PAGE, { maxItems: 1000 }),
  inks: Type.Array(INK, { maxItems: 100 }),
  papers: Type.Optional(
    Type.Array(OFFER, {
      maxItems: 50,
      description: 'The papers that a shopper may choose from; the first one unless another is chosen.',
    }),
  ),
  text_output: literals(TEXT_OUTPUTS),
}

/** What the artwork prints in, and what an ink of the scene can be bound to. */
export const SEPARATIONS = Type.Array(
  Type.Object(
    {
      name: Type.String(),
      hex: Type.String(),
      bindable: Type.Boolean(),
      reason: nullable(Type.String({ description: 'Why it cannot be bound; null where it can.' })),
    },
    { title: 'ArtworkSeparation', ...closed() },
  ),
  { description: 'The spot separations of the artwork.' },
)
export type SeparationsWire = Static<typeof SEPARATIONS>

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
      { maxItems: MOST_FIELDS },
    ),
  },
  { title: 'SceneDraft', ...closed() },
)
export type SceneDraftWire = Static<typeof SCENE_DRAFT>
