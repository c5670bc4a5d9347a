/** A bounded map that forgets its oldest entries. */

export interface Recent<V> {
  get(name: string): V | undefined
  set(name: string, value: V): void
  delete(name: string): void
}

const MOST_REMEMBERED = 10_000

/** The least recently set entry goes first. */
export function createRecent<V>(): Recent<V> {
  const notes = new Map<string, V>()
  return {
    get: (name) => notes.get(name),
    delete(name) {
      notes.delete(name)
    },
    set(name, value) {
      notes.delete(name)
      notes.set(name, value)
      if (notes.size <= MOST_REMEMBERED) return
      const [oldest] = notes.keys()
      if (oldest !== undefined) notes.delete(oldest)
    },
  }
}
