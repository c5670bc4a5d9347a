/** Checks a PDF in separate worker processes, with the limits of the service, and leaves nothing behind. */

import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { preflightStatus } from '../../core/engine/finding/finding.ts'
import { PROFILES, type ProfileName } from '../../core/engine/finding/profile.ts'
import { findingMessage, findingTitle, reportWord } from '../../core/engine/finding/sentence.ts'
import { mapBox } from '../../core/engine/geometry/matrix.ts'
import { deviceMatrix } from '../../core/engine/layout/device.ts'
import { currentFindings } from '../../core/engine/preflight/current-findings.ts'
import { inkFacts, type PageInk, PLATE_DPI } from '../../core/engine/preflight/render/measure-plates.ts'
import { boxesOf, type Report, reportOf, reportText } from '../../core/engine/preflight/report.ts'
import type { Compiled } from '../../core/engine/press/press-port.ts'
import { plateAreas } from '../../core/engine/preview/plate-areas.ts'
import { prepareDrawing } from '../../core/engine/preview/prepare.ts'
import { fittedSize } from '../../core/engine/preview/preview-size.ts'
import { EMPTY_CONTENT } from '../../core/engine/scene/content.ts'
import type { ScenePage } from '../../core/engine/scene/scene.ts'
import { ServiceError } from '../../core/errors.ts'
import type { BlankPage } from '../../core/service/preview/raster-port.ts'
import type { Config } from '../config.ts'
import { openBundledFonts } from '../fonts/bundled.ts'
import { findingWire } from '../operations/previews/finding-wire.ts'
import { openPress } from '../workers/press.ts'
import { openRaster } from '../workers/raster.ts'
import { openReader } from '../workers/reader.ts'

export interface AskedCheck {
  readonly file: string
  readonly profile: ProfileName
  readonly plates: boolean
  /** The folder for pictures of the pages, or null for none. */
  readonly pictures: string | null
}

/** The file cannot be read or cannot become a template. */
export class FileRefused extends Error {}

type ReportProgress = (line: string) => void

/** As wide as the pictures of reports over HTTP, in px. */
const WIDTH_PX = 1100
/** There is none; work of one team is done in the order in which it comes. */
const TEAM = 'team_0'

/** Throws FileRefused. */
export async function checkFile(config: Config, asked: AskedCheck, reportProgress: ReportProgress) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-preflight-'))
  const workers = openWorkers(config, folder)
  try {
    const upload = join(folder, 'upload.pdf')
    await copyFile(asked.file, upload).catch((cause: unknown) => {
      throw new FileRefused(`Cannot read ${asked.file}.`, { cause })
    })
    reportProgress('Reading the file')
    const compiled = await workers.compile(upload)
    const { scene } = compiled
    const ink = asked.plates ? await workers.ink(compiled, reportProgress) : []
    const profile = PROFILES[asked.profile]
    const findings = currentFindings([...compiled.findings, ...ink], scene, profile)
    const status = preflightStatus(findings)
    const report = reportOf(basename(asked.file), asked.profile, status, findings, scene.pages)
    return {
      ...{ status, pageCount: scene.pages.length, text: reportText(report) },
      findings: findings.map((finding) => findingWire(finding)),
      pictures:
        asked.pictures === null
          ? []
          : await workers.pictures(compiled, report, asked.pictures, reportProgress),
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw new FileRefused(`${cause.message} (${cause.code})`, { cause })
    throw cause
  } finally {
    await workers.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function openWorkers(config: Config, folder: string) {
  const body = join(folder, 'body.pdf')
  const fonts = openBundledFonts()
  const reader = openReader({ size: 1, memoryMb: config.pressMemoryMb, readable: [folder] })
  const press = openPress({
    ...{ size: 1, timeoutSeconds: config.pressTimeoutSeconds, memoryMb: config.pressMemoryMb },
    ...{ readable: [folder], writable: [folder], reader },
  })
  const raster = openRaster({
    ...{ size: 1, timeoutSeconds: config.rasterTimeoutSeconds, memoryMb: config.rasterMemoryMb },
    ...{ cacheMb: config.rasterCacheMb, cacheFolder: join(folder, 'plates'), filesFolder: folder },
    files: { localPath: async () => body },
  })
  const blankOf = ({ plan, scene }: Compiled, page: ScenePage): BlankPage => ({
    ...{ teamId: TEAM, bodySha256: plan.bodySha256, plan, page: page.index },
    ...fittedSize(page, WIDTH_PX),
    areas: plateAreas(scene, page.index),
  })
  return {
    compile: (upload: string): Promise<Compiled> => press.compile(upload, body, fonts.list()),

    async ink({ plan, scene }: Compiled, reportProgress: ReportProgress) {
      const measured: PageInk[] = []
      for (const page of scene.pages) {
        reportProgress(`Drawing the plates of page ${page.index + 1} of ${scene.pages.length}`)
        const { bodySha256 } = plan
        measured.push(await raster.measure({ teamId: TEAM, bodySha256, tail: null, page, dpi: PLATE_DPI }))
      }
      return inkFacts(measured)
    },

    /** Answers the files. */
    async pictures(compiled: Compiled, report: Report, to: string, reportProgress: ReportProgress) {
      await mkdir(to, { recursive: true })
      const written: string[] = []
      const { scene, plan } = compiled
      for (const page of scene.pages) {
        reportProgress(`Drawing page ${page.index + 1} of ${scene.pages.length}`)
        const blank = blankOf(compiled, page)
        const state = { scene, inks: plan.inks, content: EMPTY_CONTENT }
        const prepared = prepareDrawing(state, page, blank, fonts)
        const png = await raster.draw(blank, { ...prepared, images: [] })
        const toPx = deviceMatrix(page, blank.widthPx)
        const marks = report.entries
          .filter(({ finding }) => (finding.page ?? 0) === page.index)
          .map(({ number, finding }) => ({
            ...{ number, severity: finding.severity, title: findingTitle(finding.code) },
            message: findingMessage(finding),
            boxes: finding.page === undefined ? [] : boxesOf(finding).map((box) => mapBox(toPx, box)),
          }))
        const heading = reportWord('page_heading', 'en', { title: report.title, page: page.index + 1 })
        const path = join(to, `page-${page.index + 1}.png`)
        await writeFile(path, await raster.annotate({ teamId: TEAM, png, heading, language: 'en', marks }))
        written.push(path)
      }
      return written
    },

    async close() {
      await Promise.all([press.close(), raster.close(), reader.close()])
    },
  }
}
