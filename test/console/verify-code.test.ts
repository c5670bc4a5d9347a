/** The code that the console gives to check signatures: it is the one of the guide, which is run by the guide's tests. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { VERIFY_CODE } from '../../widget/console/developers/verify-code.ts'

describe('The code to verify signatures in the console', () => {
  it('is that of the guide', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../docs/api/webhooks.md'), 'utf8')
    expect(guide).to.include(VERIFY_CODE)
  })
})
