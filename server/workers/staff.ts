/** What all pools of worker processes of one service have in common. */
import type { startWorker } from './worker.ts'

export interface Staff {
  /** Workers that stand ready beyond those that are needed, in each pool; see `PoolOptions`. */
  readonly spares?: number | undefined
  /** Folder with the modules of the workers, see `workerEntry`. */
  readonly workers?: string | undefined
  /** Starts a process, or takes one that stands ready. */
  readonly start?: typeof startWorker | undefined
}

/** Their share in the options of a pool. */
export function ofStaff({ spares, start }: Staff, usualSpares?: number): Pick<Staff, 'spares' | 'start'> {
  return { spares: spares ?? usualSpares, start }
}
