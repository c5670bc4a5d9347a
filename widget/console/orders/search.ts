/** The search in the page's address, and as a query of the API. */
import type { Query } from '../api.ts'
import { navigate } from '../router.ts'

/** Ids have prefixes of their own, and lead to their pages; whatever else is typed is searched for. */
export function readSearch(
  text: string,
): { readonly query: Query } | { readonly fill: string } | { readonly render: string } {
  const sought = text.trim()
  if (sought === '') return { query: {} }
  if (/^fill_[0-9a-z]{26}$/.test(sought)) return { fill: sought }
  if (/^rnd_[0-9a-z]{26}$/.test(sought)) return { render: sought }
  return { query: { search: sought } }
}

/**
 * Puts search words into the address, so that they can be kept, sent to a colleague and gone back to. What else the
 * address says stays, as it is now: a search that rested meanwhile takes back no filter.
 */
export function setQuery(path: string, changes: Readonly<Record<string, string>>): void {
  const next = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  navigate(text === '' ? path : `${path}?${text}`, { replace: true })
}
