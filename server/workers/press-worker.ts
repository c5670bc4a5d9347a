/** Entry of the press workers: the only place where an uploaded PDF is opened. */

import { readFile } from 'node:fs/promises'
import type { FormBorders } from '../../core/engine/artwork/form/form-borders.ts'
import { type PageArtwork, readArtwork } from '../../core/engine/artwork/read-artwork.ts'
import { compilePdf } from '../../core/engine/press/compile.ts'
import { readSheets } from '../../core/engine/press/merge/read-sheets.ts'
import type { Sheets } from '../../core/engine/press/merge/sheets.ts'
import type { Output } from '../../core/engine/press/output.ts'
import type { Compiled } from '../../core/engine/press/press-port.ts'
import type { ConvertTools } from '../../core/engine/press/separate/press-colors.ts'
import type { ArtworkPick } from '../../core/engine/scene/artwork-pick.ts'
import type { FontInfo } from '../../core/engine/text/font.ts'
import { readSymbols } from '../fonts/symbols.ts'
import { type ReportStep, serveJobs } from './serve-jobs.ts'
import { writeLasting } from './write-lasting.ts'

export interface CompileInput {
  readonly sourcePath: string
  /** The path of the body; the caller removes it after a failure. */
  readonly bodyPath: string
  /** The fonts of the library, for the fields. */
  readonly fonts: readonly FontInfo[]
  /** Runs of artwork text that become fields. */
  readonly picks: readonly ArtworkPick[]
  readonly borders: FormBorders | undefined
  readonly output: Output | null
}

async function compile(
  { sourcePath, bodyPath, fonts, picks, borders, output }: CompileInput,
  reportStep: ReportStep,
): Promise<Compiled> {
  const { body, ...compiled } = await compilePdf(await readFile(sourcePath), fonts, {
    ...{ onStep: reportStep, picks, borders },
    symbols: readSymbols(),
    output,
    tools: output === null ? null : await convertTools(output),
  })
  await writeLasting(bodyPath, body)
  return compiled
}

/** As many as an image of the library may have. */
const WHOLE_PIXELS = 40_000_000

/** Loaded with the first file that has an output profile, and JPEG with the first that is converted: most have neither. */
async function convertTools({ bytes, convert }: Output): Promise<ConvertTools | null> {
  const { openPressColors, usableColors } = await import('./color/little-cms.ts')
  if (convert === undefined) {
    // A profile that cannot be used hinders conversions alone.
    const colors = await usableColors(bytes)
    return colors === null ? null : { colors, jpeg: null, jpx: null, wholePixels: WHOLE_PIXELS }
  }
  const { JPEG_CODEC, openOnlyJpeg } = await import('./color/jpeg-codec.ts')
  const { JPX_CODEC } = await import('./color/jpx-codec.ts')
  openOnlyJpeg()
  return { colors: await openPressColors(bytes), jpeg: JPEG_CODEC, jpx: JPX_CODEC, wholePixels: WHOLE_PIXELS }
}

async function describePages({ bodyPath }: { readonly bodyPath: string }): Promise<Sheets> {
  return readSheets(await readFile(bodyPath))
}

export interface ArtworkInput {
  readonly sourcePath: string
  /** Counts from 0. */
  readonly page: number
  readonly fonts: readonly FontInfo[]
  readonly picks: readonly ArtworkPick[]
}

async function showArtwork({ sourcePath, page, fonts, picks }: ArtworkInput): Promise<PageArtwork> {
  return readArtwork(await readFile(sourcePath), page, fonts, picks)
}

const JOBS = { compile, describePages, showArtwork }

export type PressJobs = typeof JOBS

serveJobs(JOBS)
