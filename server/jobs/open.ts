/** Opens the queue that fits the database: pg-boss on PostgreSQL, the service's own rows on SQLite. */

import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import type { Jobs } from '../../core/service/jobs.ts'
import type { RootStore } from '../../core/store.ts'
import { isPostgres } from '../store/engine/dialect.ts'
import { createEmbeddedJobs } from './embedded.ts'
import { openPgBossJobs } from './pg-boss.ts'

export type JobsDriver = 'embedded' | 'pg-boss'

export interface JobsParts {
  readonly store: RootStore
  readonly clock: Clock
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly databaseUrl: string
  /** As in OpenStore; false where it is not said. */
  readonly isOnlyServer?: boolean
}

/** `driver` is for tests: a clock that can be set is heard by the embedded one alone. */
export async function openJobs(parts: JobsParts, driver?: JobsDriver): Promise<Jobs> {
  const fitting = isPostgres(parts.databaseUrl) ? 'pg-boss' : 'embedded'
  return (driver ?? fitting) === 'pg-boss' ? openPgBossJobs(parts) : createEmbeddedJobs(parts)
}
