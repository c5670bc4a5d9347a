/**
 * The service: every use case by name, over the ports.
 *
 * Glossary. Template: a print PDF made fillable. Scene: its pages, inks and fields; every saved state is a
 * revision. Body: the compiled PDF with empty slots. Plan: where the slots are. Value: what a shopper puts in a
 * field. Ink: a plate of the press, with a screen colour. Substrate: the paper, for previews only. Mark: a placed
 * shape in one ink. Separation: the marks by plate. Tail: the bytes that fill a body's slots. Render: body and tail.
 */
import { readUsage, rendersLeft } from './access/allowance.ts'
import {
  type Actor,
  type AuditFilter,
  type AuditRecord,
  actorNames,
  findAuditEntry,
  SYSTEM,
} from './access/audit.ts'
import type { NoteMade } from './access/idempotency.ts'
import { createKey, findKey, type KeyRequest, revokeKey, rotateKey } from './access/keys.ts'
import type { AssetFilter } from './asset/asset-store.ts'
import {
  type AssetChanges,
  archiveAsset,
  changeAsset,
  findAsset,
  openPicture,
  type PictureForm,
} from './asset/keep-asset.ts'
import { type AssetUpload, uploadAsset } from './asset/upload-asset.ts'
import { batchUseCases } from './batch/use-cases.ts'
import { type JoinRequest, join, seeLink } from './console/join.ts'
import {
  changeOwn,
  findConsoleSession,
  type OwnChanges,
  type SignedIn,
  signIn,
  signOut,
  signOutEverywhere,
} from './console/sign-in.ts'
import {
  changeUser,
  findUser,
  type Invitation,
  inviteUser,
  linkUser,
  type UserChanges,
} from './console/team-users.ts'
import type { ApplicationRecord } from './embed/application.ts'
import { completeSession, type SaidCustomer } from './embed/complete-session.ts'
import { changeSessionFill, findSessionFill, saveSessionFill } from './embed/fill-session.ts'
import { type FrameRequest, findFrameOwner } from './embed/frame.ts'
import { type HostedSessionRequest, openHostedSession } from './embed/hosted-session.ts'
import {
  type ApplicationChanges,
  type ApplicationRequest,
  archiveApplication,
  changeApplication,
  createApplication,
  findApplication,
  listApplications,
} from './embed/keep-application.ts'
import { endSession, expireSessions, findSession, listSessions } from './embed/keep-session.ts'
import {
  findOpenedSession,
  type GuestSessionRequest,
  openGuestSession,
  openServerSession,
  type ServerSessionRequest,
} from './embed/open-session.ts'
import type { SessionMove, SessionRecord } from './embed/session.ts'
import type { ContentPatch } from './fill/content.ts'
import { createFill, type FillDraft } from './fill/create.ts'
import { editFill, type FillEdit } from './fill/edit.ts'
import { eraseCustomer, eraseFill } from './fill/erase.ts'
import type { FillRecord } from './fill/fill.ts'
import type { FillFilter } from './fill/fill-store.ts'
import { type FinalizeRequest, finalizeFill } from './fill/finalize.ts'
import { createInTurn } from './fill/one-at-a-time.ts'
import { moveFill, type StatusChange } from './fill/status.ts'
import { findFill, listFills, retrieveFill, revisionOf } from './fill/view.ts'
import { findFolderDelivery, listFolderDeliveries, retryFolderDelivery } from './folder/deliveries.ts'
import type { FolderDeliveryFilter } from './folder/folder-store.ts'
import {
  changeHotFolder,
  createHotFolder,
  disableHotFolder,
  findHotFolder,
  type HotFolderChanges,
  type HotFolderDraft,
  probeHotFolder,
} from './folder/folders.ts'
import { archiveFont, changeFont, findLibraryFont, type LibraryFont, listFonts } from './font/keep-font.ts'
import { type FontUpload, uploadFont } from './font/upload-font.ts'
import type { Page, PageRequest } from './page.ts'
import type { Ports, RenderFilter } from './ports.ts'
import { renderReport, reportPicture, type SeenReport, templateReport } from './press/see-report.ts'
import { createPreviews, type Previews } from './preview/show.ts'
import { previewUseCases } from './preview/use-cases.ts'
import { openArchive, planExport } from './render/archive.ts'
import { createContentHashes } from './render/content-hash.ts'
import { openDownload } from './render/download.ts'
import type { RenderRequest } from './render/record.ts'
import type { RenderRecord } from './render/render.ts'
import { findRender, retryRender } from './render/retry.ts'
import { startRender } from './render/start.ts'
import {
  archiveSelectionSet,
  changeSelectionSet,
  createSelectionSet,
  findSelectionSet,
  type SetDraft,
} from './selection/keep-set.ts'
import { findHook, listHooks, retryHook } from './storefront/hooks.ts'
import {
  archiveMapping,
  changeMapping,
  createMapping,
  findMapping,
  listMappings,
  type MappingChanges,
  type MappingRequest,
} from './storefront/map-product.ts'
import type { MappingFilter } from './storefront/mapping-store.ts'
import { type ProductReference, resolveProduct } from './storefront/resolve.ts'
import { findOrder, listOrders, releaseLine, retryLine } from './storefront/staff.ts'
import type { StorefrontHookFilter, StorefrontOrderFilter } from './storefront/storefront-store.ts'
import { templateUseCases } from './template/use-cases.ts'
import { findDelivery, listDeliveries, pingEndpoint, retryDelivery } from './webhook/deliveries.ts'
import {
  changeEndpoint,
  createEndpoint,
  disableEndpoint,
  type EndpointChanges,
  type EndpointDraft,
  findEndpoint,
} from './webhook/endpoints.ts'
import { findEvent, listEvents } from './webhook/events.ts'
import type { Rotation } from './webhook/secret.ts'
import type { EventFilter } from './webhook/webhook-store.ts'

