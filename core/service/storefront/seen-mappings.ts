/** Caches the templates of products for a short time, so that a sale does not look them up for each order. */
import type { Clock } from '../../clock.ts'

export interface SeenMappings {
  /** Was the product seen to be printed from this template of late? */
  has(product: string, variant: string | null, template: string): boolean
  note(product: string, variant: string | null, template: string): void
}

/**
 * Decision: a fill of the template that its product was mapped to up to so long ago is one of that product: it was
 * made earlier still. Anything else is read again, so that no order is held because of an earlier mapping.
 */
const SEEN_MS = 10_000
const MOST = 1_000

export function createSeenMappings(clock: Clock): SeenMappings {
  const seen = new Map<string, { readonly template: string; readonly at: number }>()
  const nameOf = (product: string, variant: string | null) => JSON.stringify([product, variant])
  return {
    has(product, variant, template) {
      const known = seen.get(nameOf(product, variant))
      // A clock that was set back tells nothing.
      const age = clock.now() - (known?.at ?? Number.NEGATIVE_INFINITY)
      return known?.template === template && age >= 0 && age < SEEN_MS
    },
    note(product, variant, template) {
      if (seen.size >= MOST) seen.clear()
      seen.set(nameOf(product, variant), { template, at: clock.now() })
    },
  }
}
