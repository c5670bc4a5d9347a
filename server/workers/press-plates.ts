/** Measures the plates of a print file and compares them with those of its template. */

import { readFile } from 'node:fs/promises'
import { createBoundedCache } from '../../core/engine/pdf/bounded-cache.ts'
import { type CheckedPage, checkPrintedPage } from '../../core/engine/preflight/render/check-plates.ts'
import { measurePage, type PageInk } from '../../core/engine/preflight/render/measure-plates.ts'
import type { PressPlates } from '../../core/engine/press/plates.ts'
import type { DrawingData } from '../../core/engine/preview/draw-view.ts'
import { openBody } from '../../core/engine/preview/open-body.ts'
import { drawPressPlates } from '../../core/engine/preview/press-page-plates.ts'
import { MOST_PREVIEW_PIXELS } from '../../core/engine/preview/preview-size.ts'
import type { ProofColors } from '../../core/engine/preview/proof.ts'
import type { CheckedPressPage, MeasuredPage } from '../../core/service/preview/raster-port.ts'
import { openProof, type ProofFile } from './color/open-proof.ts'

export type MeasureJob = Omit<MeasuredPage, 'teamId' | 'bodySha256' | 'output'> & {
  readonly bodyPath: string
  readonly proofFile: ProofFile | null
}
export type CheckJob = Omit<CheckedPressPage, 'teamId' | 'bodySha256' | 'output'> & {
  readonly bodyPath: string
  readonly proofFile: ProofFile | null
}

interface DrawnPress {
  readonly bodyPath: string
  readonly tail: Uint8Array | null
  readonly page: number
  readonly dpi: number
  readonly proof?: ProofColors | null
}

/** Plates of bodies without marks, with which every check of a render compares. */
const BARE_BYTES = 48 << 20

/** The worker's jobs on separations. */
export function createPressPlates(data: DrawingData) {
  const bare = createBoundedCache<PressPlates>(
    BARE_BYTES,
    ({ cyan, spots }) => cyan.length * (4 + spots.length),
  )

  async function pressPlates(job: DrawnPress): Promise<PressPlates> {
    if (job.tail !== null) return drawnPress(job)
    // A body's name is the hash of its bytes.
    const key = `${job.bodyPath} ${job.page} ${job.dpi} ${job.proof?.sha256}`
    const plates = bare.get(key) ?? (await drawnPress(job))
    bare.set(key, plates)
    return plates
  }

  async function drawnPress({ bodyPath, tail, page, dpi, proof = null }: DrawnPress): Promise<PressPlates> {
    const bytes = await readFile(bodyPath)
    const body = openBody(tail === null ? bytes : Buffer.concat([bytes, tail]))
    const { widthPt = 1, heightPt = 1 } = body.pages[page] ?? {}
    const most = 72 * Math.sqrt(MOST_PREVIEW_PIXELS / (widthPt * heightPt))
    const scale = Math.min(dpi, most) / 72
    const px = (points: number) => Math.max(1, Math.round(points * scale))
    const size = { widthPx: px(widthPt), heightPx: px(heightPt) }
    return drawPressPlates({ body, page, size, proof }, data)
  }

  return {
    async measure({ page, proofFile, ...job }: MeasureJob): Promise<PageInk> {
      const proof = await openProof(proofFile)
      const ink = measurePage(await pressPlates({ ...job, page: page.index, proof }), page)
      return proof === null ? ink : { ...ink, limit: proof.inkLimit }
    },
    async check({ bodyPath, tail, dpi, proofFile, ...asked }: CheckJob): Promise<CheckedPage> {
      const proof = await openProof(proofFile)
      const drawn = { bodyPath, dpi, page: asked.page.index, proof }
      const blank = await pressPlates({ ...drawn, tail: null })
      const printed = await drawnPress({ ...drawn, tail })
      return checkPrintedPage({ ...asked, inkLimit: proof?.inkLimit, blank, printed })
    },
  }
}
