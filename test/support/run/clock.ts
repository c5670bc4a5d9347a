/** A clock that moves only on command. */
import type { Clock } from '../../../core/clock.ts'

export interface StoppedClock extends Clock {
  advance(ms: number): void
  set(ms: number): void
}

export function stoppedClock(startMs = Date.UTC(2026, 6, 15, 9, 30)): StoppedClock {
  let now = startMs
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
    set: (ms) => {
      now = ms
    },
  }
}

/** With timers, which run as it moves. */
export interface HandClock extends StoppedClock {
  after(ms: number, run: () => void): () => void
  /** Moves on to the next timer whenever nothing else is to be waited for, until the promise is settled. */
  runUntil<T>(promise: Promise<T>): Promise<T>
}

export function handClock(startMs?: number): HandClock {
  const clock = stoppedClock(startMs)
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  const next = () => [...timers].sort((one, other) => one.at - other.at)[0]
  const advance = (ms: number) => {
    const end = clock.now() + ms
    for (let due = next(); due !== undefined && due.at <= end; due = next()) {
      timers.delete(due)
      clock.set(Math.max(clock.now(), due.at))
      due.run()
    }
    clock.set(end)
  }
  return {
    ...clock,
    advance,
    after(ms, run) {
      const timer = { at: clock.now() + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async runUntil(promise) {
      let settled = false
      const end = () => {
        settled = true
      }
      promise.then(end, end)
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        if (settled) return promise
        const due = next()
        if (due !== undefined) advance(Math.max(0, due.at - clock.now()))
      }
    },
  }
}
