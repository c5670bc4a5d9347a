/** The interface: every operation, in the order of the specification. */
import type { AnyOperation } from '../http/operation.ts'
import { makeArtworkFields, retrieveArtwork } from './artwork-text.ts'
import {
  archiveAsset,
  changeAsset,
  listAssets,
  readSignedAsset,
  readSignedThumbnail,
  retrieveAsset,
  uploadAsset,
} from './assets.ts'
import { checkBatchCsv } from './batch-check.ts'
import { createBatch, createBatchFromCsv } from './batch-create.ts'
import {
  cancelBatch,
  downloadBatch,
  listBatches,
  listBatchItems,
  readSignedBatch,
  retrieveBatch,
} from './batches.ts'
import {
  changeConsoleSession,
  checkConsoleLink,
  joinConsole,
  retrieveConsoleSession,
  signInToConsole,
  signOutEverywhere,
  signOutOfConsole,
} from './console-sessions.ts'
import { changeUser, inviteUser, linkUser, listUsers, retrieveUser } from './console-users.ts'
import {
  archiveEmbedApplication,
  changeEmbedApplication,
  createEmbedApplication,
  listEmbedApplications,
  retrieveEmbedApplication,
} from './embed-applications.ts'
import { changeEmbedFill, completeEmbedFill, saveEmbedFill } from './embed-fills.ts'
import {
  cancelEmbedSession,
  changeEmbedSession,
  createEmbedSession,
  createGuestSession,
  createHostedSession,
  listEmbedSessions,
  retrieveEmbedSession,
} from './embed-sessions.ts'
import { listEvents, retrieveEvent } from './events.ts'
import { readSignedExport, retrieveExport } from './exports.ts'
import { downloadRender, readSignedRender } from './files.ts'
import { eraseCustomer, eraseFill, finalizeFill, patchFillStatus, setFillStatus } from './fill-moves.ts'
import { changeFill, createFill, listFills, retrieveFill } from './fills.ts'
import { archiveFont, changeFont, listFonts, retrieveFont, uploadFont } from './fonts.ts'
import {
  listHotFolderDeliveries,
  retrieveHotFolderDelivery,
  retryHotFolderDelivery,
} from './hot-folder-deliveries.ts'
import {
  changeHotFolder,
  createHotFolder,
  deleteHotFolder,
  listHotFolders,
  retrieveHotFolder,
  testHotFolder,
} from './hot-folders.ts'
import { createApiKey, listApiKeys, retrieveApiKey, revokeApiKey, rotateApiKey } from './keys.ts'
import { pictureRenderReport, pictureTemplateReport, reportRender, reportTemplate } from './preflight.ts'
import { createPressPreview, measurePlates, pictureTemplateDifference } from './press-previews.ts'
import { createPreview, previewEmbedFill, readSignedPreview } from './previews.ts'
import {
  archiveProductMapping,
  changeProductMapping,
  createProductMapping,
  listProductMappings,
  resolveProductMapping,
  retrieveProductMapping,
} from './product-mappings.ts'
import { createRender, listRenders, retrieveRender, retrieveRenderValues, retryRender } from './renders.ts'
import { listTemplateRevisions, restoreTemplateRevision, retrieveTemplateRevision } from './revisions.ts'
import { listTemplateFields, retrieveScene, saveScene } from './scenes.ts'
import {
  archiveSelectionSet,
  changeSelectionSet,
  createSelectionSet,
  listSelectionSets,
  retrieveSelectionSet,
} from './selection-sets.ts'
import { listStorefrontHooks, retryStorefrontHook } from './storefront-hooks.ts'
import {
  listStorefrontOrders,
  releaseStorefrontLine,
  retrieveStorefrontOrder,
  retryStorefrontLine,
} from './storefront-orders.ts'
import { describeInterface, describeInterfaceAsYaml } from './system.ts'
import { listAuditEvents, retrieveUsage } from './team.ts'
import { pictureTemplatePage, replaceArtwork, retrieveTemplateUpload } from './template-artwork.ts'
import {
  archiveTemplate,
  changeTemplate,
  listTemplates,
  pauseTemplate,
  publishTemplate,
  restoreTemplate,
  retrieveTemplate,
  uploadTemplate,
} from './templates.ts'
import { listWebhookDeliveries, retrieveWebhookDelivery, retryWebhookDelivery } from './webhook-deliveries.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  testWebhookEndpoint,
} from './webhook-endpoints.ts'

