/** The log: a line of JSON for each event, in which errors stand by their name, message and place alone. */
import { type Logger, pino } from 'pino'

const LOG_BYTES = 8_192
const LOG_MS = 100

/**
 * Decision: lines are written 8 kB at once, or after a tenth of a second. At its end, by a fault too, the process
 * writes them all; one that is killed loses those of its last tenth.
 */
export function openLog(level: string): Logger {
  const destination = pino.destination({ dest: 1, sync: true, minLength: LOG_BYTES, periodicFlush: LOG_MS })
  process.once('exit', () => destination.flushSync())
  return pino({ level }, destination)
}

/** A fault as it is logged. */
interface LoggedFault {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: LoggedFault
}

const DEEPEST = 5

/** Drivers hang what a row or a request held on their errors, as PostgreSQL does with `detail`: it stays out. */
export function withPlainFaults(log: Logger): Logger {
  return log.child({}, { serializers: { err: plainFault } })
}

export function plainFault(thrown: unknown, depth = 0): LoggedFault {
  if (!(thrown instanceof Error))
    return { type: typeof thrown, message: 'A value other than an Error was thrown.' }
  const { name, message, stack, cause } = thrown
  const code = 'code' in thrown ? String(thrown.code) : undefined
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined || depth >= DEEPEST ? {} : { cause: plainFault(cause, depth + 1) }),
  }
}
