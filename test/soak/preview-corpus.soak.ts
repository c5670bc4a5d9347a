/** All real print files through both ways of looking at them. */
import { existsSync } from 'node:fs'
import { expect } from 'chai'
import type { TestServer } from '../support/open-test-server.ts'
import { CORPUS, corpusFiles, drawBothWays } from '../support/preview-corpus.ts'
import { openPreviewServer } from '../support/previewing.ts'

describe('Previews of real print files', function () {
  this.timeout(1_800_000)
  let test: TestServer
  before(async function () {
    if (!existsSync(CORPUS)) this.skip()
    test = await openPreviewServer('sqlite', { RASTER_TIMEOUT_SECONDS: '60' })
  })
  after(() => test?.close())

  it('are drawn by both routes with the same pixels, or refused in the catalogue’s words', async () => {
    const files = corpusFiles()
    expect((await drawBothWays(test, files)).length).to.be.greaterThan(30)
  })
})
