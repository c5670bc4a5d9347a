/** Reads JSON with whole numbers that JavaScript cannot hold: they come as the text that they stand as. */

type Source = { readonly source?: string }
type Reviver = (this: unknown, key: string, value: unknown, context: Source) => unknown

/**
 * Shopify's ids pass 2^53, where numbers lose their last digits: those are given as strings, smaller ones as numbers.
 * Throws SyntaxError.
 */
export function readJson(text: string): unknown {
  const keepExact: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value
  return JSON.parse(text, keepExact as (this: unknown, key: string, value: unknown) => unknown)
}

/** An id as text, exact; null where there is none. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return String(value)
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? value : null
}

/** The number at the end of `gid://shopify/Order/820982911946154508`; null for anything else. */
export function gidNumber(gid: unknown): string | null {
  return typeof gid === 'string' ? (/^gid:\/\/shopify\/\w+\/(\d+)$/.exec(gid)?.[1] ?? null) : null
}

/** An object's property, whatever stands there. */
export function part(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
