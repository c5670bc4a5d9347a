/**
 * The service: every use case by name, over the ports.
 *
 * Glossary. Template: a print PDF made fillable. Scene: its pages, inks and fields; every saved state is a
 * revision. Body: the compiled PDF with empty slots. Plan: where the slots are. Value: what a shopper puts in a
 * field. Ink: a plate of the press, with a screen colour. Substrate: the paper, for previews only. Mark: a placed
 * shape in one ink. Separation: the marks by plate. Tail: the bytes that fill a body's slots. Render: body and tail.
 */
import { readUsage, rendersLeft } from './access/allowance.ts'
import { type Actor, type AuditFilter, findAuditEntry, SYSTEM } from './access/audit.ts'
import type { NoteMade } from './access/idempotency.ts'
import { createKey, findKey, type KeyRequest, revokeKey, rotateKey } from './access/keys.ts'
import type { AssetFilter } from './asset/asset-store.ts'
import { offeredFields } from './asset/catalogue.ts'
import {
  type AssetChanges,
  archiveAsset,
  changeAsset,
  findAsset,
  openPicture,
  type PictureForm,
} from './asset/keep-asset.ts'
import { type AssetUpload, uploadAsset } from './asset/upload-asset.ts'
import type { BatchFilter, ItemPageRequest } from './batch/batch-store.ts'
import { cancelBatch } from './batch/cancel.ts'
import { type BatchDraft, createBatch, type ItemDraft } from './batch/create.ts'
import { createBatchFromRows, type RowsDraft } from './batch/create-from-rows.ts'
import type { ItemStatus } from './batch/item.ts'
import type { TableRow } from './batch/read-rows.ts'
import { findBatch, listItems, openBatchDownload } from './batch/view.ts'
import type { ApplicationRecord } from './embed/application.ts'
import { completeSession, type SaidCustomer } from './embed/complete-session.ts'
import { changeSessionFill, findSessionFill, saveSessionFill } from './embed/fill-session.ts'
import { type FrameRequest, findFrameOwner } from './embed/frame.ts'
import { findHosted, type HostedSessionRequest, openHostedSession } from './embed/hosted-session.ts'
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
import { moveFill, type StatusChange } from './fill/status.ts'
import { findFill, groundOf, listFills, retrieveFill } from './fill/view.ts'
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
import { createPreviews, type PictureRequest, type Previews, showTemplate } from './preview/show.ts'
import { createContentHashes } from './render/content-hash.ts'
import { openDownload } from './render/download.ts'
import type { RenderRequest } from './render/record.ts'
import type { RenderRecord } from './render/render.ts'
import { findRender, retryRender } from './render/retry.ts'
import { startRender } from './render/start.ts'
import { presentRevision } from './scene/present.ts'
import {
  archiveSelectionSet,
  changeSelectionSet,
  createSelectionSet,
  findSelectionSet,
  type SetDraft,
} from './selection/keep-set.ts'
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
import type { StorefrontOrderFilter } from './storefront/storefront-store.ts'
import { findTemplate, moveTemplate, publishTemplate } from './template/move.ts'
import { findShownRevision, findShownTemplate, listShownTemplates } from './template/retrieve.ts'
import {
  changeTemplate,
  findSavedScene,
  type SceneDraft,
  saveScene,
  type TemplateChanges,
} from './template/revise.ts'
import type { RevisionRecord, TemplateMove, TemplateRecord } from './template/template.ts'
import { type Upload, uploadTemplate } from './template/upload.ts'
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
  return {
    templates: {
      upload: (teamId: string, upload: Upload, actor: Actor = SYSTEM) =>
        uploadTemplate(ports, teamId, upload, actor),
      list: (teamId: string, page: PageRequest) => listShownTemplates(ports.store, teamId, page),
      find: (teamId: string, id: string) => findTemplate(ports.store, teamId, id),
      /** By the last part of its hosted link, whatever its status. */
      findHosted: (slug: string) => findHosted(ports.store, slug),
      /** Those of `ids` that are there, in no particular order. */
      findMany: (teamId: string, ids: readonly string[]) => ports.store.templates.findMany(teamId, ids),
      /** The template with the revision that is shown: see shownNumber. */
      retrieve: (teamId: string, id: string, latest = false) =>
        findShownTemplate(ports.store, teamId, id, latest),
      /** The shown revision of a template that was just read. */
      shownRevision: (template: TemplateRecord) => findShownRevision(ports.store, template),
      /** The revision as it is now: see presentRevision. */
      present: (revision: RevisionRecord, values: Readonly<Record<string, string>> = {}) =>
        presentRevision(ports.store, revision, values),
      /** The revision's fields with what they can be filled with now. */
      fields: (revision: RevisionRecord) => offeredFields(ports.store, revision),
      /** Afterwards the pages that shoppers see first are drawn, which nobody waits for. */
      publish: async (teamId: string, id: string, actor: Actor = SYSTEM) => {
        const published = await publishTemplate(ports, teamId, id, actor)
        void previews.warm(teamId, id, published.revision)
        return published
      },
      move: (teamId: string, id: string, move: Exclude<TemplateMove, 'publish'>, actor: Actor = SYSTEM) =>
        moveTemplate(ports, teamId, id, move, actor),
      change: (teamId: string, id: string, changes: TemplateChanges, actor: Actor = SYSTEM) =>
        changeTemplate(ports, teamId, id, changes, actor),
      saveScene: (teamId: string, id: string, scene: SceneDraft, actor: Actor = SYSTEM, note?: NoteMade) =>
        saveScene(ports, teamId, id, scene, actor, note),
      /** What saveScene gave for a revision. */
      savedScene: (teamId: string, id: string, revision: number) =>
        findSavedScene(ports.store, teamId, id, revision),
    },
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
    },
    batches: {
      create: (teamId: string, draft: BatchDraft, items: readonly ItemDraft[], note?: NoteMade) =>
        createBatch(ports, teamId, draft, items, note),
      /** Of the rows of a table, the first of which is its header. */
      createFromRows: (teamId: string, draft: RowsDraft, rows: AsyncIterable<TableRow>, note?: NoteMade) =>
        createBatchFromRows(ports, teamId, draft, rows, note),
      list: (teamId: string, filter: BatchFilter, page: PageRequest) =>
        ports.store.batches.list(teamId, filter, page),
      find: (teamId: string, id: string) => findBatch(ports.store, teamId, id),
      items: (teamId: string, id: string, status: ItemStatus | null, page: ItemPageRequest) =>
        listItems(ports.store, teamId, id, status, page),
      cancel: (teamId: string, id: string) => cancelBatch(ports, teamId, id),
      download: (teamId: string, id: string) => openBatchDownload(ports, teamId, id),
    },
    fills: {
      create: (teamId: string, draft: FillDraft, note?: NoteMade) => createFill(ports, teamId, draft, note),
      list: (teamId: string, filter: FillFilter, page: PageRequest) => listFills(ports, teamId, filter, page),
      find: (teamId: string, id: string) => findFill(ports, teamId, id),
      /** Those of `ids` that are there, in no particular order. */
      findMany: (teamId: string, ids: readonly string[]) => ports.store.fills.findMany(teamId, ids),
      /** With its last render. */
      retrieve: (teamId: string, id: string) => retrieveFill(ports, teamId, id),
      /** The revision that it began with. */
      revision: async (fill: FillRecord) => (await groundOf(ports.store, fill)).revision,
      edit: (teamId: string, id: string, edit: FillEdit) => editFill(ports, teamId, id, edit),
      move: (teamId: string, id: string, change: StatusChange, actor: Actor = SYSTEM) =>
        moveFill(ports, teamId, id, change, actor),
      finalize: (teamId: string, id: string, request: FinalizeRequest, actor: Actor = SYSTEM) =>
        finalizeFill(ports, hashes, teamId, id, request, actor),
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
    previews: {
      /** A page of a fill in its session, or by a signed link. */
      fill: (request: PictureRequest) => previews.show(request),
      /** A page of a template with values of a request. */
      template: (request: Omit<PictureRequest, 'scope'>) => showTemplate(ports, previews, request),
    },
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
