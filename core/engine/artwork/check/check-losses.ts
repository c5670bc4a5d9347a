/** Checks for lost artwork: content that is painted but missing from the file or damaged. */
import { PDFRawStream } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { type CountedCode, createTally } from '../../finding/tally.ts'
import { entry } from '../../pdf/read-object.ts'
import { unpackStream } from '../../pdf/read-stream.ts'
import type { LossKind } from '../read-losses.ts'
import type { ArtworkMarks } from '../read-marks.ts'
import { descriptorOf, nameOfFont, PROGRAMS } from './check-fonts.ts'
import { createPictureJudge } from './picture-data.ts'

/** No font program comes near it. */
const MAX_PROGRAM_BYTES = 64 << 20

const LOSS_CODES = {
  artwork_missing: { severity: 'fail' },
  artwork_unreadable: { severity: 'fail' },
} as const satisfies Readonly<Record<string, CountedCode>>

const CODES: Readonly<Record<LossKind, keyof typeof LOSS_CODES>> = {
  missing: 'artwork_missing',
  unreadable: 'artwork_unreadable',
  cut: 'artwork_unreadable',
}

export interface LossChecks {
  readonly findings: readonly Finding[]
  /** False where there was more data than is looked at. */
  readonly complete: boolean
}

/** Of what the pages paint; what they declare and do not use harms nobody. */
export async function checkLosses({ losses, pictures, pages }: ArtworkMarks): Promise<LossChecks> {
  const tally = createTally(LOSS_CODES)
  for (const { page, kind, what, paints } of losses)
    tally.add(CODES[kind], page, null, what, paints ? 'fail' : 'warn')
  const pictureJudge = createPictureJudge()
  for (const { page, stream, what, components } of pictures) {
    const loss = await pictureJudge.judge(stream, components)
    if (loss !== null) tally.add(CODES[loss], page, null, what)
    for (const key of ['SMask', 'Mask'] as const) {
      const mask = entry(stream.dict, key)
      const maskLoss = mask instanceof PDFRawStream ? await pictureJudge.judge(mask, 1) : null
      if (maskLoss !== null) tally.add(CODES[maskLoss], page, null, `the mask of ${what}`)
    }
  }
  const programs = new Set<PDFRawStream>()
  for (const { page, fonts } of pages)
    for (const font of fonts) {
      const descriptor = descriptorOf(font)
      for (const key of descriptor === null ? [] : PROGRAMS) {
        const program = descriptor === null ? null : entry(descriptor, key)
        if (!(program instanceof PDFRawStream) || programs.has(program)) continue
        programs.add(program)
        if (unpackStream(program, MAX_PROGRAM_BYTES)?.whole !== true)
          tally.add('artwork_unreadable', page, null, `the font ${nameOfFont(font)}`)
      }
    }
  return { findings: tally.findings(), complete: pictureJudge.complete }
}
