/** Schemas of a fill's colour group: palette, assignments and substrate. */
import { type Static, Type } from '@sinclair/typebox'
import type { InksAndPaper } from '../../../core/engine/scene/inks-and-paper.ts'
import { MOST_FIELDS } from '../../../core/engine/scene/most-fields.ts'
import { closed, described, mapOf, nullable } from '../schema.ts'
import { MIX } from './mix-schema.ts'

const COLOR_WORDS = { key: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 500 }) }
/** The palette checks ranges and formats of the colour group, with 422. */
export const COLORS = Type.Array(
  Type.Object(
    { index: Type.Integer(), ...COLOR_WORDS, hex: Type.String({ maxLength: 100 }), ...MIX },
    closed(),
  ),
  { maxItems: 100 },
)
export const ASSIGNMENTS = mapOf(Type.Integer(), { nameLength: 500, entries: MOST_FIELDS })
export const SUBSTRATE = Type.Object({ ...COLOR_WORDS, hex: Type.String({ maxLength: 100 }) }, closed())

const PRINTED_INK = Type.Object(
  {
    index: Type.Integer({ minimum: 1 }),
    key: Type.String(),
    name: Type.String(),
    hex: Type.String({ description: 'Colour on screens, #rrggbb.' }),
    field_ids: Type.Array(Type.String(), { description: 'Fields that print in this ink.' }),
  },
  { title: 'PrintedInk', ...closed() },
)

/** Of a fill or a render, as a reader needs them: resolved against the template. */
export const INKS_AND_PAPER = {
  inks: Type.Array(PRINTED_INK, {
    description:
      "Beta. Inks of the print file: the customer's choice, or the template's own inks. After a correction, the corrected ones.",
  }),
  paper: described(
    nullable(Type.Object({ key: Type.String(), name: Type.String(), hex: Type.String() }, closed())),
    "Beta. Paper of the order: the chosen one, or the template's first. Null if the template names none.",
  ),
}
const NAMED = Type.Object(INKS_AND_PAPER)

export function inksAndPaperWire({ inks, paper }: InksAndPaper): Static<typeof NAMED> {
  return {
    inks: inks.map(({ fieldIds, ...ink }) => ({ ...ink, field_ids: [...fieldIds] })),
    paper: paper === null ? null : { ...paper },
  }
}
