/** Schemas of a fill's colour group: palette, assignments and substrate. */
import { Type } from '@sinclair/typebox'
import { MOST_FIELDS } from '../../../core/engine/scene/most-fields.ts'
import { closed, mapOf } from '../schema.ts'
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
