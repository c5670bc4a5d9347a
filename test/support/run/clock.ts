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
