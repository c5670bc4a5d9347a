/** The service as it is started for work, in a process of its own, on a database that the benchmark has prepared. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { endsWithProcess } from '../support/programs/ends-with-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const READY_MS = 300_000

export interface BenchProcess {
  readonly url: string
  stop(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
}

/** What `npm start` gives to Node. */
export function startFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return /node (.*)server\/main\.ts/.exec(scripts.start)?.[1]?.split(' ').filter(Boolean) ?? []
}

/**
 * `env` says where its data lie. Its log goes where logs go that nobody reads, at the level of the defaults; no key is
 * ever refused for its number of requests.
 */
export async function startBenchProcess(
  env: Readonly<Record<string, string>>,
  onPort: number | null = null,
): Promise<BenchProcess> {
  const port = onPort ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = endsWithProcess(
    spawn(process.execPath, [...startFlags(), join(ROOT, 'server/main.ts'), '--empty'], {
      env: {
        ...process.env,
        ...{ PORT: String(port), HOST: '127.0.0.1', BASE_URL: url, LOG_LEVEL: 'info' },
        RATE_LIMIT_KEY_PER_MINUTE: '1000000',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  for (const end = performance.now() + READY_MS; ; await delay(20)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200)
      return { url, stop: () => stopChild(child), kill: () => stopChild(child, 'SIGKILL') }
    if (child.exitCode !== null || performance.now() > end) throw new Error('The service did not start.')
  }
}

/** A program of this folder that prints its address and serves until it is stopped. */
export async function startProgram(file: string): Promise<BenchProcess> {
  const child = endsWithProcess(
    spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const [text] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: String(text).trim(),
    stop: () => stopChild(child),
    kill: () => stopChild(child, 'SIGKILL'),
  }
}

/** Runs a program of this folder to its end; it prints JSON. */
export function runProgram<T>(file: string, ...args: readonly string[]): Promise<T> {
  return runFlagged<T>([], {}, file, ...args)
}

/** With flags for Node, and with `env` beside what this process has. */
export async function runFlagged<T>(
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
  file: string,
  ...args: readonly string[]
): Promise<T> {
  const child = endsWithProcess(
    spawn(process.execPath, [...flags, join(import.meta.dirname, file), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    }),
  )
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with ${code}.`)
  return JSON.parse(Buffer.concat(parts).toString()) as T
}

async function stopChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await promisify(probe.close.bind(probe))()
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
