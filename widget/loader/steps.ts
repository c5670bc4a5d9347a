/**
 * The dialog and its review as entries of the page's history: Back closes them one by one and never leaves the shop.
 */
import { moveHistory, readHistory, writeHistory } from '../browser-apis.ts'

export interface Steps {
  /** 1: the dialog is open; 2: its review is, too. */
  go(depth: number): void
  /** The dialog is closed. `leaving`: the page may be on its way to another one, and its history is left alone. */
  end(leaving: boolean): void
}

/** `moved`: the customer went back to `depth`; returns whether the dialog was open. */
export function createSteps(moved: (depth: number) => boolean): Steps {
  const depthNow = (): number => Number(readHistory()?.platen) || 0
  let left = false

  const go = (depth: number): void => {
    left = false
    const now = depthNow()
    // What the page keeps in its entry is kept, for pages that turn by themselves read it.
    for (let next = now + 1; next <= depth; next += 1)
      if (!writeHistory('pushState', { ...readHistory(), platen: next })) return
    if (now > depth) moveHistory(depth - now)
  }
  addEventListener('popstate', () => {
    const now = depthNow()
    if (moved(now) || !left) return
    // The steps of a dialog that was closed are none: who goes back means the page before.
    left = false
    moveHistory(-now - 1)
  })
  return {
    go,
    end(leaving) {
      if (!leaving) return go(0)
      left = depthNow() > 0
    },
  }
}