export const OPERATIONS: readonly AnyOperation[] = [
  listTemplates,
  uploadTemplate,
  retrieveTemplate,
  listTemplateFields,
  publishTemplate,
  changeTemplate,
  retrieveScene,
  saveScene,
  pauseTemplate,
  archiveTemplate,
  restoreTemplate,
  replaceArtwork,
  pictureTemplatePage,
  retrieveTemplateUpload,
  retrieveArtwork,
  makeArtworkFields,
  listTemplateRevisions,
  retrieveTemplateRevision,
  restoreTemplateRevision,
  pictureTemplateDifference,

  listAssets,
  uploadAsset,
  retrieveAsset,
  changeAsset,
  archiveAsset,

  listFonts,
  uploadFont,
  retrieveFont,
  changeFont,
  archiveFont,

  listSelectionSets,
  createSelectionSet,
  retrieveSelectionSet,
  changeSelectionSet,
  archiveSelectionSet,

  listRenders,
  createRender,
  retrieveRender,
  retrieveRenderValues,
  downloadRender,
  retryRender,
  retrieveExport,
  reportTemplate,
  pictureTemplateReport,
  reportRender,
  pictureRenderReport,
  createPreview,
  createPressPreview,
  measurePlates,

  listFills,
  retrieveFill,
  finalizeFill,
  createFill,
  changeFill,
  patchFillStatus,
  setFillStatus,
  eraseFill,
  eraseCustomer,

  listBatches,
  createBatch,
  createBatchFromCsv,
  checkBatchCsv,
  retrieveBatch,
  listBatchItems,
  cancelBatch,
  downloadBatch,

  listProductMappings,
  createProductMapping,
  retrieveProductMapping,
  changeProductMapping,
  archiveProductMapping,
  resolveProductMapping,

  listEmbedApplications,
  createEmbedApplication,
  retrieveEmbedApplication,
  changeEmbedApplication,
  archiveEmbedApplication,

  listEmbedSessions,
  createEmbedSession,
  createGuestSession,
  createHostedSession,
  retrieveEmbedSession,
  changeEmbedSession,
  cancelEmbedSession,

  saveEmbedFill,
  changeEmbedFill,
  previewEmbedFill,
  completeEmbedFill,

  listWebhookEndpoints,
  createWebhookEndpoint,
  retrieveWebhookEndpoint,
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  retrieveWebhookDelivery,
  retryWebhookDelivery,
  testWebhookEndpoint,

  listHotFolders,
  createHotFolder,
  retrieveHotFolder,
  changeHotFolder,
  deleteHotFolder,
  listHotFolderDeliveries,
  retrieveHotFolderDelivery,
  retryHotFolderDelivery,
  testHotFolder,

  listStorefrontOrders,
  retrieveStorefrontOrder,
  retryStorefrontLine,
  releaseStorefrontLine,
  listStorefrontHooks,
  retryStorefrontHook,

  listEvents,
  retrieveEvent,

  listApiKeys,
  createApiKey,
  retrieveApiKey,
  rotateApiKey,
  revokeApiKey,
  retrieveUsage,
  listAuditEvents,

  signInToConsole,
  retrieveConsoleSession,
  changeConsoleSession,
  signOutOfConsole,
  signOutEverywhere,
  checkConsoleLink,
  joinConsole,
  listUsers,
  inviteUser,
  retrieveUser,
  changeUser,
  linkUser,

  readSignedRender,
  readSignedBatch,
  readSignedExport,
  readSignedPreview,
  readSignedAsset,
  readSignedThumbnail,
  describeInterface,
  describeInterfaceAsYaml,
]
