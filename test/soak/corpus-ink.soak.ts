/** Every print file of the corpus whose template has fields for text, filled: its ink is where two engines have it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { compileUnlessRefused } from '../support/engine/rendering.ts'
import { CORPUS, corpusFiles, IS_OWN_CORPUS } from '../support/pdf/corpus-folder.ts'
import { compareInk } from '../support/rips/filled-ink.ts'
import { needs } from '../support/rips/oracles.ts'
import { leavePending } from '../support/run/leave-pending.ts'

describe('the ink of filled forms of the corpus', function () {
  // Two RIPs draw every form of the corpus.
  this.timeout(1_800_000)
  let filled = 0
  before(function () {
    if (!existsSync(CORPUS)) leavePending(this, 'a folder of PDFs (CORPUS)')
    needs(this, 'mutool', 'gs')
  })
  for (const file of corpusFiles())
    it(file, async () => {
      const compiled = await compileUnlessRefused(join(CORPUS, file))
      if (compiled === null || !compiled.scene.fields.some(({ type }) => type === 'text')) return
      const { pages, faults } = compareInk(compiled, Number.POSITIVE_INFINITY)
      expect(faults).to.deep.equal([])
      if (pages > 0) filled += 1
    })

  it('has fields in six files at least', function () {
    if (!IS_OWN_CORPUS) leavePending(this, 'the corpus of the project')
    expect(filled).to.be.at.least(6)
  })
})
