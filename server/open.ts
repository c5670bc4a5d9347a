/** Puts the service together: ports, use cases, application, server. */

import { join } from 'node:path'
import type { Logger } from 'pino'
import sharp from 'sharp'
import type { Clock } from '../core/clock.ts'
import type { Press } from '../core/engine/press/press-port.ts'
import { createIds } from '../core/ids.ts'
import type { Ports } from '../core/ports.ts'
import { requireSubscription } from '../core/service/access/subscription.ts'
import { createPreviews } from '../core/service/preview/previews.ts'
import type { Raster } from '../core/service/preview/raster-port.ts'
import { type AdapterKind, Later } from '../core/service/storefront/contract.ts'
import { sweepStorefronts } from '../core/service/storefront/sweep.ts'
import { webhookSecretsKey } from '../core/service/webhook/secret.ts'
import { createService, type Service } from '../core/service.ts'
import { type OpenAdapters, openAdapters } from './adapters/open.ts'
import { adapterRoutes } from './adapters/routes.ts'
import { shelfKey } from './adapters/shelf.ts'
import { createTeamOf } from './adapters/team-of.ts'
import type { Config } from './config.ts'
import { readDemoShop } from './demo-shop.ts'
import { createTellDoctor } from './doctor/pass.ts'
import { createEntropy } from './entropy.ts'
import { createArchives } from './files/archive.ts'
import { openFiles } from './files/open.ts'
import { openPictures } from './files/pictures.ts'
import { fileUrlKey } from './files/signed-url.ts'
import { createDiskTray } from './folders/disk-tray.ts'
import { createHotFolderTray } from './folders/hot-folder-tray.ts'
import { createSftp } from './folders/sftp/sftp-tray.ts'
import { openBundledFonts } from './fonts/bundled.ts'
import { createFontLibrary } from './fonts/library.ts'
import { type App, createApp } from './http/app.ts'
import { createAuthenticate } from './http/authenticate.ts'
import { createAuthenticateBrowser } from './http/authenticate-browser.ts'
import { createAuthenticateConsole } from './http/authenticate-console.ts'
import { createConsoleCookie } from './http/console-cookie.ts'
import { createCors } from './http/cors.ts'
import { createDescription } from './http/description.ts'
import { flushEvery } from './http/flush-requests.ts'
import { createIdempotency, replyKey, sweepEvery } from './http/idempotency.ts'
import { createLimits, limitKey } from './http/limit.ts'
import { type Listening, listen } from './http/listen.ts'
import { createUploads } from './http/multipart.ts'
import type { AnyOperation } from './http/operation.ts'
import { createValidator } from './http/validate.ts'
import { createHandlers } from './jobs/handlers.ts'
import { type JobsDriver, openJobs } from './jobs/open.ts'
import { createPublicAgent } from './jobs/public-agent.ts'
import type { Resolve } from './jobs/public-lookup.ts'
import { startSweeping } from './jobs/sweep.ts'
import { createOutside } from './jobs/webhook-job.ts'
import { openLog, withPlainFaults } from './log.ts'
import { openMailer } from './mail/smtp.ts'
import { openMasterKey } from './master-key.ts'
import { createMetrics } from './metrics.ts'
import { openOwnIntake, openOwnPress, openOwnRaster, openOwnReader } from './open-workers.ts'
import { createEventObjects } from './operations/event-objects.ts'
import { OPERATIONS } from './operations/index.ts'
import { createLinks } from './operations/links.ts'
import { bundleWidget } from './pages/bundle.ts'
import { createFaces } from './pages/faces.ts'
import { createPasskeyChecks } from './passkeys.ts'
import { createPassphrases } from './passphrases.ts'
import { openProfileLibrary } from './profiles/bundled.ts'
import { createReadiness } from './ready.ts'
import { openLimitCounts } from './store/engine/limit-counts.ts'
import { openStore } from './store/open.ts'
import { readVersion } from './version.ts'
import type { Staff } from './workers/staff.ts'

/** How long a stop waits for requests that are under way. */
const DRAIN_MS = 25_000
/** Pictures that are kept in memory. */
const PICTURE_BYTES = 32 << 20
/** How often kept replies that are older than a day are removed. */
const SWEEP_MS = 600_000
/** How long a request waits at most until it stands in the log of its key. */
const FLUSH_MS = 5_000

/** Parts that a test puts in the place of the real ones. */
export interface Overrides extends Staff {
  readonly clock?: Clock
  readonly press?: Press | null
  readonly raster?: Raster | null
  /** The one that fits the database, where it is not said. */
  readonly jobs?: JobsDriver
  readonly log?: Logger
  /** Looks up the hosts of webhooks. */
  readonly resolve?: Resolve
  readonly operations?: readonly AnyOperation[]
  readonly passphrases?: Ports['passphrases']
  /** All that there are, where it is not said. */
  readonly adapters?: readonly AdapterKind[]
  readonly onUndeclared?: (fault: string) => void
  /** Of rate limits. */
  readonly windowSeconds?: number
}

