/** The messages between server and worker, and the transport of errors. */
import { CATALOGUE, type ErrorCode, type ErrorFacts, ServiceError } from '../../core/errors.ts'

/** Server to worker: one job at a time, `leave` at the end. */
export type ServerMessage = JobRequest | { readonly kind: 'leave' }

export interface JobRequest {
  readonly kind: 'job'
  readonly id: number
  readonly job: string
  readonly input: unknown
}

/** Worker to server. `memory` is sent where the server cannot read the worker's memory itself. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'memory'; readonly rssBytes: number }
  /** The step of a job, by a name of its own. */
  | { readonly kind: 'step'; readonly id: number; readonly step: string }
  | { readonly kind: 'result'; readonly id: number; readonly rssBytes: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly rssBytes: number; readonly error: WireError }

/** An error as plain data; `code` is null if it is not in the catalogue. */
export interface WireError {
  readonly code: ErrorCode | null
  readonly facts: Omit<ErrorFacts, 'cause'>
  readonly message: string
  readonly stack: string
  /** The cause as text, for the log. */
  readonly cause: string | null
}

export function packError(error: unknown): WireError {
  const known = error instanceof ServiceError ? error : null
  const { cause, ...facts } = known?.facts ?? {}
  return {
    code: known?.code ?? null,
    facts,
    message: error instanceof Error ? error.message : String(error),
    stack: textOf(error),
    cause: cause === undefined ? null : textOf(cause),
  }
}

/** A ServiceError keeps its code and facts; any other error becomes the cause of an `internal_error`. */
export function unpackError(wire: WireError): ServiceError {
  if (wire.code !== null && Object.hasOwn(CATALOGUE, wire.code)) {
    const cause = wire.cause === null ? {} : { cause: errorOf(wire.cause, wire.cause) }
    return new ServiceError(wire.code, { ...wire.facts, ...cause })
  }
  return new ServiceError('internal_error', { cause: errorOf(wire.message, wire.stack) })
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function errorOf(message: string, stack: string): Error {
  const error = new Error(message)
  error.stack = stack
  return error
}
