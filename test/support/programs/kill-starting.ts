/** Kills worker processes of this one while they start, as a machine that is short of memory does. */
import { setTimeout as delay } from 'node:timers/promises'
import { findLifeBinder } from '../../../server/workers/launch.ts'
import { childrenOf } from './children-of.ts'

/**
 * Begins the work and kills the processes that it starts before they can say that they are ready, `rounds` times or
 * until the work has an end. Gives what becomes of the work.
 */
export async function killStarting<T>(rounds: number, work: () => Promise<T>): Promise<T> {
  // Once in the life of this process others are started to find out.
  await findLifeBinder()
  const known = new Set(childrenOf(process.pid))
  let isOver = false
  const end = (): void => {
    isOver = true
  }
  const done = work()
  done.then(end, end)
  for (let killed = 0; killed < rounds && !isOver; await delay(1)) {
    const starting = childrenOf(process.pid).filter((pid) => !known.has(pid))
    for (const pid of starting) {
      process.kill(pid, 'SIGKILL')
      known.add(pid)
    }
    killed += starting.length === 0 ? 0 : 1
  }
  return done
}
