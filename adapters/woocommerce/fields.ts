/** Values of a store's records as WooCommerce writes them: ids, `meta_data` entries and times. */
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'

/** An id as text, exact; null where there is none, and for 0, which is how WooCommerce says "none". */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null
  return typeof value === 'string' && value !== '' && value !== '0' ? value : null
}

/**
 * The value of a `meta_data` entry, text or not; undefined where the key does not stand there. The plugin writes lists of
 * one, which WooCommerce shows to nobody.
 */
export function metaOf(holder: unknown, key: string): unknown {
  const found = listOf(part(holder, 'meta_data')).find((entry) => part(entry, 'key') === key)
  const value = part(found, 'value')
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}

/** Milliseconds since 1970 of a `…_gmt` time, which WooCommerce writes without its zone; null for none. */
export function timeOf(value: unknown): number | null {
  const text = textOf(value)
  const ms = text === null ? Number.NaN : Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(ms) ? null : ms
}

/** An id in a body that is sent: the digits themselves, which a number would lose. Throws for anything else. */
export function rawId(id: string): string {
  if (!/^\d{1,30}$/.test(id)) throw new Error('Invalid WooCommerce id.')
  return id
}
