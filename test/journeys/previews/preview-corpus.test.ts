/** Some of the real print files through both ways of looking at them; all of them are looked at in the soak. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { corpusFiles, OWN_CORPUS } from '../../support/pdf/corpus-folder.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import type { TestServer } from '../../support/service/open-test-server.ts'
import { openPreviewServer } from '../../support/service/previewing.ts'
import { drawBothWays } from './preview-corpus.ts'

describe('Previews of real print files', function () {
  // Pages of many real files are drawn by two routes.
  this.timeout(300_000)
  let test: TestServer
  before(async function () {
    if (!existsSync(OWN_CORPUS)) leavePending(this, 'the corpus of the project')
    test = await openPreviewServer('sqlite', { RASTER_TIMEOUT_SECONDS: '60' })
  })
  after(() => test?.close())

  it('are drawn by both routes with the same pixels, or refused in the catalogue’s words @long', async () => {
    // Small ones of each kind.
    const small = corpusFiles(OWN_CORPUS).filter((file) => statSync(join(OWN_CORPUS, file)).size < 40_000)
    let drawn = 0
    for (const file of small.filter((_, at) => at % 12 === 1))
      if (await drawBothWays(test, OWN_CORPUS, file)) drawn += 1
    expect(drawn).to.be.greaterThan(2)
  })
})
