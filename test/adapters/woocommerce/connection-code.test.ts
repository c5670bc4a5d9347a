/** The connection code: one format, written by the console and read by the plugin. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { connectionCode } from '../../../widget/console/storefronts/connection-code.ts'
import { PLUGIN } from '../../support/programs/php.ts'

const CONNECTION = {
  serviceUrl: 'https://platen.test',
  widgetUrl: null,
  secretKey: 'platen_sk_test',
  publishableKey: 'platen_pk_test',
}

describe('The connection code', () => {
  it("is the one that the plugin's tests read", async () => {
    const tests = await readFile(join(PLUGIN, 'tests/ConnectionTest.php'), 'utf8')
    expect(/const CODE = '([^']+)'/.exec(tests)?.[1]).to.equal(connectionCode(CONNECTION))
  })

  it('needs no encoding in forms, addresses and chats', () => {
    for (let length = 0; length < 40; length++) {
      const code = connectionCode({ ...CONNECTION, serviceUrl: `https://${'~?>'.repeat(length)}.test` })
      expect(code).to.match(/^platen_connect_1\.[\w-]+\.[0-9a-f]{8}$/)
    }
  })

  it('names the widget where it has an origin of its own', () => {
    const code = connectionCode({ ...CONNECTION, widgetUrl: 'https://widget.test' })
    const fields = JSON.parse(Buffer.from(code.split('.')[1] ?? '', 'base64url').toString())
    expect(fields).to.include({ service_url: 'https://platen.test', widget_url: 'https://widget.test' })
  })
})
