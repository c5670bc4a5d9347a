/** Shopify's library, read when the adapter is first opened: it is large, and most installations do without it. */
import { createRequire } from 'node:module'

type Library = typeof import('@shopify/shopify-api')
type Runtime = typeof import('@shopify/shopify-api/runtime')

let loaded: (Library & Pick<Runtime, 'setAbstractFetchFunc'>) | undefined

export function shopifyLibrary(): Library & Pick<Runtime, 'setAbstractFetchFunc'> {
  if (loaded === undefined) {
    const require = createRequire(import.meta.url)
    require('@shopify/shopify-api/adapters/node')
    const { setAbstractFetchFunc } = require('@shopify/shopify-api/runtime') as Runtime
    loaded = { ...(require('@shopify/shopify-api') as Library), setAbstractFetchFunc }
  }
  return loaded
}
