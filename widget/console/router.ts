/** The router of the console: the address, links without a page load, and the warning about unsaved changes. */

import { type ComponentChildren, h, type JSX } from 'preact'
import { useEffect, useReducer, useState } from 'preact/hooks'
import { moveHistory, readHistory, writeHistory } from '../browser-apis.ts'

/** Everything of the console lies below it. */
export const ROOT = '/console'

/** A step that waits for a yes, for something is not saved. */
export interface Leaving {
  go(): void
  stay(): void
}

interface Place {
  readonly path: string
  readonly search: string
}

const listeners = new Set<() => void>()
const blockers = new Set<symbol>()
let place: Place = here()
/** The position in the history, which tells a step back from a step forward. */
let step = stepOf(readHistory())
/** True once a link was followed: from then on the heading of a new page takes the focus. */
let moved = false
let leaving: Leaving | null = null
let letThrough = false

addEventListener('popstate', (event) => {
  const to = stepOf(event.state)
  const delta = to - step
  if (blockers.size > 0 && !letThrough && delta !== 0 && here().path !== place.path) {
    // The browser has gone already: back to where something is unsaved, and there it is asked.
    letThrough = true
    moveHistory(-delta)
    ask(() => moveHistory(delta))
    return
  }
  letThrough = false
  step = to
  arrive()
})
addEventListener('beforeunload', (event) => {
  if (blockers.size > 0) event.preventDefault()
})

/** Goes to a path of the console, query and all; asks first where something is unsaved. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const url = new URL(to, location.href)
  const next = url.pathname + url.search + url.hash
  const go = () => {
    if (!replace) step += 1
    if (!writeHistory(replace ? 'replaceState' : 'pushState', { step }, next)) location.assign(next)
    arrive()
  }
  if (blockers.size > 0 && url.pathname !== place.path) ask(go)
  else go()
}

/** The path, such as `/console/templates/tpl_…`; the component renders again when it changes. */
export function usePath(): string {
  return usePlace().path
}

export function useQuery(): URLSearchParams {
  return new URLSearchParams(usePlace().search)
}

/** While `unsaved` is true, leaving the path is asked about, by links, by the browser's keys and on closing. */
export function useBlocker(unsaved: boolean): void {
  const [name] = useState(() => Symbol('blocker'))
  useEffect(() => {
    if (unsaved) blockers.add(name)
    else blockers.delete(name)
    return () => {
      blockers.delete(name)
    }
  }, [unsaved, name])
}

/** The step that waits to be allowed, for the dialog that asks. */
export function useLeaving(): Leaving | null {
  usePlace()
  return leaving
}

/** Has a link been followed since the page was loaded? */
export function hasMoved(): boolean {
  return moved
}

export type LinkProps = Omit<JSX.HTMLAttributes<HTMLAnchorElement>, 'href'> & {
  readonly href: string
  readonly replace?: boolean | undefined
  readonly children?: ComponentChildren
}

/** A link within the console; with a modifier key it opens as any link does. */
export function Link({ replace, ...rest }: LinkProps): JSX.Element {
  const { href } = rest
  return h('a', {
    ...rest,
    onClick(event: JSX.TargetedMouseEvent<HTMLAnchorElement>) {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      navigate(href, { replace: replace === true })
    },
  })
}

function usePlace(): Place {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const listener = () => redraw(undefined)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
  return place
}

function ask(go: () => void): void {
  const end = (then: () => void) => {
    leaving = null
    notifyListeners()
    then()
  }
  leaving = {
    go: () =>
      end(() => {
        blockers.clear()
        go()
      }),
    stay: () => end(() => {}),
  }
  notifyListeners()
}

function arrive(): void {
  const next = here()
  if (next.path !== place.path) {
    moved = true
    scrollTo(0, 0)
  }
  place = next
  notifyListeners()
}

function notifyListeners(): void {
  for (const listener of [...listeners]) listener()
}

function here(): Place {
  let path = location.pathname
  while (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1)
  return { path, search: location.search }
}

function stepOf(state: unknown): number {
  const found = typeof state === 'object' && state !== null ? (state as { step?: unknown }).step : 0
  return typeof found === 'number' ? found : 0
}
