/** Processor time of another process, measured from outside, because a process in a loop does not answer. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** The unit of times in /proc, whatever the kernel's own tick (proc_pid_stat(5)). */
const TICK_MS = 10
const ON_LINUX_MS = 100
/** Elsewhere each measurement runs a program. */
const ELSEWHERE_MS = 1_000

/** Milliseconds of all threads since the start; null if the process has ended or the system does not say. */
export async function processorMs(pid: number, platform: string = process.platform): Promise<number | null> {
  if (platform !== 'linux') return await askPs(pid)
  const stat = readStat(pid)
  // The program's name in parentheses may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isNaN(ticks) ? null : ticks * TICK_MS
}

/** Read synchronously, since no disk stands behind /proc and every job reads it. */
function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return ''
  }
}

/** POSIX: `[[dd-]hh:]mm:ss`; macOS adds hundredths. */
async function askPs(pid: number): Promise<number | null> {
  const told = await promisify(execFile)('ps', ['-o', 'time=', '-p', String(pid)]).catch(() => null)
  const [, days = 0, hours = 0, minutes, seconds] =
    /^(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(told?.stdout.trim() ?? '') ?? []
  if (minutes === undefined) return null
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}

/** Calls `exceed` once the process takes more than the limit from now on; returns a function that ends the watch. */
export function watchProcessor(pid: number, limitMs: number, exceed: () => void): () => void {
  const before = processorMs(pid)
  let isOver = false
  let isAsking = false
  const look = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    const [began, now] = [await before, await processorMs(pid)]
    isAsking = false
    if (isOver || began === null || now === null || now - began <= limitMs) return
    exceed()
  }
  const timer = setInterval(look, process.platform === 'linux' ? ON_LINUX_MS : ELSEWHERE_MS)
  return () => {
    isOver = true
    clearInterval(timer)
  }
}
