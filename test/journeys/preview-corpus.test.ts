/** Some of the real print files through both ways of looking at them; all of them are looked at in the soak. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { TestServer } from '../support/open-test-server.ts'
import { CORPUS, corpusFiles, drawBothWays } from '../support/preview-corpus.ts'
import { openPreviewServer } from '../support/previewing.ts'

describe('Previews of real print files', function () {
  this.timeout(300_000)
  let test: TestServer
  before(async function () {
    if (!existsSync(CORPUS)) this.skip()
    test = await openPreviewServer('sqlite', { RASTER_TIMEOUT_SECONDS: '60' })
  })
  after(() => test?.close())

  it('are drawn by both routes with the same pixels, or refused in the catalogue’s words', async () => {
    // Small ones of each kind.
    const small = corpusFiles().filter((file) => statSync(join(CORPUS, file)).size < 40_000)
    const files = small.filter((_, at) => at % 6 === 1)
    expect((await drawBothWays(test, files)).length).to.be.greaterThan(2)
  })
})
