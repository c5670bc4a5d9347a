/** A small WooCommerce shop for the demo: PHP's own web server with the real plugin, and a shopper's cookies. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROUTER = join(import.meta.dirname, '../adapters/woocommerce/plugin/tests/shop/router.php')

export interface DemoShop {
  readonly url: string
  /** As a browser asks: with its cookies, following no redirect. */
  ask(path: string, form?: Readonly<Record<string, string>>): Promise<Response>
  /** What Action Scheduler does within so many seconds; how many jobs ran. */
  run(withinSeconds: number): Promise<number>
  /** Of an order: its status, and the meta data of its lines by their ids. */
  order(id: string): Promise<{
    readonly status: string
    readonly lines: Readonly<Record<string, Readonly<Record<string, string>>>>
  }>
  stop(): Promise<void>
}

/** Null where there is no PHP. */
export async function openDemoShop(products: readonly object[]): Promise<DemoShop | null> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-woocommerce-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const php = spawn('php', ['-S', `127.0.0.1:${port}`, ROUTER], {
    env: { ...process.env, PLATEN_SHOP: join(folder, 'shop') },
    stdio: 'ignore',
  })
  let isMissing = false
  php.on('error', () => {
    isMissing = true
  })
  const stop = async (): Promise<void> => {
    if (!isMissing && php.exitCode === null) {
      php.kill('SIGKILL')
      await once(php, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 100 && !isMissing; tries += 1) {
    if ((await fetch(`${url}/favicon.ico`).catch(() => null)) !== null) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  if (isMissing) {
    await stop()
    return null
  }
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${url}${path}`, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return answer
  }
  await send('/stub-set-up', { method: 'POST', body: JSON.stringify({ home: url, products }) })
  return {
    url,
    stop,
    ask: (path, form) =>
      send(path, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    async run(withinSeconds) {
      const answer = await send(`/stub-run?within=${withinSeconds}`, { method: 'POST' })
      return ((await answer.json()) as { ran: number }).ran
    },
    async order(id) {
      const state = (await (await send('/stub-state', {})).json()) as {
        orders: Record<string, Awaited<ReturnType<DemoShop['order']>>>
      }
      const found = state.orders[id]
      if (found === undefined) throw new Error(`The shop has no order ${id}.`)
      return found
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
