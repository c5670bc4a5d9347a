/** How the client tries again: waits as it is told, sends the same key, stops when it is no use. */
import { expect } from 'chai'
import { createBrowserClient } from '../../../adapters/rest/browser.ts'
import { type PlatenError, RateLimitError } from '../../../adapters/rest/errors.ts'
import { createPace } from '../../../adapters/rest/pace.ts'
import { type Sender, secondsOf, send } from '../../../adapters/rest/send.ts'

const NOW = Date.UTC(2026, 6, 15, 12)

interface Script {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly code?: string
}

/** A sender whose service answers as the script says, and whose waits take no time. */
function scripted(script: readonly (Script | 'broken')[], changes: Partial<Sender> = {}) {
  const waits: number[] = []
  const keys: (string | null)[] = []
  let at = 0
  let made = 0
  const sender: Sender = {
    ...{ baseUrl: 'https://print.example', timeoutMs: 1000, retries: 2, longestWaitMs: 60_000, pace: null },
    headers: () => ({ authorization: 'Bearer platen_sk_secret' }),
    now: () => NOW,
    chance: () => 1,
    makeKey() {
      made += 1
      return `key-${made}`
    },
    async sleep(ms) {
      waits.push(ms)
    },
    async fetch(_input, init) {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      const next = script[at++] ?? { status: 200 }
      if (next === 'broken') throw new TypeError('fetch failed')
      const body = next.status < 300 ? {} : { error: { code: next.code ?? 'x', message: 'No.' } }
      return Response.json(body, { status: next.status, headers: next.headers ?? {} })
    },
    ...changes,
  }
  return { sender, waits, keys, tries: () => at }
}

const POST = { method: 'POST', path: '/v1/renders', body: {} }
const refusedOf = (work: Promise<unknown>): Promise<PlatenError> =>
  work.then(
    () => expect.fail('It was not refused.'),
    (error) => error,
  )

describe("The client's tries", () => {
  it('waits as a 429 says: in seconds, until a date, or by its own doubling delay', async () => {
    const date = new Date(NOW + 7_000).toUTCString()
    const { sender, waits, tries } = scripted([
      { status: 429, headers: { 'retry-after': '2' } },
      { status: 429, headers: { 'retry-after': date } },
      { status: 429 },
      { status: 200 },
    ])
    await send({ ...sender, retries: 3 }, POST)
    expect(tries()).to.equal(4)
    expect(waits.slice(0, 2)).to.deep.equal([2000, 7000])
    expect(waits[2]).to.equal(2000)
    expect(secondsOf('soon', NOW)).to.equal(null)
    expect(secondsOf(new Date(NOW - 5000).toUTCString(), NOW)).to.equal(0)
  })

  it('never goes round without a wait, and gives up at its cap', async () => {
    const { sender, waits, tries } = scripted(Array(9).fill({ status: 429, headers: { 'retry-after': '0' } }))
    const error = await refusedOf(send(sender, POST))
    expect(error).to.be.instanceOf(RateLimitError)
    expect(tries()).to.equal(3)
    for (const wait of waits) expect(wait).to.be.greaterThan(0)
    const long = scripted([{ status: 429, headers: { 'retry-after': '3600' } }])
    const refused = (await refusedOf(send(long.sender, POST))) as RateLimitError
    expect([refused.retryAfterSeconds, long.tries(), long.waits.length]).to.deep.equal([3600, 1, 0])
  })

  it('sends a write again under the same key, and the next write under another', async () => {
    const { sender, keys } = scripted(['broken', { status: 503 }, { status: 200 }, { status: 200 }])
    await send(sender, POST)
    await send(sender, POST)
    expect(keys).to.deep.equal(['key-1', 'key-1', 'key-1', 'key-2'])
    const own = scripted([{ status: 500 }])
    await send(own.sender, POST, { idempotencyKey: 'order-7' })
    expect(own.keys).to.deep.equal(['order-7', 'order-7'])
    const read = scripted([])
    await send(read.sender, { method: 'GET', path: '/v1/fills', body: null })
    expect(read.keys).to.deep.equal([null])
  })

  for (const status of [400, 401, 402, 403, 404, 409, 410, 422])
    it(`does not try again after a ${status}`, async () => {
      const { sender, tries } = scripted([{ status }])
      expect((await refusedOf(send(sender, POST))).status).to.equal(status)
      expect(tries()).to.equal(1)
    })

  it('does not ask again for a print file that could not be made', async () => {
    const { sender, tries } = scripted([{ status: 502, code: 'render_failed' }])
    expect((await refusedOf(send(sender, POST))).code).to.equal('render_failed')
    expect(tries()).to.equal(1)
  })

  it('ends at once when its caller says so', async () => {
    const { sender } = scripted(['broken', 'broken', 'broken'], {
      sleep: (_ms, signal) => Promise.reject(signal?.reason ?? new Error('It was not passed on.')),
    })
    const error = await refusedOf(send(sender, POST, { signal: AbortSignal.abort(new Error('enough')) }))
    expect(error.message).to.equal('enough')
  })

  it('keeps to the limit that replies name, and waits for the next window', async () => {
    let now = NOW
    const waits: number[] = []
    const pace = createPace({
      now: () => now,
      sleep: async (ms) => {
        waits.push(ms)
        now += ms
      },
    })
    let left = 3
    let windowEnd = NOW + 60_000
    let refused = 0
    const ask = async (): Promise<void> => {
      await pace.begin()
      if (now >= windowEnd) {
        left = 3
        windowEnd = now + 60_000
      }
      left -= 1
      if (left < 0) refused += 1
      const headers = new Headers({
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': String(Math.max(0, left)),
        'x-ratelimit-reset': String(Math.ceil(windowEnd / 1000)),
      })
      pace.noteReply(headers, left < 0 ? 60 : null)
    }
    for (let count = 0; count < 9; count += 1) await ask()
    expect(refused).to.equal(0)
    expect(now - NOW).to.be.within(120_000, 125_000)
    pace.noteReply(null, 30)
    await ask()
    expect(waits.at(-1)).to.be.at.least(30_000)
  })
})

describe("The browser's client", () => {
  it('refuses a secret key without repeating it, and whatever else is no publishable one', () => {
    for (const publishableKey of ['platen_sk_abcdef', 'platen_rk_abcdef', 'whsec_abcdef', 'anything'])
      expect(() => createBrowserClient({ publishableKey, baseUrl: 'https://print.example' }))
        .to.throw(TypeError)
        .with.property('message')
        .that.does.not.contain(publishableKey)
  })

  it("sends the page's key, and a session's secret with the calls of its fill", async () => {
    const sent: Headers[] = []
    const client = createBrowserClient({
      publishableKey: 'platen_pk_abc',
      baseUrl: 'https://print.example/',
      fetch: async (input, init) => {
        sent.push(new Headers(init?.headers))
        return String(input).includes('/preview?')
          ? new Response(null, { status: 304 })
          : Response.json({ fill: { id: 'fill_1' } })
      },
    })
    await client.saveFill('es_secret', { values: {} })
    expect(await client.preview('es_secret', 'fill_1', { w: 440, etag: '"abc"' })).to.equal(null)
    expect(sent.map((headers) => headers.get('x-service-publishable-key'))).to.deep.equal([
      'platen_pk_abc',
      'platen_pk_abc',
    ])
    expect(sent[1]?.get('x-service-client-secret')).to.equal('es_secret')
    expect(sent[1]?.get('if-none-match')).to.equal('"abc"')
    expect(sent[1]?.get('authorization')).to.equal(null)
  })
})
