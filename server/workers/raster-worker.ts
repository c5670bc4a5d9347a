/** Entry of the raster workers: the only place where uploaded artwork is drawn. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type BoundedCache, createBoundedCache } from '../../core/engine/pdf/bounded-cache.ts'
import type { PagePlates } from '../../core/engine/press/plates.ts'
import type { Drawing } from '../../core/engine/preview/drawing.ts'
import { drawMarkedPage, type MarkedPage } from '../../core/engine/preview/marked-page.ts'
import { type OpenBody, openBody } from '../../core/engine/preview/open-body.ts'
import { type DrawnPlan, drawPagePlates, type PlateArea } from '../../core/engine/preview/page-plates.ts'
import { openProof, type ProofFile } from './color/open-proof.ts'
import { createPreviewDrawer } from './draw-preview.ts'
import { DRAWING_DATA } from './drawing-data.ts'
import { FIRST_INK, FIRST_PAGE } from './first-page.ts'
import { createPlateFiles, type PlateFiles } from './plate-files.ts'
import { createPressLooks } from './press-looks.ts'
import { createPressPlates } from './press-plates.ts'
import { type ReportStep, serveJobs } from './serve-jobs.ts'

/** Where a worker caches blank pages, and the limits. */
export interface KeptPlates {
  readonly folder: string
  readonly diskBytes: number
  readonly memoryBytes: number
}

/** The source of a blank page that is not drawn yet. */
export interface PlatesSource {
  readonly bodyPath: string
  readonly bodySha256: string
  readonly plan: DrawnPlan
  readonly page: number
  readonly widthPx: number
  readonly heightPx: number
  readonly areas: readonly PlateArea[]
  /** The output profile by which process colours show; null for none. */
  readonly proof: ProofFile | null
}

export interface PlatesJob {
  readonly kept: KeptPlates
  /** The name of the blank page: the same key means the same plates. */
  readonly key: string
  readonly source: PlatesSource
}

export interface DrawJob extends PlatesJob {
  readonly drawing: Drawing
}

/** Open bodies, weighed by file size, because requests for pages of one body follow each other. */
const OPEN_BYTES = 48 << 20

/** Loaded by the first template with an output profile that shows an image of process inks. */
const drawer = createPreviewDrawer(async (file) => {
  const { openOnlyJpeg, readInks } = await import('./color/jpeg-codec.ts')
  openOnlyJpeg()
  return readInks(file)
})
const bodies = createBoundedCache<{ readonly body: OpenBody; readonly bytes: number }>(
  OPEN_BYTES,
  ({ bytes }) => bytes,
)
/** Blank pages in memory and on disk, of the service that asked last. */
let pages: KeptPages | null = null

interface KeptPages {
  readonly folder: string
  readonly memory: BoundedCache<PagePlates>
  readonly files: PlateFiles
}

function pagesIn({ folder, diskBytes, memoryBytes }: KeptPlates): KeptPages {
  if (pages?.folder !== folder)
    pages = {
      folder,
      memory: createBoundedCache(memoryBytes, weightOf),
      files: createPlateFiles(folder, diskBytes),
    }
  return pages
}

function openedOf(bytes: Uint8Array, sha256: string): OpenBody {
  const body = openBody(bytes)
  bodies.set(sha256, { body, bytes: bytes.length })
  return body
}

async function platesOf(job: PlatesJob): Promise<PagePlates> {
  const known = await platesAtHand(job)
  if (known !== null) return known
  const plates = await newPlates(job)
  await pagesIn(job.kept).files.write(job.key, plates)
  return plates
}

/** Null for a page that is cached neither in memory nor on disk. */
async function platesAtHand({ kept, key }: PlatesJob): Promise<PagePlates | null> {
  const { memory, files } = pagesIn(kept)
  const known = memory.get(key)
  if (known !== undefined) return known
  const found = await files.read(key)
  if (found !== null) memory.set(key, found)
  return found
}

