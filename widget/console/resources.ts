/** Loads data for a page: one record, or a list page by page. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { api, type Query, withQuery } from './api.ts'
import { type ApiError, asApiError } from './api-error.ts'

export interface Resource<T> {
  readonly value: T | null
  readonly loading: boolean
  readonly error: ApiError | null
  /** Asks again; what is shown stays until the answer is there. */
  reload(): void
  /** Puts in what is known to be so, such as the reply of a change. */
  set(value: T): void
}

/** Null asks for nothing. */
export function useResource<T>(path: string | null, query?: Query): Resource<T> {
  const address = path === null ? null : withQuery(path, query)
  const [state, setState] = useState<{ address: string | null; value: T | null; error: ApiError | null }>({
    address: null,
    value: null,
    error: null,
  })
  const [round, setRound] = useState(0)
  const [loading, setLoading] = useState(address !== null)
  useEffect(() => {
    // A further round asks for the same again.
    if (address === null || round < 0) return
    const giveUp = new AbortController()
    setLoading(true)
    api
      .get<T>(address, undefined, { signal: giveUp.signal })
      .then(
        (value) => setState({ address, value, error: null }),
        (thrown: unknown) => {
          const error = asApiError(thrown)
          if (error.code === 'aborted') return
          // What is shown stays, unless it is of another address.
          setState((before) => ({ address, value: before.address === address ? before.value : null, error }))
        },
      )
      .finally(() => {
        if (!giveUp.signal.aborted) setLoading(false)
      })
    return () => giveUp.abort()
  }, [address, round])
  const isOld = state.address !== address
  return {
    value: isOld ? null : state.value,
    loading: loading || isOld,
    error: isOld ? null : state.error,
    reload: useCallback(() => setRound((count) => count + 1), []),
    set: useCallback((value: T) => setState((before) => ({ ...before, value, error: null })), []),
  }
}

export interface List<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
  /** The first page is on its way. */
  readonly loading: boolean
  readonly loadingMore: boolean
  readonly error: ApiError | null
  /** Loads the next page; nothing where one is on its way or none is left. */
  more(): void
  /** From the beginning; what is shown stays until the answer is there. */
  reload(): void
  /** Puts a changed record in the place of the old one. */
  replace(item: T): void
  remove(id: string): void
}

interface PageReply<T> {
  readonly data: readonly T[]
  readonly has_more: boolean
  readonly next_starting_after: string | null
}

/** The next page that holds something: a search of very many may give empty ones and go on. */
async function readPage<T>(from: string, after: string | null, signal: AbortSignal): Promise<PageReply<T>> {
  for (let next = after; ; ) {
    const address = next === null ? from : `${from}${from.includes('?') ? '&' : '?'}starting_after=${next}`
    const page = await api.get<PageReply<T>>(address, undefined, { signal })
    if (page.data.length > 0 || !page.has_more || page.next_starting_after === null) return page
    next = page.next_starting_after
  }
}

interface ListState<T> {
  readonly address: string | null
  readonly items: readonly T[]
  readonly next: string | null
  readonly error: ApiError | null
  readonly busy: 'first' | 'more' | null
}

/** Null asks for nothing. */
export function useList<T extends { readonly id: string }>(path: string | null, query?: Query): List<T> {
  const address = path === null ? null : withQuery(path, query)
  const [state, setState] = useState<ListState<T>>({
    ...{ address: null, items: [], next: null, error: null },
    busy: address === null ? null : 'first',
  })
  const [round, setRound] = useState(0)
  const giveUp = useRef<AbortController | null>(null)

  const load = useCallback((from: string, after: string | null) => {
    giveUp.current?.abort()
    const abort = new AbortController()
    giveUp.current = abort
    setState((before) => ({ ...before, busy: after === null ? 'first' : 'more', error: null }))
    readPage<T>(from, after, abort.signal).then(
      (page) =>
        setState((before) => ({
          address: from,
          items: after === null ? page.data : [...before.items, ...page.data],
          next: page.has_more ? page.next_starting_after : null,
          error: null,
          busy: null,
        })),
      (thrown: unknown) => {
        const error = asApiError(thrown)
        if (error.code === 'aborted') return
        setState((before) => ({
          ...before,
          ...(before.address === from ? {} : { address: from, items: [], next: null }),
          error,
          busy: null,
        }))
      },
    )
  }, [])

  useEffect(() => {
    if (address !== null && round >= 0) load(address, null)
    return () => giveUp.current?.abort()
  }, [address, round, load])

  const isOld = state.address !== address
  const items = isOld ? [] : state.items
  return {
    items,
    hasMore: !isOld && state.next !== null,
    loading: isOld ? address !== null : state.busy === 'first' && state.items.length === 0,
    loadingMore: state.busy === 'more',
    error: isOld ? null : state.error,
    more() {
      if (!isOld && address !== null && state.next !== null && state.busy === null) load(address, state.next)
    },
    reload: useCallback(() => setRound((count) => count + 1), []),
    replace: useCallback(
      (item: T) =>
        setState((before) => ({
          ...before,
          items: before.items.map((one) => (one.id === item.id ? item : one)),
        })),
      [],
    ),
    remove: useCallback(
      (id: string) =>
        setState((before) => ({ ...before, items: before.items.filter((one) => one.id !== id) })),
      [],
    ),
  }
}
