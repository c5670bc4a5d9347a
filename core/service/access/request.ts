/** What the requests of use cases have in common: whose record they are about, who acts, and what a repeat is told. */
import type { Actor } from './audit-store.ts'
import type { NoteResult } from './idempotency.ts'

export interface OfTeam {
  readonly teamId: string
}

export interface OfRecord extends OfTeam {
  readonly id: string
}

export interface ByActor {
  /** The service itself where nothing is said. */
  readonly actor?: Actor | undefined
}

/** Of a request that can be sent again under an idempotency key. */
export interface Noted {
  readonly note?: NoteResult | undefined
}