export type Service = ReturnType<typeof createService>

export function createService(ports: Ports, previews: Previews = createPreviews(ports)) {
  const hashes = createContentHashes(ports.files)
  const finalizing = createInTurn()
  return {
    templates: templateUseCases(ports, previews),
    renders: {
      start: (teamId: string, request: RenderRequest, note?: NoteMade) =>
        startRender(ports, hashes, teamId, request, note),
      list: (teamId: string, filter: RenderFilter, page: PageRequest): Promise<Page<RenderRecord>> =>
        ports.store.renders.list(teamId, filter, page),
      find: (teamId: string, id: string) => findRender(ports, teamId, id),
      retry: (
        teamId: string,
        id: string,
        correction: Readonly<Record<string, string>> | null = null,
        actor: Actor = SYSTEM,
      ) => retryRender(ports, hashes, teamId, id, correction, actor),
      download: (teamId: string, id: string) => openDownload(ports, teamId, id),
      /** Which print files an archive of these would have. */
      planExport: (teamId: string, wanted: Parameters<typeof planExport>[2]) =>
        planExport(ports, teamId, wanted),
      openArchive: (teamId: string, renderIds: readonly string[]) => openArchive(ports, teamId, renderIds),
    },
    batches: batchUseCases(ports),
    fills: {
      create: (teamId: string, draft: FillDraft, note?: NoteMade) => createFill(ports, teamId, draft, note),
      list: (teamId: string, filter: FillFilter, page: PageRequest) => listFills(ports, teamId, filter, page),
      find: (teamId: string, id: string) => findFill(ports, teamId, id),
      /** Those of `ids` that are there, in no particular order. */
      findMany: (teamId: string, ids: readonly string[]) => ports.store.fills.findMany(teamId, ids),
      /** With its last render. */
      retrieve: (teamId: string, id: string) => retrieveFill(ports, teamId, id),
      /** The revision that it began with. */
      revision: (fill: FillRecord) => revisionOf(ports.store, fill),
      edit: (teamId: string, id: string, edit: FillEdit) => editFill(ports, teamId, id, edit),
      move: (teamId: string, id: string, change: StatusChange, actor: Actor = SYSTEM) =>
        moveFill(ports, teamId, id, change, actor),
      finalize: (teamId: string, id: string, request: FinalizeRequest, actor: Actor = SYSTEM) =>
        finalizing(`${teamId} ${id}`, () => finalizeFill(ports, hashes, teamId, id, request, actor)),
      erase: (teamId: string, id: string, actor: Actor = SYSTEM) => eraseFill(ports, teamId, id, actor),
      eraseCustomer: (teamId: string, customerEmail: string, actor: Actor = SYSTEM) =>
        eraseCustomer(ports, teamId, customerEmail, actor),
    },
    keys: {
      create: (request: KeyRequest, actor: Actor, note?: NoteMade) => createKey(ports, request, actor, note),
      list: (teamId: string, page: PageRequest) => ports.store.keys.page(teamId, page),
      find: (teamId: string, id: string) => findKey(ports.store, teamId, id),
      rotate: (teamId: string, id: string, overlapMs: number, actor: Actor, note?: NoteMade) =>
        rotateKey(ports, teamId, id, overlapMs, actor, note),
      revoke: (teamId: string, id: string, actor: Actor, force: boolean) =>
        revokeKey(ports, teamId, id, actor, force),
    },
    webhooks: {
      create: (teamId: string, draft: EndpointDraft, actor: Actor = SYSTEM, note?: NoteMade) =>
        createEndpoint(ports, teamId, draft, actor, note),
      list: (teamId: string, page: PageRequest) => ports.store.endpoints.list(teamId, page),
      find: (teamId: string, id: string) => findEndpoint(ports.store, teamId, id),
      change: (
        teamId: string,
        id: string,
        changes: EndpointChanges,
        rotation: Rotation | null = null,
        actor: Actor = SYSTEM,
        note?: NoteMade,
      ) => changeEndpoint(ports, teamId, id, changes, rotation, actor, note),
      disable: (teamId: string, id: string, actor: Actor = SYSTEM) =>
        disableEndpoint(ports, teamId, id, actor),
      ping: (teamId: string, id: string, note?: NoteMade) => pingEndpoint(ports, teamId, id, note),
      deliveries: (teamId: string, endpointId: string, page: PageRequest) =>
        listDeliveries(ports.store, teamId, endpointId, page),
      delivery: (teamId: string, endpointId: string, id: string) =>
        findDelivery(ports.store, teamId, endpointId, id),
      retry: (teamId: string, endpointId: string, id: string, note?: NoteMade) =>
        retryDelivery(ports, teamId, endpointId, id, note),
    },
    hotFolders: {
      create: (teamId: string, draft: HotFolderDraft, actor: Actor = SYSTEM, note?: NoteMade) =>
        createHotFolder(ports, teamId, draft, actor, note),
      list: (teamId: string, page: PageRequest) => ports.store.hotFolders.list(teamId, page),
      find: (teamId: string, id: string) => findHotFolder(ports.store, teamId, id),
      change: (teamId: string, id: string, changes: HotFolderChanges, actor: Actor = SYSTEM) =>
        changeHotFolder(ports, teamId, id, changes, actor),
      disable: (teamId: string, id: string, actor: Actor = SYSTEM) =>
        disableHotFolder(ports, teamId, id, actor),
      probe: (teamId: string, id: string) => probeHotFolder(ports, teamId, id),
      deliveries: (teamId: string, id: string, filter: FolderDeliveryFilter, page: PageRequest) =>
        listFolderDeliveries(ports.store, teamId, id, filter, page),
      delivery: (teamId: string, hotFolderId: string, id: string) =>
        findFolderDelivery(ports.store, teamId, hotFolderId, id),
      retry: (teamId: string, hotFolderId: string, id: string, actor: Actor = SYSTEM, note?: NoteMade) =>
        retryFolderDelivery(ports, teamId, hotFolderId, id, actor, note),
    },
    previews: previewUseCases(ports, previews),
    assets: {
      upload: (teamId: string, upload: AssetUpload, actor: Actor = SYSTEM) =>
        uploadAsset(ports, teamId, upload, actor),
      list: (teamId: string, filter: AssetFilter, page: PageRequest) =>
        ports.store.assets.list(teamId, filter, page),
      find: (teamId: string, id: string) => findAsset(ports.store, teamId, id),
      change: (teamId: string, id: string, changes: AssetChanges, actor: Actor = SYSTEM) =>
        changeAsset(ports, teamId, id, changes, actor),
      archive: (teamId: string, id: string, actor: Actor = SYSTEM) => archiveAsset(ports, teamId, id, actor),
      /** The file that screens show. */
      open: (teamId: string, id: string, form: PictureForm) => openPicture(ports, teamId, id, form),
    },
    fonts: {
      upload: (teamId: string, upload: FontUpload, actor: Actor = SYSTEM) =>
        uploadFont(ports, teamId, upload, actor),
      list: (teamId: string, source: LibraryFont['source'] | null, page: PageRequest) =>
        listFonts(ports, teamId, source, page),
      find: (teamId: string, id: string) => findLibraryFont(ports, teamId, id),
      change: (
        teamId: string,
        id: string,
        changes: { readonly metadata?: Readonly<Record<string, string>> },
        actor: Actor = SYSTEM,
      ) => changeFont(ports, teamId, id, changes, actor),
      archive: (teamId: string, id: string, actor: Actor = SYSTEM) => archiveFont(ports, teamId, id, actor),
    },
    selectionSets: {
      create: (teamId: string, draft: SetDraft, actor: Actor = SYSTEM, note?: NoteMade) =>
        createSelectionSet(ports, teamId, draft, actor, note),
      list: (teamId: string, page: PageRequest) => ports.store.selectionSets.list(teamId, page),
      find: (teamId: string, id: string) => findSelectionSet(ports.store, teamId, id),
      change: (teamId: string, id: string, changes: Partial<SetDraft>, actor: Actor = SYSTEM) =>
        changeSelectionSet(ports, teamId, id, changes, actor),
      archive: (teamId: string, id: string, actor: Actor = SYSTEM) =>
        archiveSelectionSet(ports, teamId, id, actor),
    },
    events: {
      list: (teamId: string, filter: EventFilter, page: PageRequest) =>
        listEvents(ports, teamId, filter, page),
      find: (teamId: string, id: string) => findEvent(ports, teamId, id),
    },
    preflight: {
      template: (teamId: string, id: string, asked: { readonly latest: boolean; readonly draws: boolean }) =>
        templateReport(ports, teamId, id, asked),
      render: (teamId: string, id: string, asked: { readonly draws: boolean }) =>
        renderReport(ports, teamId, id, asked),
      /** A PNG file: the page, from 0, with its findings marked. */
      picture: (seen: SeenReport, page: number) => reportPicture(ports, previews, seen, page),
    },
    usage: {
      read: (teamId: string) => readUsage(ports, teamId),
      /** Final renders that are left this month, or null where the team has no limit. */
      left: (teamId: string) => rendersLeft(ports, teamId),
    },
    audit: {
      list: (teamId: string, filter: AuditFilter, page: PageRequest) =>
        ports.store.audit.list(teamId, filter, page),
      find: (teamId: string, id: string) => findAuditEntry(ports.store, teamId, id),
      /** What the users and keys among the actors are called, by id. */
      actorNames: (teamId: string, entries: readonly Pick<AuditRecord, 'actor'>[]) =>
        actorNames(ports.store, teamId, entries),
    },
    console: {
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
    },
    users: {
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
    },
    mappings: {
      create: (teamId: string, request: MappingRequest, note?: NoteMade) =>
        createMapping(ports, teamId, request, note),
      list: (teamId: string, filter: MappingFilter, page: PageRequest) =>
        listMappings(ports.store, teamId, filter, page),
      find: (teamId: string, id: string) => findMapping(ports.store, teamId, id),
      change: (teamId: string, id: string, changes: MappingChanges) =>
        changeMapping(ports, teamId, id, changes),
      archive: (teamId: string, id: string) => archiveMapping(ports, teamId, id),
      resolve: (application: ApplicationRecord, product: ProductReference) =>
        resolveProduct(ports.store, application.teamId, product, application),
    },
    storefront: {
      list: (teamId: string, filter: StorefrontOrderFilter, page: PageRequest) =>
        listOrders(ports.store, teamId, filter, page),
      find: (teamId: string, id: string) => findOrder(ports.store, teamId, id),
      retry: (teamId: string, lineId: string, actor: Actor = SYSTEM) =>
        retryLine(ports, teamId, lineId, actor),
      release: (teamId: string, lineId: string, actor: Actor = SYSTEM) =>
        releaseLine(ports, teamId, lineId, actor),
      listHooks: (teamId: string, filter: StorefrontHookFilter, page: PageRequest) =>
        listHooks(ports.store, teamId, filter, page),
      findHook: (teamId: string, id: string) => findHook(ports.store, teamId, id),
      retryHook: (teamId: string, id: string, actor: Actor = SYSTEM) => retryHook(ports, teamId, id, actor),
    },
    applications: {
      create: (teamId: string, request: ApplicationRequest, actor: Actor, note?: NoteMade) =>
        createApplication(ports, teamId, request, actor, note),
      list: (teamId: string, page: PageRequest) => listApplications(ports, teamId, page),
      find: (teamId: string, id: string) => findApplication(ports, teamId, id),
      change: (teamId: string, id: string, changes: ApplicationChanges, actor: Actor, note?: NoteMade) =>
        changeApplication(ports, teamId, id, changes, actor, note),
      archive: (teamId: string, id: string, actor: Actor) => archiveApplication(ports, teamId, id, actor),
      /** Whose page the widget's frame is opened for; see findFrameOwner. */
      ofFrame: (request: FrameRequest) => findFrameOwner(ports, request),
    },
    sessions: {
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
    },
  }
}
