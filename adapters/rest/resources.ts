/** The calls of the client by resource: the operation, its method and path, and how its input travels. */

/** `query` where a POST or DELETE has a query; `form` and the name of the file's part where one is uploaded. */
export type Travels = 'query' | `form ${string}`
type Row = readonly [id: string, route: string, travels?: Travels]

const CALLS = {
  templates: {
    list: ['listTemplates', 'GET /v1/templates'],
    upload: ['uploadTemplate', 'POST /v1/templates', 'form pdf'],
    retrieve: ['retrieveTemplate', 'GET /v1/templates/{id}'],
    update: ['changeTemplate', 'PATCH /v1/templates/{id}'],
    fields: ['listTemplateFields', 'GET /v1/templates/{id}/fields'],
    preflight: ['reportTemplate', 'GET /v1/templates/{id}/preflight'],
    preflightPicture: ['pictureTemplateReport', 'GET /v1/templates/{id}/preflight.png'],
    publish: ['publishTemplate', 'POST /v1/templates/{id}/publish'],
    scene: ['retrieveScene', 'GET /v1/templates/{id}/scene'],
    saveScene: ['saveScene', 'PUT /v1/templates/{id}/scene'],
    pause: ['pauseTemplate', 'POST /v1/templates/{id}/pause'],
    archive: ['archiveTemplate', 'POST /v1/templates/{id}/archive'],
    restore: ['restoreTemplate', 'POST /v1/templates/{id}/restore'],
  },
  assets: {
    list: ['listAssets', 'GET /v1/assets'],
    upload: ['uploadAsset', 'POST /v1/assets', 'form file'],
    retrieve: ['retrieveAsset', 'GET /v1/assets/{id}'],
    update: ['changeAsset', 'PATCH /v1/assets/{id}'],
    archive: ['archiveAsset', 'DELETE /v1/assets/{id}'],
  },
  fonts: {
    list: ['listFonts', 'GET /v1/fonts'],
    upload: ['uploadFont', 'POST /v1/fonts', 'form file'],
    retrieve: ['retrieveFont', 'GET /v1/fonts/{id}'],
    update: ['changeFont', 'PATCH /v1/fonts/{id}'],
    archive: ['archiveFont', 'DELETE /v1/fonts/{id}'],
  },
  selectionSets: {
    list: ['listSelectionSets', 'GET /v1/selection_sets'],
    create: ['createSelectionSet', 'POST /v1/selection_sets'],
    retrieve: ['retrieveSelectionSet', 'GET /v1/selection_sets/{id}'],
    update: ['changeSelectionSet', 'PATCH /v1/selection_sets/{id}'],
    archive: ['archiveSelectionSet', 'DELETE /v1/selection_sets/{id}'],
  },
  renders: {
    list: ['listRenders', 'GET /v1/renders'],
    create: ['createRender', 'POST /v1/renders'],
    retrieve: ['retrieveRender', 'GET /v1/renders/{id}'],
    download: ['downloadRender', 'GET /v1/renders/{id}/download'],
    retry: ['retryRender', 'POST /v1/renders/{id}/retry'],
    preflight: ['reportRender', 'GET /v1/renders/{id}/preflight'],
    preflightPicture: ['pictureRenderReport', 'GET /v1/renders/{id}/preflight.png'],
  },
  previews: {
    create: ['createPreview', 'POST /v1/previews'],
  },
  fills: {
    list: ['listFills', 'GET /v1/fills'],
    create: ['createFill', 'POST /v1/fills'],
    retrieve: ['retrieveFill', 'GET /v1/fills/{id}'],
    update: ['changeFill', 'PATCH /v1/fills/{id}'],
    finalize: ['finalizeFill', 'POST /v1/fills/{id}/finalize'],
    setStatus: ['setFillStatus', 'POST /v1/fills/{id}/status'],
    erase: ['eraseFill', 'POST /v1/fills/{id}/erase'],
    eraseCustomer: ['eraseCustomer', 'POST /v1/fills/erase', 'query'],
  },
  batches: {
    list: ['listBatches', 'GET /v1/batches'],
    create: ['createBatch', 'POST /v1/batches'],
    createFromCsv: ['createBatchFromCsv', 'POST /v1/batches/csv', 'form csv'],
    retrieve: ['retrieveBatch', 'GET /v1/batches/{id}'],
    items: ['listBatchItems', 'GET /v1/batches/{id}/items'],
    cancel: ['cancelBatch', 'POST /v1/batches/{id}/cancel'],
    download: ['downloadBatch', 'GET /v1/batches/{id}/download'],
  },
  productMappings: {
    list: ['listProductMappings', 'GET /v1/product_mappings'],
    create: ['createProductMapping', 'POST /v1/product_mappings'],
    retrieve: ['retrieveProductMapping', 'GET /v1/product_mappings/{id}'],
    update: ['changeProductMapping', 'PATCH /v1/product_mappings/{id}'],
    archive: ['archiveProductMapping', 'DELETE /v1/product_mappings/{id}'],
  },
  embedApplications: {
    list: ['listEmbedApplications', 'GET /v1/embed/applications'],
    create: ['createEmbedApplication', 'POST /v1/embed/applications'],
    retrieve: ['retrieveEmbedApplication', 'GET /v1/embed/applications/{id}'],
    update: ['changeEmbedApplication', 'PATCH /v1/embed/applications/{id}'],
    archive: ['archiveEmbedApplication', 'DELETE /v1/embed/applications/{id}'],
  },
  embedSessions: {
    list: ['listEmbedSessions', 'GET /v1/embed/sessions'],
    create: ['createEmbedSession', 'POST /v1/embed/sessions'],
    retrieve: ['retrieveEmbedSession', 'GET /v1/embed/sessions/{id}'],
    update: ['changeEmbedSession', 'PATCH /v1/embed/sessions/{id}'],
    cancel: ['cancelEmbedSession', 'DELETE /v1/embed/sessions/{id}'],
  },
  webhookEndpoints: {
    list: ['listWebhookEndpoints', 'GET /v1/webhook_endpoints'],
    create: ['createWebhookEndpoint', 'POST /v1/webhook_endpoints'],
    retrieve: ['retrieveWebhookEndpoint', 'GET /v1/webhook_endpoints/{id}'],
    update: ['changeWebhookEndpoint', 'PATCH /v1/webhook_endpoints/{id}'],
    disable: ['deleteWebhookEndpoint', 'DELETE /v1/webhook_endpoints/{id}'],
    test: ['testWebhookEndpoint', 'POST /v1/webhook_endpoints/{id}/test'],
    deliveries: ['listWebhookDeliveries', 'GET /v1/webhook_endpoints/{id}/deliveries'],
    delivery: ['retrieveWebhookDelivery', 'GET /v1/webhook_endpoints/{id}/deliveries/{delivery_id}'],
    retryDelivery: ['retryWebhookDelivery', 'POST /v1/webhook_endpoints/{id}/deliveries/{delivery_id}/retry'],
  },
  hotFolders: {
    list: ['listHotFolders', 'GET /v1/hot_folders'],
    create: ['createHotFolder', 'POST /v1/hot_folders'],
    retrieve: ['retrieveHotFolder', 'GET /v1/hot_folders/{id}'],
    update: ['changeHotFolder', 'PATCH /v1/hot_folders/{id}'],
    disable: ['deleteHotFolder', 'DELETE /v1/hot_folders/{id}'],
    test: ['testHotFolder', 'POST /v1/hot_folders/{id}/test'],
    deliveries: ['listHotFolderDeliveries', 'GET /v1/hot_folders/{id}/deliveries'],
    delivery: ['retrieveHotFolderDelivery', 'GET /v1/hot_folders/{id}/deliveries/{delivery_id}'],
    retryDelivery: ['retryHotFolderDelivery', 'POST /v1/hot_folders/{id}/deliveries/{delivery_id}/retry'],
  },
  storefrontOrders: {
    list: ['listStorefrontOrders', 'GET /v1/storefront/orders'],
    retrieve: ['retrieveStorefrontOrder', 'GET /v1/storefront/orders/{id}'],
    retryLine: ['retryStorefrontLine', 'POST /v1/storefront/lines/{id}/retry'],
    releaseLine: ['releaseStorefrontLine', 'POST /v1/storefront/lines/{id}/release'],
  },
  events: {
    list: ['listEvents', 'GET /v1/events'],
    retrieve: ['retrieveEvent', 'GET /v1/events/{id}'],
  },
  apiKeys: {
    list: ['listApiKeys', 'GET /v1/api_keys'],
    create: ['createApiKey', 'POST /v1/api_keys'],
    retrieve: ['retrieveApiKey', 'GET /v1/api_keys/{id}'],
    rotate: ['rotateApiKey', 'POST /v1/api_keys/{id}/rotate'],
    revoke: ['revokeApiKey', 'DELETE /v1/api_keys/{id}', 'query'],
  },
  team: {
    usage: ['retrieveUsage', 'GET /v1/usage'],
    auditEvents: ['listAuditEvents', 'GET /v1/audit_events'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>

export type Calls = typeof CALLS
/** A test holds it against the table of operations: nothing is missing and nothing else. */
export const RESOURCES: Calls = CALLS
