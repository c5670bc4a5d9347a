/** Reads a store's JSON, and writes ids into it, without losing a digit of whole numbers beyond 2^53. */

type Source = { readonly source?: string }
type Reviver = (this: unknown, key: string, value: unknown, context: Source) => unknown

/** Whole numbers that JavaScript cannot hold come as the text that they stand as. Throws SyntaxError. */
export function readJson(text: string): unknown {
  const keepExact: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value
  return JSON.parse(text, keepExact as (this: unknown, key: string, value: unknown) => unknown)
}

/** An id as text, exact; null where there is none, and for 0, which is how WooCommerce says "none". */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null
  return typeof value === 'string' && value !== '' && value !== '0' ? value : null
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

/** The value of a `meta_data` entry, text or not; undefined where the key does not stand there. */
export function metaOf(holder: unknown, key: string): unknown {
  const found = listOf(part(holder, 'meta_data')).find((entry) => part(entry, 'key') === key)
  return part(found, 'value')
}

/** Milliseconds since 1970 of a `…_gmt` time, which WooCommerce writes without its zone; null for none. */
export function timeOf(value: unknown): number | null {
  const text = textOf(value)
  const ms = text === null ? Number.NaN : Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(ms) ? null : ms
}

/** An id in a body that is sent: the digits themselves, which a number would lose. Throws for anything else. */
export function rawId(id: string): string {
  if (!/^\d{1,30}$/.test(id)) throw new Error('This is no id of WooCommerce.')
  return id
}
