/** Puts the service together: ports, use cases, application, server. */
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { type Logger, pino } from 'pino'
import { createIds } from '../core/ids.ts'
import type { Clock, Entropy, Files, Fonts, Ports, Press } from '../core/ports.ts'
import { createService, type Service } from '../core/service.ts'
import { webhookSecretsKey } from '../core/webhook/secret.ts'
import type { Config } from './config.ts'
import { openFiles } from './files/open.ts'
import { fileUrlKey } from './files/signed-url.ts'
import { openBundledFonts } from './fonts/bundled.ts'
import { type App, createApp } from './http/app.ts'
import { createAuthenticate } from './http/authenticate.ts'
import { createAuthenticateBrowser } from './http/authenticate-browser.ts'
import { createCors } from './http/cors.ts'
import { createIdempotency, replyKey, sweepEvery } from './http/idempotency.ts'
import { createLimits } from './http/limit.ts'
import { listen } from './http/listen.ts'
import { createUploads } from './http/multipart.ts'
import { describeOperations } from './http/openapi.ts'
import type { AnyOperation } from './http/operation.ts'
import { createValidator } from './http/validate.ts'
import { createEmbeddedJobs, type EmbeddedJobs } from './jobs/embedded.ts'
import { createPublicAgent, type Resolve } from './jobs/public-agent.ts'
import { createOutside } from './jobs/webhook-job.ts'
import { withPlainFaults } from './log.ts'
import { openMasterKey } from './master-key.ts'
import { createMetrics } from './metrics.ts'
import { OPERATIONS } from './operations/index.ts'
import { createLinks } from './operations/links.ts'
import { createShow } from './operations/show.ts'
import { createPages } from './pages/docs.ts'
import { checkReady } from './ready.ts'
import { openStore } from './store/open.ts'
import { readVersion } from './version.ts'
import { openPress } from './workers/press.ts'

/** How long a stop waits for requests that are under way. */
const DRAIN_MS = 25_000
/** How often kept replies that are older than a day are removed. */
const SWEEP_MS = 600_000

/** Parts that a test puts in the place of the real ones. */
export interface Overrides {
  readonly clock?: Clock
  readonly press?: Press
  readonly log?: Logger
  /** Looks up the hosts of webhooks. */
  readonly resolve?: Resolve
  readonly operations?: readonly AnyOperation[]
  readonly onUndeclared?: (fault: string) => void
}

export interface OpenServer {
  readonly app: App
  /** Where it is reached from this machine; `baseUrl` is where the world reaches it. */
  readonly url: string
  readonly baseUrl: string
  readonly ports: Ports
  readonly service: Service
  /** Stops accepting, lets requests end (at most 25 s), then closes workers, files and database. */
  close(): Promise<void>
}

/** Rejects, with everything closed again, where the database, the files or the port cannot be had. */
export async function openServer(config: Config, overrides: Overrides = {}): Promise<OpenServer> {
  const clock = overrides.clock ?? { now: () => Date.now() }
  const entropy: Entropy = { bytes: (count) => randomBytes(count) }
  const toClose: (() => Promise<void>)[] = []
  const closeAll = async (): Promise<void> => {
    for (const close of toClose.splice(0).reverse()) await close()
  }
  try {
    const masterKey = config.masterKey ?? (await openMasterKey(config.dataDir))
    const store = await openStore({ databaseUrl: config.databaseUrl })
    toClose.push(() => store.close())
    const files = await openFiles({ folder: config.filesFolder })
    toClose.push(() => files.close())
    const fonts = openBundledFonts()
    const press = overrides.press ?? openOwnPress(config, files, fonts, toClose)
    const makeId = createIds(clock, entropy)
    const fillTtlMs = config.fillTtlDays * 86_400_000
    const wayOut = openWayOut(config, overrides, toClose)
    const listening = await listen(config.port, config.host)
    let jobs: EmbeddedJobs | null = null
    toClose.push(async () => {
      await Promise.all([listening.close(DRAIN_MS), jobs?.stop(DRAIN_MS)])
    })
    const baseUrl = config.baseUrl ?? listening.url
    const links = createLinks({ baseUrl, key: fileUrlKey(masterKey), clock, store })
    const ports: Ports = {
      ...{ store, files, press, fonts, clock, entropy, makeId, fillTtlMs },
      webhooks: createOutside(clock, wayOut),
      secretsKey: webhookSecretsKey(masterKey),
      show: createShow(links),
    }
    const service = createService(ports)
    const log = withPlainFaults(overrides.log ?? pino({ level: config.logLevel }))

    const operations = overrides.operations ?? OPERATIONS
    const description = describeOperations(operations, baseUrl)
    const limits = createLimits(clock, config)
    const cors = createCors(store, [baseUrl, config.widgetUrl ?? baseUrl])
    const uploads = createUploads(files, config.maxUploadBytes)
    const idempotency = createIdempotency(ports, replyKey(masterKey), log)
    const stopSweeping = sweepEvery(SWEEP_MS, idempotency, log)
    const metrics = createMetrics({
      uploadsInFlight: uploads.inFlight,
      databaseConnections: store.connectionsInUse,
    })
    toClose.push(async () => {
      stopSweeping()
      metrics.close()
    })
    const app = createApp({
      core: { service: metrics.timed(service), links, describe: () => description, now: () => clock.now() },
      operations,
      authenticate: createAuthenticate(ports, limits),
      browsers: createAuthenticateBrowser(ports, limits, cors),
      cors,
      limits,
      uploads,
      idempotency,
      validator: createValidator(),
      onUndeclared: overrides.onUndeclared ?? null,
      makeId,
      log,
      baseUrl,
      trustedProxies: config.trustedProxies,
      ready: () => checkReady(store, files),
      version: readVersion(),
      metrics,
      metricsToken: config.metricsToken,
      pages: createPages(description),
    })
    listening.serve({
      handle: app.koa.callback(),
      refusesEarly: uploads.isTooLarge,
      onDrain: app.startDraining,
    })
    if (config.roles.includes('jobs')) {
      jobs = createEmbeddedJobs(ports, log)
      jobs.start()
    }
    return { app, url: listening.url, baseUrl, ports, service, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function openWayOut(config: Config, overrides: Overrides, toClose: (() => Promise<void>)[]) {
  const { resolve } = overrides
  const wayOut = createPublicAgent({
    allowPrivate: config.allowPrivateWebhooks,
    ...(resolve === undefined ? {} : { resolve }),
  })
  toClose.push(() => wayOut.agent.destroy())
  return wayOut
}

/** Uploads and bodies in the making lie in one folder, the only one of the data that a worker can see. */
function openOwnPress(config: Config, files: Files, fonts: Fonts, toClose: (() => Promise<void>)[]): Press {
  const folder = dirname(files.temporaryPath())
  const press = openPress({
    size: config.pressWorkers,
    timeoutSeconds: config.pressTimeoutSeconds,
    memoryMb: config.pressMemoryMb,
    readable: [folder],
    writable: [folder],
    fonts: () => fonts.list(),
  })
  toClose.push(() => press.close())
  return press
}
