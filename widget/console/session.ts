/** The signed-in user and the permissions. The service enforces them; the page only shows them. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Role } from '../../core/service/access/role.ts'
import type { Scope } from '../../core/service/access/scope.ts'

export interface UserWire {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly language: 'en' | 'de' | null
}

export interface SessionWire {
  readonly user: UserWire
  readonly team: { readonly id: string; readonly name: string }
  readonly scopes: readonly string[]
  readonly expires_at: string
}

export interface Session extends SessionWire {
  /** As the interface's scopes: `templates:write`; `null` asks for what owners alone may do. */
  may(scope: Scope | null): boolean
  /** Takes up a change of oneself. */
  change(session: SessionWire): void
  /** Ends the session, here or wherever one is signed in. */
  signOut(everywhere?: boolean): Promise<void>
}

export const SessionContext = createContext<Session | null>(null)

/** Within the pages of the console there is one. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('Nobody is signed in.')
  return session
}

export function mayOf({ user, scopes }: SessionWire): (scope: Scope | null) => boolean {
  return (scope) => user.role === 'owner' || (scope !== null && scopes.includes(scope))
}
