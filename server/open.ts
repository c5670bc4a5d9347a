/** Puts the service together: ports, use cases, application, server. */
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { type Logger, pino } from 'pino'
import { ServiceError } from '../core/errors.ts'
import { createIds } from '../core/ids.ts'
import type { Clock, Entropy, Files, Fonts, Ports, Press } from '../core/ports.ts'
import { createService, type Service } from '../core/service.ts'
import type { Config } from './config.ts'
import { openFiles } from './files/open.ts'
import { fileUrlKey } from './files/signed-url.ts'
import { openBundledFonts } from './fonts/bundled.ts'
import { type App, createApp } from './http/app.ts'
import { createAuthenticate } from './http/authenticate.ts'
import { createLimits } from './http/limit.ts'
import { listen } from './http/listen.ts'
import { createUploads } from './http/multipart.ts'
import { describeOperations } from './http/openapi.ts'
import type { AnyOperation } from './http/operation.ts'
import { createValidator } from './http/validate.ts'
import { openMasterKey } from './master-key.ts'
import { OPERATIONS } from './operations/index.ts'
import { createLinks } from './operations/links.ts'
import { openStore } from './store/open.ts'
import { openPress } from './workers/press.ts'

/** How long a stop waits for requests that are under way. */
const DRAIN_MS = 25_000
const READY_WITHIN_MS = 500

/** Parts that a test puts in the place of the real ones. */
export interface Overrides {
  readonly clock?: Clock
  readonly press?: Press
  readonly log?: Logger
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
    const ports: Ports = { store, files, press, fonts, clock, entropy, makeId }
    const service = createService(ports)

    const listening = await listen(config.port, config.host)
    toClose.push(() => listening.close(DRAIN_MS))
    const baseUrl = config.baseUrl ?? listening.url
    const operations = overrides.operations ?? OPERATIONS
    const links = createLinks({ baseUrl, key: fileUrlKey(masterKey), clock, store })
    const description = describeOperations(operations, baseUrl)
    const limits = createLimits(clock, config)
    const uploads = createUploads(files, config.maxUploadBytes)
    const app = createApp({
      core: { service, links, describe: () => description },
      operations,
      authenticate: createAuthenticate(ports, limits),
      limits,
      uploads,
      validator: createValidator(),
      onUndeclared: overrides.onUndeclared ?? null,
      makeId,
      log: overrides.log ?? pino({ level: config.logLevel }),
      baseUrl,
      trustedProxies: config.trustedProxies,
      ready: () => within(READY_WITHIN_MS, store.ping()),
    })
    listening.serve({
      handle: app.koa.callback(),
      refusesEarly: uploads.isTooLarge,
      onDrain: app.startDraining,
    })
    return { app, url: listening.url, baseUrl, ports, service, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
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

/** The work, or a rejection when it takes longer. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError('database_unavailable')), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
