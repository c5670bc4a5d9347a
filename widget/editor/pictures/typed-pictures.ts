/** Previews of unsaved changes, requested with every key and stored nowhere: the latest wins, older requests are aborted. */

import { Fault } from '../requests.ts'
import type { Picture } from './picture-requests.ts'

/** What is to be seen: a page in the state that has this number. */
export interface TypedView {
  readonly page: number
  readonly width: number
  /** Grows with every change of what is typed. */
  readonly state: number
}

export interface TypedPictures {
  show(view: TypedView): void
  /** Nothing of what was asked for is wanted any more. */
  end(): void
  /** What is under way is waited for, and nothing more is asked for. */
  rest(): void
  isBusy(): boolean
  /** False while the service refuses to draw so often, or cannot be reached. */
  works(): boolean
}

export interface TypedPicturesParts {
  ask(view: TypedView, signal: AbortSignal): Promise<Picture>
  /** Called in the order of the states; a picture that a later one has overtaken is left out. */
  came(view: TypedView, picture: Picture): void
  /** Called when nothing is under way any more. */
  rests(): void
}

/** Decision: ten a second are 600 a minute, which the service allows a session; a key alone is never made to wait. */
const SPACING_MS = 100
/** A second request may be under way while the first is answered, unless the way is so slow that they share its width. */
const SLOW_MS = 400
const AT_ONCE = 2
/** After a failure the pictures of what is kept do for so long. */
const PAUSE_MS = 2000

export function createTypedPictures({ ask, came, rests }: TypedPicturesParts): TypedPictures {
  let wanted: TypedView | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let begun = Number.NEGATIVE_INFINITY
  let pausedUntil = 0
  let isSlow = false
  let latest = 0
  const underWay = new Map<TypedView, AbortController>()

  const schedule = () => {
    if (wanted === null || timer !== null || underWay.size >= (isSlow ? 1 : AT_ONCE)) return
    const wait = Math.max(begun + SPACING_MS, pausedUntil) - Date.now()
    if (wait > 0) timer = setTimeout(run, wait)
    // Before the page is drawn with the new text: from key to pixels 60 to 66 ms instead of 67 ms.
    else void run()
  }
  const run = async () => {
    timer = null
    const view = wanted
    if (view === null) return
    wanted = null
    begun = Date.now()
    const abort = new AbortController()
    underWay.set(view, abort)
    schedule()
    try {
      const picture = await ask(view, abort.signal)
      isSlow = Date.now() - begun > SLOW_MS
      if (!abort.signal.aborted && view.state >= latest) {
        latest = view.state
        for (const [other, request] of underWay) if (other.state < view.state) request.abort()
        came(view, picture)
      }
    } catch (thrown) {
      if (!abort.signal.aborted) {
        const wait = thrown instanceof Fault ? thrown.retryAfterMs : null
        pausedUntil = Date.now() + (wait ?? PAUSE_MS)
      }
    } finally {
      underWay.delete(view)
    }
    schedule()
    if (underWay.size === 0 && wanted === null) rests()
  }

  const stopAsking = () => {
    wanted = null
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    show(view) {
      wanted = view
      schedule()
    },
    rest: stopAsking,
    isBusy: () => underWay.size > 0,
    end() {
      stopAsking()
      for (const abort of underWay.values()) abort.abort()
    },
    works: () => Date.now() >= pausedUntil,
  }
}
