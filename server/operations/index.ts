/** The interface: every operation, in the order of the specification. */
import type { AnyOperation } from '../http/operation.ts'
import { checkBatchCsv } from './batches/batch-check.ts'
import * as batchCreate from './batches/batch-create.ts'
import { retryBatch } from './batches/batch-retry.ts'
import * as batches from './batches/batches.ts'
import { PASSKEY_OPERATIONS } from './console/console-passkeys.ts'
import * as consoleSessions from './console/console-sessions.ts'
import * as consoleUsers from './console/console-users.ts'
import { checkEmbedApplication } from './embed/application-check.ts'
import * as embedApplications from './embed/embed-applications.ts'
import * as embedFills from './embed/embed-fills.ts'
import * as embedPictures from './embed/embed-pictures.ts'
import * as embedSessions from './embed/embed-sessions.ts'
import * as fillMoves from './fills/fill-moves.ts'
import * as fillPictures from './fills/fill-pictures.ts'
import { reviewFill } from './fills/fill-review.ts'
import * as fills from './fills/fills.ts'
import { retrieveProduction } from './fills/production.ts'
import * as hotFolderDeliveries from './hot-folders/hot-folder-deliveries.ts'
import * as hotFolders from './hot-folders/hot-folders.ts'
import * as assets from './library/assets.ts'
import * as brandColors from './library/brand-colors.ts'
import * as fonts from './library/fonts.ts'
import * as profiles from './library/profiles.ts'
import * as selectionSets from './library/selection-sets.ts'
import * as preflight from './previews/preflight.ts'
import * as pressPreviews from './previews/press-previews.ts'
import * as previews from './previews/previews.ts'
import { readSignedProof } from './previews/proofs.ts'
import { previewTypedFill } from './previews/typed-preview.ts'
import * as exports from './renders/exports.ts'
import * as files from './renders/files.ts'
import * as renders from './renders/renders.ts'
import * as productMappings from './storefronts/product-mappings.ts'
import * as storefrontHooks from './storefronts/storefront-hooks.ts'
import * as storefrontOrders from './storefronts/storefront-orders.ts'
import * as storefrontShops from './storefronts/storefront-shops.ts'
import { downloadWooCommercePlugin } from './storefronts/woocommerce-plugin.ts'
import * as system from './system.ts'
import * as branding from './team/branding.ts'
import { checkConnection } from './team/connection.ts'
import { listApiKeyRequests } from './team/key-requests.ts'
import * as keys from './team/keys.ts'
import * as settings from './team/settings.ts'
import * as team from './team/team.ts'
import * as artworkText from './templates/artwork-text.ts'
import * as revisions from './templates/revisions.ts'
import * as scenes from './templates/scenes.ts'
import * as templateArtwork from './templates/template-artwork.ts'
import { copyTemplate } from './templates/template-copy.ts'
import * as templatePictures from './templates/template-pictures.ts'
import * as templateUploads from './templates/template-uploads.ts'
import * as templates from './templates/templates.ts'
import * as events from './webhooks/events.ts'
import * as webhookDeliveries from './webhooks/webhook-deliveries.ts'
import * as webhookEndpoints from './webhooks/webhook-endpoints.ts'

