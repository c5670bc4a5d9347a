/** The use cases of the people who work in the console: coming in, their sessions, and the users of a team. */

import type { Ports } from '../ports.ts'
import { bindUseCases } from './bind.ts'
import { join, seeLink } from './console/join.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  findPasskey,
  listPasskeys,
  removePasskey,
  removePasskeysOf,
  renamePasskey,
  signInWithPasskey,
} from './console/passkeys.ts'
import { endOwnSession, endSessionsOf, findOwnSession, listOwnSessions } from './console/sessions.ts'
import { changeOwn, signIn, signOut, signOutEverywhere } from './console/sign-in.ts'
import { changeUser, findUser, inviteUser, linkUser } from './console/team-users.ts'
import { forgetPassphrase } from './send-mail.ts'

export function bindPeople(ports: Ports) {
  return {
    console: {
      ...bindUseCases(ports, { signIn, signOut, signOutEverywhere, change: changeOwn, seeLink, join }),
      ...bindUseCases(ports, { forgetPassphrase }),
      ...bindUseCases(ports, {
        sessions: listOwnSessions,
        session: findOwnSession,
        endSession: endOwnSession,
      }),
      sendsMail: ports.mail !== null,
      team: ports.store.teams.find,
    },
    passkeys: bindUseCases(ports, {
      begin: beginPasskey,
      add: addPasskey,
      list: listPasskeys,
      find: findPasskey,
      rename: renamePasskey,
      remove: removePasskey,
      beginSignIn: beginPasskeySignIn,
      signIn: signInWithPasskey,
    }),
    users: {
      ...bindUseCases(ports, {
        invite: inviteUser,
        change: changeUser,
        link: linkUser,
        endSessions: endSessionsOf,
        removePasskeys: removePasskeysOf,
      }),
      list: ports.store.users.list,
      passkeyCounts: ports.store.passkeys.counts,
      find: (teamId: string, id: string) => findUser(ports.store, teamId, id),
    },
  }
}
