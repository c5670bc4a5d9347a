/** Lets teams take turns at the workers that open uploads: one file does not wait for all files of another team. */
import { createFairQueue } from './fair-queue.ts'

export interface FileQueue {
  /** Rejects with `overloaded` where too many wait, else with what the work rejects with. */
  run<T>(teamId: string, work: () => Promise<T>): Promise<T>
  /** Rejects all that waits. */
  clear(error: () => Error): void
}

/** More than are let in as uploads at once, so that what was let in is read; the others are pages that are looked at. */
const WAITING = 32
const WAITING_OF_TEAM = 12

/** `size`: workers. */
export function createFileQueue(size: number): FileQueue {
  const queue = createFairQueue({
    ...{ size, mostWaiting: size * WAITING, mostOfTeam: size * WAITING_OF_TEAM, slowAtOnce: size },
    teamAtOnce: Math.max(1, size - 1),
  })
  let files = 0
  return {
    run(teamId, work) {
      files += 1
      // No file makes another one quicker.
      return queue.run({ teamId, topic: String(files), isSlow: () => true }, work)
    },
    clear: queue.clear,
  }
}
