/** What the process of the service keeps of images that it has changed. */
import { expect } from 'chai'
import sharp from 'sharp'
import { openTestServer } from '../support/service/open-test-server.ts'

describe('The process of the service', () => {
  it('keeps no images that it has changed in the cache of sharp', async () => {
    sharp.cache(true)
    const test = await openTestServer()
    try {
      const { memory, files, items } = sharp.cache()
      expect([memory.max, files.max, items.max]).to.deep.equal([0, 0, 0])
    } finally {
      await test.close()
    }
  })
})
