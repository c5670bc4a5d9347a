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
