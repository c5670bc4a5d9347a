/** Common parts of requests to use cases: the team of the record, the actor, and the reply to a repeat. */
import type { Tx } from '../../store.ts'
import type { Actor } from './audit-store.ts'
import type { NoteResult } from './idempotency.ts'

export interface OfTeam {
  readonly teamId: string
}

export interface OfRecord extends OfTeam {
  readonly id: string
}

export interface ByActor {
  /** The service itself by default. */
  readonly actor?: Actor | undefined
}

/** A request that can be repeated with an idempotency key. */
export interface Noted {
  readonly note?: NoteResult | undefined
}

/** More to write in the transaction of a use case, all or nothing with it; not called where the use case writes nothing. */
export interface Together<Done> {
  readonly also?: ((store: Tx, done: Done) => Promise<void>) | undefined
}
