/** Previews of what a shopper is typing: drawn with every key, checked as a change is, and kept nowhere. */
import { join } from 'node:path'
import { expect } from 'chai'
import { createLimits, limitKey, RateLimited } from '../../../../server/http/limit.ts'
import { longOn, needsDatabase } from '../../../support/database/postgres.ts'
import type { TestServer } from '../../../support/service/open-test-server.ts'
import {
  openPreviewServer,
  pixelsOf,
  publishExample,
  same,
  writtenIn,
} from '../../../support/service/previewing.ts'

const SHOP = 'https://shop.example'
const LIMITS = {
  ...{ keyPerMinute: 600, failuresPerMinute: 600, browserPerMinute: 600, guestsPerAddress: 600 },
  ...{ pictureMbPerAddress: 600 },
  ...{ previewPerMinute: 600, sessionPerMinute: 600, typingPerMinute: 600, consolePerMinute: 600 },
  signInAttempts: 600,
}
const STRANGER = 'https://stranger.example'

for (const database of ['sqlite', 'postgres'] as const)
  describe(`Previews of what is typed, on ${longOn(database)}`, () => {
    let test: TestServer
    let id: string
    let slug: string
    before(async function () {
      needsDatabase(this, database)
      test = await openPreviewServer(database)
      id = await publishExample(test, 'wedding-card.pdf')
      slug = (await test.json(`/v1/templates/${id}`)).body.template.slug
    })
    after(() => test?.close())

    const open = async () => {
      const { body } = await test.json('/v1/embed/sessions/hosted', { key: null, body: { slug } })
      const headers = { 'x-service-client-secret': body.client_secret }
      const made = await test.json('/v1/embed/fills', {
        ...{ key: null, headers, body: { embed_session: body.embed_session.id } },
      })
      const { fill } = made.body
      const path = `/v1/embed/fills/${fill.id}`
      const fields: readonly { id: string; label: string; max_length: number | null }[] =
        made.body.template.fields
      const field = fields.find(({ label }) => label === 'First name')
      const name = field?.id ?? ''
      return {
        longest: field?.max_length ?? 200,
        ...{ fill, path, name, sessionId: body.embed_session.id as string },
        type: (body: unknown, more: Readonly<Record<string, string>> = {}) =>
          test.send(`${path}/preview`, { key: null, headers: { ...headers, ...more }, body }),
        keep: (body: unknown) => test.json(path, { key: null, headers, body, method: 'PATCH' }),
        see: (more: Readonly<Record<string, string>> = {}, query = '') =>
          test.send(`${path}/preview?w=440${query}`, { key: null, headers: { ...headers, ...more } }),
      }
    }
    const countRows = async () => {
      const { store } = test.server.ports
      const page = { limit: 100, startingAfter: null }
      const { items } = await store.events.list(test.team.id, {}, page)
      return [items.length, (await test.json('/v1/renders')).body.data.length]
    }

    it('show what is typed, change nothing, and are the picture that is kept later', async () => {
      const shopper = await open()
      const before = await test.json(`/v1/fills/${shopper.fill.id}`)
      const rows = await countRows()
      const kept = await pixelsOf(await shopper.see())
      const reply = await shopper.type({ values: { [shopper.name]: 'Ada' }, w: 440 })
      expect(reply.headers.get('content-type')).to.equal('image/png')
      expect(reply.headers.get('cache-control')).to.equal('private, no-cache')
      expect(reply.headers.get('x-service-fit')).to.equal('ok')
      expect(reply.headers.get('x-service-preview-width')).to.equal('440')
      expect(reply.headers.get('x-service-content-hash')).to.match(/^[0-9a-f]{64}$/)
      expect(reply.headers.get('x-ratelimit-limit')).to.equal('600')
      const etag = reply.headers.get('etag') ?? ''
      const typed = await pixelsOf(reply)
      expect(same(typed.bytes, kept.bytes)).to.equal(false)

      expect((await test.json(`/v1/fills/${shopper.fill.id}`)).body).to.deep.equal(before.body)
      expect(await countRows()).to.deep.equal(rows)
      expect((await shopper.see({ 'if-none-match': etag })).status).to.equal(200)
      await shopper.keep({ values: { [shopper.name]: 'Ada' } })
      expect((await shopper.see({ 'if-none-match': etag })).status).to.equal(304)
      expect(same((await pixelsOf(await shopper.see())).bytes, typed.bytes)).to.equal(true)
    })

    it('leave no picture behind, and take no place in the day of idempotent requests', async () => {
      const shopper = await open()
      const once = { 'idempotency-key': 'typed-once' }
      const first = await shopper.type({ values: { [shopper.name]: 'One' } }, once)
      const second = await shopper.type({ values: { [shopper.name]: 'Two' } }, once)
      expect([first.status, second.status]).to.deep.equal([200, 200])
      expect(first.headers.get('etag')).not.to.equal(second.headers.get('etag'))
      // The pictures of what is kept are written in the order in which they were drawn.
      await shopper.see()
      const { id } = shopper.fill
      const pictures = await writtenIn(join(test.folder, 'cache/previews', id.slice(-2), id))
      expect(pictures).to.have.length(1)
    })

    it('show the labels of empty fields in the language of the page', async () => {
      const { scene } = (await test.json(`/v1/templates/${id}/scene`)).body
      const fields = scene.fields.map((field: { label: string }) =>
        field.label === 'First name' ? { ...field, translations: { de: { label: 'Erster Name' } } } : field,
      )
      await test.json(`/v1/templates/${id}/scene`, { method: 'PUT', body: { ...scene, fields } })
      await test.json(`/v1/templates/${id}/publish`, { method: 'POST' })
      const shopper = await open()
      const empty = { values: { [shopper.name]: '' }, w: 440 }
      const shown = async (spoken: object) => {
        const reply = await shopper.type({ ...empty, ...spoken })
        return { etag: reply.headers.get('etag') ?? '', ...(await pixelsOf(reply)) }
      }
      const plain = await shown({})
      const german = await shown({ locale: 'de-AT' })
      const french = await shown({ locale: 'fr' })
      expect(same(german.bytes, plain.bytes)).to.equal(false)
      expect(french.etag).to.equal(plain.etag)
      // What is kept says the same.
      await shopper.keep({ values: { [shopper.name]: '' } })
      const kept = await shopper.see({ 'if-none-match': german.etag }, '&locale=de-AT')
      expect(kept.status).to.equal(304)
      const inOrder = await shopper.see({ 'if-none-match': german.etag })
      expect(inOrder.status).to.equal(200)
    })

    it('say when a value does not fit', async () => {
      const shopper = await open()
      const reply = await shopper.type({ values: { [shopper.name]: 'W'.repeat(shopper.longest) } })
      expect([reply.status, reply.headers.get('x-service-fit')]).to.deep.equal([200, 'problems'])
    })

    for (const body of [
      { values: { Shoe: '43' } },
      { values: 'Ada' },
      { values: { 'First name': 7 } },
      { colors: 'gold' },
      { colors: [{ index: 2, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' }] },
      { assignments: { 'First name': 99 } },
      { substrate: { key: 'k', name: 'n', hex: '#12' } },
      { status: 'finalized' },
    ])
      it(`refuse ${JSON.stringify(body)} as a change does`, async () => {
        const shopper = await open()
        const typed = await shopper.type(body)
        const { error } = (await typed.json()) as { error: Record<string, unknown> }
        const changed = await shopper.keep(body)
        expect(typed.status).to.equal(changed.status).and.not.to.equal(200)
        for (const member of ['code', 'param', 'message', 'details'])
          expect(error[member]).to.deep.equal(changed.body.error[member])
      })

    for (const [view, code] of [
      [{ page: 1 }, 'invalid_page'],
      [{ page: -1 }, 'invalid_page'],
      [{ page: 0.5 }, 'invalid_page'],
      [{ w: 0 }, 'invalid_width'],
      [{ w: 2561 }, 'invalid_width'],
      [{ w: 10.5 }, 'invalid_width'],
      [{ dpr: 0.4 }, 'invalid_dpr'],
      [{ dpr: 5 }, 'invalid_dpr'],
    ] as const)
      it(`refuse ${JSON.stringify(view)}`, async () => {
        const shopper = await open()
        const reply = await shopper.type(view)
        const { error } = (await reply.json()) as { error: { code: string } }
        expect([reply.status, error.code]).to.deep.equal([422, code])
      })

    it('are the session’s own, and end with it', async () => {
      const [one, other] = [await open(), await open()]
      const codeOf = async (reply: Response) =>
        `${reply.status} ${((await reply.json()) as { error: { code: string } }).error.code}`
      const ask = (headers: Record<string, string>) =>
        test.send(`${one.path}/preview`, { key: null, headers, body: {} })
      expect(await codeOf(await ask({}))).to.equal('401 invalid_client_secret')
      expect(await codeOf(await one.type({}, { origin: STRANGER }))).to.equal('403 origin_not_allowed')
      expect(await codeOf(await one.type({}, { origin: SHOP }))).to.equal('403 origin_not_allowed')
      const foreign = test.send(`${one.path}/preview`, {
        ...{ key: null, body: {} },
        headers: { 'x-service-client-secret': `es_${'0'.repeat(40)}` },
      })
      expect(await codeOf(await foreign)).to.equal('401 invalid_client_secret')
      const mixed = await other.type({})
      expect(mixed.status).to.equal(200)
      await test.json(`/v1/embed/sessions/${one.sessionId}`, { method: 'DELETE' })
      expect(await codeOf(await one.type({}))).to.equal('410 embed_session_canceled')
    })
  })

describe('The budget of what is typed', () => {
  let test: TestServer
  before(async () => {
    test = await openPreviewServer('sqlite', { RATE_LIMIT_TYPING_PER_MINUTE: '2' })
  })
  after(() => test?.close())

  it('is apart from that of changes and of the other previews', async () => {
    const id = await publishExample(test, 'wedding-card.pdf')
    const { slug } = (await test.json(`/v1/templates/${id}`)).body.template
    const { body } = await test.json('/v1/embed/sessions/hosted', { key: null, body: { slug } })
    const headers = { 'x-service-client-secret': body.client_secret }
    const send = (path: string, more: object) => test.send(path, { key: null, headers, ...more })
    const made = await send('/v1/embed/fills', { body: { embed_session: body.embed_session.id } })
    const path = `/v1/embed/fills/${((await made.json()) as { fill: { id: string } }).fill.id}`
    const statuses = []
    for (let count = 0; count < 3; count += 1)
      statuses.push((await send(`${path}/preview`, { body: { w: 200 } })).status)
    expect(statuses).to.deep.equal([200, 200, 429])
    const refused = await send(`${path}/preview`, { body: {} })
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60)
    expect(((await refused.json()) as { error: { scope: string } }).error.scope).to.equal('session')
    expect((await send(path, { method: 'PATCH', body: {} })).status).to.equal(200)
    expect((await send(`${path}/preview?w=200`, {})).status).to.equal(200)
  })

  it('lets a session have twenty under way, and another session as many', async () => {
    const limits = createLimits({
      ...{ clock: { now: () => Date.now() }, counts: null, key: limitKey(Buffer.alloc(32, 7)) },
      settings: LIMITS,
    })
    const entered = []
    for (let count = 0; count < 20; count += 1) entered.push(await limits.enterTyping('one'))
    const refused = await limits.enterTyping('one').catch((thrown: unknown) => thrown)
    expect(refused).to.be.instanceOf(RateLimited)
    await limits.enterTyping('other')
    entered[0]?.leave()
    const { headers } = await limits.enterTyping('one')
    // What was refused has not been counted.
    expect(headers['X-RateLimit-Remaining']).to.equal('579')
  })
})
