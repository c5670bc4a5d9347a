/** The verifiers of the guide, each run over what the service really signed and sent. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { needsPhp } from '../support/programs/php.ts'
import { leavePending } from '../support/run/leave-pending.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { openWebhookSink, type Received, type WebhookSink } from '../support/service/webhook-sink.ts'
import { readSnippets } from './doc-snippets.ts'

const run = promisify(execFile)

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

  const verifier = async (language: string, name: string): Promise<string> => {
    const found = (await readSnippets()).filter(
      (one) => one.file === 'api/webhooks.md' && one.language === language && one.code.includes(name),
    )
    expect(found).to.have.length(1)
    const code = found[0]?.code ?? ''
    expect(code.trim().split('\n').length, 'lines').to.be.at.most(16)
    return code
  }
  /** As the program says it, in JSON: the event, or null; of what came, changed, and under another secret. */
  const judge = async (program: string, extension: string, command: string): Promise<void> => {
    const folder = await temporaryFolder()
    const file = join(folder, `verify.${extension}`)
    await writeFile(file, program)
    const say = async (body: string, headers: object, key: string) => {
      const asked = JSON.stringify({ body, headers, secret: key })
      const { stdout } = await run(command, [file], { env: { ...process.env, ASKED: asked } })
      return JSON.parse(stdout)
    }
    const { body, headers } = got
    expect(await say(body, headers, secret)).to.include({ type: 'ping' })
    expect(await say(body.replace('ping', 'pong'), headers, secret)).to.equal(null)
    const late = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) }
    expect(await say(body, late, secret)).to.equal(null)
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    expect(await say(body, headers, other)).to.equal(null)
    const rotated = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
    expect(await say(body, rotated, secret)).to.include({ type: 'ping' })
  }

  it('hold in Node', async () => {
    const code = await verifier('js', 'verifiedEvent')
    const ask = 'const { body, headers, secret } = JSON.parse(process.env.ASKED)'
    await judge(
      `${code}\n${ask}\nconsole.log(JSON.stringify(verifiedEvent(body, headers, secret)))`,
      'mjs',
      process.execPath,
    )
  })

  it('hold in Python @long', async function () {
    const code = await verifier('python', 'verified_event')
    const hasPython = await run('python3', ['--version']).then(
      () => true,
      () => false,
    )
    if (!hasPython) leavePending(this, 'Python (python3)')
    const ask = 'import os\nasked = json.loads(os.environ["ASKED"])'
    const call = 'verified_event(asked["body"].encode(), asked["headers"], asked["secret"])'
    await judge(`${code}\n${ask}\nprint(json.dumps(${call}))`, 'py', 'python3')
  })

  it('hold in PHP', async function () {
    const code = await verifier('php', 'function verified(')
    needsPhp(this, 'php')
    const ask = "$asked = json_decode(getenv('ASKED'), true);"
    const call = "verified($asked['body'], $asked['headers'], $asked['secret'])"
    await judge(`${code}\n${ask}\necho json_encode(${call});`, 'php', 'php')
  })
})
