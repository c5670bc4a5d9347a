/** Entry of the raster workers: the only place where pages of strangers' artwork are drawn. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import type { Plan } from '../../core/press/plan.ts'
import { MOST_PREVIEW_PIXELS } from '../../core/preview/check.ts'
import type { DrawingData } from '../../core/preview/draw-view.ts'
import type { Drawing } from '../../core/preview/drawing.ts'
import { drawMarkedPage, type MarkedPage } from '../../core/preview/marked-page.ts'
import {
  drawPagePlates,
  drawPressPlates,
  type OpenBody,
  openBody,
  type SlotArea,
} from '../../core/preview/page-plates.ts'
import type { PagePlates, PressPlates } from '../../core/preview/plates.ts'
import { type BoundedCache, createBoundedCache } from '../../core/text/bounded-cache.ts'
import { createPreviewDrawer } from './draw-preview.ts'
import { createPlateFiles, type PlateFiles } from './plate-files.ts'
import { serveJobs } from './serve-jobs.ts'

/** Where a worker keeps blank pages, and how many. */
export interface KeptPlates {
  readonly folder: string
  readonly diskBytes: number
  readonly memoryBytes: number
}

export interface PlatesJob {
  readonly kept: KeptPlates
  /** The blank page's name: the same key, the same plates. */
  readonly key: string
  readonly bodyPath: string
  readonly bodySha256: string
  readonly plan: Plan
  readonly page: number
  readonly widthPx: number
  readonly heightPx: number
  readonly areas: readonly SlotArea[]
}

export interface DrawJob extends PlatesJob {
  readonly drawing: Drawing
}

export interface CoverageJob {
  readonly bodyPath: string
  readonly tail: Uint8Array | null
  readonly page: number
  readonly dpi: number
}

// Previews never take the processor from requests and finals.
setPriority(5)

const { resolve } = createRequire(import.meta.url)
const folder = (name: string) => join(dirname(resolve('pdfjs-dist/package.json')), `${name}/`)
const DATA: DrawingData = {
  standardFontDataUrl: folder('standard_fonts'),
  cMapUrl: folder('cmaps'),
  wasmUrl: folder('wasm'),
  iccUrl: folder('iccs'),
}

/** Bodies that stay open, by the length of their files: pages of one are asked for one after the other. */
const OPEN_BYTES = 48 << 20

const drawer = createPreviewDrawer()
const bodies = createBoundedCache<{ readonly body: OpenBody; readonly bytes: number }>(
  OPEN_BYTES,
  ({ bytes }) => bytes,
)
let memory: BoundedCache<PagePlates> | null = null
let files: PlateFiles | null = null

function openedOf(bytes: Uint8Array, sha256: string): OpenBody {
  const body = openBody(bytes)
  bodies.set(sha256, { body, bytes: bytes.length })
  return body
}

async function platesOf(job: PlatesJob): Promise<PagePlates> {
  const { kept, key } = job
  memory ??= createBoundedCache(kept.memoryBytes, weightOf)
  files ??= createPlateFiles(kept.folder, kept.diskBytes)
  const known = memory.get(key)
  if (known !== undefined) return known
  const found = await files.read(key)
  const plates = found ?? (await drawn(job))
  memory.set(key, plates)
  if (found === null) await files.write(key, plates)
  return plates
}

async function drawn({
  bodyPath,
  bodySha256,
  plan,
  page,
  widthPx,
  heightPx,
  areas,
}: PlatesJob): Promise<PagePlates> {
  const body = bodies.get(bodySha256)?.body ?? openedOf(await readFile(bodyPath), bodySha256)
  return drawPagePlates({ body, plan, page, size: { widthPx, heightPx }, areas }, DATA)
}

function weightOf({ process, spots, slots }: PagePlates): number {
  const areas = slots.reduce((sum, slot) => sum + slot.shown.length * (4 + slot.throughSpots.length), 0)
  return process.length + spots.reduce((sum, { coverage }) => sum + coverage.length, 0) + areas
}

async function plates(job: PlatesJob): Promise<PagePlates> {
  return platesOf(job)
}

async function warm(job: PlatesJob): Promise<void> {
  await platesOf(job)
}

async function draw({ drawing, ...job }: DrawJob): Promise<Uint8Array> {
  return drawer.draw(await platesOf(job), drawing)
}

/** Plates of bodies without marks, which every check of a render is held against. */
const BARE_BYTES = 48 << 20
const bare = createBoundedCache<PressPlates>(
  BARE_BYTES,
  ({ cyan, spots }) => cyan.length * (4 + spots.length),
)

async function coverage(job: CoverageJob): Promise<PressPlates> {
  if (job.tail !== null) return drawnPress(job)
  // The name of a body is the hash of its bytes.
  const key = `${job.bodyPath} ${job.page} ${job.dpi}`
  const plates = bare.get(key) ?? (await drawnPress(job))
  bare.set(key, plates)
  return plates
}

async function drawnPress({ bodyPath, tail, page, dpi }: CoverageJob): Promise<PressPlates> {
  const bytes = await readFile(bodyPath)
  const body = openBody(tail === null ? bytes : Buffer.concat([bytes, tail]))
  const { widthPt = 1, heightPt = 1 } = body.pages[page] ?? {}
  const most = 72 * Math.sqrt(MOST_PREVIEW_PIXELS / (widthPt * heightPt))
  const scale = Math.min(dpi, most) / 72
  const px = (points: number) => Math.max(1, Math.round(points * scale))
  return drawPressPlates({ body, page, size: { widthPx: px(widthPt), heightPx: px(heightPt) } }, DATA)
}

/** A page that exercises what a first drawing otherwise waits for: parsing, fonts, the canvas. */
const FIRST_PAGE =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n' +
  '4 0 obj<</Length 47>>stream\n1 0 0 0 k 0 0 5 5 re f BT /F 5 Tf (Platen) Tj ET\nendstream endobj\n' +
  '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

async function drawFirst(): Promise<void> {
  const body = openBody(Buffer.from(FIRST_PAGE, 'latin1'))
  const size = { widthPx: 9, heightPx: 9 }
  await drawPressPlates({ body, page: 0, size }, DATA)
}

/** The faces of reports come with the service. */
const arimo = (path: string) => join(dirname(resolve('@expo-google-fonts/arimo/package.json')), path)
const REPORT_FONTS = {
  regular: arimo('400Regular/Arimo_400Regular.ttf'),
  bold: arimo('700Bold/Arimo_700Bold.ttf'),
}

async function annotate(page: MarkedPage): Promise<Uint8Array> {
  return drawMarkedPage(page, REPORT_FONTS)
}

const JOBS = { plates, warm, draw, coverage, annotate }

export type RasterJobs = typeof JOBS

serveJobs(JOBS)

// Whatever is wrong here is told by the first job.
void drawFirst().catch(() => {})
