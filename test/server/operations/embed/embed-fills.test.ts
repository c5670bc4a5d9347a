/** Fills in the hands of a shopper's browser: whose they are, what may change, and when they are done. */
import { Writable } from 'node:stream'
import { expect } from 'chai'
import { pino } from 'pino'
import { openStorefront, SHOP, type Storefront } from '../../../support/service/storefront.ts'

const GOLD = { index: 1, key: 'gold', name: 'Gold Foil', hex: '#b08d57' }
const NAVY = { index: 2, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' }

describe('Embed fills', () => {
  let shop: Storefront
  let log = ''
  before(async () => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        log += chunk
        done()
      },
    })
    shop = await openStorefront({ log: pino({ level: 'trace' }, sink) })
  })
  after(() => shop.test.close())

  const patch = (session: { secret: string; fillId: string }, body: unknown) =>
    shop.shopper(`/v1/embed/fills/${session.fillId}`, session.secret, { method: 'PATCH', body })
  const complete = (session: { secret: string; fillId: string }, origin: string | null = SHOP) =>
    shop.shopper(`/v1/embed/fills/${session.fillId}/complete`, session.secret, { method: 'POST', origin })
  const eventsOf = async (objectId: string) => {
    const page = { limit: 100, startingAfter: null }
    const { items } = await shop.test.server.ports.store.events.list(shop.test.team.id, { objectId }, page)
    return items.map((event) => event.type).reverse()
  }

  it('are one for each session, however many requests make it at once', async () => {
    const session = await shop.guest()
    const create = () =>
      shop.shopper('/v1/embed/fills', session.secret, {
        body: { embed_session: session.id, values: { Name: 'Zoë' } },
      })
    const replies = await Promise.all([create(), create(), create()])
    expect(replies.map((reply) => reply.status).sort()).to.deep.equal([200, 200, 201])
    expect(new Set(replies.map((reply) => reply.body.fill.id)).size).to.equal(1)
  })

  it('change their values and their colours apart, and again without effect', async () => {
    const session = await shop.filling()
    const values = await patch(session, { values: { Name: 'Ada', Size: 's' } })
    const colors = await patch(session, { colors: [GOLD, NAVY], assignments: { Name: 2 } })
    expect(colors.body.fill.values).to.deep.equal(values.body.fill.values)
    expect(colors.body.fill.colors).to.deep.equal([GOLD, NAVY])
    const sparse = await patch(session, { values: { Name: 'Eve' } })
    expect(Object.values(sparse.body.fill.values)).to.have.members(['Eve', 's'])
    expect(sparse.body.fill.colors).to.deep.equal([GOLD, NAVY])
    const paper = { key: 'kraft', name: 'Kraft', hex: '#c9a227' }
    const last = await patch(session, { substrate: paper })
    const repeated = await patch(session, { substrate: paper })
    expect(repeated.body.fill).to.deep.equal(last.body.fill)
    const told = await eventsOf(session.fillId)
    expect(told).to.deep.equal(['fill.created', ...Array(4).fill('fill.updated')])
  })

  for (const [what, body, outcome] of [
    ['colours', { colors: [{ ...GOLD, hex: 'red' }] }, [422, 'invalid_colors']],
    ['a palette without its primary ink', { colors: [NAVY] }, [422, 'invalid_colors']],
    ['assignments', { assignments: { Name: 9 } }, [422, 'invalid_assignments']],
    ['papers', { substrate: { key: 'k', name: 'n', hex: '#12' } }, [422, 'invalid_substrate']],
    ['kinds of colours', { colors: 'gold' }, [422, 'invalid_colors']],
    ['colours without a name', { colors: [{ index: 1, key: 'g', hex: '#b08d57' }] }, [422, 'invalid_colors']],
    ['members of colours', { colors: [{ ...GOLD, cmyk: [0] }] }, [422, 'invalid_colors']],
    ['indexes', { colors: [{ ...GOLD, index: '1' }] }, [422, 'invalid_colors']],
    ['kinds of assignments', { assignments: { Name: '1' } }, [422, 'invalid_assignments']],
    ['lists of assignments', { assignments: [1] }, [422, 'invalid_assignments']],
    ['papers without a hex', { substrate: { key: 'k', name: 'n' } }, [422, 'invalid_substrate']],
    ['kinds of papers', { substrate: 'kraft' }, [422, 'invalid_substrate']],
    ['members and colours', { status: 'finalized', colors: 'gold' }, [400, 'unknown_parameter']],
    ['fields', { values: { Shoe: '43' } }, [400, 'unknown_field']],
    ['options', { values: { Size: 'xxl' } }, [400, 'invalid_option']],
    ['members', { status: 'finalized' }, [400, 'unknown_parameter']],
  ] as const)
    it(`refuse wrong ${what} and stay as they are`, async () => {
      const session = await shop.filling()
      const { status, body: said } = await patch(session, { values: {}, ...body })
      expect([status, said.error.code]).to.deep.equal(outcome)
      const create = { body: { embed_session: session.id, ...body } }
      expect((await shop.shopper('/v1/embed/fills', session.secret, create)).status).to.equal(outcome[0])
      const { body: stands } = await shop.test.json(`/v1/fills/${session.fillId}`)
      expect(stands.fill).to.include({ status: 'open', colors: null, substrate: null })
      expect(stands.fill.values).to.deep.equal({})
    })

  it('of another session are 404, before anything else is said of the session', async () => {
    const mine = await shop.filling()
    const other = await shop.filling()
    const paths = ['', '/complete', '/preview?w=0&format=gif'].map(
      (end) => `/v1/embed/fills/${mine.fillId}${end}`,
    )
    const methods = ['PATCH', 'POST', 'GET']
    const askAll = async () => {
      for (const [at, path] of paths.entries()) {
        const method = methods[at] as string
        const sent = { method, ...(method === 'PATCH' ? { body: {} } : {}) }
        const { status, body } = await shop.shopper(path, other.secret, sent)
        expect([status, body.error.resource], path).to.deep.equal([404, 'fill'])
        const absent = await shop.shopper(path.replace(mine.fillId, 'fill_x'), other.secret, sent)
        expect({ ...body.error, request_id: '' }).to.deep.equal({ ...absent.body.error, request_id: '' })
      }
      const create = { body: { embed_session: mine.id } }
      const { status, body } = await shop.shopper('/v1/embed/fills', other.secret, create)
      expect([status, body.error.resource]).to.deep.equal([404, 'embed_session'])
    }
    await askAll()
    await complete(other)
    await askAll()
  })

  it('open with the secret in the header or the query, and with no other', async () => {
    const { secret, fillId } = await shop.filling()
    const path = `/v1/embed/fills/${fillId}`
    const byQuery = await shop.test.json(`${path}?client_secret=${secret}`, {
      key: null,
      method: 'PATCH',
      body: {},
    })
    expect(byQuery.status).to.equal(200)
    const wrong = secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const given of ['', 'es_', wrong, shop.test.team.key, shop.publishableKey]) {
      const { status, body } = await shop.shopper(path, given, { method: 'PATCH', body: {} })
      expect([status, body.error.code], given).to.deep.equal([401, 'invalid_client_secret'])
    }
    const bearer = await shop.test.json(path, { method: 'PATCH', body: {} })
    expect(bearer.status).to.equal(401)
    expect(log).to.include('changeEmbedFill').and.to.not.include(secret)
  })

  it('cannot be completed while they cannot be printed, and then are, once', async () => {
    const session = await shop.filling()
    await patch(session, { values: { Name: '' } })
    const refused = await complete(session)
    expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'fill_not_printable'])
    expect(refused.body.error.details[0]).to.include({ code: 'required_value_missing' })
    const read = await shop.test.json(`/v1/embed/sessions/${session.id}`)
    expect(read.body.embed_session.status).to.equal('active')

    await patch(session, { values: { Name: 'Ada' } })
    const replies = await Promise.all([complete(session), complete(session)])
    expect(replies.map((reply) => reply.status).sort()).to.deep.equal([200, 410])
    expect((await eventsOf(session.fillId)).filter((type) => type === 'fill.completed')).to.have.lengthOf(1)
    expect(await eventsOf(session.id)).to.deep.equal(['embed_session.completed'])
  })

  it('give a token to come back with to the frame alone, bound to product and application', async () => {
    const toPage = await shop.filling()
    expect((await complete(toPage)).body).to.not.have.property('resume_token')
    const toFrame = await shop.filling()
    const { body } = await complete(toFrame, shop.test.url)
    const token: string = body.resume_token
    const stored = await shop.test.server.ports.store.fills.find(shop.test.team.id, toFrame.fillId)
    expect(JSON.stringify(stored)).to.not.include(token)
    expect(log).to.not.include(token)

    const resume = (product: string, resume_token: string, headers = {}) =>
      shop.page('/v1/embed/sessions/guest', { external_product_id: product, resume_token }, headers)
    for (const wrong of ['x', token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))])
      expect((await resume('mug', wrong)).status).to.equal(404)
    expect((await resume('hat', token)).status).to.equal(404)
    const second = await shop.test.json('/v1/embed/applications', {
      body: { name: 'Second', allowed_origins: [SHOP], create_publishable_key: true },
    })
    const foreign = await resume('mug', token, { 'x-service-publishable-key': second.body.publishable_key })
    expect(foreign.status).to.equal(404)
    const good = await resume('mug', token)
    expect([good.status, good.body.embed_session.fill_id]).to.deep.equal([201, toFrame.fillId])
    await shop.test.json(`/v1/fills/${toFrame.fillId}/status`, {
      method: 'PATCH',
      body: { status: 'canceled' },
    })
    const closed = await resume('mug', token)
    expect([closed.status, closed.body.error.code]).to.deep.equal([409, 'fill_expired'])
  })

  it('begin with what the mapping says, and keep its locked fields', async () => {
    const { body: fields } = await shop.test.json(`/v1/templates/${shop.templateId}/fields`)
    const [name, size] = fields.data
    const options = { default_values: { Size: 's' }, locked_field_ids: [size.id], colors: [GOLD] }
    await shop.test.json(`/v1/product_mappings/${shop.mappingId}`, { method: 'PATCH', body: { options } })
    const session = await shop.filling()
    const begun = await shop.test.json(`/v1/fills/${session.fillId}`)
    expect(begun.body.fill.values).to.deep.equal({ [size.id]: 's' })
    expect(begun.body.fill.colors).to.deep.equal([GOLD])
    expect((await patch(session, { values: { Name: 'Ada', Size: 's' } })).status).to.equal(200)
    const locked = await patch(session, { values: { [name.id]: 'Eve', Size: 'm' } })
    expect([locked.status, locked.body.error.param]).to.deep.equal([400, `values.${size.id}`])
  })

  it('have no picture yet, which is said after all that is wrong with the question', async () => {
    const { secret, fillId } = await shop.filling()
    const ask = async (query: string) => {
      const { status, body } = await shop.shopper(`/v1/embed/fills/${fillId}/preview${query}`, secret)
      return [status, body.error.code]
    }
    for (const [query, code] of [
      ['?page=1', 'invalid_page'],
      ['?page=-1', 'invalid_page'],
      ['?page=x', 'invalid_page'],
      ['?w=0', 'invalid_width'],
      ['?w=2561', 'invalid_width'],
      ['?w=1.5', 'invalid_width'],
      ['?dpr=0.4', 'invalid_dpr'],
      ['?dpr=4.1', 'invalid_dpr'],
      ['?format=jpg', 'invalid_format'],
    ] as const)
      expect(await ask(query), query).to.deep.equal([422, code])
    expect(await ask('?zoom=2')).to.deep.equal([400, 'unknown_parameter'])
    for (const query of ['', '?page=0&w=2560&dpr=4&format=png', '?w=1&dpr=0.5'])
      expect(await ask(query), query).to.deep.equal([503, 'renderer_not_configured'])
  })

  it('carry a link to their picture that is signed for their state and no other', async () => {
    const session = await shop.filling()
    const link = async () => new URL((await patch(session, {})).body.fill.preview_url)
    const before = await link()
    await patch(session, { values: { Name: 'Ada' } })
    const after = await link()
    expect(after.href).to.not.equal(before.href)
    expect(after.href).to.not.include(session.secret)
    const read = async (url: URL) =>
      (await shop.test.json(url.pathname + url.search, { key: null })).body.error.code
    expect(await read(after)).to.equal('renderer_not_configured')
    for (const [name, value] of [
      ['rev', before.searchParams.get('rev') ?? ''],
      ['w', '881'],
      ['sig', `${after.searchParams.get('sig')}A`],
    ] as const) {
      const forged = new URL(after)
      forged.searchParams.set(name, value)
      expect(await read(forged), name).to.equal('signed_url_invalid')
    }
  })

  it('on paused and archived templates go on, where new ones are refused', async () => {
    const session = await shop.filling()
    const waiting = await shop.guest()
    await shop.test.json(`/v1/templates/${shop.templateId}/archive`, { method: 'POST' })
    expect((await patch(session, { values: { Name: 'Ada' } })).status).to.equal(200)
    expect((await complete(session)).status).to.equal(200)
    const create = { body: { embed_session: waiting.id } }
    const refused = await shop.shopper('/v1/embed/fills', waiting.secret, create)
    expect([refused.status, refused.body.error.code]).to.deep.equal([404, 'template_not_live'])
  })
})
