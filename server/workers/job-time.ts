/** How long reading an upload may take: what it takes of the processor decides, and the clock only in the end. */
import type { Death, WorkerLimits } from './worker.ts'

/**
 * Decision: ten times as long by the clock. A busy machine refuses nothing then that a quiet one takes, and what waits
 * for something that never comes, or is nowhere told apart from it, is still ended.
 */
const CLOCK = 10

export function timeLimits(seconds: number): Pick<WorkerLimits, 'timeoutMs' | 'processorMs'> {
  return { processorMs: seconds * 1000, timeoutMs: CLOCK * seconds * 1000 }
}

/** What a job took that died of it, for people to read. */
export function outlasted({ time }: Death, seconds: number): string {
  return time === 'processor'
    ? `more than ${ofSeconds(seconds)} of processor time`
    : `longer than ${ofSeconds(CLOCK * seconds)}`
}

const ofSeconds = (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`
