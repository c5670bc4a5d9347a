/** Starts a Platen of its own in a throw-away folder, with a key, and calls it as a storefront's server does. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')

export interface Platen {
  readonly url: string
  readonly key: string
  /** Sends JSON or a form; throws with the service's own words when the answer is not a success. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  stop(): Promise<void>
}

/** `settings` are further ones of the environment. */
export async function startPlaten(settings: Readonly<Record<string, string>> = {}): Promise<Platen> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-demo-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...passedOn(),
    DATA_DIR: folder,
    PORT: `${port}`,
    BASE_URL: url,
    LOG_LEVEL: 'warn',
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    ...settings,
  }
  const server = spawn(process.execPath, ['server/main.ts', '--empty'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await answering(url)
    const run = promisify(execFile)
    const args = ['server/cli.ts', 'keys', 'create', '--type', 'secret', '--name', 'Demo', '--json']
    const { stdout } = await run(process.execPath, args, { cwd: ROOT, env })
    const { key } = JSON.parse(stdout) as { key: string }
    return { url, key, stop, call: (method, path, body) => call(url, key, method, path, body) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Of this process' environment: nothing that settles what the demonstrations show, only how soon they are ready. */
function passedOn(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, PREVIEW_WARM_UP } = process.env
  return { PATH, NODE_COMPILE_CACHE, PREVIEW_WARM_UP }
}

async function call<T>(url: string, key: string, method: string, path: string, body?: unknown): Promise<T> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const answered = (await answer.json()) as { error?: { code: string; message: string } }
  if (answer.ok) return answered as T
  throw new Error(
    `${method} ${path} answered ${answer.status} ${answered.error?.code}: ${answered.error?.message}`,
  )
}

/** Waits up to two minutes until the server takes requests. */
async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server did not start within two minutes.')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}
