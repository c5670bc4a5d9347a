/** The use cases of storefronts' pages by name, as the service has them: applications and sessions. */

import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Actor } from '../access/audit-store.ts'
import type { NoteMade } from '../access/idempotency.ts'
import type { ApplicationRecord } from '../application/application.ts'
import { completeSession, type SaidCustomer } from '../embed/complete-session.ts'
import { changeSessionFill, findSessionFill, saveSessionFill } from '../embed/fill-session.ts'
import { type FrameRequest, findFrameOwner } from '../embed/frame.ts'
import { type HostedSessionRequest, openHostedSession } from '../embed/hosted-session.ts'
import {
  type ApplicationChanges,
  type ApplicationRequest,
  archiveApplication,
  changeApplication,
  createApplication,
  findApplication,
  listApplications,
} from '../embed/keep-application.ts'
import { endSession, expireSessions, findSession, listSessions } from '../embed/keep-session.ts'
import {
  findOpenedSession,
  type GuestSessionRequest,
  openGuestSession,
  openServerSession,
  type ServerSessionRequest,
} from '../embed/open-session.ts'
import type { SessionMove, SessionRecord } from '../embed/session.ts'
import type { ContentPatch } from '../fill/content.ts'

export function applicationUseCases(ports: Ports) {
  return {
    create: (teamId: string, request: ApplicationRequest, actor: Actor, note?: NoteMade) =>
      createApplication(ports, teamId, request, actor, note),
    list: (teamId: string, page: PageRequest) => listApplications(ports, teamId, page),
    find: (teamId: string, id: string) => findApplication(ports, teamId, id),
    change: (teamId: string, id: string, changes: ApplicationChanges, actor: Actor, note?: NoteMade) =>
      changeApplication(ports, teamId, id, changes, actor, note),
    archive: (teamId: string, id: string, actor: Actor) => archiveApplication(ports, teamId, id, actor),
    /** Whose page the widget's frame is opened for; see findFrameOwner. */
    ofFrame: (request: FrameRequest) => findFrameOwner(ports, request),
  }
}

export function sessionUseCases(ports: Ports) {
  return {
    open: (teamId: string, request: ServerSessionRequest, note?: NoteMade) =>
      openServerSession(ports, teamId, request, note),
    /** What open gave for a session, to whoever has kept its secret. */
    opened: (teamId: string, id: string, clientSecret: string) =>
      findOpenedSession(ports.store, teamId, id, clientSecret),
    openGuest: (application: ApplicationRecord, origin: string | null, request: GuestSessionRequest) =>
      openGuestSession(ports, application, origin, request),
    list: (teamId: string, page: PageRequest) => listSessions(ports, teamId, page),
    find: (teamId: string, id: string) => findSession(ports, teamId, id),
    end: (teamId: string, id: string, move: Exclude<SessionMove, 'complete'>) =>
      endSession(ports, teamId, id, move),
    /** Writes down the expiry of sessions whose time is over; see expireSessions. */
    expire: (limit: number) => expireSessions(ports, limit),
    saveFill: (session: SessionRecord, sessionId: string, patch: ContentPatch) =>
      saveSessionFill(ports, session, sessionId, patch),
    changeFill: (session: SessionRecord, fillId: string, patch: ContentPatch) =>
      changeSessionFill(ports, session, fillId, patch),
    findFill: (session: SessionRecord, fillId: string) => findSessionFill(ports, session, fillId),
    complete: (session: SessionRecord, fillId: string, toFrame: boolean, customer: SaidCustomer = {}) =>
      completeSession(ports, session, fillId, toFrame, customer),
    /** For a hosted page; see openHostedSession. */
    openHosted: (request: HostedSessionRequest) => openHostedSession(ports, request),
  }
}
