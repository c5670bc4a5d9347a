/** Turns of teams at the workers that open uploads: whoever brings one file does not wait for all of another team's. */
import { createTurns } from './turns.ts'

export interface FileTurns {
  /** Rejects with `overloaded` where too many wait, else with what the work rejects with. */
  take<T>(teamId: string, work: () => Promise<T>): Promise<T>
  /** Rejects all that waits. */
  clear(error: () => Error): void
}

/** More than are let in as uploads at once, so that what was let in is read; the others are pages that are looked at. */
const WAITING = 32
const WAITING_OF_TEAM = 12

/** `size`: workers. */
export function createFileTurns(size: number): FileTurns {
  const turns = createTurns({
    ...{ size, mostWaiting: size * WAITING, mostOfTeam: size * WAITING_OF_TEAM, slowAtOnce: size },
    teamAtOnce: Math.max(1, size - 1),
  })
  let files = 0
  return {
    take(teamId, work) {
      files += 1
      // No file makes another one quicker.
      return turns.take({ teamId, topic: String(files), isSlow: () => true }, work)
    },
    clear: turns.clear,
  }
}
