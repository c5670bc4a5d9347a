/** The log: a line of JSON for each event, in which errors stand by their name, message and place alone. */
import { type Logger, pino } from 'pino'
import { terminalLog } from './terminal-log.ts'

const LOG_BYTES = 8_192
const LOG_MS = 100

/**
 * Decision: lines are written 8 kB at once, or after a tenth of a second. At its end, by a fault too, the process
 * writes them all; one that is killed loses those of its last tenth.
 */
export function openLog(level: string | null, terminal = false): Logger {
  // Decision: who starts it at a terminal sees the links that it ends with, and not each request.
  if (terminal)
    return pino(
      { level: level ?? 'warn' },
      terminalLog((text) => process.stdout.write(text)),
    )
  const destination = pino.destination({ dest: 1, sync: true, minLength: LOG_BYTES, periodicFlush: LOG_MS })
  process.once('exit', () => destination.flushSync())
  return pino({ level: level ?? 'info' }, destination)
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
