/** Pages of lists: newest first, from a cursor on. */

/** A page of a list, newest first: at most `limit` items with an id below `startingAfter`. */
export interface PageRequest {
  readonly limit: number
  readonly startingAfter: string | null
}

/** `hasMore` says that items follow the last one of `items`, or may follow `resumeAfter`. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
  /** Where the next page begins if not after the last item: a search that stopped before its page was full. */
  readonly resumeAfter?: string
}

const AT_ONCE = 100

export function ownId({ id }: { readonly id: string }): string {
  return id
}

/** The items of all pages of a list, each read when it is wanted. `idOf` gives the id after which the next page begins. */
export async function* eachItem<T>(
  list: (page: PageRequest) => Promise<Page<T>>,
  idOf: (item: T) => string,
): AsyncGenerator<T> {
  for (let startingAfter: string | null = null, more = true; more; ) {
    const { items, hasMore } = await list({ limit: AT_ONCE, startingAfter })
    yield* items
    const last = items.at(-1)
    startingAfter = last === undefined ? null : idOf(last)
    more = hasMore
  }
}
