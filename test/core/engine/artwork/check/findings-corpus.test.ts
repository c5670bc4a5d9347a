/** Findings on real print files, where the corpus is at hand: what they were when somebody last looked at the pages. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { corpusFiles, OWN_CORPUS } from '../../../../support/pdf/corpus-folder.ts'
import { leavePending } from '../../../../support/run/leave-pending.ts'
import { type CorpusFindings, findingsOf, PINNED } from './corpus-findings.ts'

const pinned: CorpusFindings = JSON.parse(readFileSync(PINNED, 'utf8'))

describe('findings on real files', () => {
  // One in eight each time, one in four with the long tests; the soak looks at all.
  for (const [at, [name, expected]] of Object.entries(pinned).entries()) {
    if (at % 4 !== 0) continue
    it(`stay what they are for ${name}${at % 8 === 0 ? '' : ' @long'}`, async function () {
      if (!corpusFiles(OWN_CORPUS).includes(name)) return leavePending(this, 'the corpus of the project')
      expect(await findingsOf(name)).to.deep.equal(expected)
    })
  }

  it('are pinned for every file', function () {
    const files = corpusFiles(OWN_CORPUS)
    if (files.length === 0) return leavePending(this, 'the corpus of the project')
    expect(Object.keys(pinned)).to.deep.equal(files)
  })
})
