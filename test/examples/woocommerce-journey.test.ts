/** The demo's way through WooCommerce, on a service of its own: what it says and what it leaves. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { walkThroughWooCommerce } from '../../examples/woocommerce-journey.ts'
import { needsPhp } from '../support/programs/php.ts'

describe('the demo with WooCommerce', () => {
  it('walks an order from the settings to the press file, and refunds it @long', async function () {
    needsPhp(this, 'php')
    // A whole sale in a browser, with PHP and a service of its own.
    this.timeout(180_000)
    const folder = await mkdtemp(join(tmpdir(), 'platen-demo-out-'))
    const said: string[] = []
    const log = console.log
    try {
      console.log = (line: string) => said.push(line)
      await walkThroughWooCommerce(folder)
    } finally {
      console.log = log
    }
    const text = said.join('\n')
    expect(text).to.contain('Connected: 1 live template.')
    expect(text).to.match(/the line is finalized, its print file rnd_\w+ succeeded/)
    expect(text).to.contain('25 of 75 refunded: the fill stays finalized')
    expect(text).to.contain('its line is withdrawn, and the fill expired')
    expect(text).not.to.contain('platen_sk_')
    const pdf = await readFile(join(folder, 'press-woocommerce.pdf'))
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-')
    await rm(folder, { recursive: true, force: true })
  })
})
