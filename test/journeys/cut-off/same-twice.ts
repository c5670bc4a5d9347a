/** Operations whose work may be done a second time: the test of cut-off requests leaves them out. */

/** What these come to is the same, once or twice: uploads know their bytes again, and states are as they were set. */
export const SAME_TWICE = [
  ...['uploadTemplate', 'publishTemplate', 'changeTemplate', 'pauseTemplate'],
  ...['archiveTemplate', 'restoreTemplate'],
  ...[
    'uploadAsset',
    'changeAsset',
    'archiveAsset',
    'uploadFont',
    'changeFont',
    'archiveFont',
    'changeHotFolder',
  ],
  ...['changeSelectionSet', 'archiveSelectionSet', 'retryRender', 'createPreview', 'cancelBatch'],
  ...['createPressPreview', 'measurePlates', 'checkBatchCsv', 'changeTemplateOutput', 'endUserSessions'],
  ...['uploadProfile', 'changeProfile', 'archiveProfile', 'changeBrandColor', 'removeBrandColor'],
  ...['finalizeFill', 'changeFill', 'patchFillStatus', 'setFillStatus', 'eraseFill', 'eraseCustomer'],
  ...['changeProductMapping', 'archiveProductMapping', 'archiveEmbedApplication', 'deleteWebhookEndpoint'],
  ...['changeEmbedSession', 'cancelEmbedSession', 'saveEmbedFill', 'changeEmbedFill', 'completeEmbedFill'],
  ...[
    'changeBranding',
    'changeTeamSettings',
    'reviewFill',
    'makeHotFolder',
    'deleteEmbedPicture',
    'deleteFillPicture',
    'deleteHotFolder',
    'testHotFolder',
    'revokeApiKey',
    'changeUser',
    'retryStorefrontLine',
    'releaseStorefrontLine',
    'replaceArtwork',
    'retryStorefrontHook',
  ],
]
