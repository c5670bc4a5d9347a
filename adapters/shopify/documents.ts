/** All documents for Shopify's Admin API, version 2026-10; a test checks them against its schema and scopes. */

const LINE = `id quantity currentQuantity
  customAttributes { key value }
  product { legacyResourceId } variant { legacyResourceId }`

const ORDER = `id legacyResourceId name updatedAt cancelledAt displayFinancialStatus displayFulfillmentStatus
  lineItems(first: 50) { nodes { ${LINE} } pageInfo { hasNextPage endCursor } }`

export const DOCUMENTS = {
  order: `query Order($id: ID!) { order(id: $id) { ${ORDER} } }`,
  orderLines: `query OrderLines($id: ID!, $after: String) {
    order(id: $id) { lineItems(first: 50, after: $after) { nodes { ${LINE} } pageInfo { hasNextPage endCursor } } }
  }`,
  /** Ten orders of fifty lines each cost less than half of what one query may. */
  orders: `query Orders($query: String!, $after: String) {
    orders(first: 10, after: $after, query: $query, sortKey: UPDATED_AT) {
      nodes { ${ORDER} }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  orderRenders: `query OrderRenders($id: ID!) {
    order(id: $id) { metafield(namespace: "$app:print", key: "renders") { compareDigest jsonValue } }
  }`,
  setMetafields: `mutation SetMetafields($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) {
      metafields { key compareDigest }
      userErrors { field message code }
    }
  }`,
  deleteMetafields: `mutation DeleteMetafields($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) {
      deletedMetafields { ownerId }
      userErrors { field message }
    }
  }`,
  installation: `query Installation {
    currentAppInstallation { id }
    shop { name primaryDomain { url } }
  }`,
  products: `query Products($query: String) {
    products(first: 25, query: $query, sortKey: TITLE) {
      nodes { legacyResourceId title variants(first: 50) { nodes { legacyResourceId title } } }
    }
  }`,
  productTitles: `query ProductTitles($ids: [ID!]!) {
    nodes(ids: $ids) { id ... on Product { title } ... on ProductVariant { title } }
  }`,
  product: `query Product($id: ID!) { product(id: $id) { id } }`,
  file: `query File($id: ID!) { node(id: $id) { ... on MediaImage { id fileStatus } } }`,
  stageUpload: `mutation StageUpload($input: [StagedUploadInput!]!) {
    stagedUploadsCreate(input: $input) {
      stagedTargets { url resourceUrl parameters { name value } }
      userErrors { field message }
    }
  }`,
  createFile: `mutation CreateFile($files: [FileCreateInput!]!) {
    fileCreate(files: $files) { files { id fileStatus } userErrors { field message code } }
  }`,
  updateFile: `mutation UpdateFile($files: [FileUpdateInput!]!) {
    fileUpdate(files: $files) { files { id fileStatus } userErrors { field message code } }
  }`,
} as const

export type DocumentName = keyof typeof DOCUMENTS
