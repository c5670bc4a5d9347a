/** Entry of the font workers: the only place where an uploaded font or output profile is opened before it has been checked. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { unusableFont } from '../../core/engine/pdf/font/sfnt.ts'
import { type OutputProfileFacts, readOutputProfile } from '../../core/engine/pdf/space/output-profile.ts'
import { checkFont } from '../../core/engine/text/check-font.ts'
import { openTypeface, type Typeface } from '../../core/engine/text/font.ts'
import { readFontNames } from '../../core/engine/text/font-names.ts'
import { bareCff, createSubsetter } from '../../core/engine/text/subset.ts'
import { ServiceError } from '../../core/errors.ts'
import type { FontFacts } from '../../core/service/font/font-record.ts'
import { serveJobs } from './serve-jobs.ts'
import { unpackWoff } from './woff.ts'
import { writeLasting } from './write-lasting.ts'

export interface ReadFontInput {
  readonly sourcePath: string
  /** The path of the stored font; the caller removes it after a failure. */
  readonly fontPath: string
}

/** Longer names are cut. */
const NAME_LENGTH = 200
const LICENSE_LENGTH = 4_000

async function readFont({ sourcePath, fontPath }: ReadFontInput): Promise<FontFacts> {
  const data = unpackWoff(new Uint8Array(await readFile(sourcePath)))
  const facts = readFacts(data)
  await writeLasting(fontPath, [data])
  return facts
}

function readFacts(data: Uint8Array): FontFacts {
  try {
    return factsOf(data)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    // Contradictory tables lead reads past their ends.
    throw new ServiceError('invalid_font', {
      message: 'The file is a damaged font.',
      param: 'file',
      cause: error,
    })
  }
}

function factsOf(data: Uint8Array): FontFacts {
  const { postScriptName, family, fullName, bold, italic, ...names } = readFontNames(data)
  if (!/^[!-~]{1,63}$/.test(postScriptName))
    throw unusableFont(
      'has a PostScript name with more than 63 characters or with characters that PDF does not allow',
    )
  const fileSha256 = createHash('sha256').update(data).digest('hex')
  const typeface = openTypeface(data, { key: '', postScriptName, family, bold, italic }, fileSha256)
  const { glyphCount, variable } = checkFont(data, typeface)
  subsetOnce(typeface, glyphCount)
  return {
    ...{ postScriptName, bold, italic, fileSha256, glyphCount, variable },
    family: clean(family, NAME_LENGTH),
    fullName: clean(fullName, NAME_LENGTH),
    format: typeface.cff ? 'otf' : 'ttf',
    sizeBytes: data.length,
    fsType: typeface.fsType,
    copyright: clean(names.copyright, LICENSE_LENGTH),
    trademark: clean(names.trademark, LICENSE_LENGTH),
    license: clean(names.license, LICENSE_LENGTH),
    licenseUrl: clean(names.licenseUrl, NAME_LENGTH),
  }
}

/** Tests embedding, with all glyphs and with one. */
function subsetOnce(typeface: Typeface, glyphCount: number): void {
  const { resolve } = createRequire(import.meta.url)
  const subsetter = createSubsetter(readFileSync(resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')))
  for (const glyphs of [[...new Array(glyphCount).keys()], [Math.min(1, glyphCount - 1)]]) {
    const program = subsetter.subset(typeface, glyphs)
    if (typeface.cff) bareCff(program)
  }
}

/** For lists and databases: without control characters and broken Unicode. */
function clean(name: string, length: number): string {
  return name
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed()
}

async function readProfile({ sourcePath }: { readonly sourcePath: string }): Promise<OutputProfileFacts> {
  const bytes = await readFile(sourcePath)
  const facts = readOutputProfile(bytes)
  const { usableColors } = await import('./color/little-cms.ts')
  if ((await usableColors(bytes)) === null) throw damagedTables()
  return facts
}

/** Of a profile whose header is right. */
function damagedTables(): ServiceError {
  const message = 'The tables of the profile are damaged and convert no colours. Export the profile again.'
  const details = [{ code: 'profile_tag_broken', param: 'file', message }]
  return new ServiceError('invalid_profile', { message, param: 'file', details })
}

const JOBS = { readFont, readProfile }

export type FontJobs = typeof JOBS

serveJobs(JOBS)
