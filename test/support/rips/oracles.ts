/** Independent judges of a PDF, run as programs: Ghostscript, MuPDF, qpdf and poppler where they are on the PATH. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOnPath } from '../programs/on-path.ts'
import { leavePending } from '../run/leave-pending.ts'
import { keptResult, type ToolResult } from './kept-results.ts'
import { type Plate, readPsdPlates, readTiffPlate } from './plate-files.ts'

/** The package of each program, as people install it. */
const TOOLS = {
  gs: 'Ghostscript',
  mutool: 'MuPDF',
  qpdf: 'qpdf',
  pdffonts: 'poppler',
  pdfinfo: 'poppler',
  pdftotext: 'poppler',
  strace: 'strace',
  curl: 'curl',
} as const
export type Tool = keyof typeof TOOLS
/** A PDF as bytes, as chunks that follow each other, or as a path. */
export type Pdf = Uint8Array | readonly Uint8Array[] | string

export function hasTool(tool: Tool): boolean {
  return isOnPath(tool)
}

/** Call first in a test (`function`, not an arrow): leaves the test pending where a tool is missing. */
export function needs(context: Mocha.Context, ...tools: readonly Tool[]): void {
  const known = Object.keys(TOOLS) as Tool[]
  // In one order, so that the same need is one reason.
  const missing = known.filter((tool) => tools.includes(tool) && !hasTool(tool))
  if (missing.length === 0) return
  leavePending(
    context,
    missing.map((tool) => (TOOLS[tool] === tool ? tool : `${TOOLS[tool]} (${tool})`)).join(', '),
  )
}

/** Gives `work` an empty folder that is gone afterwards. */
export function inThrowAwayFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'platen-oracle-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs a tool in `folder`, or repeats its kept result. Throws when it takes longer than `timeoutMs`. Exit codes are the
 * caller's to judge.
 */
export function runTool(
  tool: Tool,
  args: readonly string[],
  { folder, timeoutMs = 120_000 }: { readonly folder: string; readonly timeoutMs?: number },
): ToolResult {
  return keptResult(tool, args, folder, () => startTool(tool, args, folder, timeoutMs))
}

