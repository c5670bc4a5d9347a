/** A passkey of a user: its record, its store, and the port that checks what authenticators sign. */
import type { Page, PageRequest } from '../../page.ts'

/** Enough for all devices of a person. */
export const MOST_PASSKEYS = 20

export interface PasskeyRecord {
  readonly id: string
  readonly teamId: string
  readonly userId: string
  /** By which authenticators know it, base64url. */
  readonly credentialId: string
  /** COSE, base64url. */
  readonly publicKey: string
  /** Of signatures, where the authenticator counts them. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly createdAt: number
  readonly usedAt: number | null
}

export interface PasskeyStore {
  /** Throws UniqueViolation where the credential is known. */
  insert(passkey: PasskeyRecord): Promise<void>
  find(teamId: string, id: string): Promise<PasskeyRecord | null>
  /** Without a team: who signs in says no more than this. */
  findByCredential(credentialId: string): Promise<PasskeyRecord | null>
  list(teamId: string, userId: string, page: PageRequest): Promise<Page<PasskeyRecord>>
  count(teamId: string, userId: string): Promise<number>
  /** Of these users; one without a passkey is missing. */
  counts(teamId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  update(
    teamId: string,
    id: string,
    changes: Partial<Pick<PasskeyRecord, 'name' | 'counter' | 'usedAt'>>,
  ): Promise<PasskeyRecord | null>
  remove(teamId: string, id: string): Promise<void>
  /** All of a user; answers how many. */
  removeOf(teamId: string, userId: string): Promise<number>
  /** A challenge that was sent; `userId` null for a sign-in. */
  insertChallenge(hash: string, userId: string | null, expiresAt: number): Promise<void>
  /** False where it was never sent to this user, was used, or is over: each counts once. */
  useChallenge(hash: string, userId: string | null, now: number): Promise<boolean>
  removeChallengesBefore(expiresAt: number, limit: number): Promise<number>
}

/** What a browser needs for a ceremony of WebAuthn, as JSON (Web Authentication Level 3, 5.1.8 to 5.1.10). */
export interface Ceremony {
  readonly challenge: string
  readonly options: Readonly<Record<string, unknown>>
}

export type IsChallenge = (challenge: string) => Promise<boolean>
export type BrowserReply = Readonly<Record<string, unknown>>

/** The relying party: this installation. */
export interface PasskeyChecks {
  registration(user: {
    readonly id: string
    readonly email: string
    readonly name: string
    readonly known: readonly Pick<PasskeyRecord, 'credentialId' | 'transports'>[]
  }): Promise<Ceremony>
  /** Null for a reply that does not hold. */
  checkRegistration(
    reply: BrowserReply,
    isChallenge: IsChallenge,
  ): Promise<Pick<PasskeyRecord, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null>
  signIn(): Promise<Ceremony>
  /** The new counter, or null for a reply that does not hold. */
  checkSignIn(
    reply: BrowserReply,
    isChallenge: IsChallenge,
    passkey: Pick<PasskeyRecord, 'credentialId' | 'publicKey' | 'counter' | 'transports'>,
  ): Promise<number | null>
}
