/** Entry of the press workers: the only place where an uploaded PDF is opened. */

import { readFile } from 'node:fs/promises'
import { compilePdf } from '../../core/press/compile.ts'
import type { FormBorders } from '../../core/press/form-borders.ts'
import type { Compiled } from '../../core/press/press-port.ts'
import { readSheets } from '../../core/press/read-sheets.ts'
import type { Sheets } from '../../core/press/sheets.ts'
import type { ArtworkPick } from '../../core/scene/artwork-pick.ts'
import { type PageArtwork, readArtwork } from '../../core/scene/read-artwork.ts'
import type { FontInfo } from '../../core/text/font.ts'
import { readSymbols } from '../fonts/symbols.ts'
import { serveJobs, type Tell } from './serve-jobs.ts'
import { writeLasting } from './write-lasting.ts'

export interface CompileInput {
  readonly sourcePath: string
  /** Where the body is written; whoever asks for it removes what a failure leaves there. */
  readonly bodyPath: string
  /** The fonts of the library, by which fields find theirs. */
  readonly fonts: readonly FontInfo[]
  /** Runs of the artwork's text that become fields. */
  readonly picks: readonly ArtworkPick[]
  readonly borders: FormBorders | undefined
}

async function compile(
  { sourcePath, bodyPath, fonts, picks, borders }: CompileInput,
  tell: Tell,
): Promise<Compiled> {
  const { body, ...compiled } = await compilePdf(await readFile(sourcePath), fonts, {
    ...{ tell, picks, borders },
    symbols: readSymbols(),
  })
  await writeLasting(bodyPath, body)
  return compiled
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
