/** Stores the log of requests every few seconds. */
import type { Logger } from 'pino'
import type { ApiRequestLog } from '../../core/service/access/api-request.ts'

/** Answers what stops it and stores the rest. */
export function flushEvery(
  everyMs: number,
  requests: Pick<ApiRequestLog, 'flush'>,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const flush = (): Promise<void> =>
    requests.flush().catch((error: unknown) => log.warn({ err: error }, 'The request log was not stored.'))
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return flush()
  }
}
