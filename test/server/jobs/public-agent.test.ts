/** The way out for webhooks: which addresses it takes, and that no look-up and no redirect leads it inside. */
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { createPublicAgent } from '../../../server/jobs/public-agent.ts'
import type { Address, Resolve } from '../../../server/jobs/public-lookup.ts'
import { createOutside } from '../../../server/jobs/webhook-job.ts'
import { answering, openWebhookSink, type WebhookSink } from '../../support/service/webhook-sink.ts'

const PUBLIC: Address = { address: '93.184.215.14', family: 4 }
const LOOPBACK: Address = { address: '127.0.0.1', family: 4 }
const clock = { now: () => 0 }

function resolving(...answers: (readonly Address[])[]): Resolve & { calls: number } {
  const resolve = Object.assign(
    async () => {
      const answer = answers[Math.min(resolve.calls, answers.length - 1)] ?? []
      resolve.calls += 1
      return answer
    },
    { calls: 0 },
  )
  return resolve
}

async function refusalOf(url: string, resolve: Resolve = resolving([PUBLIC]), allowPrivate = false) {
  const out = createPublicAgent({ allowPrivate, resolve })
  try {
    await out.check(url)
    return null
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.code
  } finally {
    await out.agent.destroy()
  }
}

describe('The addresses for webhooks', () => {
  for (const host of [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '①②⑦.0.0.1', '0', '0.0.0.0'],
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '192.88.99.1'],
    ...['198.18.0.1', '192.0.2.1', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
    ...['[::1]', '[::]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[64:ff9b::a00:1]', '[2002:7f00:1::]'],
    ...['[fc00::1]', '[fe80::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]', '[2001::1]'],
    ...['localhost', 'localhost.', 'LOCALHOST', 'hook.localhost'],
  ])
    it(`refuse https://${host}/`, async () => {
      expect(await refusalOf(`https://${host}/`)).to.equal('unsafe_url')
    })

  for (const url of [
    ...['http://shop.example/', 'ftp://shop.example/', 'file:///etc/passwd', 'javascript:alert(1)'],
    ...['https://user@shop.example/', 'https://:secret@shop.example/', 'https://user:secret@shop.example/'],
    ...['https://shop.example:22/', 'https://shop.example:25/', 'https://shop.example:1023/'],
    ...['', 'shop.example', '/hooks', 'https://', `https://shop.example/${'a'.repeat(2000)}`],
  ])
    it(`refuse ${url.slice(0, 40) || 'nothing'}`, async () => {
      expect(await refusalOf(url)).to.equal('unsafe_url')
    })

  for (const url of [
    ...['https://shop.example/', 'https://shop.example:443/', 'https://shop.example:80/hooks?team=1'],
    ...['https://shop.example:1024/', 'https://shop.example:8443/', 'https://93.184.215.14/'],
    ...['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/'],
  ])
    it(`take ${url}`, async () => {
      expect(await refusalOf(url)).to.equal(null)
    })

  it('refuse a name of which a single answer is not public', async () => {
    expect(await refusalOf('https://shop.example/', resolving([PUBLIC, LOOPBACK]))).to.equal('unsafe_url')
    const mapped: Address = { address: '::ffff:127.0.0.1', family: 6 }
    expect(await refusalOf('https://shop.example/', resolving([PUBLIC, mapped]))).to.equal('unsafe_url')
  })

  it('take a name that cannot be looked up now', async () => {
    const failing = () => Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }))
    expect(await refusalOf('https://shop.example/', failing)).to.equal(null)
  })

  it('may be http and private where the setting allows it, and nothing worse', async () => {
    expect(await refusalOf('http://127.0.0.1:8080/', resolving([]), true)).to.equal(null)
    expect(await refusalOf('http://localhost:8080/', resolving([LOOPBACK]), true)).to.equal(null)
    for (const url of ['ftp://127.0.0.1/', 'http://user@127.0.0.1/', 'http://127.0.0.1:22/'])
      expect(await refusalOf(url, resolving([LOOPBACK]), true)).to.equal('unsafe_url')
  })
})

describe('Sending through it', () => {
  let sink: WebhookSink
  beforeEach(async () => {
    sink = await openWebhookSink()
  })
  afterEach(() => sink.close())

  async function send(url: string, options: { resolve?: Resolve; allowPrivate?: boolean } = {}) {
    const { allowPrivate = false, resolve = resolving([LOOPBACK]) } = options
    const out = createPublicAgent({ allowPrivate, resolve })
    try {
      return await createOutside(clock, out).send({ url, headers: {}, body: '{}' })
    } finally {
      await out.agent.destroy()
    }
  }

  it('never connects to what a name was rebound to after it was checked', async () => {
    const resolve = resolving([PUBLIC], [LOOPBACK])
    expect(await refusalOf(`https://shop.example:${sink.port}/`, resolve)).to.equal(null)
    const answer = await send(`https://shop.example:${sink.port}/`, { resolve })
    expect(answer).to.include({ error: 'unsafe_url', status: null })
    expect(resolve.calls).to.equal(2)
    expect(sink.connections).to.equal(0)
  })

  it('refuses mixed answers and addresses in the URL alike', async () => {
    const mixed = await send(`https://shop.example:${sink.port}/`, {
      resolve: resolving([LOOPBACK, PUBLIC]),
    })
    const literal = await send(`https://127.1:${sink.port}/`)
    const plain = await send(`http://shop.example:${sink.port}/`, { resolve: resolving([PUBLIC]) })
    expect([mixed.error, literal.error, plain.error]).to.deep.equal(Array(3).fill('unsafe_url'))
    expect(sink.connections).to.equal(0)
  })

  it('connects to the very answers that were checked, with one look-up for each request', async () => {
    const resolve = resolving([LOOPBACK])
    const out = createPublicAgent({ allowPrivate: true, resolve })
    const outside = createOutside(clock, out)
    for (const count of [1, 2]) {
      const answer = await outside.send({ url: `http://shop.example:${sink.port}/`, headers: {}, body: '{}' })
      expect(answer.status).to.equal(200)
      expect([resolve.calls, sink.connections]).to.deep.equal([count, count])
    }
    await out.agent.destroy()
    expect(sink.received[0]?.headers.host).to.equal(`shop.example:${sink.port}`)
  })

  for (const status of [301, 302, 303, 307, 308])
    it(`does not follow a ${status}`, async () => {
      const inside = await openWebhookSink()
      sink.answer = answering(status, { location: inside.url })
      const answer = await send(sink.url, { allowPrivate: true })
      expect(answer).to.include({ status, error: null })
      expect(answer.headers.location).to.equal(inside.url)
      expect(inside.connections).to.equal(0)
      await inside.close()
    })
})
