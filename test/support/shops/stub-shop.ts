/** The stub WordPress shop: PHP's own web server with the real plugin, which keeps everything in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHOP_HOST } from '../browser/browser.ts'
import { PLUGIN } from '../programs/php.ts'
import { eventually } from '../run/eventually.ts'
import { freePort } from '../service/free-port.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Json = any

export interface StubShop {
  /** As browsers reach it, `http://shop.localhost:…`. */
  readonly url: string
  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Json>
  close(): Promise<void>
}

export async function openStubShop(): Promise<StubShop> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-shop-'))
  const port = await freePort()
  const php = spawn('php', ['-S', `127.0.0.1:${port}`, join(PLUGIN, 'tests/shop/router.php')], {
    env: { ...process.env, PLATEN_SHOP: join(folder, 'shop'), PHP_CLI_SERVER_WORKERS: '' },
    stdio: 'ignore',
  })
  const local = `http://127.0.0.1:${port}`
  await answering(php, local)
  return {
    url: `http://${SHOP_HOST}:${port}`,
    async send(method, path, body) {
      const init = { method, body: body === undefined ? null : JSON.stringify(body) }
      return (await fetch(`${local}${path}`, init)).json()
    },
    async close() {
      const ended = once(php, 'exit')
      php.kill('SIGKILL')
      await ended
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
