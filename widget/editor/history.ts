/** Undo and redo; typing without a pause in one field is one step. */

/** A pause this long begins a new step, ms. */
const PAUSE_MS = 1200
const MOST_STEPS = 200

export interface History<State> {
  /** `key` says what changes; null is always a step of its own. */
  record(before: State, key: string | null, now: number): void
  undo(present: State): State | null
  redo(present: State): State | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  clear(): void
}

export function createHistory<State>(): History<State> {
  let past: State[] = []
  let future: State[] = []
  let last: { readonly key: string | null; readonly at: number } = { key: null, at: 0 }
  return {
    record(before, key, now) {
      const goesOn = key !== null && key === last.key && now - last.at < PAUSE_MS
      if (!goesOn) past = [...past.slice(1 - MOST_STEPS), before]
      future = []
      last = { key, at: now }
    },
    undo(present) {
      const state = past[past.length - 1]
      if (state === undefined) return null
      past = past.slice(0, -1)
      future = [...future, present]
      last = { key: null, at: 0 }
      return state
    },
    redo(present) {
      const state = future[future.length - 1]
      if (state === undefined) return null
      future = future.slice(0, -1)
      past = [...past, present]
      last = { key: null, at: 0 }
      return state
    },
    get canUndo() {
      return past.length > 0
    },
    get canRedo() {
      return future.length > 0
    },
    clear() {
      past = []
      future = []
      last = { key: null, at: 0 }
    },
  }
}