export interface OpenServer {
  readonly app: App
  /** Its URL on this machine; `baseUrl` is the public one. */
  readonly url: string
  readonly baseUrl: string
  readonly ports: Ports
  readonly service: Service
  readonly adapters: OpenAdapters
  /** Starts worker processes that would otherwise start with the first request that needs them. */
  warmUp(): void
  /** Stops accepting, lets requests end (at most 25 s), then closes workers, files and database. */
  close(): Promise<void>
}

/** Rejects, with everything closed again, where the database, the files or the port cannot be had. */
export async function openServer(config: Config, overrides: Overrides = {}): Promise<OpenServer> {
  const clock = overrides.clock ?? { now: () => Date.now() }
  const entropy = createEntropy()
  // Hardly any image comes twice; sharp would keep up to 50 MB of them.
  sharp.cache(false)
  const toClose: (() => Promise<void>)[] = []
  const closeAll = async (): Promise<void> => {
    for (const close of toClose.splice(0).reverse()) await close()
  }
  try {
    const masterKey = config.masterKey ?? (await openMasterKey(config.dataDir))
    const { databaseUrl, copiesFolder: copies } = config
    const store = await openStore({ databaseUrl, copies, serves: true })
    toClose.push(() => store.close())
    const files = await openFiles({ ...config, isOnlyServer: store.isOnlyServer })
    toClose.push(() => files.close())
    const fonts = createFontLibrary({ store, files, bundled: openBundledFonts() })
    const hasPress = config.roles.includes('press') && overrides.press === undefined
    const { spares, workers, start } = overrides
    const staff: Staff = { spares, workers, start }
    const reader = hasPress ? openOwnReader(config, toClose, staff) : null
    const ownPress = reader === null ? null : openOwnPress(config, files, reader, toClose, staff)
    const press = overrides.press === undefined ? ownPress : overrides.press
    const intake = config.roles.includes('press') ? openOwnIntake(config, files, toClose, staff) : null
    const ownRaster = config.roles.includes('raster') ? openOwnRaster(config, files, toClose, staff) : null
    const raster = overrides.raster === undefined ? ownRaster : overrides.raster
    const makeId = createIds(clock, entropy)
    const fillTtlMs = config.fillTtlDays * 86_400_000
    const wayOut = openWayOut(config, overrides, toClose)
    const log = withPlainFaults(overrides.log ?? openLog(config.logLevel))
    const { migrated, savedCopy } = store
    if (migrated.length > 0) log.info({ migrated, copy: savedCopy }, 'Database migrated.')
    const pictures = openPictures({
      folder: join(config.dataDir, 'cache', 'previews'),
      diskBytes: config.previewCacheMb * 2 ** 20,
      memoryBytes: PICTURE_BYTES,
      log,
    })
    toClose.push(() => pictures.flush())
    const { isOnlyServer } = store
    const jobs = await openJobs({ store, clock, log, databaseUrl, isOnlyServer }, overrides.jobs)
    let listening: Listening | null = null
    let stopFlushing: (() => Promise<void>) | null = null
    toClose.push(async () => {
      await Promise.all([listening?.close(DRAIN_MS), jobs.stop(DRAIN_MS)])
      // The last requests are noted by then.
      await stopFlushing?.()
    })
    listening = await listen(config.port, config.host)
    const baseUrl = config.baseUrl ?? listening.url
    const widgetUrl = config.widgetUrl ?? baseUrl
    const links = createLinks({
      ...{ baseUrl, widgetUrl, key: fileUrlKey(masterKey), clock, store },
      draws: raster !== null,
    })
    const secretsKey = webhookSecretsKey(masterKey)
    const sftp = createSftp({
      ...{ store, secretsKey, allowPrivate: config.allowPrivateSftp },
      ...(overrides.resolve === undefined ? {} : { resolve: overrides.resolve }),
    })
    toClose.push(() => sftp.close())
    const ports: Ports = {
      plateChecks: config.plateChecks,
      traces: store.traces,
      ...{ store, files, press, intake, raster, jobs, fonts, clock, entropy, makeId, fillTtlMs },
      profiles: openProfileLibrary(),
      pictures,
      retentionDays: config.retentionDays,
      guestSessionsPerDay: config.guestSessionsPerDay,
      webhooks: createOutside(clock, wayOut),
      mail: openMailer(config, baseUrl),
      passkeys: createPasskeyChecks(baseUrl),
      hotFolders: createHotFolderTray(createDiskTray(config.hotFolders), sftp.tray),
      sftpServers: sftp.servers,
      secretsKey,
      passphrases: overrides.passphrases ?? createPassphrases(),
      eventObjects: createEventObjects(links),
    }
    const previews = createPreviews(ports, config.previewWarmUp)
    const service = createService(ports, previews)

    const answersRequests = config.roles.includes('api')
    const operations = overrides.operations ?? (answersRequests ? OPERATIONS : [])
    const description = createDescription(operations, baseUrl)
    const counts = openLimitCounts(config.databaseUrl)
    toClose.push(async () => counts?.close())
    const limits = createLimits({
      ...{ clock, settings: config, counts, key: limitKey(masterKey) },
      ...(overrides.windowSeconds === undefined ? {} : { windowSeconds: overrides.windowSeconds }),
    })
    const cors = createCors(store, [baseUrl, widgetUrl])
    const uploads = createUploads(files, config)
    const idempotency = createIdempotency(ports, replyKey(masterKey), log)
    const stopSweeping = sweepEvery(SWEEP_MS, idempotency, log)
    stopFlushing = flushEvery(FLUSH_MS, service.apiRequests, log)
    const metrics = createMetrics({
      uploadsInFlight: uploads.inFlight,
      uploadsWaiting: uploads.waiting,
      databaseConnections: store.connectionsInUse,
    })
    toClose.push(async () => {
      stopSweeping()
      metrics.close()
    })
    const cookie = createConsoleCookie(baseUrl)
    const faces = answersRequests
      ? createFaces({
          ...{ service, links, baseUrl, widgetUrl },
          bundle: bundleWidget,
          draws: ports.raster !== null,
          url: listening.url,
          readDemo: () => readDemoShop(config.dataDir),
          ...{ describe: description.document, version: readVersion() },
          isSignedIn: (cookies) => cookie.read(cookies) !== '',
          sendsMail: ports.mail !== null,
          hasOwner: async () => (await store.users.countJoined(null)) > 0,
        })
      : []
    const validator = createValidator()
    const core = {
      service: metrics.timed(service),
      links,
      archives: createArchives(),
      linkFile: config.filesDownloads === 'redirect' ? files.link : async () => null,
      cookie,
      description,
      now: () => clock.now(),
    }
    const teamId = createTeamOf(store, config.storefrontTeam)
    const adapters = openAdapters(
      {
        ...{ ports, log, baseUrl, teamId, serviceUrl: widgetUrl, shelfKey: shelfKey(masterKey) },
        ...{ setting: config.adapterSetting, service: core.service, links },
      },
      overrides.adapters,
    )
    const app = createApp({
      core,
      operations,
      authenticate: createAuthenticate(ports, limits),
      browsers: createAuthenticateBrowser(ports, limits, cors),
      consoles: createAuthenticateConsole(ports, cookie, baseUrl),
      cors,
      limits,
      requireSubscription: (teamId) => requireSubscription(store, teamId),
      uploads,
      idempotency,
      validator,
      onUndeclared: overrides.onUndeclared ?? null,
      makeId,
      log,
      baseUrl,
      trustedProxies: config.trustedProxies,
      noteRequest: service.apiRequests.note,
      ready: createReadiness(store, files),
      tellDoctor: createTellDoctor(masterKey, clock, {
        version: readVersion(),
        base_url: baseUrl,
        trusted_proxies: config.trustedProxies,
      }),
      version: readVersion(),
      metrics,
      metricsToken: config.metricsToken,
      faces: answersRequests ? [...faces, ...adapterRoutes(adapters)] : faces,
    })
    listening.serve({
      handle: app.koa.callback(),
      refusesEarly: uploads.isTooLarge,
    })
    const close = (): Promise<void> => {
      // Said first: what ends before the listener, such as a sweep, may take its time.
      app.startDraining()
      uploads.startDraining()
      return closeAll()
    }
    await jobs.start(createHandlers(ports, log, config.roles, adapters, previews))
    let waitsFor: string | null = null
    const sweepAdapters = async (): Promise<void> => {
      if (adapters.byName.size === 0) return
      try {
        await sweepStorefronts(await adapters.parts())
        waitsFor = null
      } catch (error) {
        if (!(error instanceof Later)) throw error
        if (error.message !== waitsFor) log.warn({ reason: error.message }, 'Storefronts wait.')
        waitsFor = error.message
      }
    }
    if (config.roles.includes('jobs')) toClose.push(startSweeping(ports, log, { storefronts: sweepAdapters }))
    const warmUp = () => {
      reader?.warmUp()
      if (config.previewWarmUp) ownRaster?.warmUp()
    }
    return { app, warmUp, url: listening.url, baseUrl, ports, service, adapters, close }
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
