/** The demo storefront at /demo: the example shop of examples/rest-storefront, run inside the service. */

import { ServiceError } from '../../core/errors.ts'
import { createStorefront, type Storefront } from '../../examples/rest-storefront/storefront.ts'
import { DEMO_PRODUCT, type DemoShop } from '../demo-shop.ts'
import type { PageRoute } from './page-route.ts'

export const DEMO_PATH = '/demo'

export interface DemoPages {
  /** Null while this installation has none. */
  readDemo(): Promise<DemoShop | null>
  /** Where this machine reaches the service: the shop's server calls it over HTTP, like every shop. */
  readonly url: string
  readonly widgetUrl: string
}

export function demoRoutes({ readDemo, url, widgetUrl }: DemoPages): readonly PageRoute[] {
  let storefront: Storefront | null = null
  let sold = 0
  const open = async (): Promise<Storefront> => {
    const shop = await readDemo()
    if (shop === null) throw new ServiceError('route_not_found')
    const { secretKey, publishableKey, others = [] } = shop
    const product = { productId: DEMO_PRODUCT.id, productTitle: DEMO_PRODUCT.title, others }
    sold = others.length
    return createStorefront({ url, secretKey, publishableKey, path: DEMO_PATH, widgetUrl, ...product })
  }
  return [DEMO_PATH, `${DEMO_PATH}/*`].map((path) => ({
    path,
    methods: ['get', 'post'],
    async answer(ctx) {
      // At the first start further products come while the shop is open already.
      if (storefront === null || (sold === 0 && (await readDemo())?.others?.length)) storefront = await open()
      ctx.respond = false
      await storefront(ctx.req, ctx.res)
    },
  }))
}
