/** The schema of a scene on the wire, in snake_case: as it is answered, and as it is sent. */

import { type Static, Type } from '@sinclair/typebox'
import { MOST_FIELDS } from '../../../core/engine/scene/most-fields.ts'
import {
  DEFAULT_OWN_PICTURES,
  FIELD_TYPES,
  PICTURE_KINDS,
  PICTURE_SOURCES,
  SLOT_KINDS,
  TEXT_OUTPUTS,
} from '../../../core/engine/scene/scene.ts'
import { MIX } from '../fills/mix-schema.ts'
import { closed, literals, nullable } from '../schema.ts'
import { BOX, NAME, PLACEMENT, QUARTER_TURN } from './placement-schema.ts'
import { TRANSLATIONS } from './translation-schema.ts'

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
    ...MIX,
  },
  closed(),
)

const INK = Type.Object(
  {
    index: Type.Integer({ minimum: 1 }),
    key: Type.String({ minLength: 1, maxLength: 100 }),
    name: Type.String({ maxLength: 500 }),
    hex: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
    ...MIX,
    technical: Type.Boolean(),
    binding: Type.Optional(
      nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description: 'Artwork separations that print as this ink. Null for none.',
        }),
      ),
    ),
    offers: Type.Optional(
      Type.Array(OFFER, {
        maxItems: 50,
        description: 'Other inks that customers can choose instead.',
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
  help: Type.Optional(
    nullable(Type.String({ maxLength: 300, description: 'Beta. Sentence for customers below the field.' })),
  ),
  translations: Type.Optional(TRANSLATIONS),
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
        description: 'Selection set with the options of a selection field. Its own list must be empty.',
      }),
    ),
  ),
  asset_tag: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
        description: 'For image fields: tag of the images to choose from. Default: all images of the team.',
      }),
    ),
  ),
  one_color: Type.Optional(
    Type.Boolean({
      description: 'For image fields: print colour images in the ink of the field.',
    }),
  ),
  source: Type.Optional(
    literals(PICTURE_SOURCES, {
      description:
        'Beta. For image fields: images of the library, images that customers upload, or both. Default: catalogue.',
    }),
  ),
  min_ppi: Type.Optional(
    Type.Integer({
      ...{ minimum: 1, maximum: 2400 },
      description:
        'Beta. Images of customers that print with fewer pixels per inch are refused. Default: 150.',
    }),
  ),
  warn_ppi: Type.Optional(
    Type.Integer({
      ...{ minimum: 1, maximum: 2400 },
      description: 'Beta. Customers are warned about images with fewer pixels per inch. Default: 225.',
    }),
  ),
  kinds: Type.Optional(
    Type.Array(literals(PICTURE_KINDS), {
      ...{ minItems: 1, maxItems: 5, uniqueItems: true },
      description: 'Beta. Kinds of images that customers can upload. Default: jpeg, png, webp and avif.',
    }),
  ),
  max_bytes: Type.Optional(
    Type.Integer({
      ...{ minimum: 1024, maximum: DEFAULT_OWN_PICTURES.maxBytes },
      description: 'Beta. Size of the largest upload. Default: 41943040 (40 MB).',
    }),
  ),
  group: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Texts of a group get the same size, the largest at which all of them fit.',
      }),
    ),
  ),
  locked: Type.Optional(
    Type.Boolean({
      description: 'Customers see the value but cannot change it; the server of the shop can.',
    }),
  ),
  position_locked: Type.Optional(
    Type.Boolean({ description: 'The console does not move or resize the field.' }),
  ),
  ink: nullable(Type.String({ maxLength: 500 })),
  ink_choice: Type.Optional(
    Type.Boolean({ description: 'Customers can choose the ink of the field from the palette.' }),
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
      description: 'Papers that customers can choose from. Default: the first one.',
    }),
  ),
  text_output: literals(TEXT_OUTPUTS),
  allow_rgb: Type.Optional(
    nullable(
      Type.Boolean({
        description:
          'Beta. Inks and `colors` of a request can be RGB. Null: only if an ink of the scene is RGB.',
      }),
    ),
  ),
  black_overprint_pt: Type.Optional(
    nullable(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1000,
        description:
          'Beta. Text in solid black up to this size in points overprints, even if its field knocks out. Null for none.',
      }),
    ),
  ),
}

/** The separations of the artwork, to which an ink of the scene can be bound. */
export const SEPARATIONS = Type.Array(
  Type.Object(
    {
      name: Type.String(),
      hex: Type.String(),
      bindable: Type.Boolean(),
      reason: nullable(Type.String({ description: 'Reason that it cannot be bound. Null if it can.' })),
    },
    { title: 'ArtworkSeparation', ...closed() },
  ),
  { description: 'Spot separations of the artwork.' },
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
