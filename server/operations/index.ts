/** The interface: every operation, in the order of the specification. */
import type { AnyOperation } from '../http/operation.ts'
import { checkBatchCsv } from './batches/batch-check.ts'
import { createBatch, createBatchFromCsv } from './batches/batch-create.ts'
import {
  cancelBatch,
  downloadBatch,
  listBatches,
  listBatchItems,
  readSignedBatch,
  retrieveBatch,
} from './batches/batches.ts'
import { PASSKEY_OPERATIONS } from './console/console-passkeys.ts'
import {
  changeConsoleSession,
  checkConsoleLink,
  endOwnSession,
  joinConsole,
  listOwnSessions,
  requestPassphraseLink,
  retrieveConsoleSession,
  signInToConsole,
  signOutEverywhere,
  signOutOfConsole,
} from './console/console-sessions.ts'
import {
  changeUser,
  endUserSessions,
  inviteUser,
  linkUser,
  listUsers,
  retrieveUser,
} from './console/console-users.ts'
import { checkEmbedApplication } from './embed/application-check.ts'
import {
  archiveEmbedApplication,
  changeEmbedApplication,
  createEmbedApplication,
  listEmbedApplications,
  retrieveEmbedApplication,
  retrieveEmbedApplicationActivity,
  retrievePublishableKey,
} from './embed/embed-applications.ts'
import { changeEmbedFill, completeEmbedFill, saveEmbedFill } from './embed/embed-fills.ts'
import { deleteEmbedPicture, listEmbedPictures, uploadEmbedPicture } from './embed/embed-pictures.ts'
import {
  cancelEmbedSession,
  changeEmbedSession,
  createEmbedSession,
  createGuestSession,
  createHostedSession,
  listEmbedSessions,
  retrieveEmbedSession,
} from './embed/embed-sessions.ts'
import { eraseCustomer, eraseFill, finalizeFill, patchFillStatus, setFillStatus } from './fills/fill-moves.ts'
import {
  deleteFillPicture,
  readSignedOwnPicture,
  retrieveFillPictures,
  uploadFillPicture,
} from './fills/fill-pictures.ts'
import { reviewFill } from './fills/fill-review.ts'
import { changeFill, copyFill, createFill, listFills, retrieveFill } from './fills/fills.ts'
import { retrieveProduction } from './fills/production.ts'
import {
  listHotFolderDeliveries,
  retrieveHotFolderDelivery,
  retryHotFolderDelivery,
} from './hot-folders/hot-folder-deliveries.ts'
import {
  changeHotFolder,
  createHotFolder,
  deleteHotFolder,
  listHotFolders,
  makeHotFolder,
  retrieveHotFolder,
  testHotFolder,
} from './hot-folders/hot-folders.ts'
import {
  archiveAsset,
  changeAsset,
  listAssets,
  readSignedAsset,
  readSignedThumbnail,
  retrieveAsset,
  uploadAsset,
} from './library/assets.ts'
import {
  changeBrandColor,
  createBrandColor,
  listBrandColors,
  removeBrandColor,
  retrieveBrandColor,
} from './library/brand-colors.ts'
import {
  archiveFont,
  changeFont,
  drawFontSpecimen,
  listFonts,
  retrieveFont,
  uploadFont,
} from './library/fonts.ts'
import {
  archiveProfile,
  changeProfile,
  listProfiles,
  retrieveProfile,
  uploadProfile,
} from './library/profiles.ts'
import {
  archiveSelectionSet,
  changeSelectionSet,
  createSelectionSet,
  listSelectionSets,
  retrieveSelectionSet,
} from './library/selection-sets.ts'
import {
  pictureRenderReport,
  pictureTemplateReport,
  reportRender,
  reportTemplate,
} from './previews/preflight.ts'
import { createPressPreview, measurePlates, pictureTemplateDifference } from './previews/press-previews.ts'
import { createPreview, previewEmbedFill, readSignedPreview } from './previews/previews.ts'
import { readSignedProof } from './previews/proofs.ts'
import { previewTypedFill } from './previews/typed-preview.ts'
import { readSignedExport, retrieveExport } from './renders/exports.ts'
import { downloadRender, readSignedRender } from './renders/files.ts'
import {
  createRender,
  listRenders,
  retrieveRender,
  retrieveRenderValues,
  retryRender,
} from './renders/renders.ts'
import {
  archiveProductMapping,
  changeProductMapping,
  createProductMapping,
  listProductMappings,
  resolveProductMapping,
  retrieveProductMapping,
} from './storefronts/product-mappings.ts'
import { listStorefrontHooks, retryStorefrontHook } from './storefronts/storefront-hooks.ts'
import {
  listStorefrontOrders,
  releaseStorefrontLine,
  retrieveStorefrontOrder,
  retryStorefrontLine,
} from './storefronts/storefront-orders.ts'
import { describeInterface, describeInterfaceAsYaml } from './system.ts'
import { changeBranding, retrieveBranding } from './team/branding.ts'
import { checkConnection } from './team/connection.ts'
import { listApiKeyRequests } from './team/key-requests.ts'
import { createApiKey, listApiKeys, retrieveApiKey, revokeApiKey, rotateApiKey } from './team/keys.ts'
import { changeTeamSettings, retrieveTeamSettings } from './team/settings.ts'
import { listAuditEvents, retrieveUsage } from './team/team.ts'
import { makeArtworkFields, retrieveArtwork } from './templates/artwork-text.ts'
import {
  listTemplateRevisions,
  restoreTemplateRevision,
  retrieveTemplateRevision,
} from './templates/revisions.ts'
import { listTemplateFields, retrieveScene, saveScene } from './templates/scenes.ts'
import { changeTemplateOutput, replaceArtwork, retrieveTemplateUpload } from './templates/template-artwork.ts'
import { copyTemplate } from './templates/template-copy.ts'
import { pictureTemplateGamut, pictureTemplatePage } from './templates/template-pictures.ts'
import {
  archiveTemplate,
  changeTemplate,
  listTemplates,
  pauseTemplate,
  publishTemplate,
  restoreTemplate,
  retrieveTemplate,
  uploadTemplate,
} from './templates/templates.ts'
import { listEvents, retrieveEvent } from './webhooks/events.ts'
import {
  listWebhookDeliveries,
  retrieveWebhookDelivery,
  retryWebhookDelivery,
} from './webhooks/webhook-deliveries.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  testWebhookEndpoint,
} from './webhooks/webhook-endpoints.ts'

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
  copyTemplate,
  replaceArtwork,
  changeTemplateOutput,
  pictureTemplatePage,
  pictureTemplateGamut,
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
  drawFontSpecimen,
  changeFont,
  archiveFont,
  listProfiles,
  uploadProfile,
  retrieveProfile,
  changeProfile,
  archiveProfile,
  listBrandColors,
  createBrandColor,
  retrieveBrandColor,
  changeBrandColor,
  removeBrandColor,

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

  retrieveProduction,
  listFills,
  retrieveFill,
  uploadFillPicture,
  retrieveFillPictures,
  deleteFillPicture,
  finalizeFill,
  reviewFill,
  createFill,
  copyFill,
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
  retrieveEmbedApplicationActivity,
  retrievePublishableKey,
  checkEmbedApplication,
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
  uploadEmbedPicture,
  listEmbedPictures,
  deleteEmbedPicture,
  previewEmbedFill,
  previewTypedFill,
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
  makeHotFolder,
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
  listApiKeyRequests,
  rotateApiKey,
  revokeApiKey,
  checkConnection,
  retrieveUsage,
  retrieveBranding,
  changeBranding,
  retrieveTeamSettings,
  changeTeamSettings,
  listAuditEvents,

  signInToConsole,
  retrieveConsoleSession,
  changeConsoleSession,
  signOutOfConsole,
  signOutEverywhere,
  listOwnSessions,
  endOwnSession,
  ...PASSKEY_OPERATIONS,
  checkConsoleLink,
  requestPassphraseLink,
  joinConsole,
  listUsers,
  inviteUser,
  retrieveUser,
  changeUser,
  linkUser,
  endUserSessions,

  readSignedRender,
  readSignedBatch,
  readSignedExport,
  readSignedPreview,
  readSignedProof,
  readSignedAsset,
  readSignedThumbnail,
  readSignedOwnPicture,
  describeInterface,
  describeInterfaceAsYaml,
]
