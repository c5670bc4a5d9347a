/** A real server for tests: on loopback, with SQLite and files in a folder of its own, a clock that can be set. */

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { Press } from '../../../core/engine/press/press-port.ts'
import type { KeyType } from '../../../core/service/access/key.ts'
import { createKey } from '../../../core/service/access/keys.ts'
import { createTeam } from '../../../core/service/access/teams.ts'
import type { AdapterKind } from '../../../core/service/storefront/contract.ts'
import { readConfig } from '../../../server/config.ts'
import type { AnyOperation } from '../../../server/http/operation.ts'
import type { JobsDriver } from '../../../server/jobs/open.ts'
import type { Resolve } from '../../../server/jobs/public-lookup.ts'
import { type OpenServer, openServer } from '../../../server/open.ts'
import { createPassphrases } from '../../../server/passphrases.ts'
import { makeMigratedFile, migratedDatabase } from '../database/migrated.ts'
import { type Database, usualDatabase } from '../database/postgres.ts'
import { builtWorkers } from '../run/built-programs.ts'
import { startParked } from '../run/parked-workers.ts'

export interface TestServerOptions {
  /** Settings, as in the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** `workers` for the service's own; null for a process without any; unsaid, nothing can be uploaded. */
  readonly press?: Press | 'workers' | null
  /** The usual one (see `usualDatabase`) unless it is said; without PostgreSQL on this machine it throws. */
  readonly database?: Database
  /** `embedded` unless it is said, for pg-boss does not hear the clock of the tests. */
  readonly jobs?: JobsDriver
  readonly log?: Logger
  readonly operations?: readonly AnyOperation[]
  /** Storefront adapters; none that its settings do not ask for. */
  readonly adapters?: readonly AdapterKind[]
  /** Looks up the hosts of webhooks. */
  readonly resolve?: Resolve
  /** Starts every worker for itself, where it is their start that is tried; else they come from servers before. */
  readonly ownWorkers?: boolean
  /** Workers that stand ready beyond those for jobs, as a service at work has one; none unless it is said. */
  readonly spares?: number
  /** How long rate limits count, where a test is to be quicker than a minute. */
  readonly windowSeconds?: number
}

