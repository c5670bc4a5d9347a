/** The log: a line of JSON for each event, in which errors stand by their name, message and place alone. */
import type { Logger } from 'pino'

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
    return { type: typeof thrown, message: 'Something that is no error was thrown.' }
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
