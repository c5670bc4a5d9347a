/** The raster behind its port: draws pages in worker processes, within limits; teams take turns. */

import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { OutputSetting } from '../../core/engine/press/output.ts'
import type { Drawing } from '../../core/engine/preview/drawing.ts'
import { PLATES_VERSION } from '../../core/engine/preview/version.ts'
import { ServiceError } from '../../core/errors.ts'
import type { Files } from '../../core/files.ts'
import type { BlankPage, Raster } from '../../core/service/preview/raster-port.ts'
import { bundledProfilePath } from '../profiles/bundled.ts'
import type { ProofFile } from './color/open-proof.ts'
import { workerEntry } from './entry.ts'
import { createFairQueue } from './fair-queue.ts'
import { timeLimits } from './job-time.ts'
import { openPool } from './pool.ts'
import type { DrawStep, PlatesJob, RasterJobs } from './raster-worker.ts'
import { createRecent } from './recent.ts'
import { createSparing } from './sparing.ts'
import { ofStaff, type Staff } from './staff.ts'
import type { Death } from './worker.ts'

export interface RasterOptions extends Staff {
  /** Most pages drawn at once. */
  readonly size: number
  /** Processor time of one page; see `timeLimits`. */
  readonly timeoutSeconds: number
  /** Resident memory of a worker. */
  readonly memoryMb: number
  /** Limit of all blank pages on disk. */
  readonly cacheMb: number
  /** Folder of the blank pages; created if missing. */
  readonly cacheFolder: string
  /** Folder of the stored files. */
  readonly filesFolder: string
  readonly files: Pick<Files, 'localPath'>
}

/** Previews give way to requests and final renders. */
const NICENESS = 5
const RECYCLE_MB = 600
const CLOSE_LIMIT_MS = 10_000
/** Waiting images: about two seconds of work, a quarter of it for one team. */
const WAITING_PER_WORKER = 64
const WAITING_OF_TEAM_PER_WORKER = 16
/** Share of a worker's memory for blank pages. */
const KEPT_SHARE = 0.2
const PAGE_DRAWN: DrawStep = 'page_drawn'
const PDFJS = createRequire(import.meta.url)('pdfjs-dist/package.json') as { readonly version: string }

/**
 * Starts nothing until the first page or `warmUp`. Decision: workers may read all stored files, because bodies can have
 * any size, and write only blank pages; they use no network and have no secrets.
 */
