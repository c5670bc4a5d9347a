/** An e-mail that is to be sent: its record, its store, and the port by which it leaves. */
import type { Role } from '../access/role.ts'
import type { ConsoleLanguage } from '../console/user.ts'
import type { DisabledReason } from '../webhook/endpoint.ts'

export const MAIL_KINDS = ['invitation', 'passphrase', 'approval', 'hot_folder', 'webhook'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** `dropped`: there is nothing to say any more, such as for a fill that was erased, or nobody to say it to. */
export type MailOutcome = 'waiting' | 'sent' | 'refused' | 'dropped'

/**
 * Names what the e-mail is about, and holds none of its text: that is made of the records when it is sent. Times are
 * milliseconds since 1970.
 */
export interface MailRecord {
  readonly id: string
  /** Empty until the user of a forgotten passphrase is looked up. */
  readonly teamId: string
  readonly kind: MailKind
  /** What it reports; e-mails of one cause keep their distance. */
  readonly cause: string
  /** The fill, the delivery to a hot folder, the webhook endpoint or the user. */
  readonly objectId: string
  /** The receiver; null where only an address was given. */
  readonly userId: string | null
  /** As it was typed; erased once the e-mail is sent. */
  readonly address: string | null
  /** Of the request; the user's own choice takes precedence. */
  readonly language: ConsoleLanguage | null
  /** The secret of a one-time link, encrypted; erased once the e-mail is sent. */
  readonly sealedToken: string | null
  readonly outcome: MailOutcome
  /** The fence: who sends holds the lease of this number until `leaseUntil`. */
  readonly lease: number
  readonly leaseUntil: number | null
  readonly createdAt: number
  readonly endedAt: number | null
}

export interface MailStore {
  insert(mail: MailRecord): Promise<void>
  find(id: string): Promise<MailRecord | null>
  /** When the newest of this cause was written, or null. */
  lastOf(cause: string): Promise<number | null>
  /** Takes the lease of a waiting one that nobody holds; null for every other. */
  begin(id: string, now: number, leaseUntil: number): Promise<MailRecord | null>
  /** Null where another lease has begun. */
  update(id: string, lease: number, changes: Partial<Omit<MailRecord, 'id'>>): Promise<MailRecord | null>
  /** Waiting ones after `afterId` that were written before `before`, by id. */
  waiting(before: number, afterId: string, limit: number): Promise<readonly MailRecord[]>
  /** Of all teams; answers how many. */
  removeBefore(createdAt: number, limit: number): Promise<number>
}

/** What the e-mail says, by its kind. Never more of a customer than the reference of the order. */
export type MailFacts =
  | { readonly kind: 'invitation'; readonly role: Role; readonly token: string }
  | { readonly kind: 'passphrase'; readonly token: string }
  | { readonly kind: 'approval'; readonly reference: string; readonly fillId: string }
  | {
      readonly kind: 'hot_folder'
      readonly folder: string
      readonly reference: string
      readonly hotFolderId: string
    }
  | {
      readonly kind: 'webhook'
      readonly host: string
      readonly reason: DisabledReason
      readonly endpointId: string
    }

export interface Letter {
  /** The same at each attempt, so that a receiver recognizes a second copy. */
  readonly id: string
  readonly to: string
  readonly language: ConsoleLanguage
  readonly team: string
  readonly facts: MailFacts
}

/** The way out for e-mail. */
export interface Mailer {
  /** `refused`: the server accepts it never, such as for an unknown address. Throws where it may succeed later. */
  deliver(letter: Letter): Promise<'sent' | 'refused'>
}
