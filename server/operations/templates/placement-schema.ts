/** The position and style of a field, on the wire. */

import { Type } from '@sinclair/typebox'
import type { QuarterTurn } from '../../../core/engine/geometry/box.ts'
import { ANCHORS, MARK_SHAPES, PICTURE_FITS } from '../../../core/engine/scene/scene.ts'
import {
  ALIGNMENTS,
  BLEND_MODES,
  LINE_JOINS,
  VERTICAL_ALIGNMENTS,
} from '../../../core/engine/text/text-style.ts'
import { closed, described, literals, nullable } from '../schema.ts'

export const NAME = Type.String({ minLength: 1, maxLength: 500 })
export type BoxWire = [number, number, number, number]

/** Written out: TypeBox writes tuples as drafts before 2020-12 did. */
export const BOX = Type.Unsafe<BoxWire>({
  type: 'array',
  items: { type: 'number' },
  minItems: 4,
  maxItems: 4,
  description: 'Left, bottom, right and top in default user space.',
})

export const QUARTER_TURN = Type.Unsafe<QuarterTurn>({ type: 'integer', enum: [0, 90, 180, 270] })

export const FONT_CHOICE = Type.Object(
  { requested: Type.String({ maxLength: 500 }), key: NAME, substitute: Type.Boolean() },
  closed(),
)

const OPACITY = { minimum: 0, maximum: 1 }

export const STROKE = Type.Object(
  {
    width_pt: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1000,
      description:
        'At the designed size, in units of the page. Text that is set smaller has a thinner outline.',
    }),
    ink: Type.Optional(
      described(
        nullable(Type.String({ minLength: 1, maxLength: 500 })),
        'Name of an ink of the scene or the artwork. Null uses the ink of the field, also if a customer chooses it.',
      ),
    ),
    tint: Type.Optional(
      nullable(
        Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Null uses the tint of the field.' }),
      ),
    ),
    join: Type.Optional(literals(LINE_JOINS, { description: 'Default: miter.' })),
    miter_limit: Type.Optional(Type.Number({ minimum: 1, maximum: 1000, description: 'Default: 10.' })),
    overprint: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
    opacity: Type.Optional(
      nullable(Type.Number({ ...OPACITY, description: 'Null uses the opacity of the text.' })),
    ),
    filled: Type.Optional(
      Type.Boolean({ description: 'False for letters that are only an outline. Default: true.' }),
    ),
  },
  { title: 'TextStroke', description: 'Outline of the letters, printed over their fill.', ...closed() },
)

export const STYLE = Type.Object(
  {
    font: FONT_CHOICE,
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
    fallbacks: Type.Optional(
      Type.Array(FONT_CHOICE, {
        maxItems: 10,
        description: 'Fallback fonts for missing characters, in this order.',
      }),
    ),
    stroke: Type.Optional(nullable(STROKE)),
    opacity: Type.Optional(Type.Number({ ...OPACITY, description: 'Opacity of the text. Default: 1.' })),
    blend: Type.Optional(
      literals(BLEND_MODES, { description: 'How the text blends with what lies below. Default: normal.' }),
    ),
  },
  { title: 'TextStyle', ...closed() },
)

export type MatrixWire = [number, number, number, number, number, number]

export const FRAME = Type.Object(
  {
    matrix: Type.Unsafe<MatrixWire>({
      type: 'array',
      items: { type: 'number' },
      minItems: 6,
      maxItems: 6,
      description:
        'Matrix from the content, with its lower left corner at the origin, to default user space.',
    }),
    width_pt: Type.Number({ exclusiveMinimum: 0, maximum: 100000 }),
    height_pt: Type.Number({ exclusiveMinimum: 0, maximum: 100000 }),
  },
  {
    description: 'For freely rotated, slanted or mirrored text. Replaces box and turn.',
    ...closed(),
  },
)

export const LINE = Type.Object(
  {
    parts: Type.Array(
      Type.Object(
        {
          text: nullable(Type.String({ maxLength: 5000 })),
          source: nullable(Type.String({ maxLength: 2000 })),
          font: nullable(FONT_CHOICE),
          scale: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
          ink: nullable(Type.String({ maxLength: 500 })),
        },
        closed(),
      ),
      { minItems: 1, maxItems: 100 },
    ),
    keep_when_empty: Type.Boolean(),
    stretch_em: Type.Optional(
      nullable(
        Type.Number({
          minimum: 0,
          maximum: 100,
          description: 'For justified text: maximum extra width of each word space, in em.',
        }),
      ),
    ),
  },
  {
    description: 'Fixed text and values, given by the source names of their fields.',
    ...closed(),
  },
)

export const PICTURE = Type.Object(
  { fit: literals(PICTURE_FITS), anchor: literals(ANCHORS) },
  {
    description:
      'For image fields: fit the image inside the box, or fill the box and crop; and the position that ' +
      'is kept. Default: fit, centred.',
    ...closed(),
  },
)

export const APPEARANCE = Type.Object(
  { number: Type.Integer({ minimum: 0 }), one_color: Type.Boolean() },
  {
    description:
      'For check boxes and radio buttons: number of the mark in the PDF form. It prints in ' +
      'place of `mark`, in the ink of the field or, with several colours, in its own. Null uses `mark`.',
    ...closed(),
  },
)

export const PLACEMENT = Type.Object(
  {
    page: Type.Integer({ minimum: 0 }),
    box: BOX,
    turn: QUARTER_TURN,
    inset_pt: Type.Number({ minimum: 0, maximum: 10000 }),
    style: STYLE,
    option: nullable(Type.String({ maxLength: 500 })),
    mark: nullable(literals(MARK_SHAPES)),
    baseline_pt: Type.Optional(nullable(Type.Number({ minimum: -100000, maximum: 100000 }))),
    frame: Type.Optional(nullable(FRAME)),
    line: Type.Optional(nullable(LINE)),
    in_place: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
    picture: Type.Optional(nullable(PICTURE)),
    appearance: Type.Optional(nullable(APPEARANCE)),
  },
  { title: 'Placement', ...closed() },
)
