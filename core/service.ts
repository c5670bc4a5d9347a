/**
 * The service: every use case by name, over the ports; `ports.ts` says what core may import.
 *
 * Use cases that change something take one request object; those that only read take the team, then their arguments.
 *
 * Glossary. Template: a print PDF made fillable. Scene: its pages, inks and fields; every saved state is a revision.
 * Body: the compiled PDF with empty slots. Plan: where the slots are. Value: the content of a field, entered by a
 * customer. Ink: a plate of the press, with a screen colour. Substrate: the paper, for previews only. Mark: a placed
 * shape in one ink. Separation: the marks by plate. Tail: the bytes that fill a body's slots. Render: body and tail.
 */

import type { Ports } from './ports.ts'
import { readUsage, rendersLeft } from './service/access/allowance.ts'
import { createApiRequestLog } from './service/access/api-request.ts'
import { actorNames, findAuditEntry } from './service/access/audit.ts'
import { changeBranding, findBranding } from './service/access/change-branding.ts'
import { changeSettings, findSettings } from './service/access/change-settings.ts'
import { createKey, findKey, revokeKey, rotateKey } from './service/access/keys.ts'
import type { ByActor, OfRecord } from './service/access/request.ts'
import { checkPublishableKey } from './service/application/check-key.ts'
import { archiveAsset, changeAsset, findAsset, openPicture } from './service/asset/assets.ts'
import { uploadAsset } from './service/asset/upload-asset.ts'
import { cancelBatch } from './service/batch/cancel.ts'
import { checkRows } from './service/batch/check-rows.ts'
import { createBatch } from './service/batch/create.ts'
import { createBatchFromRows } from './service/batch/create-from-rows.ts'
import { retryBatch } from './service/batch/retry.ts'
import { findBatch, listItems, openBatchDownload } from './service/batch/view.ts'
import { bindUseCases } from './service/bind.ts'
import { BRAND_COLORS } from './service/color/brand-colors.ts'
import { archiveProfile, changeProfile, findLibraryProfile, listProfiles } from './service/color/profiles.ts'
import { uploadProfile } from './service/color/upload-profile.ts'
import { correctRender } from './service/correct.ts'
import {
  archiveApplication,
  changeApplication,
  createApplication,
  findApplication,
  listApplications,
  readPublishableKey,
  shopActivity,
} from './service/embed/applications.ts'
import { checkShop } from './service/embed/check-shop.ts'
import { completeSession } from './service/embed/complete-session.ts'
import { discardSessionChange } from './service/embed/discard-change.ts'
import { changeSessionFill, findSessionFill, saveSessionFill } from './service/embed/fill-session.ts'
import { findFrameOwner } from './service/embed/frame.ts'
import { findHosted, openHostedSession } from './service/embed/hosted-session.ts'
import { findOpenedSession, openGuestSession, openServerSession } from './service/embed/open-session.ts'
import {
  listSessionPictures,
  removeSessionPicture,
  uploadSessionPicture,
} from './service/embed/session-pictures.ts'
import { endSession, expireSessions, findSession, listSessions } from './service/embed/sessions.ts'
import { trySessionFill } from './service/embed/try-fill.ts'
import { eraseCustomer, eraseFill } from './service/erase.ts'
import { copyFill } from './service/fill/copy.ts'
import { createFill } from './service/fill/create.ts'
import { editFill } from './service/fill/edit.ts'
import type { FillRecord } from './service/fill/fill.ts'
import { type FinalizeFill, finalizeFill } from './service/fill/finalize.ts'
import { createOneAtATime } from './service/fill/one-at-a-time.ts'
import { listPictures, openOwnPicture, removePicture, uploadPicture } from './service/fill/own-pictures.ts'
import { countProduction, planFill } from './service/fill/plan.ts'
import { moveFill } from './service/fill/status.ts'
import { findFill, listFills, retrieveFill, revisionOf } from './service/fill/view.ts'
import { openArchive, planExport, printFileName } from './service/folder/deliver/archive.ts'
import {
  findFolderDelivery,
  listFolderDeliveries,
  retryFolderDelivery,
} from './service/folder/deliver/deliveries.ts'
import {
  changeHotFolder,
  createHotFolder,
  disableHotFolder,
  findHotFolder,
  makeHotFolder,
  probeHotFolder,
} from './service/folder/folders.ts'
import { archiveFont, changeFont, findLibraryFont, listFonts } from './service/font/fonts.ts'
import { drawSpecimen } from './service/font/specimen.ts'
import { uploadFont } from './service/font/upload-font.ts'
import { bindPeople } from './service/people.ts'
import { compareRevisions } from './service/preview/compare.ts'
import { gamutPicture } from './service/preview/gamut-picture.ts'
import { pressPicture, pressPlates } from './service/preview/press-state.ts'
import {
  createPreviews,
  type PictureRequest,
  type Previews,
  previewTemplate,
} from './service/preview/previews.ts'
import { publishTemplate } from './service/publish.ts'
import { createContentHashes, type RenderPorts } from './service/render/content-hash.ts'
import { openDownload } from './service/render/download.ts'
import { inksAndPaperOfRenders } from './service/render/named-stock.ts'
import { findRender } from './service/render/retry.ts'
import { startRender } from './service/render/start.ts'
import { renderReport, reportPicture, templateReport } from './service/report.ts'
import { reviewFill } from './service/review.ts'
import {
  archiveSelectionSet,
  changeSelectionSet,
  createSelectionSet,
  findSelectionSet,
} from './service/selection/selection-sets.ts'
import { bindStorefronts } from './service/storefronts.ts'
import { offeredFields } from './service/template/catalogue.ts'
import { changeOutput } from './service/template/change-output.ts'
import { compareArtwork } from './service/template/compare-artwork.ts'
import { copyTemplate } from './service/template/copy-template.ts'
import { findTemplate, moveTemplate } from './service/template/move.ts'
import { describeArtwork, makeArtworkFields } from './service/template/pick-artwork.ts'
import { presentRevision } from './service/template/present.ts'
import type { NewerArtwork } from './service/template/read-newer-artwork.ts'
import { type ReplaceArtwork, replaceArtwork } from './service/template/replace-artwork.ts'
import { findShownRevision, findShownTemplate, listShownTemplates } from './service/template/retrieve.ts'
import { changeTemplate, findSavedScene, saveScene } from './service/template/revise.ts'
import { listRevisions, restoreRevision } from './service/template/revisions.ts'
import { trialRevision } from './service/template/try-scene.ts'
import { type UploadTemplate, uploadTemplate } from './service/template/upload.ts'
import { createUploadProgresses, type FollowedUpload } from './service/template/upload-progress.ts'
import { findDelivery, listDeliveries, pingEndpoint, retryDelivery } from './service/webhook/deliveries.ts'
import { changeEndpoint, createEndpoint, disableEndpoint, findEndpoint } from './service/webhook/endpoints.ts'
import { findEvent, listEvents } from './service/webhook/events.ts'

