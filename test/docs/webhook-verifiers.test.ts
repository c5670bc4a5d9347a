/** The verifiers of the guide, each run over what the service really signed and sent. */
import { expect } from 'chai'
import { needsPhp } from '../support/programs/php.ts'
import { needsPython } from '../support/programs/python.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { openWebhookSink, type Received, type WebhookSink } from '../support/service/webhook-sink.ts'
import { runSnippet, type SnippetLanguage, snippetWith } from './doc-snippets.ts'

describe('The verifiers of webhooks in the guide', () => {
  const temporaryFolder = temporaryFolders()
  let test: TestServer
  let sink: WebhookSink
  let got: Received
  let secret: string
  before(async () => {
    sink = await openWebhookSink()
    test = await openTestServer({ env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
    // The receivers compare with clocks of their own.
    test.clock.set(Date.now())
    const body = { url: sink.url, enabled_events: ['render.succeeded'] }
    const { body: made } = await test.json('/v1/webhook_endpoints', { body })
    secret = made.signing_secret
    const pinged = await test.json(`/v1/webhook_endpoints/${made.webhook_endpoint?.id}/test`, {
      method: 'POST',
    })
    if (pinged.status >= 300) throw new Error(JSON.stringify([made, pinged.body]))
    const [first] = await sink.waitFor(1)
    if (first === undefined) throw new Error('Nothing came.')
    got = first
  })
  after(async () => {
    await test?.close()
    await sink?.close()
  })

  /** The event or null: of what came, of what was changed, left out or garbled, and under another secret. */
  const judge = async (language: SnippetLanguage, name: string, call: string): Promise<void> => {
    const folder = await temporaryFolder()
    const code = await snippetWith('api/webhooks.md', language, name)
    expect(code.trim().split('\n').length, 'lines').to.be.at.most(16)
    const say = (body: string, headers: object, key: string) =>
      runSnippet(folder, language, { code, call, asked: { body, headers, secret: key } })
    const { body, headers } = got
    expect(await say(body, headers, secret)).to.include({ type: 'ping' })
    expect(await say(body.replace('ping', 'pong'), headers, secret)).to.equal(null)
    const late = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) }
    expect(await say(body, late, secret)).to.equal(null)
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    expect(await say(body, headers, other)).to.equal(null)
    const rotated = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
    expect(await say(body, rotated, secret)).to.include({ type: 'ping' })
    expect(await say(body, {}, secret), 'no headers').to.equal(null)
    const garbled = { ...headers, 'webhook-timestamp': 'soon', 'webhook-signature': 'v1,ü' }
    expect(await say(body, garbled, secret), 'garbled').to.equal(null)
    const unsigned = { ...headers, 'webhook-signature': 'v1,ü v2' }
    expect(await say(body, unsigned, secret), 'no signature').to.equal(null)
  }

  it('hold in Node', () =>
    judge('js', 'function verifiedEvent', 'verifiedEvent(asked.body, asked.headers, asked.secret)'))

  it('hold in PHP', async function () {
    needsPhp(this, 'php')
    await judge('php', 'function verified', "verified($asked['body'], $asked['headers'], $asked['secret'])")
  })

  it('hold in Python @long', async function () {
    await needsPython(this)
    const call = 'verified_event(asked["body"].encode(), asked["headers"], asked["secret"])'
    await judge('python', 'def verified_event', call)
  })
})
