/** `platen adapter shopify` and `platen adapter woocommerce` as processes of their own: hooks in, orders printed over the service's interface. */
import { join } from 'node:path'
import { expect } from 'chai'
import { SHOPIFY } from '../../../adapters/shopify/shopify.ts'
import { WOOCOMMERCE } from '../../../adapters/woocommerce/woocommerce.ts'
import type { AdapterKind } from '../../../core/service/storefront/contract.ts'
import { runInside, runPlaten } from '../../support/programs/platen-cli.ts'
import { eventually } from '../../support/run/eventually.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { openRoad, type Road } from '../../support/service/road.ts'
import { type AdapterShop, nextOrder, openAdapterShop, sendHook } from '../../support/shops/adapter-shop.ts'
import { CLIENT_ID, CLIENT_SECRET, sessionToken } from '../../support/shops/mock-shopify.ts'
import type { SamplePlatform } from '../../support/shops/sample-order.ts'
import { openShopifyPlatform } from '../../support/shops/shopify-platform.ts'
import { openWooPlatform } from '../../support/shops/woo-store.ts'
import { type AdapterProcess, startAdapter } from './adapter-process.ts'
import { openShopifyRelay } from './shopify-relay.ts'

const ELSEWHERE = join(import.meta.dirname, './shopify-elsewhere.ts')

interface Play {
  readonly kind: AdapterKind
  readonly hookPath: string
  /** Of what it asks its platform for; the rest of the environment is the test's. */
  open(): Promise<{
    readonly platform: SamplePlatform
    readonly env: Readonly<Record<string, string>>
    readonly preload: readonly string[]
    /** What the merchant does once. */
    connect(adapter: AdapterProcess): Promise<void>
    close(): Promise<void>
  }>
}

const PLAYS: readonly Play[] = [
  {
    kind: SHOPIFY,
    hookPath: '/webhooks',
    async open() {
      const platform = await openShopifyPlatform()
      const relay = await openShopifyRelay(platform.mock)
      return {
        platform,
        env: relay.env,
        preload: [ELSEWHERE],
        async connect({ url }) {
          const headers = { authorization: `Bearer ${sessionToken()}` }
          const answer = await fetch(`${url}/adapters/shopify/desk/state`, { headers })
          expect(answer.status, await answer.text()).to.equal(200)
        },
        async close() {
          await relay.close()
          await platform.close()
        },
      }
    },
  },
  {
    kind: WOOCOMMERCE,
    hookPath: '/hooks',
    async open() {
      const platform = await openWooPlatform()
      return { platform, env: {}, preload: [], connect: async () => {}, close: () => platform.close() }
    },
  },
]

for (const { kind, hookPath, open } of PLAYS)
  describe(`platen adapter ${kind.name}`, () => {
    const makeFolder = temporaryFolders()
    let shop: AdapterShop
    let stage: Awaited<ReturnType<Play['open']>>
    let road: Road
    let env: Readonly<Record<string, string>>
    let adapter: AdapterProcess | null = null
    before(async () => {
      stage = await open()
      // The service has no adapter of its own.
      shop = await openAdapterShop(kind, {}, { adapters: [] })
      road = await openRoad(shop.test.url)
      const own = { DATA_DIR: await makeFolder(), PLATEN_API_KEY: shop.test.team.key }
      env = { ...stage.platform.env, ...stage.env, ...own }
    })
    after(async () => {
      await adapter?.kill()
      await road?.close()
      await shop?.close()
      await stage?.close()
    })

    it('takes a signed hook, prints its order at the service and writes back what became of it', async () => {
      const running = await startAdapter(kind.name, road.url, env, stage.preload)
      adapter = running
      expect(running.hooks).to.deep.equal([`${running.url}/adapters/${kind.name}${hookPath}`])
      await stage.connect(running)
      const fill = await shop.fill()
      const order = nextOrder(fill, { changedAt: Date.now() })
      const hook = await stage.platform.hook('paid', order, Date.now())
      const [address = ''] = running.hooks
      const changed = { ...hook, body: Buffer.from(`${Buffer.from(hook.body)} `) }
      expect((await sendHook(address, changed)).status).to.equal(401)
      expect((await shop.readFill(fill)).status).to.equal('open')
      expect((await sendHook(address, hook)).status).to.equal(200)

      const render = await eventually(() => stage.platform.written?.(order.id)?.['1']?.render ?? null)
      expect(await shop.readFill(fill)).to.include({ status: 'finalized', quantity: 2, line_ref: '1' })
      expect((await shop.prints(fill)).map(({ id }) => id)).to.deep.equal([render])
    })

    it('prints after a start what it had taken before a stop, while the service was away', async () => {
      const first = adapter
      if (first === null) return expect.fail('The adapter did not start.')
      road.set('closed')
      const fill = await shop.fill()
      const order = nextOrder(fill, { changedAt: Date.now() })
      const hook = await stage.platform.hook('paid', order, Date.now())
      expect((await sendHook(first.hooks[0] ?? '', hook)).status).to.equal(200)
      const stopped = await first.stop()
      expect(stopped.code).to.equal(0)
      expect(stopped.out).to.contain('The adapter has stopped.')
      expect((await shop.readFill(fill)).status).to.equal('open')

      road.set('open')
      adapter = await startAdapter(kind.name, road.url, env, stage.preload)
      // Nothing is sent again, and nobody connects anew.
      const written = await eventually(() => stage.platform.written?.(order.id) ?? null)
      expect((await shop.prints(fill)).map(({ id }) => id)).to.deep.equal([written['1']?.render])
    })
  })

