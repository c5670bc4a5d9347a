/** The signers of the order hook in the guide, each sent to the service itself and verified with the client. */
import { expect } from 'chai'
import { REST } from '../../adapters/rest/adapter.ts'
import { constructEvent } from '../../adapters/rest/webhook.ts'
import { needsPhp } from '../support/programs/php.ts'
import { needsPython } from '../support/programs/python.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { openWebhookSink, type WebhookSink } from '../support/service/webhook-sink.ts'
import { runSnippet, type SnippetLanguage, snippetWith } from './doc-snippets.ts'

const SECRET = `whsec_${Buffer.from('of the shop whose hooks are sent').toString('base64')}`
const OTHER_SECRET = `whsec_${Buffer.from('of a shop that is not connected.').toString('base64')}`

describe('The signers of the order hook in the guide', () => {
  const temporaryFolder = temporaryFolders()
  let test: TestServer
  let sink: WebhookSink
  before(async () => {
    sink = await openWebhookSink()
    test = await openTestServer({ env: { REST_HOOK_SECRETS: SECRET }, adapters: [REST] })
    // The senders sign with the time of the machine.
    test.clock.set(Date.now())
  })
  after(async () => {
    await test?.close()
    await sink?.close()
  })

  const orderHook = (orderId: string) =>
    JSON.stringify({
      type: 'order.changed',
      data: {
        order: {
          ...{ id: orderId, status: 'open', updated_at: '2026-07-15T12:00:00Z' },
          customer: { name: 'Zoë Müller 🖨' },
          lines: [{ id: '1', fill_id: 'fill_unknown', product_id: 'mug', quantity: 1 }],
        },
      },
    })
  const hooksOf = async (hookId: string): Promise<number> => {
    const { body } = await test.json('/v1/storefront/hooks?limit=100')
    return body.data.filter((hook: { external_hook_id: string }) => hook.external_hook_id === hookId).length
  }

  const judge = async (language: SnippetLanguage, name: string, call: string): Promise<void> => {
    const folder = await temporaryFolder()
    const code = await snippetWith('sell/rest.md', language, name)
    const body = orderHook(`order-${language}`)
    const send = (url: string, secret = SECRET) =>
      runSnippet(folder, language, { code, call, asked: { url, secret, id: `msg_${language}`, body } })
    const hookUrl = `${test.url}/adapters/rest/orders`
    expect(await send(hookUrl), 'accepted').to.equal(200)
    expect(await send(hookUrl), 'sent again').to.equal(200)
    expect(await send(hookUrl, OTHER_SECRET), 'another secret').to.equal(401)
    expect(await hooksOf(`msg_${language}`)).to.equal(1)

    const before = sink.received.length
    expect(await send(sink.url)).to.equal(200)
    const { body: came, headers } = (await sink.waitFor(before + 1))[before] ?? expect.fail('Nothing came.')
    expect(came).to.equal(body)
    expect(headers['content-type']).to.equal('application/json')
    expect(constructEvent(came, headers, SECRET)).to.deep.equal(JSON.parse(body))
  }

  it('are accepted in Node', () =>
    judge('js', 'function sendHook', 'sendHook(asked.url, asked.secret, asked.id, asked.body)'))

  it('are accepted in PHP', async function () {
    needsPhp(this, 'php')
    const call = "send_hook($asked['url'], $asked['secret'], $asked['id'], $asked['body'])"
    await judge('php', 'function send_hook', call)
  })

  it('are accepted in Python @long', async function () {
    await needsPython(this)
    const call = 'send_hook(asked["url"], asked["secret"], asked["id"], asked["body"])'
    await judge('python', 'def send_hook', call)
  })
})
