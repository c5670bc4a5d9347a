/** A storefront adapter as a program of its own: its hooks, its own database, and the service over HTTP. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import { CATALOGUE, ServiceError } from '../../core/errors.ts'
import { createIds } from '../../core/ids.ts'
import { createTeam } from '../../core/service/access/teams.ts'
import type { PlainAnswer } from '../../core/service/storefront/adapter-context.ts'
import type { AdapterKind } from '../../core/service/storefront/contract.ts'
import { performStorefront } from '../../core/service/storefront/perform.ts'
import { sweepStorefronts } from '../../core/service/storefront/sweep.ts'
import { ConfigError } from '../config.ts'
import { createEntropy } from '../entropy.ts'
import { errorBody } from '../http/fail.ts'
import { listen } from '../http/listen.ts'
import { openJobs } from '../jobs/open.ts'
import { openMasterKey } from '../master-key.ts'
import { openStore } from '../store/open.ts'
import { type OpenAdapters, openAdapters, remoteApi } from './open.ts'
import { serveAdapters } from './serve.ts'
import { shelfKey } from './shelf.ts'

const DRAIN_MS = 25_000
const SWEEP_MS = 60_000
/** How often the clock is looked at. */
const TICK_MS = 500

export interface ApartOptions {
  readonly kind: AdapterKind
  readonly serviceUrl: string
  readonly apiKey: string
  readonly port: number
  readonly host: string | null
  /** Its public URL; by default the address on which it listens. */
  readonly baseUrl: string | null
  readonly dataDir: string
  readonly masterKey: Uint8Array | null
  /** As in OpenOptions. */
  readonly copies?: string | null
  readonly setting: (name: string) => string
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** For tests. */
  readonly clock?: Clock
}

export interface Apart {
  readonly url: string
  readonly adapters: OpenAdapters
  close(): Promise<void>
}

/** Rejects with a ConfigError where the settings do not ask for the adapter. */
export async function openApart(options: ApartOptions): Promise<Apart> {
  const { kind, log, dataDir } = options
  const clock = options.clock ?? { now: () => Date.now() }
  const entropy = createEntropy()
  const makeId = createIds(clock, entropy)
  const masterKey = options.masterKey ?? (await openMasterKey(dataDir))
  const databaseUrl = join(dataDir, `adapter-${kind.name}.db`)
  const store = await openStore({ databaseUrl, copies: options.copies ?? null })
  const toClose: (() => Promise<unknown>)[] = [() => store.close()]
  const close = async (): Promise<void> => {
    for (const one of toClose.splice(0).reverse()) await one()
  }
  try {
    const teamId = await ownTeam({ store, clock, entropy, makeId })
    const jobs = await openJobs({ store, clock, log, databaseUrl })
    const listening = await listen(options.port, options.host)
    toClose.push(() => Promise.all([listening.close(DRAIN_MS), jobs.stop(DRAIN_MS)]))
    const adapters = openAdapters(
      {
        ports: { store, traces: store.traces, clock, jobs, makeId, entropy },
        ...{ setting: options.setting, serviceUrl: options.serviceUrl, log, teamId: async () => teamId },
        ...{ baseUrl: options.baseUrl ?? listening.url, shelfKey: shelfKey(masterKey) },
        api: remoteApi(options.serviceUrl, options.apiKey),
      },
      [kind],
    )
    if (adapters.byName.size === 0)
      throw new ConfigError(`${kind.settings[0]?.name ?? kind.name} is not set. The adapter needs it.`)
    listening.serve({
      handle: (request, response) => void answer(adapters, request, response, log),
      refusesEarly: () => false,
    })
    await jobs.start({
      storefront: async (job) => {
        await adapters.hookPriority.afterHooks()
        await performStorefront(await adapters.parts(), job.teamId, job.objectId)
      },
    })
    toClose.push(sweepEvery(adapters, log))
    return { url: listening.url, adapters, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Every row has a team; the service knows the real one by the key. */
async function ownTeam(ports: Parameters<typeof createTeam>[0]): Promise<string> {
  const [team] = await ports.store.teams.list()
  return (team ?? (await createTeam(ports, { name: 'Storefront', renderLimitMonthly: null }))).id
}

function sweepEvery(adapters: OpenAdapters, log: Pick<Logger, 'error'>): () => Promise<void> {
  const { clock } = adapters.host.ports
  let sweeping: Promise<void> | null = null
  let sweptAt = Number.NEGATIVE_INFINITY
  const sweep = (): void => {
    // A clock that was set back keeps nothing waiting.
    if (sweeping !== null || Math.abs(clock.now() - sweptAt) < SWEEP_MS) return
    sweptAt = clock.now()
    sweeping = adapters
      .parts()
      .then(sweepStorefronts)
      .catch((error: unknown) => log.error({ err: error }, 'The clean-up failed.'))
      .finally(() => {
        sweeping = null
      })
  }
  const timer = setInterval(sweep, TICK_MS)
  sweep()
  return async () => {
    clearInterval(timer)
    await sweeping
  }
}

async function answer(
  adapters: OpenAdapters,
  request: IncomingMessage,
  response: ServerResponse,
  log: Pick<Logger, 'error'>,
): Promise<void> {
  try {
    send(response, await answerTo(adapters, request))
  } catch (thrown) {
    const error =
      thrown instanceof ServiceError ? thrown : new ServiceError('internal_error', { cause: thrown })
    const { status } = CATALOGUE[error.code]
    if (status >= 500) log.error({ err: thrown }, 'A request failed.')
    const wait = error.facts.retryAfterSeconds
    const retryAfter = wait === undefined ? {} : { 'retry-after': String(Math.ceil(wait)) }
    const headers = { 'content-type': 'application/json; charset=utf-8', ...retryAfter }
    if (!response.headersSent)
      send(response, {
        status,
        headers,
        body: JSON.stringify(errorBody(error, '', adapters.host.serviceUrl)),
      })
  }
}

async function answerTo(adapters: OpenAdapters, request: IncomingMessage): Promise<PlainAnswer> {
  if (request.url === '/healthz' || request.url === '/readyz') {
    await adapters.host.ports.store.teams.list()
    return { status: 200, body: 'ready\n' }
  }
  const answered = await serveAdapters(adapters, request)
  if (answered === null) throw new ServiceError('route_not_found')
  return answered
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: PlainAnswer): void {
  // A body that was refused half read is not waited for.
  if (!response.req.complete) response.setHeader('connection', 'close')
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers }).end(body)
}
