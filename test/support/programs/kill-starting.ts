/** Kills worker processes of this one while they start, as a machine that is short of memory does. */
import { findLifeBinder } from '../../../server/workers/launch.ts'
import { eventually } from '../run/eventually.ts'
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
  const starting = () => childrenOf(process.pid).filter((pid) => !known.has(pid))
  for (let killed = 0; killed < rounds && !isOver; killed += 1) {
    await eventually(() => isOver || starting().length > 0)
    for (const pid of starting()) {
      process.kill(pid, 'SIGKILL')
      known.add(pid)
    }
  }
  return done
}
