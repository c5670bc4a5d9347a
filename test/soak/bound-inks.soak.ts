/** Every separation of the corpus of print PDFs that can print as another ink does so, plate by plate in two RIPs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ServiceError } from '../../core/errors.ts'
import { boundOn, ROSE, recoloredOn, renamingDifferences } from '../core/engine/press/binding.ts'
import { type CompiledSource, compileSource } from '../support/engine/rendering.ts'
import { corpusFiles, OWN_CORPUS } from '../support/pdf/corpus-folder.ts'
import {
  needs,
  pageCount,
  plates,
  platesOfPages,
  qpdfCheck,
  RIPS,
  type Rip,
} from '../support/rips/oracles.ts'

const PAGES_A_FILE = 4
/** So many pages take no longer in one run than four of them one by one. */
const PAGES_A_RUN = 8
const DPI = 72
/** A page of this many square inches is drawn more coarsely, or one plate alone takes a gigabyte. */
const LARGE_FILES: Readonly<Record<string, number>> = { 'print-real/pdfpig__ColorIssue.pdf': 10 }

describe('the separations of the corpus', function () {
  // Two RIPs separate every page of a file.
  this.timeout(600_000)
  for (const file of corpusFiles(OWN_CORPUS))
    it(file, async function () {
      needs(this, ...RIPS, 'qpdf')
      const compiled = await open(join(OWN_CORPUS, file))
      const inks = compiled?.plan.inks.filter(({ hindrance }) => hindrance === null) ?? []
      if (compiled === null || inks.length === 0) return
      const dpi = LARGE_FILES[file] ?? DPI
      const sound = qpdfCheck(compiled.body).status === 0
      const ofBody = new Map(RIPS.map((rip) => [rip, draw(compiled.body, rip, dpi)]))
      for (const { name } of inks) {
        const bindings = [[name, ROSE]] as const
        const { pdf } = boundOn(compiled, bindings)
        if (sound) expect(qpdfCheck(pdf), name).to.include({ status: 0 })
        for (const rip of RIPS) {
          const after = draw(pdf, rip, dpi)
          // MuPDF shows some fills through their alternates, which the new ink has of its own.
          const before = rip === 'gs' ? ofBody.get(rip) : draw(recoloredOn(compiled, bindings).pdf, rip, dpi)
          for (const [at, page] of (before ?? []).entries())
            expect(
              renamingDifferences(page, after[at] ?? new Map(), bindings),
              `${rip} page ${at + 1} ${name}`,
            ).to.deep.equal([])
        }
      }
    })
})

/** Null for a file that is refused. */
async function open(path: string): Promise<CompiledSource | null> {
  try {
    return await compileSource(readFileSync(path))
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError)
    return null
  }
}

/** Ghostscript asked for single pages loses the spot plates of those with transparency. */
function draw(pdf: Uint8Array, rip: Rip, dpi: number) {
  const pages = pageCount(pdf)
  if (pages > 0 && pages <= PAGES_A_RUN) return platesOfPages(pdf, { rip, dpi })
  return Array.from({ length: PAGES_A_FILE }, (_, at) => plates(pdf, { rip, page: at + 1, dpi }))
}
