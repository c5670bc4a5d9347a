/** The use cases of the people of a team by name, as the service has them. */

import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { NoteMade } from '../access/idempotency.ts'
import { type JoinRequest, join, seeLink } from '../console/join.ts'
import {
  changeOwn,
  findConsoleSession,
  type OwnChanges,
  type SignedIn,
  signIn,
  signOut,
  signOutEverywhere,
} from '../console/sign-in.ts'
import {
  changeUser,
  findUser,
  type Invitation,
  inviteUser,
  linkUser,
  type UserChanges,
} from '../console/team-users.ts'

export function consoleUseCases(ports: Ports) {
  return {
    signIn: (email: string, passphrase: string, requestId: string) =>
      signIn(ports, email, passphrase, requestId),
    /** Whose cookie it is, or null. */
    session: (token: string) => findConsoleSession(ports, token),
    team: (teamId: string) => ports.store.teams.find(teamId),
    signOut: (signedIn: SignedIn, actor: Actor) => signOut(ports, signedIn, actor),
    signOutEverywhere: (signedIn: SignedIn, actor: Actor) => signOutEverywhere(ports, signedIn, actor),
    change: (signedIn: SignedIn, changes: OwnChanges, actor: Actor) =>
      changeOwn(ports, signedIn, changes, actor),
    /** What a one-time link is for; join opens it. */
    seeLink: (token: string) => seeLink(ports, token),
    join: (request: JoinRequest, requestId: string) => join(ports, request, requestId),
  }
}

export function userUseCases(ports: Ports) {
  return {
    invite: (teamId: string, invitation: Invitation, actor: Actor = SYSTEM, note?: NoteMade) =>
      inviteUser(ports, teamId, invitation, actor, note),
    list: (teamId: string, page: PageRequest) => ports.store.users.list(teamId, page),
    find: (teamId: string, id: string) => findUser(ports.store, teamId, id),
    /** Those of `ids` that are the team's, in no particular order. */
    findMany: (teamId: string, ids: readonly string[]) => ports.store.users.findMany(teamId, ids),
    change: (teamId: string, id: string, changes: UserChanges, actor: Actor = SYSTEM) =>
      changeUser(ports, teamId, id, changes, actor),
    link: (teamId: string, id: string, actor: Actor = SYSTEM, note?: NoteMade) =>
      linkUser(ports, teamId, id, actor, note),
  }
}
