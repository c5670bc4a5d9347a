/** The first page of every PDF of CORPUS, or of the corpus beside the checkout, through both ways of looking at it. */
import { expect } from 'chai'
import { drawBothWays } from '../journeys/previews/preview-corpus.ts'
import { CORPUS, corpusFiles, IS_OWN_CORPUS } from '../support/pdf/corpus-folder.ts'
import { leavePending } from '../support/run/leave-pending.ts'
import type { TestServer } from '../support/service/open-test-server.ts'
import { openPreviewServer } from '../support/service/previewing.ts'

describe('Previews of real print files, drawn by both routes with the same pixels or refused', function () {
  // It draws the pages of a file by two routes.
  this.timeout(300_000)
  const files = corpusFiles()
  let test: TestServer
  let drawn = 0
  before(async function () {
    if (files.length === 0) leavePending(this, 'a folder of PDFs (CORPUS)')
    test = await openPreviewServer('sqlite', { RASTER_TIMEOUT_SECONDS: '60' })
  })
  after(() => test?.close())

  for (const file of files)
    it(file, async () => {
      if (await drawBothWays(test, CORPUS, file)) drawn += 1
    })

  it('are drawn of most files of the corpus', function () {
    if (!IS_OWN_CORPUS) leavePending(this, 'the corpus of the project')
    expect(drawn).to.be.greaterThan(30)
  })
})
