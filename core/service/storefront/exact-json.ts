/** JSON of a platform, read without losing a digit and without trusting its shape. */

type Source = { readonly source?: string }
type Reviver = (this: unknown, key: string, value: unknown, context: Source) => unknown

/**
 * Ids of platforms pass 2^53, where numbers lose their last digits: those are given as the text that they stand as,
 * smaller ones as numbers. Throws SyntaxError.
 */
export function readJson(text: string): unknown {
  const keepExact: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value
  return JSON.parse(text, keepExact as (this: unknown, key: string, value: unknown) => unknown)
}

/** An object's property of any type. */
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
