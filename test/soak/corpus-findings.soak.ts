/** Findings on all print files of the corpus beside the checkout: what they were when somebody last looked at the pages. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type CorpusFindings, findingsOf, PINNED } from '../core/engine/artwork/check/corpus-findings.ts'
import { corpusFiles, IS_OWN_CORPUS, OWN_CORPUS } from '../support/pdf/corpus-folder.ts'
import { leavePending } from '../support/run/leave-pending.ts'

const pinned: CorpusFindings = JSON.parse(readFileSync(PINNED, 'utf8'))

describe('findings on all real files', function () {
  // It reads the whole corpus.
  this.timeout(240_000)

  for (const [name, expected] of Object.entries(pinned))
    it(`stay what they are for ${name}`, async function () {
      // Of another folder nothing is pinned: its findings are counted by corpus.soak.ts.
      if (!IS_OWN_CORPUS || !corpusFiles(OWN_CORPUS).includes(name))
        return leavePending(this, 'the corpus of the project')
      expect(await findingsOf(name)).to.deep.equal(expected)
    })
})
