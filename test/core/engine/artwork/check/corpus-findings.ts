/** What preflight says of every file of the corpus of print PDFs, in short; run by itself it writes the pinned form. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compilePdf } from '../../../../../core/engine/press/compile.ts'
import { ServiceError } from '../../../../../core/errors.ts'
import { readSymbols } from '../../../../../server/fonts/symbols.ts'
import { corpusFiles, OWN_CORPUS } from '../../../../support/pdf/corpus-folder.ts'
import { testFonts } from '../../../../support/pdf/fonts.ts'
import { toldOf } from '../../../../support/pdf/judged.ts'

export const PINNED = join(import.meta.dirname, '../../../../fixtures/corpus-findings.json')

/** By file; a refusal is its code. */
export type CorpusFindings = Readonly<Record<string, readonly string[] | string>>

/** A line for each code: the worst severity, and where and how often, such as `warn line_thin: page 6, 3 objects`. */
export async function findingsOf(name: string): Promise<readonly string[] | string> {
  try {
    const compiled = await compilePdf(readFileSync(join(OWN_CORPUS, name)), testFonts().list(), {
      symbols: readSymbols(),
    })
    const byCode = Map.groupBy(toldOf(compiled), ({ severity, code }) => `${severity} ${code}`)
    return [...byCode].map(([code, found]) => {
      const pages = new Set(found.flatMap(({ page }) => (page === undefined ? [] : [page + 1])))
      const objects = found.reduce((sum, { count = 1 }) => sum + count, 0)
      const [first] = pages
      const where =
        first === undefined
          ? 'document'
          : pages.size === 1
            ? `page ${first}`
            : `${pages.size} pages from ${first}`
      return `${code}: ${where}${objects > 1 ? `, ${objects} objects` : ''}`
    })
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

if (import.meta.main) {
  const found: Record<string, readonly string[] | string> = {}
  for (const name of corpusFiles(OWN_CORPUS)) found[name] = await findingsOf(name)
  writeFileSync(PINNED, `${JSON.stringify(found, null, 2)}\n`)
}
