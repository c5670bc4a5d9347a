/** Processes that a process has started and that live, as Linux lists them. */
import { readFileSync } from 'node:fs'

export function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map(Number)
}
