/** Teams take turns at the workers that open uploads: a file does not wait for all files of another team. */
import { createFairQueue } from './fair-queue.ts'

export interface FileQueue {
  /** Rejects with `overloaded` if too many files wait, or as the work rejects. */
  run<T>(teamId: string, work: () => Promise<T>): Promise<T>
  /** Rejects all waiting files. */
  clear(error: () => Error): void
}

/** More than the admitted uploads, so that each of those is read; the others are views of artwork. */
const WAITING = 32
const WAITING_OF_TEAM = 12

/** `size` is the number of workers. */
export function createFileQueue(size: number): FileQueue {
  const queue = createFairQueue({
    ...{ size, mostWaiting: size * WAITING, mostOfTeam: size * WAITING_OF_TEAM, slowAtOnce: size },
    teamAtOnce: Math.max(1, size - 1),
  })
  let files = 0
  return {
    run(teamId, work) {
      files += 1
      // Files do not speed up each other.
      return queue.run({ teamId, topic: String(files), isSlow: () => true }, work)
    },
    clear: queue.clear,
  }
}
