/** Forms of real writers, filled: previews paint as much ink at the same places as an engine finds in the press file. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { compileSource } from '../../../support/engine/rendering.ts'
import { compareInk } from '../../../support/rips/filled-ink.ts'
import { needs } from '../../../support/rips/oracles.ts'
import { leavePending } from '../../../support/run/leave-pending.ts'

const CORPUS = join(import.meta.dirname, '../../../../../shared/corpus')
/** Of those whose templates have fields for text; all of them are filled in the soak. */
const FORMS = ['forms/pdfbox__DifferentDALevels.pdf', 'forms/pikepdf__form.pdf']
const MOST_PAGES = 2

describe('the ink of filled forms', () => {
  for (const file of FORMS)
    it(`of ${file} is where other engines have it @long`, async function () {
      const path = join(CORPUS, file)
      if (!existsSync(path)) leavePending(this, 'the corpus of the project')
      needs(this, 'mutool', 'gs')
      const { pages, faults } = compareInk(await compileSource(readFileSync(path)), MOST_PAGES)
      expect(faults).to.deep.equal([])
      expect(pages).to.be.greaterThan(0)
    })
})
