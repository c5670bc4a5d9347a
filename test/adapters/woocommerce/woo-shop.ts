/** A WordPress shop for tests in a browser: PHP's own web server with the real plugin, beside a real service. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHOP_HOST } from '../../support/browser/browser.ts'
import { openShopSite, type ShopSite } from '../../support/browser/shop-site.ts'
import { PLUGIN } from '../../support/programs/php.ts'
import { eventually } from '../../support/run/eventually.ts'
import { freePort } from '../../support/service/free-port.ts'

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
  const folder = await mkdtemp(join(tmpdir(), 'platen-shop-'))
  const port = await freePort()
  const url = `http://${SHOP_HOST}:${port}`
  const php = spawn('php', ['-S', `127.0.0.1:${port}`, join(PLUGIN, 'tests/shop/router.php')], {
    env: { ...process.env, PLATEN_SHOP: join(folder, 'shop'), PHP_CLI_SERVER_WORKERS: '' },
    stdio: 'ignore',
  })
  const local = `http://127.0.0.1:${port}`
  const post: WooShop['post'] = async (path, body) => {
    // PHP signs with the time of the machine.
    site.test.clock.set(Date.now())
    const response = await fetch(`${local}${path}`, {
      method: 'POST',
      body: body === undefined ? null : JSON.stringify(body),
    })
    return response.json()
  }
  await answering(php, local)
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
    state: async () => (await fetch(`${local}/stub-state`)).json(),
    run: async (within = 0) => (await post(`/stub-run?within=${within}`)).ran,
    async close() {
      php.kill('SIGKILL')
      await site.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answering(php: ChildProcess, url: string): Promise<void> {
  try {
    await eventually(() => {
      if (php.exitCode !== null) throw new Error(`PHP ended with ${php.exitCode}.`)
      return fetch(`${url}/favicon.ico`).catch(() => null)
    })
  } catch (cause) {
    php.kill('SIGKILL')
    throw new Error('PHP did not serve the shop.', { cause })
  }
}