export const OPERATIONS: readonly AnyOperation[] = [
  templates.listTemplates,
  templates.uploadTemplate,
  templates.retrieveTemplate,
  scenes.listTemplateFields,
  templates.publishTemplate,
  templates.changeTemplate,
  scenes.retrieveScene,
  scenes.saveScene,
  templates.pauseTemplate,
  templates.archiveTemplate,
  templates.restoreTemplate,
  copyTemplate,
  templateArtwork.checkArtwork,
  templateArtwork.replaceArtwork,
  templateArtwork.changeTemplateOutput,
  templatePictures.pictureTemplatePage,
  templatePictures.pictureTemplateGamut,
  templateUploads.listTemplateUploads,
  templateUploads.retrieveTemplateUpload,
  artworkText.retrieveArtwork,
  artworkText.makeArtworkFields,
  revisions.listTemplateRevisions,
  revisions.retrieveTemplateRevision,
  revisions.restoreTemplateRevision,
  pressPreviews.pictureTemplateDifference,

  assets.listAssets,
  assets.uploadAsset,
  assets.retrieveAsset,
  assets.changeAsset,
  assets.archiveAsset,

  fonts.listFonts,
  fonts.uploadFont,
  fonts.retrieveFont,
  fonts.drawFontSpecimen,
  fonts.changeFont,
  fonts.archiveFont,
  profiles.listProfiles,
  profiles.uploadProfile,
  profiles.retrieveProfile,
  profiles.changeProfile,
  profiles.archiveProfile,
  brandColors.listBrandColors,
  brandColors.createBrandColor,
  brandColors.retrieveBrandColor,
  brandColors.changeBrandColor,
  brandColors.removeBrandColor,

  selectionSets.listSelectionSets,
  selectionSets.createSelectionSet,
  selectionSets.retrieveSelectionSet,
  selectionSets.changeSelectionSet,
  selectionSets.archiveSelectionSet,

  renders.listRenders,
  renders.createRender,
  renders.retrieveRender,
  renders.retrieveRenderValues,
  files.downloadRender,
  renders.retryRender,
  exports.retrieveExport,
  preflight.reportTemplate,
  preflight.pictureTemplateReport,
  preflight.reportRender,
  preflight.pictureRenderReport,
  previews.createPreview,
  pressPreviews.createPressPreview,
  pressPreviews.measurePlates,

  retrieveProduction,
  fills.listFills,
  fills.retrieveFill,
  fillPictures.uploadFillPicture,
  fillPictures.retrieveFillPictures,
  fillPictures.deleteFillPicture,
  fillMoves.finalizeFill,
  reviewFill,
  fills.createFill,
  fills.copyFill,
  fills.changeFill,
  fillMoves.patchFillStatus,
  fillMoves.setFillStatus,
  fillMoves.eraseFill,
  fillMoves.eraseCustomer,

  batches.listBatches,
  batchCreate.createBatch,
  batchCreate.createBatchFromCsv,
  checkBatchCsv,
  batches.retrieveBatch,
  batches.listBatchItems,
  batches.cancelBatch,
  retryBatch,
  batches.downloadBatch,

  productMappings.listProductMappings,
  productMappings.createProductMapping,
  productMappings.retrieveProductMapping,
  productMappings.changeProductMapping,
  productMappings.archiveProductMapping,
  productMappings.resolveProductMapping,

  embedApplications.listEmbedApplications,
  embedApplications.createEmbedApplication,
  embedApplications.retrieveEmbedApplication,
  embedApplications.retrieveEmbedApplicationActivity,
  embedApplications.retrievePublishableKey,
  checkEmbedApplication,
  embedApplications.changeEmbedApplication,
  embedApplications.archiveEmbedApplication,

  embedSessions.listEmbedSessions,
  embedSessions.createEmbedSession,
  embedSessions.createGuestSession,
  embedSessions.createHostedSession,
  embedSessions.retrieveEmbedSession,
  embedSessions.changeEmbedSession,
  embedSessions.cancelEmbedSession,

  embedFills.saveEmbedFill,
  embedFills.changeEmbedFill,
  embedPictures.uploadEmbedPicture,
  embedPictures.listEmbedPictures,
  embedPictures.deleteEmbedPicture,
  previews.previewEmbedFill,
  previewTypedFill,
  embedFills.discardEmbedChange,
  embedFills.completeEmbedFill,

  webhookEndpoints.listWebhookEndpoints,
  webhookEndpoints.createWebhookEndpoint,
  webhookEndpoints.retrieveWebhookEndpoint,
  webhookEndpoints.changeWebhookEndpoint,
  webhookEndpoints.deleteWebhookEndpoint,
  webhookDeliveries.listWebhookDeliveries,
  webhookDeliveries.retrieveWebhookDelivery,
  webhookDeliveries.retryWebhookDelivery,
  webhookEndpoints.testWebhookEndpoint,

  hotFolders.listHotFolders,
  hotFolders.createHotFolder,
  hotFolders.retrieveHotFolder,
  hotFolders.changeHotFolder,
  hotFolders.deleteHotFolder,
  hotFolderDeliveries.listHotFolderDeliveries,
  hotFolderDeliveries.retrieveHotFolderDelivery,
  hotFolderDeliveries.retryHotFolderDelivery,
  hotFolders.makeHotFolder,
  hotFolders.testHotFolder,

  storefrontOrders.listStorefrontOrders,
  storefrontOrders.retrieveStorefrontOrder,
  storefrontOrders.retryStorefrontLine,
  storefrontOrders.releaseStorefrontLine,
  storefrontHooks.listStorefrontHooks,
  storefrontHooks.retryStorefrontHook,
  storefrontShops.listStorefrontShops,
  storefrontShops.createStorefrontShop,
  storefrontShops.rotateStorefrontShopSecret,
  storefrontShops.deleteStorefrontShop,

  events.listEvents,
  events.retrieveEvent,

  keys.listApiKeys,
  keys.createApiKey,
  keys.retrieveApiKey,
  listApiKeyRequests,
  keys.rotateApiKey,
  keys.revokeApiKey,
  checkConnection,
  team.retrieveUsage,
  branding.retrieveBranding,
  branding.changeBranding,
  settings.retrieveTeamSettings,
  settings.changeTeamSettings,
  team.listAuditEvents,

  consoleSessions.signInToConsole,
  consoleSessions.retrieveConsoleSession,
  consoleSessions.changeConsoleSession,
  consoleSessions.signOutOfConsole,
  consoleSessions.signOutEverywhere,
  consoleSessions.listOwnSessions,
  consoleSessions.endOwnSession,
  ...PASSKEY_OPERATIONS,
  consoleSessions.checkConsoleLink,
  consoleSessions.requestPassphraseLink,
  consoleSessions.joinConsole,
  downloadWooCommercePlugin,
  consoleUsers.listUsers,
  consoleUsers.inviteUser,
  consoleUsers.retrieveUser,
  consoleUsers.changeUser,
  consoleUsers.linkUser,
  consoleUsers.endUserSessions,
  consoleUsers.removeUserPasskeys,

  files.readSignedRender,
  batches.readSignedBatch,
  exports.readSignedExport,
  previews.readSignedPreview,
  readSignedProof,
  assets.readSignedAsset,
  assets.readSignedThumbnail,
  fillPictures.readSignedOwnPicture,
  system.describeInterface,
  system.describeInterfaceAsYaml,
]
