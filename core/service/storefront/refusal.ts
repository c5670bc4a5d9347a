/** Tells faults that pass, for which a line waits, from refusals that are the line's own. */

import { CATALOGUE, ServiceError } from '../../errors.ts'
import { Later } from './contract.ts'

/** A refusal that waiting does not change; its code stands on the line, its message is for staff. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'Refused'
    this.code = code
  }
}

/** Statuses that say nothing of the line: the key, the plan, the limit, the machine. */
const LATER = [401, 402, 403, 408, 425, 429]

/** Decision: an unknown error is a fault of the machine, so the line waits, and staff see it waiting. */
export function refusalOf(error: unknown): Refused | Later {
  if (error instanceof Refused || error instanceof Later) return error
  if (!(error instanceof ServiceError)) return new Later('Internal error.', null, error)
  const { code, message, facts } = error
  const { status, says } = CATALOGUE[code]
  if (code !== 'render_failed' && (status >= 500 || LATER.includes(status))) {
    const said = status >= 500 ? says : message
    return new Later(`${code}: ${said}`, facts.retryAfterSeconds ?? null, error)
  }
  const said = [message, ...(facts.details ?? []).map((detail) => detail.message)]
  return new Refused(code, said.filter((part) => part !== '').join(' '))
}

/** Was a use case refused with one of these codes? */
export function isRefusedAs(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof ServiceError && codes.includes(error.code)
}
