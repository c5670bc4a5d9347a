/** A WordPress shop for tests in a browser: PHP's own web server with the real plugin, beside a real service. */
import { openShopSite, type ShopSite } from '../../support/browser/shop-site.ts'
import { openStubShop } from '../../support/shops/stub-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Json = any

export interface WooShop {
  readonly site: ShopSite
  /** The shop as browsers reach it, `http://shop.localhost:…`. */
  readonly url: string
  readonly publishableKey: string
  readonly secretKey: string
  /** Orders, scheduled actions and the faults of PHP so far. */
  state(): Promise<Json>
  /** Runs what Action Scheduler would run within so many seconds. */
  run(within?: number): Promise<number>
  post(path: string, body?: unknown): Promise<Json>
  close(): Promise<void>
}

export const CARD = 11
export const SET = 20
/** Of the set: two papers of one template, one of its own, and one that is sold as it is. */
export const PAPERS = { matt: 21, gloss: 22, foil: 23 } as const

export async function openWooShop(
  options: Parameters<typeof openShopSite>[0] = {},
  artwork: 'sample' | 'card' = 'sample',
): Promise<WooShop> {
  const site = await openShopSite(options, artwork)
  const stub = await openStubShop()
  const { url } = stub
  const post: WooShop['post'] = (path, body) => {
    // PHP signs with the time of the machine.
    site.test.clock.set(Date.now())
    return stub.send('POST', path, body)
  }
  await post('/stub-set-up', {
    home: url,
    products: [
      { id: CARD, type: 'simple', name: 'Business card' },
      { id: SET, type: 'variable', name: 'Card set', children: Object.values(PAPERS) },
      ...Object.entries(PAPERS).map(([name, id]) => ({ id, type: 'variation', name, parent: SET })),
    ],
  })
  const made = await site.test.json('/v1/embed/applications', {
    body: { name: 'WooCommerce', allowed_origins: [url], create_publishable_key: true },
  })
  return {
    ...{ site, url, post },
    publishableKey: made.body.publishable_key,
    secretKey: site.test.team.key,
    state: () => stub.send('GET', '/stub-state'),
    run: async (within = 0) => (await post(`/stub-run?within=${within}`)).ran,
    async close() {
      await stub.close()
      await site.close()
    },
  }
}
