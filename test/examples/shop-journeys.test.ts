/** The demo's ways through Shopify and WooCommerce, each on a service of its own: what they say and what they leave. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { walkThroughShopify } from '../../examples/shopify-journey.ts'
import { walkThroughWooCommerce } from '../../examples/woocommerce-journey.ts'
import { needsPhp } from '../support/programs/php.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'

describe('The demo with a shop', function () {
  // A whole sale in a browser, with PHP for one of them and a service of its own.
  this.timeout(180_000)
  const makeFolder = temporaryFolders()

  /** Walks through and gives what was said; the press file has to be there. */
  const walk = async (journey: (folder: string) => Promise<unknown>, file: string): Promise<string> => {
    const folder = await makeFolder()
    const said: string[] = []
    const log = console.log
    try {
      console.log = (line: string) => said.push(line)
      await journey(folder)
    } finally {
      console.log = log
    }
    const pdf = await readFile(join(folder, file))
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-')
    return said.join('\n')
  }

  it('The demo with Shopify walks an order from the app’s page to the press file, refunds it, and holds what another shopper made @long', async () => {
    const text = await walk(walkThroughShopify, 'press-shopify.pdf')
    expect(text).to.match(/the line is finalized, its print file rnd_\w+ succeeded/)
    expect(text).to.match(/on the order in Shopify: \{"\d+":\{"fill_id":"fill_\w+","state":"finalized"/)
    expect(text).to.contain('25 of 75 are refunded: the print stays as it is')
    expect(text).to.contain('the fill is withdrawn')
    expect(text).to.contain('Not printed: another visitor made the design.')
    expect(text).not.to.match(/platen_sk_|shpat_|client_secret/)
  })

  it('The demo with WooCommerce walks an order from the settings to the press file, and refunds it @long', async function () {
    needsPhp(this, 'php')
    const text = await walk(walkThroughWooCommerce, 'press-woocommerce.pdf')
    expect(text).to.contain('Connected: 1 live template.')
    expect(text).to.match(/the line is finalized, its print file rnd_\w+ succeeded/)
    expect(text).to.contain('25 of 75 refunded: the fill stays finalized')
    expect(text).to.contain('its line is withdrawn, and the fill expired')
    expect(text).not.to.contain('platen_sk_')
  })
})
