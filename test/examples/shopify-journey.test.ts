/** The demo's way through Shopify, on a service of its own: what it says and what it leaves. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { walkThroughShopify } from '../../examples/shopify-journey.ts'

describe('the demo with Shopify', () => {
  it('walks an order from the app’s page to the press file, refunds it, and holds what another shopper made @long', async function () {
    // A whole sale in a browser, with a service of its own.
    this.timeout(180_000)
    const folder = await mkdtemp(join(tmpdir(), 'platen-demo-out-'))
    const said: string[] = []
    const log = console.log
    try {
      console.log = (line: string) => said.push(line)
      await walkThroughShopify(folder)
    } finally {
      console.log = log
    }
    const text = said.join('\n')
    expect(text).to.match(/the line is finalized, its print file rnd_\w+ succeeded/)
    expect(text).to.match(/on the order in Shopify: \{"\d+":\{"fill_id":"fill_\w+","state":"finalized"/)
    expect(text).to.contain('25 of 75 are refunded: the print stays as it is')
    expect(text).to.contain('the fill is withdrawn')
    expect(text).to.contain('The design was made by a different visitor than the customer of this order.')
    expect(text).not.to.match(/platen_sk_|shpat_|client_secret/)
    const pdf = await readFile(join(folder, 'press-shopify.pdf'))
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-')
    await rm(folder, { recursive: true, force: true })
  })
})