export function openRaster(options: RasterOptions): Raster & { warmUp(): void; close(): Promise<void> } {
  const { size, timeoutSeconds, memoryMb, cacheMb, cacheFolder, filesFolder, files } = options
  mkdirSync(cacheFolder, { recursive: true, mode: 0o700 })
  const memoryBytes = memoryMb * 2 ** 20
  const pool = openPool<RasterJobs>({
    entry: workerEntry('raster', options.workers),
    readable: [filesFolder, cacheFolder],
    writable: [cacheFolder],
    addons: true,
    niceness: NICENESS,
    size,
    queueLimit: size,
    ...timeLimits(timeoutSeconds),
    memoryBytes,
    recycleBytes: Math.min(memoryMb * 0.6, RECYCLE_MB) * 2 ** 20,
    closeLimitMs: CLOSE_LIMIT_MS,
    ...ofStaff(options),
    failure,
  })
  const queue = createFairQueue({
    size,
    mostWaiting: size * WAITING_PER_WORKER,
    mostOfTeam: size * WAITING_OF_TEAM_PER_WORKER,
    // Of several workers, one is reserved for cached pages and for other teams.
    slowAtOnce: Math.max(1, size - 1),
    teamAtOnce: Math.max(1, size - 1),
  })
  /** Pages that a worker has drawn: cached on disk or in its memory. */
  const drawn = createRecent<true>()
  /** Pages and single images that killed workers. */
  const sparing = createSparing()
  /** Pages on which values killed workers: only their images get names, because computing one takes time. */
  const diedOfValues = createRecent<true>()
  const kept = { folder: cacheFolder, diskBytes: cacheMb * 2 ** 20, memoryBytes: memoryBytes * KEPT_SHARE }

  const jobOf = async ({ teamId: _, ...page }: BlankPage, key: string): Promise<PlatesJob> => {
    const { inks, pages, appearances } = page.plan
    const plan = {
      inks: inks.map(({ name }) => ({ name })),
      pages,
      appearances: appearances?.map(({ object }) => ({ object })),
    }
    const [bodyPath, proof] = await Promise.all([files.localPath(page.bodySha256), proofOf(page.plan.output)])
    return { kept, key, source: { ...page, plan, bodyPath, proof } }
  }

  const proofOf = async (output: OutputSetting | null | undefined): Promise<ProofFile | null> => {
    if (output == null) return null
    const { id, sha256 } = output.profile
    return { sha256, path: bundledProfilePath(id) ?? (await files.localPath(sha256)) }
  }

  /** A death after the page is drawn is not the page's fault, but that of one customer's values. */
  async function drawPicture(job: PlatesJob, drawing: Drawing): Promise<Uint8Array> {
    const nameOf = () => hashOf([job.key, { ...drawing, images: drawing.images.map(({ sha256 }) => sha256) }])
    const name = diedOfValues.get(job.key) === undefined ? null : nameOf()
    if (name !== null) sparing.check(name)
    let isPageDrawn = false
    const hear = (step: string): void => {
      if (step !== PAGE_DRAWN) return
      isPageDrawn = true
      sparing.noteDone(job.key)
    }
    try {
      const png = await pool.run('draw', { ...job, drawing }, job.key, hear)
      if (name !== null) sparing.noteDone(name)
      return png
    } catch (error) {
      if (isPageDrawn && isDeath(error)) {
        diedOfValues.set(job.key, true)
        sparing.noteDeath(name ?? nameOf(), error.code)
      }
      throw error
    }
  }

  async function inTurn<T>(teamId: string, topic: string, work: () => Promise<T>): Promise<T> {
    sparing.check(topic)
    return queue.run({ teamId, topic, isSlow: () => drawn.get(topic) === undefined }, async () => {
      try {
        const done = await work()
        drawn.set(topic, true)
        sparing.noteDone(topic)
        return done
      } catch (error) {
        if (isDeath(error)) sparing.noteDeath(topic, error.code)
        throw error
      }
    })
  }

  return {
    size,
    draw(page, drawing) {
      const key = keyOf(page)
      return inTurn(page.teamId, key, async () => drawPicture(await jobOf(page, key), drawing))
    },
    warm(page) {
      const key = keyOf(page)
      return inTurn(page.teamId, key, async () => pool.run('warm', await jobOf(page, key), key))
    },
    plates(page) {
      const key = keyOf(page)
      return inTurn(page.teamId, key, async () => pool.run('plates', await jobOf(page, key), key))
    },
    measure({ teamId, bodySha256, output, ...page }) {
      const tail = page.tail === null ? '' : hashOf(page.tail)
      const topic = hashOf(['measure', bodySha256, tail, page.page.index, page.dpi])
      return inTurn(teamId, topic, async () =>
        pool.run('measure', {
          ...{ ...page, bodyPath: await files.localPath(bodySha256) },
          proofFile: await proofOf(output),
        }),
      ).finally(() => drawn.delete(topic))
    },
    check({ teamId, bodySha256, output, ...page }) {
      const topic = hashOf(['check', bodySha256, hashOf(page.tail), page.page.index, page.dpi])
      return inTurn(teamId, topic, async () =>
        pool.run('check', {
          ...{ ...page, bodyPath: await files.localPath(bodySha256) },
          proofFile: await proofOf(output),
        }),
      ).finally(() => drawn.delete(topic))
    },
    press({ teamId, bodySha256, output, ...page }) {
      const tail = page.tail === null ? '' : hashOf(page.tail)
      const { plates, widthPx, heightPx } = page
      const topic = hashOf(['press', bodySha256, tail, page.page, plates, widthPx, heightPx])
      return inTurn(teamId, topic, async () =>
        pool.run('press', {
          ...{ ...page, bodyPath: await files.localPath(bodySha256) },
          proofFile: await proofOf(output),
        }),
      ).finally(() => drawn.delete(topic))
    },
    compare({ teamId, ...pair }) {
      const [one, other] = [pair.before, pair.after].map((png) => (png === null ? '' : hashOf(png)))
      const topic = hashOf(['compare', one, other])
      return inTurn(teamId, topic, () => pool.run('compare', pair)).finally(() => drawn.delete(topic))
    },
    annotate({ teamId, ...page }) {
      const topic = hashOf(['annotate', hashOf(page.png)])
      return inTurn(teamId, topic, () => pool.run('annotate', page)).finally(() => drawn.delete(topic))
    },
    warmUp() {
      pool.warmUp()
    },
    async close() {
      queue.clear(() => new ServiceError('shutting_down'))
      await pool.close()
    },
  }
}

/** The same key means the same plates. */
function keyOf({ bodySha256, plan, page, widthPx, heightPx, areas }: Omit<BlankPage, 'teamId'>): string {
  const profile = plan.output?.profile.sha256
  const proof = profile === undefined ? [] : [profile]
  return hashOf([PLATES_VERSION, PDFJS.version, bodySha256, page, widthPx, heightPx, areas, ...proof])
}

function hashOf(value: unknown): string {
  const bytes = value instanceof Uint8Array ? value : JSON.stringify(value)
  return createHash('sha256').update(bytes).digest('hex')
}

/** Decision: too much memory is final, as the next attempt takes as much; a timeout or a crash may be passing. */
function failure({ how, detail }: Death): ServiceError {
  const code = how === 'memory' ? 'page_not_drawable' : 'preview_failed'
  return new ServiceError(code, { extra: { reason: how }, cause: new Error(detail) })
}

/** Recognizes the errors of `failure`. */
function isDeath(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.facts.extra?.reason !== undefined
}
