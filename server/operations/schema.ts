/** Schemas that many operations share: ids, references, metadata, values. */
import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { MOST_FIELDS } from '../../core/engine/scene/most-fields.ts'

/** One of these words, as an `enum`. */
export function literals<const T extends readonly string[]>(
  values: T,
  facts: { readonly description?: string } = {},
): TUnsafe<T[number]> {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...facts })
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** The same schema with a description of its own. */
export function described<T extends TSchema>(schema: T, description: string): T {
  return { ...schema, description }
}

export const NULLABLE_TEXT = nullable(Type.String())
export const ID_PARAM = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) }, closed())
/** A reference of the storefront's own: opaque, never interpreted. */
export const REFERENCE = Type.String({ minLength: 1, maxLength: 255 })
/** A language tag (BCP 47). */
export const LOCALE = Type.String({ minLength: 1, maxLength: 35 })
/** `#rrggbb`. */
export const HEX_COLOR = Type.String({ pattern: '^#[\\da-fA-F]{6}$' })
export const EMAIL = Type.String({ format: 'idn-email', maxLength: 254 })
/** A map by name. TypeBox's own Record leaves names that its pattern does not match, and their values, unchecked. */
export function mapOf<T extends TSchema>(
  value: T,
  limits: { readonly nameLength: number; readonly entries: number },
): TUnsafe<Record<string, Static<T>>> {
  return Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    propertyNames: { minLength: 1, maxLength: limits.nameLength },
    additionalProperties: value,
    maxProperties: limits.entries,
  })
}

/** Decision: at most 50 entries; names of at most 40 characters, values of at most 500. */
export const METADATA = mapOf(Type.String({ maxLength: 500 }), { nameLength: 40, entries: 50 })
/** Values by field id; a field's label is accepted as its key. */
export const VALUES = mapOf(Type.String({ maxLength: 5000 }), { nameLength: 500, entries: MOST_FIELDS })

export function closed(): { additionalProperties: false } {
  return { additionalProperties: false }
}

/** Which revision of a template is meant. */
export const REVISION_QUERY = Type.Object(
  {
    revision: Type.Optional(
      literals(['published', 'latest'], { description: 'For a published template. Default: published.' }),
    ),
  },
  closed(),
)
