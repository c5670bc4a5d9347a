/** Processor time of processes, for bounds that a busy machine does not touch. */
import { readFileSync } from 'node:fs'

/** Milliseconds since the process began; all threads of it count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Milliseconds of another process since it began, as Linux counts them: in hundredths of a second. */
export function processorMsOf(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
  const [user, system] = rest.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * 10
}
