/** Previews over HTTP, drawn by the service's own workers: identity, caches, headers, refusals, ledger and erasure. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { TEST_TIME, type TestServer } from '../../support/service/open-test-server.ts'
import {
  bytesOf,
  type Coded,
  facts,
  openPreviewServer,
  pixelsOf,
  publishExample,
  reds,
  same,
  writtenIn,
} from '../../support/service/previewing.ts'

const SHOP = 'https://shop.example'
const PRIVATE = ['private, no-cache', 'cross-origin']

interface Shopper {
  readonly fillId: string
  readonly sessionId: string
  readonly secret: string
}

for (const database of DATABASES)
  describe(`Previews, on ${longOn(database)}`, () => {
    let test: TestServer
    let card: string
    let tag: string

    before(async function () {
      needsDatabase(this, database)
      test = await openPreviewServer(database)
      card = await publishExample(test, 'wedding-card.pdf')
      tag = await publishExample(test, 'gift-tag.pdf')
      await test.json('/v1/embed/applications', { body: { name: 'Shop', allowed_origins: [SHOP] } })
    })
    after(() => test?.close())
    beforeEach(() => test.clock.set(TEST_TIME))

    const shopper = async (templateId = card, content: object = {}): Promise<Shopper> => {
      const opened = await test.json('/v1/embed/sessions', { body: { template_id: templateId } })
      const secret: string = opened.body.client_secret
      const sessionId: string = opened.body.embed_session.id
      const body = { embed_session: sessionId, ...content }
      const made = await test.json('/v1/embed/fills', { key: null, headers: asPage(secret), body })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      return { fillId: made.body.fill.id, sessionId, secret }
    }
    const asPage = (secret: string, more: Record<string, string> = {}) => ({
      'x-service-client-secret': secret,
      ...more,
    })
    const look = (who: Shopper, query = 'w=220', headers: Record<string, string> = {}, method = 'GET') =>
      test.send(`/v1/embed/fills/${who.fillId}/preview?${query}`, {
        method,
        key: null,
        headers: asPage(who.secret, headers),
      })
    const change = (who: Shopper, body: object) =>
      test.json(`/v1/embed/fills/${who.fillId}`, {
        method: 'PATCH',
        key: null,
        headers: asPage(who.secret),
        body,
      })

    it('show the fill as it stands, with what a client needs to know of the picture', async () => {
      const who = await shopper(card, { values: { 'First name': 'Ottilie' } })
      const reply = await look(who, 'w=200&dpr=1.5', { origin: SHOP })
      const picture = await pixelsOf(reply)
      expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
      expect([picture.width, picture.height]).to.deep.equal([300, Math.round((300 * 521.008) / 377.008)])
      expect(reply.headers.get('x-service-preview-width')).to.equal('300')
      expect(reply.headers.get('x-service-preview-height')).to.equal(String(picture.height))
      expect(reply.headers.get('x-service-fit')).to.equal('ok')
      expect(reply.headers.get('x-service-cache')).to.equal('miss')
      const hash = reply.headers.get('x-service-content-hash')
      expect(hash).to.match(/^[0-9a-f]{64}$/)
      expect(reply.headers.get('etag')).to.equal(`"${hash}"`)
      expect(facts(reply)).to.deep.equal(PRIVATE)
      for (const name of ['limit', 'remaining', 'reset'])
        expect(reply.headers.get(`x-ratelimit-${name}`), name).to.match(/^\d+$/)
      const exposed = reply.headers.get('access-control-expose-headers')?.split(', ')
      expect(exposed).to.include.members([
        ...['ETag', 'X-Service-Content-Hash', 'X-Service-Preview-Width', 'X-Service-Preview-Height'],
        ...['X-Service-Cache', 'X-Service-Fit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'],
      ])
      const plain = await look(who, 'w=300')
      expect(plain.headers.get('etag'), 'width and ratio are part of its name').to.not.equal(`"${hash}"`)
      expect(plain.headers.get('x-service-preview-width')).to.equal('300')
      const renamed = await change(who, { values: { 'First name': 'Greta' } })
      expect(renamed.status).to.equal(200)
      const next = await look(who, 'w=200&dpr=1.5')
      expect(next.headers.get('etag')).to.not.equal(`"${hash}"`)
      expect(same(await bytesOf(next), picture.bytes)).to.equal(false)
      await change(who, { values: { 'First name': 'Ottilie' } })
      const back = await look(who, 'w=200&dpr=1.5')
      expect([back.headers.get('etag'), back.headers.get('x-service-cache')]).to.deep.equal([
        `"${hash}"`,
        'hit',
      ])
      expect(same(await bytesOf(back), picture.bytes)).to.equal(true)
    })

    it('are not drawn for who has them: lists, weak forms and the star', async () => {
      const who = await shopper()
      const etag = (await look(who)).headers.get('etag') ?? ''
      for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*', ` "x" ,W/${etag}`]) {
        const reply = await look(who, 'w=220', { 'if-none-match': value })
        expect([reply.status, reply.headers.get('etag')], value).to.deep.equal([304, etag])
        expect(`"${reply.headers.get('x-service-content-hash')}"`).to.equal(etag)
        expect(facts(reply)).to.deep.equal(PRIVATE)
        expect(await reply.text()).to.equal('')
      }
      for (const value of ['"other"', etag.replaceAll('"', ''), '']) {
        const reply = await look(who, 'w=220', { 'if-none-match': value })
        expect(reply.status, value).to.equal(200)
        await reply.arrayBuffer()
      }
      // A state that was never drawn is known all the same.
      await change(who, { values: { 'First name': 'Never drawn' } })
      expect((await look(who, 'w=220', { 'if-none-match': '*' })).status).to.equal(304)
    })

    it('answer HEAD with the headers of GET', async () => {
      const who = await shopper()
      const head = await look(who, 'w=210', {}, 'HEAD')
      const get = await look(who, 'w=210')
      expect([head.status, await head.text()]).to.deep.equal([200, ''])
      for (const name of [
        'etag',
        'content-length',
        'content-type',
        'x-service-preview-width',
        'x-service-fit',
      ])
        expect(head.headers.get(name), name).to.equal(get.headers.get(name))
      await get.arrayBuffer()
    })

    it('are refused before anything else is said: secret, session, other fills', async () => {
      const [who, other] = [await shopper(), await shopper()]
      const etag = (await look(who)).headers.get('etag') ?? ''
      const code = async (reply: Response) => [reply.status, ((await reply.json()) as Coded).error.code]
      const matching = { 'if-none-match': etag }
      expect(await code(await look({ ...who, secret: `${who.secret}x` }, 'w=220', matching))).to.deep.equal([
        401,
        'invalid_client_secret',
      ])
      expect(await code(await look({ ...who, secret: other.secret }, 'w=220', matching))).to.deep.equal([
        404,
        'not_found',
      ])
      const elsewhere = await look(who, 'w=220', { ...matching, origin: 'https://evil.example' })
      expect(await code(elsewhere)).to.deep.equal([403, 'origin_not_allowed'])
      await test.json(`/v1/embed/sessions/${who.sessionId}`, { method: 'DELETE' })
      expect(await code(await look(who, 'w=220', matching))).to.deep.equal([410, 'embed_session_canceled'])
    })

    it('are gone with their session, whoever still has the picture', async () => {
      const told = async (who: Shopper, headers: Record<string, string>) => {
        const reply = await look(who, 'w=220', headers)
        expect(reply.headers.get('etag')).to.equal(null)
        return [reply.status, ((await reply.json()) as Coded).error.code]
      }
      const ends: readonly (readonly [string, (who: Shopper) => unknown])[] = [
        [
          'embed_session_completed',
          (who) =>
            test.json(`/v1/embed/fills/${who.fillId}/complete`, {
              method: 'POST',
              key: null,
              headers: asPage(who.secret),
            }),
        ],
        // Its time is over, and nobody has written that down yet.
        ['embed_session_expired', () => test.clock.advance(366 * 86_400_000)],
      ]
      for (const [ended, end] of ends) {
        const who = await shopper(card, { values: { 'First name': 'Ada' } })
        const etag = (await look(who)).headers.get('etag') ?? ''
        expect((await look(who, 'w=220', { 'if-none-match': etag })).status).to.equal(304)
        await end(who)
        for (const value of [etag, '*'])
          expect(await told(who, { 'if-none-match': value }), `${ended} ${value}`).to.deep.equal([410, ended])
      }
    })

    it('are limited by the session before a 304', async () => {
      const limited = await openPreviewServer(database, { RATE_LIMIT_PREVIEW_PER_MINUTE: '3' })
      try {
        const templateId = await publishExample(limited, 'gift-tag.pdf')
        const opened = await limited.json('/v1/embed/sessions', { body: { template_id: templateId } })
        const headers = asPage(opened.body.client_secret)
        const body = { embed_session: opened.body.embed_session.id }
        const made = await limited.json('/v1/embed/fills', { key: null, headers, body })
        const path = `/v1/embed/fills/${made.body.fill.id}/preview?w=50`
        const ask = () => limited.send(path, { key: null, headers: { ...headers, 'if-none-match': '*' } })
        expect([(await ask()).status, (await ask()).status, (await ask()).status]).to.deep.equal([
          304, 304, 304,
        ])
        const last = await ask()
        expect([last.status, Number(last.headers.get('retry-after')) > 0]).to.deep.equal([429, true])
      } finally {
        await limited.close()
      }
    })

    it('refuse what no page or size there is, with the largest that there could be', async () => {
      const who = await shopper()
      const cases: readonly (readonly [string, string])[] = [
        ...['page=1', 'page=-1', 'page=1.5', 'page=', 'page=9007199254740993', 'page=0x0', 'page=%20'].map(
          (query) => [query, 'invalid_page'] as const,
        ),
        ...['w=0', 'w=2561', 'w=-5', 'w=1e3', 'w=', 'w=88.5', 'w=%F0%9F%98%80'].map(
          (query) => [query, 'invalid_width'] as const,
        ),
        ...['dpr=0.49', 'dpr=4.01', 'dpr=NaN', 'dpr=', 'dpr=1e0', 'dpr=%2B1', 'dpr=Infinity'].map(
          (query) => [query, 'invalid_dpr'] as const,
        ),
        ...['format=jpeg', 'format=PNG', 'format='].map((query) => [query, 'invalid_format'] as const),
      ]
      for (const [query, code] of cases) {
        const reply = await look(who, query)
        const { error } = (await reply.json()) as Coded
        expect([reply.status, error.code], query).to.deep.equal([422, code])
        expect(reply.headers.get('content-type')).to.match(/^application\/json/)
        expect(reply.headers.get('etag')).to.equal(null)
      }
      for (const query of ['w=100&w=100', 'x=1', `w=${'1'.repeat(100)}`]) {
        const reply = await look(who, query)
        await reply.arrayBuffer()
        expect(reply.status, query).to.be.within(400, 422)
      }
      const widest = await look(who, 'w=2560&dpr=4', {}, 'HEAD')
      expect(widest.headers.get('x-service-preview-width')).to.equal('2560')
    })

    it('show a value that cannot be printed in a marked way, and say so', async () => {
      const who = await shopper(card, { values: { 'First name': 'Ada' } })
      const plain = await pixelsOf(await look(who))
      await change(who, { values: { 'First name': 'W'.repeat(24) } })
      const long = await look(who)
      expect(long.headers.get('x-service-fit')).to.equal('problems')
      expect(reds(await pixelsOf(long)) - reds(plain)).to.be.greaterThan(100)
      await change(who, { values: { 'First name': 'Ada 世界' } })
      const missing = await look(who)
      expect(missing.headers.get('x-service-fit')).to.equal('problems')
      expect(reds(await pixelsOf(missing)) - reds(plain)).to.be.greaterThan(100)
      const posted = await test.send('/v1/previews', {
        body: { template_id: card, dpi: 72, values: { 'First name': 'W'.repeat(24) } },
      })
      expect([posted.status, posted.headers.get('x-service-fit')]).to.deep.equal([200, 'problems'])
      await posted.arrayBuffer()
      // The picture of what fits is not marked.
      await change(who, { values: { 'First name': 'Ada' } })
      expect(same((await pixelsOf(await look(who))).bytes, plain.bytes)).to.equal(true)
    })

    it('lay the inks on the chosen paper, which no print file shows', async () => {
      const who = await shopper(tag)
      const corner = async () => (await pixelsOf(await look(who))).at(1, 1)
      expect(await corner()).to.deep.equal([255, 255, 255])
      const { body } = await change(who, { substrate: { key: 'kraft', name: 'Kraft', hex: '#b08d57' } })
      expect(body.fill.substrate.hex).to.equal('#b08d57')
      expect(await corner()).to.deep.equal([176, 141, 87])
    })

    it('are drawn once for all who ask for the same at the same time', async () => {
      const who = await shopper(card, { values: { 'First name': 'Once' } })
      const replies = await Promise.all(Array.from({ length: 8 }, () => look(who, 'w=333')))
      const bodies = await Promise.all(replies.map(bytesOf))
      expect(replies.map(({ status }) => status)).to.deep.equal(new Array(8).fill(200))
      const drawn = replies.filter(({ headers }) => headers.get('x-service-cache') === 'miss')
      expect(drawn.length).to.equal(1)
      for (const body of bodies) expect(same(body, bodies[0] as Uint8Array)).to.equal(true)
    })

    it('that were damaged on disk are drawn again', async () => {
      const who = await shopper(card, { values: { 'First name': 'Lost' } })
      const first = await bytesOf(await look(who, 'w=150'))
      const folder = join(test.folder, 'cache', 'previews', who.fillId.slice(-2), who.fillId)
      expect((await writtenIn(folder)).length).to.equal(1)
      await rm(folder, { recursive: true })
      expect(same(await bytesOf(await look(who, 'w=150')), first)).to.equal(true)
    })

    it('stand behind a signed link in carts and orders, for other pages too', async () => {
      const who = await shopper(card, { values: { 'First name': 'Cart' } })
      const done = await test.json(`/v1/embed/fills/${who.fillId}/complete`, {
        method: 'POST',
        key: null,
        headers: asPage(who.secret),
      })
      const link: string = done.body.fill.preview_url
      expect(new URL(link).pathname).to.match(/\.png$/)
      expect(link).to.not.include(who.secret)
      const picture = await fetch(link)
      expect([picture.status, picture.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
      expect(picture.headers.get('cache-control')).to.equal('public, max-age=86400')
      expect(picture.headers.get('access-control-allow-origin')).to.equal('*')
      expect(picture.headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
      expect(picture.headers.get('x-service-preview-width')).to.equal('880')
      await picture.arrayBuffer()
      const etag = picture.headers.get('etag') ?? ''
      expect((await fetch(link, { headers: { 'if-none-match': etag } })).status).to.equal(304)
      // What is erased leaves no picture behind.
      const folder = join(test.folder, 'cache', 'previews', who.fillId.slice(-2), who.fillId)
      expect((await writtenIn(folder)).length).to.equal(1)
      await test.json(`/v1/fills/${who.fillId}/erase`, { method: 'POST' })
      expect((await fetch(link)).status).to.equal(403)
      expect(await readdir(folder).catch(() => [])).to.deep.equal([])
    })
  })
