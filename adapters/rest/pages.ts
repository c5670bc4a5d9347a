/** Lists as async iterators that read page after page. */

export interface Page<T> {
  readonly data: readonly T[]
  readonly has_more: boolean
  readonly next_starting_after?: string | null
}

/** The maximum of `toArray`; longer lists belong in a loop. */
const MOST = 10_000

export interface List<T> extends AsyncIterable<T> {
  /** One page as the service sends it. */
  page(): Promise<Page<T>>
  /** The first `limit` records, 10,000 at most. */
  toArray(options: { readonly limit: number }): Promise<readonly T[]>
}

/** `read` gives the page after a record; undefined is the first one. Nothing is read before it is asked for. */
export function listOf<T>(read: (startingAfter: string | undefined) => Promise<Page<T>>): List<T> {
  async function* items(): AsyncGenerator<T> {
    for (let after: string | undefined; ; ) {
      const page = await read(after)
      yield* page.data
      const next = page.next_starting_after ?? undefined
      // A page without a new cursor ends the list, even with has_more.
      if (!page.has_more || next === undefined || next === after) return
      after = next
    }
  }
  return {
    [Symbol.asyncIterator]: items,
    page: () => read(undefined),
    async toArray({ limit }) {
      if (!Number.isInteger(limit) || limit < 0 || limit > MOST)
        throw new RangeError(`The limit of toArray must be from 0 to ${MOST}.`)
      const found: T[] = []
      if (limit === 0) return found
      for await (const item of items()) {
        found.push(item)
        if (found.length >= limit) break
      }
      return found
    },
  }
}
