/** Programs that end with the process that has started them, unless that is killed. */
import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

/** Gives it back. */
export function endsWithProcess<T extends ChildProcess>(child: T): T {
  if (process.listenerCount('exit', endAll) === 0) process.on('exit', endAll)
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}
