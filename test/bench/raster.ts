/** Blank pages of real artwork drawn as plates in worker processes: the first one, later ones, and the memory they take. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlankPage } from '../../core/service/preview/raster-port.ts'
import { openRaster } from '../../server/workers/raster.ts'
import { compileSource } from '../support/engine/rendering.ts'
import { CARD_PATH } from './card.ts'
import { atMost, type Figure, median, percentile, reported, timed } from './figure.ts'

const CORPUS = join(import.meta.dirname, '../../../shared/corpus/print-real')
/** A real poster of 595 by 842 points with two spot inks. */
const NAMED = 'pdfpig__output_w3c_csswg_drafts_issues2023.pdf'
const WIDTH_PX = 880
const DRAWINGS = 500
const FIRST_LIMIT_MS = 1_000

export async function measure(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-raster-'))
  mkdirSync(join(folder, 'files'))
  const open = () =>
    openRaster({
      size: 1,
      timeoutSeconds: 60,
      memoryMb: 1024,
      cacheMb: 1024,
      cacheFolder: join(folder, 'cache'),
      filesFolder: join(folder, 'files'),
      files: { localPath: async (sha256: string) => join(folder, 'files', sha256) },
    })
  const corpus = existsSync(CORPUS)
  const named = await keep(folder, corpus ? join(CORPUS, NAMED) : CARD_PATH)
  try {
    const cold = open()
    const fromNothing = await timed(() => cold.warm(named))
    await cold.close()
    rmSync(join(folder, 'cache'), { recursive: true })

    const raster = open()
    raster.warmUp()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const first = await timed(() => raster.warm(named))
    const again: number[] = []
    for (let n = 0; n < 100; n += 1) again.push(await timed(() => raster.warm(named)))
    await raster.close()
    const restarted = open()
    restarted.warmUp()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const fromDisk = await timed(() => restarted.warm(named))

    const pages = corpus ? await keepAll(folder) : [named]
    const drawings: number[] = []
    const sizes: number[] = []
    for (let n = 0; n < DRAWINGS; n += 1) {
      const page = pages[n % pages.length]
      if (page === undefined) break
      // Another width each round, so that none of them is at hand.
      const widthPx = WIDTH_PX - Math.floor(n / pages.length)
      const heightPx = Math.max(1, Math.round((widthPx * page.heightPx) / page.widthPx))
      const drawn = () => restarted.warm({ ...page, widthPx, heightPx }).catch(() => {})
      drawings.push(await timed(drawn))
      if (n % 50 === 49) sizes.push(largestChildMb())
    }
    await restarted.close()
    return [
      atMost(
        `first blank page (${corpus ? 'A4, two spot inks' : 'card'}), worker ready`,
        first,
        'ms',
        FIRST_LIMIT_MS,
      ),
      reported('the same, worker started for it', fromNothing, 'ms'),
      reported('the same from disk, worker ready', fromDisk, 'ms'),
      reported('the same from memory, median', median(again), 'ms'),
      reported(`${DRAWINGS} blank pages of the corpus, median`, median(drawings), 'ms'),
      reported(`${DRAWINGS} blank pages of the corpus, p95`, percentile(drawings, 0.95), 'ms'),
      reported('memory of a worker after 50 of them', sizes[0] ?? Number.NaN, 'MB'),
      reported(`memory of a worker after ${DRAWINGS}`, sizes.at(-1) ?? Number.NaN, 'MB'),
      reported('most memory of a worker between them', Math.max(...sizes), 'MB'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function keep(folder: string, path: string | URL): Promise<BlankPage> {
  const { body, plan, scene } = await compileSource(readFileSync(path))
  writeFileSync(join(folder, 'files', plan.bodySha256), body)
  const { widthPt = 1, heightPt = 1 } = scene.pages[0] ?? {}
  const heightPx = Math.max(1, Math.round((WIDTH_PX * heightPt) / widthPt))
  return {
    ...{
      teamId: 'team_a',
      bodySha256: plan.bodySha256,
      plan,
      page: 0,
      widthPx: WIDTH_PX,
      heightPx,
      areas: [],
    },
  }
}

async function keepAll(folder: string): Promise<readonly BlankPage[]> {
  const pages: BlankPage[] = []
  for (const name of readdirSync(CORPUS).filter((file) => file.endsWith('.pdf')))
    pages.push(await keep(folder, join(CORPUS, name)))
  return pages
}

/** Resident memory of the largest process that this one has started, from Linux's /proc; NaN elsewhere. */
function largestChildMb(): number {
  if (process.platform !== 'linux') return Number.NaN
  const sizes = readdirSync('/proc').flatMap((name) => {
    try {
      const status = readFileSync(join('/proc', name, 'status'), 'latin1')
      const parent = /^PPid:\s+(\d+)$/m.exec(status)?.[1]
      const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
      return parent === `${process.pid}` && kilobytes !== undefined ? [Number(kilobytes) / 1024] : []
    } catch {
      return []
    }
  })
  return Math.max(...sizes)
}