function startTool(tool: Tool, args: readonly string[], folder: string, timeoutMs: number): ToolResult {
  const result: SpawnSyncReturns<string> = spawnSync(tool, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (result.error) throw result.error
  return { status: result.status ?? -1, stdout: result.stdout, stderr: result.stderr }
}

/** The path of the PDF, which is written into the folder unless it is a path already. */
export function fileOf(pdf: Pdf, folder: string, name = 'judged.pdf'): string {
  if (typeof pdf === 'string') return pdf
  const path = join(folder, name)
  writeFileSync(path, pdf instanceof Uint8Array ? pdf : Buffer.concat(pdf))
  return path
}

/** `qpdf --check`: status 0 clean, 3 warnings, 2 errors. */
export function qpdfCheck(pdf: Pdf): { readonly status: number; readonly report: string } {
  return inThrowAwayFolder((folder) => {
    const { status, stdout, stderr } = runTool('qpdf', ['--check', fileOf(pdf, folder)], { folder })
    return { status, report: stdout + stderr }
  })
}

/** `qpdf --json` parsed (all objects, without stream data): `.qpdf[1]['obj:4 0 R']` and the like. */
// biome-ignore lint/suspicious/noExplicitAny: qpdf's own shape, read freely by tests
export function qpdfJson(pdf: Pdf): any {
  return readJson(pdf, ['--json-stream-data=none'])
}

/** Data of each stream that qpdf can decode, by `obj:4 0 R`. */
export function streamData(pdf: Pdf): ReadonlyMap<string, Buffer> {
  const args = ['--json-stream-data=inline', '--decode-level=generalized', '--json-key=qpdf']
  const [, objects] = readJson(pdf, args).qpdf as [unknown, Record<string, { stream?: { data?: string } }>]
  return new Map(
    Object.entries(objects).map(([name, { stream }]) => [name, Buffer.from(stream?.data ?? '', 'base64')]),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: qpdf's own shape
function readJson(pdf: Pdf, args: readonly string[]): any {
  return inThrowAwayFolder((folder) =>
    JSON.parse(runTool('qpdf', ['--json=2', ...args, fileOf(pdf, folder)], { folder }).stdout),
  )
}

/** Number of pages as qpdf counts them; -1 where it cannot open the file. */
export function pageCount(pdf: Pdf): number {
  return inThrowAwayFolder((folder) => {
    const { stdout } = runTool('qpdf', ['--show-npages', fileOf(pdf, folder)], { folder })
    return stdout.trim() === '' ? -1 : Number(stdout)
  })
}

export interface PdfFont {
  readonly name: string
  /** As poppler calls it: `TrueType`, `Type 1C`, `CID Type 0C`, … */
  readonly type: string
  readonly embedded: boolean
  readonly subset: boolean
  readonly unicode: boolean
}

/** `pdffonts`: the fonts of all pages. */
export function pdfFonts(pdf: Pdf): readonly PdfFont[] {
  return inThrowAwayFolder((folder) => {
    const { stdout } = runTool('pdffonts', [fileOf(pdf, folder)], { folder })
    return stdout
      .split('\n')
      .slice(2)
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const columns = line.trim().split(/\s+/)
        const [embedded, subset, unicode] = columns.slice(-5, -2).map((word) => word === 'yes')
        return {
          name: columns[0]!,
          // Before the encoding, yes or no three times, and the object's two numbers.
          type: columns.slice(1, -6).join(' '),
          embedded: embedded === true,
          subset: subset === true,
          unicode: unicode === true,
        }
      })
  })
}

/** `pdftotext`: the words of all pages, or of one (1 is the first), in reading order. */
export function pdfText(pdf: Pdf, page?: number): string {
  const range = page === undefined ? [] : ['-f', `${page}`, '-l', `${page}`]
  return inThrowAwayFolder(
    (folder) => runTool('pdftotext', [...range, fileOf(pdf, folder), '-'], { folder }).stdout,
  )
}

/** The number of pages that a RIP puts out. */
export function rippedPages(pdf: Pdf, rip: Rip): number {
  return inThrowAwayFolder((folder) => {
    const file = fileOf(pdf, folder)
    const args =
      rip === 'gs'
        ? ['-dSAFER', '-dNOPAUSE', '-dBATCH', '-sDEVICE=nullpage', file]
        : ['draw', '-r', '5', '-F', 'pgm', '-s', 't', '-o', '/dev/null', file]
    const { stdout, stderr } = runTool(rip, args, { folder, timeoutMs: 180_000 })
    return (`${stdout}${stderr}`.match(rip === 'gs' ? /^Page \d+$/gm : /^page \S+ \d+/gm) ?? []).length
  })
}

/** The file with its streams decoded, objects laid out plainly (`qpdf --qdf`). */
export function plainPdf(pdf: Pdf): string {
  return inThrowAwayFolder((folder) => {
    runTool('qpdf', ['--qdf', '--object-streams=disable', fileOf(pdf, folder), 'plain.pdf'], { folder })
    return readFileSync(join(folder, 'plain.pdf'), 'latin1')
  })
}

/** MuPDF's trace of a page (1 is the first): an element for every painted object with colour space and overprint. */
export function paintTrace(pdf: Pdf, page = 1): string {
  return inThrowAwayFolder(
    (folder) => runTool('mutool', ['draw', '-F', 'trace', fileOf(pdf, folder), `${page}`], { folder }).stdout,
  )
}

/** As `paintTrace`, of every page in order, from one run. */
export function paintTraces(pdf: Pdf): readonly string[] {
  return inThrowAwayFolder((folder) => {
    const { stdout } = runTool('mutool', ['draw', '-F', 'trace', fileOf(pdf, folder)], { folder })
    return stdout.split(/(?=<page )/).slice(1)
  })
}

export const RIPS = ['gs', 'mutool'] as const
export type Rip = (typeof RIPS)[number]

export interface PlateOptions {
  readonly dpi?: number
  /** 1 is the first page. */
  readonly page?: number
  readonly rip?: Rip
  /** Ghostscript only: what -dOverprint says. `disable` knocks out everything. */
  readonly overprint?: 'enable' | 'disable'
  /** Ghostscript only. 10.00 loses all spot plates of a transparent page where a range is asked for with many. */
  readonly maxSpots?: number
  /** The one plate that is wanted: large pages take long to read. */
  readonly only?: string
  /** How long the RIP may take; two minutes unless it is said. */
  readonly timeoutMs?: number
  /** What Ghostscript draws of the sheet; all of it by default. MuPDF always draws what is shown. */
  readonly box?: 'media' | 'crop'
  /** Ghostscript only. Path of the output profile: RGB is converted by it, relative colorimetric with black point compensation. */
  readonly icc?: string
}

/**
 * The plates of a page by name (process plates always, spot plates that the page declares), through Ghostscript's
 * tiffsep (media box) or MuPDF's PSD (crop box). Throws with the RIP's words where it fails.
 */
export function plates(pdf: Pdf, options: PlateOptions = {}): Map<string, Plate> {
  if (!(pdf instanceof Uint8Array)) return drawnPlates(pdf, options)
  const key = `${createHash('sha256').update(pdf).digest('hex')} ${JSON.stringify(options)}`
  const found = lastDrawn?.key === key ? lastDrawn.plates : drawnPlates(pdf, options)
  lastDrawn = { key, plates: found }
  return new Map(found)
}

/** Tests look at one page at one point after another, and a RIP draws it once. */
let lastDrawn: { readonly key: string; readonly plates: ReadonlyMap<string, Plate> } | null = null

function drawnPlates(pdf: Pdf, options: PlateOptions): Map<string, Plate> {
  const { dpi = 72, page = 1, rip = 'gs', overprint = 'enable', maxSpots = 24 } = options
  const { timeoutMs = 120_000, box = 'media', only, icc } = options
  return inThrowAwayFolder((folder) => {
    const file = fileOf(pdf, folder)
    if (rip === 'mutool') {
      const args = ['draw', '-q', '-r', `${dpi}`, '-c', 'cmyk', '-O', '2', '-o', 'page.psd', file, `${page}`]
      const { status, stderr } = runTool('mutool', args, { folder, timeoutMs })
      if (status !== 0) throw new Error(`mutool could not draw the page: ${stderr}`)
      return readPsdPlates(readFileSync(join(folder, 'page.psd')), only)
    }
    const range = [`-dFirstPage=${page}`, `-dLastPage=${page}`]
    const device = ['-sDEVICE=tiffsep', '-sCompression=none', `-dMaxSpots=${maxSpots}`, `-r${dpi}`]
    if (box === 'crop') device.push('-dUseCropBox')
    if (icc !== undefined)
      device.push(
        `-sOutputICCProfile=${icc}`,
        // Inks are those of the press.
        `-sDefaultCMYKProfile=${icc}`,
        `--permit-file-read=${icc}`,
        '-dRenderIntent=1',
        '-dBlackPtComp=1',
      )
    const args = ['-q', '-dSAFER', '-dNOPAUSE', '-dBATCH', ...device, `-dOverprint=/${overprint}`, ...range]
    const { status, stdout, stderr } = runTool('gs', [...args, '-o', 'plate.tif', file], {
      folder,
      timeoutMs,
    })
    const found = new Map<string, Plate>()
    let drawn = 0
    for (const name of readdirSync(folder)) {
      const plate = /^plate\((.*)\)\.tif$/s.exec(name)
      if (!plate) continue
      drawn += 1
      const ink = percentDecoded(plate[1]!)
      if (only === undefined || only === ink) found.set(ink, readTiffPlate(readFileSync(join(folder, name))))
    }
    if (status !== 0 || drawn === 0) throw new Error(`gs could not draw the page: ${stdout}${stderr}`)
    return found
  })
}

/**
 * The plates of every page of several files in order, or of the `page` of each. Ghostscript gets them in one run, as most
 * of it is its start: ten pages take little longer than one.
 */
export function platesOfFiles(
  files: readonly Pdf[],
  options: Pick<PlateOptions, 'dpi' | 'rip' | 'page'> = {},
): readonly Map<string, Plate>[] {
  if (options.rip === 'mutool')
    return files.flatMap((file) =>
      options.page === undefined ? platesOfPages(file, options) : [plates(file, options)],
    )
  return inThrowAwayFolder((folder) => {
    const paths = files.map((file, at) => fileOf(file, folder, `judged-${at}.pdf`))
    return pagesOfRun(paths, folder, options)
  })
}

/** What a page of two files differs in (see `plateDifferences`), drawn in one run, and the plates of the second. */
export function comparedPlates(
  expected: Pdf,
  found: Pdf,
  { page = 1, ...options }: Pick<PlateOptions, 'dpi' | 'rip' | 'page'> = {},
): { readonly differences: readonly string[]; readonly found: ReadonlyMap<string, Plate> } {
  const [one, other] = platesOfFiles([expected, found], { ...options, page })
  if (one === undefined || other === undefined) throw new Error(`There is no page ${page}.`)
  return { differences: plateDifferences(one, other), found: other }
}

/** The plates of every page, in order, from one run of the RIP. */
export function platesOfPages(
  pdf: Pdf,
  options: Pick<PlateOptions, 'dpi' | 'rip'> = {},
): readonly Map<string, Plate>[] {
  return inThrowAwayFolder((folder) => pagesOfRun([fileOf(pdf, folder)], folder, options))
}

function pagesOfRun(
  files: readonly string[],
  folder: string,
  { dpi = 72, rip = 'gs', page }: Pick<PlateOptions, 'dpi' | 'rip' | 'page'>,
): readonly Map<string, Plate>[] {
  const range = page === undefined ? [] : [`-dFirstPage=${page}`, `-dLastPage=${page}`]
  const args =
    rip === 'gs'
      ? [
          '-q',
          '-dSAFER',
          '-dNOPAUSE',
          '-dBATCH',
          '-sDEVICE=tiffsep',
          '-sCompression=none',
          '-dMaxSpots=24',
        ].concat([`-r${dpi}`, '-dOverprint=/enable', ...range, '-o', '%04d.tif', ...files])
      : ['draw', '-q', '-r', `${dpi}`, '-c', 'cmyk', '-O', '2', '-o', '%04d.psd', ...files]
  const { status, stdout, stderr } = runTool(rip, args, { folder, timeoutMs: 180_000 })
  if (status !== 0) throw new Error(`${rip} could not draw the pages: ${stdout}${stderr}`)
  const pages = new Map<string, Map<string, Plate>>()
  for (const name of readdirSync(folder).sort()) {
    const [, page, plate] = /^(\d{4})(?:\((.*)\)\.tif|\.psd)$/s.exec(name) ?? []
    if (page === undefined) continue
    const bytes = readFileSync(join(folder, name))
    if (plate === undefined) pages.set(page, readPsdPlates(bytes))
    else pages.set(page, (pages.get(page) ?? new Map()).set(percentDecoded(plate), readTiffPlate(bytes)))
  }
  return [...pages.values()]
}

/** Ghostscript writes bytes that do not suit a file name as %XX. */
function percentDecoded(name: string): string {
  const bytes = name.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Mean and largest ink of a plate, in percent. */
export function coverage(plate: Plate): { readonly mean: number; readonly max: number } {
  let sum = 0
  let max = 0
  for (const ink of plate.ink) {
    sum += ink
    if (ink > max) max = ink
  }
  return { mean: sum / plate.ink.length / 2.55, max: max / 2.55 }
}

/**
 * Differences of two sets of plates, one line a plate; empty if they agree. A plate that is missing on one
 * side counts as blank; `tolerance` is the largest allowed difference of a pixel (0 to 255).
 */
export function plateDifferences(
  left: ReadonlyMap<string, Plate>,
  right: ReadonlyMap<string, Plate>,
  tolerance = 0,
): readonly string[] {
  const differences: string[] = []
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const one = left.get(name)
    const other = right.get(name)
    if (one && other && (one.width !== other.width || one.height !== other.height)) {
      differences.push(`${name}: ${one.width}x${one.height} against ${other.width}x${other.height}`)
      continue
    }
    // Most are equal, which is seen a hundred times sooner than by pixel.
    if (one && other && Buffer.compare(one.ink, other.ink) === 0) continue
    let largest = 0
    let count = 0
    for (let at = 0; at < (one ?? other)!.ink.length; at++) {
      const difference = Math.abs((one?.ink[at] ?? 0) - (other?.ink[at] ?? 0))
      if (difference > tolerance) count++
      if (difference > largest) largest = difference
    }
    if (count > 0) differences.push(`${name}: ${count} pixels differ, by at most ${largest}`)
  }
  return differences
}
