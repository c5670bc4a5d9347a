/** People of the console and their sessions as they go over the wire. */
import { Type } from '@sinclair/typebox'
import { ROLES, scopesOf } from '../../../core/service/access/role.ts'
import { deviceNames } from '../../../core/service/console/device.ts'
import { LONGEST_PASSPHRASE } from '../../../core/service/console/passphrase.ts'
import type { SignedIn } from '../../../core/service/console/sign-in.ts'
import {
  CONSOLE_LANGUAGES,
  type ConsoleSessionRecord,
  statusOf,
  USER_STATUSES,
  type UserRecord,
} from '../../../core/service/console/user.ts'
import { closed, literals, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

export const ROLE = literals(ROLES)
export const LANGUAGE = nullable(literals(CONSOLE_LANGUAGES, { description: 'Null follows the browser.' }))
/** As typed; a text that is too long is refused with its limit, and one that is far too long before it is read. */
export const PASSPHRASE = Type.String({ minLength: 1, maxLength: 4 * LONGEST_PASSPHRASE })

export const USER = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('user'),
    email: Type.String(),
    name: Type.String({
      description: 'Empty until the invitation is accepted, unless it was set in the invitation.',
    }),
    role: ROLE,
    status: literals(USER_STATUSES),
    language: LANGUAGE,
    signed_in_at: nullable(TIME),
    passkeys: Type.Integer({ minimum: 0, description: 'Number of passkeys of the user.' }),
    created_at: TIME,
    updated_at: TIME,
  },
  { title: 'User', ...closed() },
)

export const CONSOLE_SESSION = Type.Object(
  {
    object: Type.Literal('console_session'),
    user: USER,
    team: Type.Object({ id: Type.String(), name: Type.String() }, closed()),
    scopes: Type.Array(Type.String(), {
      description: 'Permissions of the role. Owners can also use the operations for secret keys.',
    }),
    expires_at: TIME,
  },
  { title: 'ConsoleSession', ...closed() },
)

export const SIGN_IN = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('console_sign_in'),
    current: Type.Boolean({ description: 'The session of this request.' }),
    browser: nullable(Type.String({ description: 'Name, if known, such as Firefox.' })),
    system: nullable(Type.String({ description: 'Operating system, if known, such as Windows.' })),
    user_agent: NULLABLE_TEXT,
    address: nullable(Type.String({ description: 'IP address of the last use.' })),
    created_at: TIME,
    last_used_at: TIME,
    expires_at: TIME,
  },
  { title: 'ConsoleSignIn', ...closed() },
)

export const LINK_TEXT = Type.String({
  description: 'Works once, within 24 hours. Returned only in this response.',
})

export const MAILED = Type.Boolean({
  description: 'Whether the link is also sent to the user by e-mail, as it is where SMTP_URL is set.',
})

export const SEEN_LINK = Type.Object(
  {
    object: Type.Literal('console_link'),
    purpose: literals(['first', 'invitation', 'passphrase']),
    team_name: Type.String(),
    role: ROLE,
    email: NULLABLE_TEXT,
    name: NULLABLE_TEXT,
    passkeys: Type.Integer({
      minimum: 0,
      description: 'Number of passkeys that can be removed with the link.',
    }),
  },
  closed(),
)

export function userWire(user: UserRecord, passkeys: number) {
  return {
    id: user.id,
    object: 'user' as const,
    email: user.email,
    name: user.name,
    role: user.role,
    status: statusOf(user),
    language: user.language,
    signed_in_at: optionalTime(user.signedInAt),
    passkeys,
    created_at: timeWire(user.createdAt),
    updated_at: timeWire(user.updatedAt),
  }
}

export function sessionWire({ user, session }: SignedIn, teamName: string, passkeys: number) {
  return {
    object: 'console_session' as const,
    user: userWire(user, passkeys),
    team: { id: user.teamId, name: teamName },
    scopes: [...scopesOf(user.role)],
    expires_at: timeWire(session.expiresAt),
  }
}

/** The time of last use is written once a minute at most. */
export function signInWire(session: ConsoleSessionRecord, currentId: string) {
  return {
    id: session.id,
    object: 'console_sign_in' as const,
    current: session.id === currentId,
    ...deviceNames(session.userAgent),
    user_agent: session.userAgent,
    address: session.address,
    created_at: timeWire(session.createdAt),
    last_used_at: timeWire(session.seenAt),
    expires_at: timeWire(session.expiresAt),
  }
}
