/** How long a job of a worker may take: processor time decides, and the clock only in the end. */
import type { Death, WorkerLimits } from './worker.ts'

/**
 * Decision: ten times as long by the clock. So a busy machine refuses nothing that a quiet one accepts, and a job that
 * waits forever still ends, also where the system does not report processor time.
 */
const CLOCK = 10

export function timeLimits(seconds: number): Pick<WorkerLimits, 'timeoutMs' | 'processorMs'> {
  return { processorMs: seconds * 1000, timeoutMs: CLOCK * seconds * 1000 }
}

/** The exceeded limit, as a part of a sentence. */
export function outlasted({ time }: Death, seconds: number): string {
  return time === 'processor'
    ? `more than ${ofSeconds(seconds)} of processor time`
    : `longer than ${ofSeconds(CLOCK * seconds)}`
}

const ofSeconds = (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`
