/** Pages of lists: newest first, from a cursor on. */

/** A page of a list, newest first: at most `limit` items with an id below `startingAfter`. */
export interface PageRequest {
  readonly limit: number
  readonly startingAfter: string | null
}

/** `hasMore` says that items follow the last one of `items`. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
}