export type Service = ReturnType<typeof createService>

export function createService(ports: Ports, previews: Previews = createPreviews(ports)) {
  const { store } = ports
  const printing: RenderPorts = { ...ports, contentHashes: createContentHashes(ports.files) }
  const drawing = { ...ports, previews }
  const finalizing = createOneAtATime()
  const uploads = createUploadProgresses(ports.clock)
  return {
    templates: {
      ...bindUseCases(ports, {
        move: moveTemplate,
        change: changeTemplate,
        copy: copyTemplate,
        saveScene,
        /** The newest revision with a scene that is not saved. */
        trial: trialRevision,
        /** The contents of a page, from 0, beside its fields. */
        artwork: describeArtwork,
        makeArtworkFields,
        restoreRevision,
        changeOutput,
        /** The revision's fields with what they can be filled with now. */
        fields: offeredFields,
      }),
      ...bindUseCases(store, {
        list: listShownTemplates,
        find: findTemplate,
        /** By the last part of its hosted link, whatever its status. */
        findHosted,
        /** The template with the revision that is shown. */
        retrieve: findShownTemplate,
        shownRevision: findShownRevision,
        /** The revision as it is now. */
        present: presentRevision,
        revisions: listRevisions,
        /** The result of saveScene for a revision. */
        savedScene: findSavedScene,
      }),
      findMany: store.templates.findMany,
      /** `progress` finds its steps by `progressId` while it runs. */
      upload: ({ progressId = null, ...request }: Omit<UploadTemplate, 'watch'> & FollowedUpload) =>
        uploads.watch(request.teamId, progressId, (watch) => uploadTemplate(ports, { ...request, watch })),
      replaceArtwork: ({ progressId = null, ...request }: Omit<ReplaceArtwork, 'watch'> & FollowedUpload) =>
        uploads.watch(request.teamId, progressId, (watch) => replaceArtwork(ports, { ...request, watch })),
      compareArtwork: ({ progressId = null, ...request }: Omit<NewerArtwork, 'watch'> & FollowedUpload) =>
        uploads.watch(request.teamId, progressId, (watch) => compareArtwork(ports, { ...request, watch })),
      progress: uploads.find,
      uploads: uploads.list,
      /** Then draws the pages that customers see first, in the background. */
      publish: async (request: OfRecord & ByActor) => {
        const published = await publishTemplate(ports, request)
        void previews.warm(request.teamId, request.id, published.revision)
        return published
      },
    },
    renders: {
      ...bindUseCases(printing, { start: startRender, retry: correctRender }),
      ...bindUseCases(ports, {
        find: findRender,
        download: openDownload,
        inksAndPaper: inksAndPaperOfRenders,
        /** Which print files an archive of these would have. */
        planExport,
        openArchive,
        fileName: printFileName,
      }),
      list: store.renders.list,
    },
    batches: {
      ...bindUseCases(ports, {
        create: createBatch,
        createFromRows: createBatchFromRows,
        checkRows,
        cancel: cancelBatch,
        retry: retryBatch,
        download: openBatchDownload,
      }),
      ...bindUseCases(store, { find: findBatch, items: listItems }),
      list: store.batches.list,
    },
    fills: {
      ...bindUseCases(ports, {
        create: createFill,
        copy: copyFill,
        list: listFills,
        find: findFill,
        retrieve: retrieveFill,
        edit: editFill,
        plan: planFill,
        countProduction,
        move: moveFill,
        erase: eraseFill,
        review: reviewFill,
        eraseCustomer,
        uploadPicture,
        pictures: listPictures,
        removePicture,
        openPicture: openOwnPicture,
      }),
      /** One at a time: what was composed for a request that comes second would be thrown away. */
      finalize: (request: FinalizeFill) =>
        finalizing(`${request.teamId} ${request.id}`, () => finalizeFill(printing, request)),
      findMany: store.fills.findMany,
      /** The revision that it began with. */
      revision: (fill: FillRecord) => revisionOf(store, fill),
    },
    keys: {
      ...bindUseCases(ports, { create: createKey, rotate: rotateKey, revoke: revokeKey }),
      list: store.keys.page,
      find: (teamId: string, id: string) => findKey(store, teamId, id),
      ...bindUseCases(ports, { checkPublishable: checkPublishableKey }),
    },
    /** The last requests of each key. */
    apiRequests: createApiRequestLog(store),
    webhooks: {
      ...bindUseCases(ports, {
        create: createEndpoint,
        change: changeEndpoint,
        disable: disableEndpoint,
        ping: pingEndpoint,
        retry: retryDelivery,
      }),
      ...bindUseCases(store, { find: findEndpoint, deliveries: listDeliveries, delivery: findDelivery }),
      list: store.endpoints.list,
    },
    events: bindUseCases(ports, { list: listEvents, find: findEvent }),
    hotFolders: {
      ...bindUseCases(ports, {
        create: createHotFolder,
        change: changeHotFolder,
        disable: disableHotFolder,
        probe: probeHotFolder,
        make: makeHotFolder,
        retry: retryFolderDelivery,
      }),
      ...bindUseCases(store, {
        find: findHotFolder,
        deliveries: listFolderDeliveries,
        delivery: findFolderDelivery,
      }),
      list: store.hotFolders.list,
    },
    previews: {
      /** A page of a fill in its session, or by a signed link. */
      fill: previews.prepare,
      /** The same for an unsaved scene; the ledger keeps no row of it. */
      trial: (request: Omit<PictureRequest, 'scope'>) =>
        previews.prepare({ ...request, scope: request.revision.teamId }),
      ...bindUseCases(drawing, {
        template: previewTemplate,
        difference: compareRevisions,
        gamut: gamutPicture,
      }),
      /** A page as its press file prints it, and what each plate puts on its sheet; the revision may be a trial. */
      ...bindUseCases(ports, { press: pressPicture, plates: pressPlates }),
    },
    preflight: {
      ...bindUseCases(ports, { template: templateReport, render: renderReport }),
      /** A PNG file: the page, from 0, with its findings marked. */
      ...bindUseCases(drawing, { picture: reportPicture }),
    },
    assets: {
      ...bindUseCases(ports, {
        upload: uploadAsset,
        change: changeAsset,
        archive: archiveAsset,
        /** The file that screens show. */
        open: openPicture,
      }),
      list: store.assets.list,
      find: (teamId: string, id: string) => findAsset(store, teamId, id),
    },
    fonts: bindUseCases(ports, {
      upload: uploadFont,
      list: listFonts,
      find: findLibraryFont,
      change: changeFont,
      archive: archiveFont,
      specimen: drawSpecimen,
    }),
    profiles: {
      ...bindUseCases(ports, {
        upload: uploadProfile,
        list: listProfiles,
        find: findLibraryProfile,
        change: changeProfile,
        archive: archiveProfile,
      }),
      /** Of the profile that is used where none is named. */
      defaultId: () => ports.profiles.bundled()[0].profile.id,
    },
    brandColors: bindUseCases(ports, BRAND_COLORS),
    selectionSets: {
      ...bindUseCases(ports, {
        create: createSelectionSet,
        change: changeSelectionSet,
        archive: archiveSelectionSet,
      }),
      list: store.selectionSets.list,
      find: (teamId: string, id: string) => findSelectionSet(store, teamId, id),
    },
    branding: bindUseCases(ports, { find: findBranding, change: changeBranding }),
    settings: bindUseCases(ports, { find: findSettings, change: changeSettings }),
    usage: bindUseCases(ports, {
      read: readUsage,
      /** Remaining final renders of this month, or null without a limit. */
      left: rendersLeft,
    }),
    audit: {
      ...bindUseCases(store, { find: findAuditEntry, actorNames }),
      list: store.audit.list,
    },
    ...bindPeople(ports),
    ...bindStorefronts(ports),
    applications: bindUseCases(ports, {
      create: createApplication,
      list: listApplications,
      find: findApplication,
      activity: shopActivity,
      publishableKey: readPublishableKey,
      change: changeApplication,
      archive: archiveApplication,
      /** As its pages use it. */
      check: checkShop,
      ofFrame: findFrameOwner,
    }),
    sessions: {
      ...bindUseCases(ports, {
        open: openServerSession,
        openGuest: openGuestSession,
        openHosted: openHostedSession,
        list: listSessions,
        find: findSession,
        end: endSession,
        /** Stores the expiry of sessions that have expired. */
        expire: expireSessions,
        saveFill: saveSessionFill,
        changeFill: changeSessionFill,
        discardChange: discardSessionChange,
        findFill: findSessionFill,
        tryFill: trySessionFill,
        complete: completeSession,
        uploadPicture: uploadSessionPicture,
        pictures: listSessionPictures,
        removePicture: removeSessionPicture,
      }),
      /** The result of `open` for a session, for a caller with its secret. */
      opened: (teamId: string, id: string, clientSecret: string) =>
        findOpenedSession(store, teamId, id, clientSecret),
    },
  }
}
