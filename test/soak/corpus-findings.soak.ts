/** Findings on all real print files of the corpus: what they were when somebody last looked at the pages. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type CorpusFindings, corpusFiles, findingsOf, PINNED } from '../support/corpus-findings.ts'

const pinned: CorpusFindings = JSON.parse(readFileSync(PINNED, 'utf8'))

describe('findings on all real files', function () {
  this.timeout(240_000)

  for (const [name, expected] of Object.entries(pinned))
    it(`stay what they are for ${name}`, async function () {
      if (!corpusFiles().includes(name)) return this.skip()
      expect(await findingsOf(name)).to.deep.equal(expected)
    })
})
