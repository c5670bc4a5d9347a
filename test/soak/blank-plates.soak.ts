/** Every page of every file of the corpus drawn as plates: drawn or refused, and its ink as MuPDF has it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ServiceError } from '../../core/errors.ts'
import { type CompiledSource, compileSource } from '../support/engine/rendering.ts'
import { plateOf, platesOn } from '../support/rips/blank-plates.ts'
import { coverage, needs, plates as ripPlates } from '../support/rips/oracles.ts'

const CORPUS = join(import.meta.dirname, '../../../shared/corpus')
const PAGES_OF_A_FILE = 6
/** Long sides of pages are drawn in so many px. */
const LONG_PX = 1000

function files(): readonly string[] {
  try {
    return readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'))
  } catch {
    return []
  }
}

describe('the corpus as plates', () => {
  for (const file of files())
    it(file, async function () {
      // A RIP draws every page of a file.
      this.timeout(600_000)
      needs(this, 'mutool')
      let compiled: CompiledSource
      try {
        compiled = await compileSource(readFileSync(join(CORPUS, file)))
      } catch (error) {
        // What cannot become a template is never drawn.
        expect(error).to.be.instanceOf(ServiceError)
        return
      }
      for (const { index, widthPt, heightPt } of compiled.scene.pages.slice(0, PAGES_OF_A_FILE)) {
        const dpi = Math.min(72, Math.max(2, Math.floor((72 * LONG_PX) / Math.max(widthPt, heightPt))))
        const plates = await platesOn(compiled, { page: index, dpi })
        expect(plates.process).to.have.length(plates.widthPx * plates.heightPx * 3)
        const ripped = ripPlates(compiled.body, { rip: 'mutool', dpi, page: index + 1 })
        for (const { name } of compiled.plan.inks) {
          const expected = ripped.get(name)
          if (expected === undefined) continue
          const own = coverage({ ...expected, ink: plateOf(plates, name) }).mean
          expect(own, `${name} on page ${index}`).to.be.closeTo(coverage(expected).mean, 1)
        }
      }
    })
})