export interface TestServer {
  readonly url: string
  readonly server: OpenServer
  /** The file of the database on SQLite, the URL of PostgreSQL. */
  readonly databasePath: string
  /** Where everything lies that the server keeps outside of PostgreSQL. */
  readonly folder: string
  readonly clock: { now(): number; set(ms: number): void; advance(ms: number): void }
  /** A team and a secret key of its own. */
  readonly team: { readonly id: string; readonly key: string }
  makeTeam(name: string): Promise<{ readonly id: string; readonly key: string }>
  makeKey(teamId: string, type: KeyType, scopes?: readonly string[]): Promise<string>
  /** `path` with its prefix; the team's secret key unless `key` is another or null. */
  send(path: string, options?: SendOptions): Promise<Response>
  /** As `send`, with the JSON of the reply. */
  json(path: string, options?: SendOptions): Promise<{ status: number; headers: Headers; body: Body }>
  temporaryFiles(): Promise<readonly string[]>
  /** Hashes of all kept files. */
  keptFiles(): Promise<readonly string[]>
  /** What was answered beside the declarations so far, and forgets it. */
  takeUndeclared(): readonly string[]
  /** Throws when something undeclared was answered and nobody took note. */
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Body = any

export interface SendOptions {
  readonly method?: string
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON unless it is a form or bytes. */
  readonly body?: unknown
}

/** 2026-07-15T12:00:00Z. */
export const TEST_TIME = Date.UTC(2026, 6, 15, 12)

/** A press for tests that upload nothing. */
const NO_PRESS: Press = {
  compile: () => Promise.reject(new Error('This test gave no press.')),
  describePages: () => Promise.reject(new Error('This test gave no press.')),
  readArtwork: () => Promise.reject(new Error('This test gave no press.')),
  reopen: () => Promise.reject(new Error('This test gave no press.')),
}

export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-test-'))
  const undeclared: string[] = []
  let time = TEST_TIME
  const clock = {
    now: () => time,
    set(ms: number) {
      time = ms
    },
    advance(ms: number) {
      time += ms
    },
  }
  // A folder that is given may hold a database already.
  const isNew = options.env?.DATA_DIR === undefined && options.env?.DATABASE_URL === undefined
  const database = options.database ?? (isNew ? usualDatabase() : 'sqlite')
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    HOST: '127.0.0.1',
    RATE_LIMIT_KEY_PER_MINUTE: '100000',
    // Most tests look at no picture: starting what draws them would take longer than the tests.
    PREVIEW_WARM_UP: 'false',
    RATE_LIMIT_FAILURES_PER_MINUTE: '100000',
    PLATE_CHECKS: 'none',
    ...(database === 'postgres' ? { DATABASE_URL: await migratedDatabase() } : {}),
    ...options.env,
  })
  if (isNew && database !== 'postgres') await makeMigratedFile(config.databaseUrl)
  const server = await openServer(config, {
    clock,
    ...(options.press === 'workers' ? {} : { press: options.press === undefined ? NO_PRESS : options.press }),
    jobs: options.jobs ?? 'embedded',
    // No test of a service waits for a worker that died, as a shop would.
    spares: options.spares ?? 0,
    ...builtWorkers(),
    ...(options.ownWorkers === true ? {} : { start: startParked }),
    // Real ones take half a second each, which is what they are for.
    passphrases: createPassphrases({ log2n: 4, r: 8, p: 1 }),
    log: options.log ?? pino({ level: 'silent' }),
    onUndeclared: (fault) => undeclared.push(fault),
    ...(options.operations === undefined ? {} : { operations: options.operations }),
    ...(options.adapters === undefined ? {} : { adapters: options.adapters }),
    ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
    ...(options.windowSeconds === undefined ? {} : { windowSeconds: options.windowSeconds }),
  })
  const makeKey: TestServer['makeKey'] = async (teamId, type, scopes = []) =>
    (await createKey(server.ports, { request: { teamId, type, name: 'test', scopes, lifetimeMs: null } })).key
  const makeTeam: TestServer['makeTeam'] = async (name) => {
    const { id } = await createTeam(server.ports, { name, renderLimitMonthly: null })
    return { id, key: await makeKey(id, 'secret') }
  }
  const team = await makeTeam('Test team')

  const replies: WeakRef<Response>[] = []
  const send: TestServer['send'] = async (path, { method, key = team.key, headers = {}, body } = {}) => {
    const raw = body instanceof FormData || body instanceof Uint8Array || typeof body === 'string'
    const reply = await fetch(`${server.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: raw ? (body as RequestInit['body'] & {}) : JSON.stringify(body) }),
    })
    replies.push(new WeakRef(reply))
    return reply
  }
  return {
    url: server.url,
    server,
    databasePath: config.databaseUrl,
    folder,
    clock,
    team,
    makeTeam,
    makeKey,
    send,
    async json(path, sendOptions) {
      const response = await send(path, sendOptions)
      return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
    },
    temporaryFiles: () => readdir(join(config.filesFolder, 'tmp')),
    async keptFiles() {
      const names = await readdir(join(config.filesFolder, 'sha256'), { recursive: true }).catch(() => [])
      return names.map((name) => basename(name)).filter((name) => name.length === 64)
    },
    takeUndeclared: () => undeclared.splice(0),
    async close() {
      // A reply that nobody read would hold its connection.
      for (const reply of replies) await cancelUnread(reply.deref())
      await server.close()
      // A worker that is parked may be writing a picture.
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      if (undeclared.length > 0)
        throw new Error(`Answered beside the declarations:\n${undeclared.join('\n')}`)
    },
  }
}

async function cancelUnread(reply: Response | undefined): Promise<void> {
  if (reply?.body?.locked === false && !reply.bodyUsed) await reply.body.cancel()
}
