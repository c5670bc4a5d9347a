/** The scene as it goes over the wire, in snake_case: its schema and the conversion both ways. */
import { type Static, Type } from '@sinclair/typebox'
import {
  ALIGNMENTS,
  type Box,
  FIELD_TYPES,
  MARK_SHAPES,
  type Placement,
  type QuarterTurn,
  type Scene,
  type SceneField,
  type ScenePage,
  SLOT_KINDS,
  TEXT_OUTPUTS,
  VERTICAL_ALIGNMENTS,
} from '../../core/scene/scene.ts'
import type { SceneDraft } from '../../core/template/revise.ts'
import { closed, literals, nullable } from './schema.ts'

type BoxWire = [number, number, number, number]
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

type PlacementWire = Static<typeof PLACEMENT>
type FieldWire = SceneWire['fields'][number]

export function sceneWire(scene: Scene): SceneWire {
  return {
    version: scene.version,
    pages: scene.pages.map((page) => ({
      index: page.index,
      media_box: boxWire(page.mediaBox),
      crop_box: boxWire(page.cropBox),
      bleed_box: boxWire(page.bleedBox),
      trim_box: boxWire(page.trimBox),
      trim_stated: page.trimStated,
      rotate: page.rotate,
      user_unit: page.userUnit,
      width_pt: page.widthPt,
      height_pt: page.heightPt,
    })),
    inks: scene.inks.map((ink) => ({ ...ink })),
    text_output: scene.textOutput,
    fields: scene.fields.map(fieldWire),
  }
}

function fieldWire(field: SceneField): FieldWire {
  return {
    id: field.id,
    label: field.label,
    source_name: field.sourceName,
    type: field.type,
    default_value: field.defaultValue,
    required: field.required,
    max_length: field.maxLength,
    options: field.options?.map((option) => ({ ...option })) ?? null,
    ink: field.ink,
    tint: field.tint,
    overprint: field.overprint,
    slot: field.slot,
    placements: field.placements.map(placementWire),
  }
}

function placementWire({ style, ...placement }: Placement): PlacementWire {
  return {
    page: placement.page,
    box: boxWire(placement.box),
    turn: placement.turn,
    inset_pt: placement.insetPt,
    style: {
      font: { ...style.font },
      size_pt: style.sizePt,
      auto_size: style.autoSize,
      min_size_pt: style.minSizePt,
      leading: style.leading,
      tracking: style.tracking,
      min_tracking: style.minTracking,
      align: style.align,
      vertical_align: style.verticalAlign,
      wrap: style.wrap,
      max_lines: style.maxLines,
      comb: style.comb,
      features: [...style.features],
    },
    option: placement.option,
    mark: placement.mark,
  }
}

function boxWire([left, bottom, right, top]: Box): BoxWire {
  return [left, bottom, right, top]
}

export function sceneOf(wire: SceneDraftWire): SceneDraft {
  return {
    version: wire.version,
    pages: wire.pages.map(
      (page): ScenePage => ({
        index: page.index,
        mediaBox: page.media_box,
        cropBox: page.crop_box,
        bleedBox: page.bleed_box,
        trimBox: page.trim_box,
        trimStated: page.trim_stated,
        rotate: page.rotate,
        userUnit: page.user_unit,
        widthPt: page.width_pt,
        heightPt: page.height_pt,
      }),
    ),
    inks: wire.inks.map(({ index, key, name, hex, technical }) => ({ index, key, name, hex, technical })),
    fields: wire.fields.map((field) => ({ id: field.id ?? null, ...fieldOf(field) })),
    textOutput: wire.text_output,
  }
}

function fieldOf(field: SceneDraftWire['fields'][number]): Omit<SceneField, 'id'> {
  return {
    label: field.label,
    sourceName: field.source_name,
    type: field.type,
    defaultValue: field.default_value,
    required: field.required,
    maxLength: field.max_length,
    options: field.options,
    ink: field.ink,
    tint: field.tint,
    overprint: field.overprint,
    slot: field.slot,
    placements: field.placements.map(placementOf),
  }
}

function placementOf({ style, ...placement }: PlacementWire): Placement {
  return {
    page: placement.page,
    box: placement.box,
    turn: placement.turn,
    insetPt: placement.inset_pt,
    style: {
      font: style.font,
      sizePt: style.size_pt,
      autoSize: style.auto_size,
      minSizePt: style.min_size_pt,
      leading: style.leading,
      tracking: style.tracking,
      minTracking: style.min_tracking,
      align: style.align,
      verticalAlign: style.vertical_align,
      wrap: style.wrap,
      maxLines: style.max_lines,
      comb: style.comb,
      features: style.features,
    },
    option: placement.option,
    mark: placement.mark,
  }
}
