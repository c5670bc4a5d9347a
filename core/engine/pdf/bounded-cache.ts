/** A cache that drops the least recently used values above its limit. */

export interface BoundedCache<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  /** Removes the values of all keys that match. */
  drop(matches: (key: string) => boolean): void
}

/**
 * `limit` is the greatest sum of the values' weights, where `weigh` gives 1 to each unless told otherwise; a value
 * heavier than the limit is not kept. `dropped` is called with each value that leaves.
 */
export function createBoundedCache<V>(
  limit: number,
  weigh: (value: V) => number = () => 1,
  dropped: (value: V) => void = () => undefined,
): BoundedCache<V> {
  // A Map keeps the order of insertion: its first key is the one used longest ago.
  const entries = new Map<string, V>()
  let weight = 0
  const remove = (key: string, value: V): void => {
    entries.delete(key)
    weight -= weigh(value)
    dropped(value)
  }
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      const former = entries.get(key)
      if (former !== undefined) remove(key, former)
      entries.set(key, value)
      weight += weigh(value)
      for (const [oldest, old] of entries) {
        if (weight <= limit) break
        remove(oldest, old)
      }
    },
    drop(matches) {
      for (const [key, value] of [...entries]) if (matches(key)) remove(key, value)
    },
  }
}