async function newPlates({ kept, key, source }: PlatesJob): Promise<PagePlates> {
  const plates = await drawPagePlates(await inputOf(source), DRAWING_DATA)
  pagesIn(kept).memory.set(key, plates)
  return plates
}

async function inputOf(source: PlatesSource) {
  const { bodyPath, bodySha256, plan, page, widthPx, heightPx, areas } = source
  const body = bodies.get(bodySha256)?.body ?? openedOf(await readFile(bodyPath), bodySha256)
  return { body, plan, page, size: { widthPx, heightPx }, areas, proof: await openProof(source.proof) }
}

function weightOf({ process, spots, slots, appearances }: PagePlates): number {
  const areas = slots.reduce((sum, slot) => sum + slot.shown.length * (4 + slot.throughSpots.length), 0)
  const drawn = appearances.reduce((sum, one) => sum + one.covered.length * (4 + one.spots.length), 0)
  // The same again for the classes of its pixels and their repetitions.
  return process.length * 2 + spots.reduce((sum, { coverage }) => sum + coverage.length, 0) + areas + drawn
}

async function plates(job: PlatesJob): Promise<PagePlates> {
  return platesOf(job)
}

async function warm(job: PlatesJob): Promise<void> {
  await platesOf(job)
}

/** Blank pages that are being written to disk, after their images were sent. */
const unwritten = new Set<Promise<void>>()

/** Reported between the page and its marks: a later fault is not the page's. */
export type DrawStep = 'page_drawn'
const PAGE_DRAWN: DrawStep = 'page_drawn'

async function draw({ drawing, ...job }: DrawJob, reportStep: ReportStep): Promise<Uint8Array> {
  const known = await platesAtHand(job)
  const plates = known ?? (await newPlates(job))
  reportStep(PAGE_DRAWN)
  const png = await drawer.draw(plates, drawing, await openProof(job.source.proof))
  if (known === null) {
    const writing = write(job, plates).finally(() => unwritten.delete(writing))
    unwritten.add(writing)
  }
  return png
}

/** Begins after the answer is sent. */
async function write({ kept, key }: PlatesJob, plates: PagePlates): Promise<void> {
  await setImmediate()
  await pagesIn(kept).files.write(key, plates)
}

/**
 * Runs the code of every preview. With it a worker's first A4 page of artwork takes 0.7 to 1.0 s of processor time,
 * without it 0.9 to 1.1 s, and after several large pages 0.7 to 0.9 s, which would add seconds to every start.
 */
async function drawFirst(): Promise<void> {
  const size = { widthPx: 9, heightPx: 9 }
  const plan = { inks: [{ name: FIRST_INK }], pages: [] }
  const plates = await drawPagePlates(
    { body: openBody(FIRST_PAGE), plan, page: 0, size, areas: [] },
    DRAWING_DATA,
  )
  const artwork = { plate: FIRST_INK, printsOn: FIRST_INK, hex: '#a08030', kind: 'transparent' } as const
  const none = { outlines: [], images: [], marks: [], problems: [] }
  await drawer.draw(plates, { ...size, paper: '#ffffff', artwork: [artwork], ...none })
}

/** The typefaces of reports, which the service includes. */
const { resolve } = createRequire(import.meta.url)
const arimo = (path: string) => join(dirname(resolve('@expo-google-fonts/arimo/package.json')), path)
const REPORT_FONTS = {
  regular: arimo('400Regular/Arimo_400Regular.ttf'),
  bold: arimo('700Bold/Arimo_700Bold.ttf'),
}

async function annotate(page: MarkedPage): Promise<Uint8Array> {
  return drawMarkedPage(page, REPORT_FONTS)
}

const JOBS = {
  plates,
  warm,
  draw,
  annotate,
  ...createPressLooks(DRAWING_DATA),
  ...createPressPlates(DRAWING_DATA),
}

export type RasterJobs = typeof JOBS

serveJobs(JOBS, () => Promise.all(unwritten))

// The first job reports any fault.
void drawFirst().catch(() => {})