describe('An adapter that lacks a setting', () => {
  const makeFolder = temporaryFolders()
  const service = ['--service', 'http://127.0.0.1:9']
  const key = `platen_sk_${'a'.repeat(36)}`
  const settings = async (own: Readonly<Record<string, string>>) => ({
    ...{ DATA_DIR: await makeFolder(), LOG_LEVEL: 'silent' },
    ...own,
  })
  const shopify = { PLATEN_API_KEY: key, SHOPIFY_CLIENT_ID: CLIENT_ID, SHOPIFY_CLIENT_SECRET: CLIENT_SECRET }

  const cases: readonly [string, 1 | 2, Readonly<Record<string, string>>, readonly string[], RegExp][] = [
    ['its name', 2, {}, [], /Name an adapter: .*shopify.*woocommerce/],
    [
      'a name that there is',
      2,
      {},
      ['etsy', ...service],
      /Unknown adapter "etsy"\. The adapters are .*shopify/,
    ],
    ['the service', 2, shopify, ['shopify'], /--service https:\/\/print\.example/],
    ['a key', 2, { ...shopify, PLATEN_API_KEY: '' }, ['shopify', ...service], /PLATEN_API_KEY/],
    [
      'a secret key',
      2,
      { ...shopify, PLATEN_API_KEY: `platen_pk_${'a'.repeat(36)}` },
      ['shopify', ...service],
      /secret key.*PLATEN_API_KEY/,
    ],
    ['the app of Shopify', 1, { PLATEN_API_KEY: key }, ['shopify', ...service], /SHOPIFY_CLIENT_ID/],
    [
      'its secret',
      1,
      { ...shopify, SHOPIFY_CLIENT_SECRET: '' },
      ['shopify', ...service],
      /SHOPIFY_CLIENT_SECRET is not set/,
    ],
    [
      'a choice that there is',
      1,
      { ...shopify, SHOPIFY_FINALIZE_ON: 'later' },
      ['shopify', ...service],
      /SHOPIFY_FINALIZE_ON must be paid or created, not "later"/,
    ],
    [
      'the stores of WooCommerce',
      1,
      { PLATEN_API_KEY: key },
      ['woocommerce', ...service],
      /WOOCOMMERCE_STORES/,
    ],
    [
      'one of a store’s keys',
      1,
      { PLATEN_API_KEY: key, WOOCOMMERCE_STORES: 'https://ck_secretive@shop.example' },
      ['woocommerce', ...service],
      /Store 1 of WOOCOMMERCE_STORES needs both keys/,
    ],
  ]
  for (const [what, code, env, line, says] of cases)
    it(`says so and ends: ${what}`, async () => {
      // A line that is wrong needs no process to be refused.
      const run = code === 2 ? runInside : runPlaten
      const ended = await run(await settings(env), 'adapter', ...line)
      expect(ended.error).to.match(says)
      expect(ended.code).to.equal(code)
      expect(ended.out).to.equal('')
      // A sentence, and neither a stack nor a secret.
      expect(ended.error).not.to.match(/\n\s+at |shpss_|ck_secretive|platen_[sp]k_a/)
    })
})
