/** Ids as Shopify writes them. */

/** An id as text, exact; null where there is none. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return String(value)
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? value : null
}

/** The number at the end of `gid://shopify/Order/820982911946154508`; null for anything else. */
export function gidNumber(gid: unknown): string | null {
  return typeof gid === 'string' ? (/^gid:\/\/shopify\/\w+\/(\d+)$/.exec(gid)?.[1] ?? null) : null
}
