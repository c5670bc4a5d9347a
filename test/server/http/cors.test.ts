/** Pages of other origins: who is answered, what they may read, and how often they may ask. */
import { expect } from 'chai'
import { openStorefront, SHOP, type Storefront } from '../../support/service/storefront.ts'

const RESOLVE = '/v1/product_mappings/resolve'
const MUG = { external_product_id: 'mug' }

describe('An origin of a page', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  const withKey = async (origin: string | null) => {
    const headers = {
      'x-service-publishable-key': shop.publishableKey,
      ...(origin === null ? {} : { origin }),
    }
    const { status, body, headers: said } = await shop.test.json(RESOLVE, { key: null, body: MUG, headers })
    return { outcome: [status, body.error?.code], allowed: said.get('access-control-allow-origin') }
  }

  for (const origin of [SHOP, 'https://shop.example:443', 'HTTPS://SHOP.EXAMPLE'])
    it(`${origin} is let in and may read the reply`, async () => {
      expect(await withKey(origin)).to.deep.equal({ outcome: [200, undefined], allowed: origin })
    })

  for (const origin of [
    'null',
    'https://shop.example.evil.example',
    'https://shop.example@evil.example',
    'https://shop.example:8443',
    'http://shop.example',
    'https://shop.example.',
    'https://xn--shp-tna.example',
    'https://evilshop.example',
    'chrome-extension://abcdefghijklmnop',
  ])
    it(`${origin} is refused and may read nothing`, async () => {
      expect(await withKey(origin)).to.deep.equal({ outcome: [403, 'origin_not_allowed'], allowed: null })
    })

  it('that is missing is refused, unless the application takes servers', async () => {
    expect((await withKey(null)).outcome).to.deep.equal([403, 'origin_not_allowed'])
    const path = `/v1/embed/applications/${shop.applicationId}`
    await shop.test.json(path, { method: 'PATCH', body: { allow_no_origin: true } })
    expect((await withKey(null)).outcome).to.deep.equal([200, undefined])
    expect((await withKey('null')).outcome).to.deep.equal([403, 'origin_not_allowed'])
    await shop.test.json(path, { method: 'PATCH', body: { allow_no_origin: false } })
  })

  it('finds the application without a key, where one team alone has it', async () => {
    const without = async (origin?: string) => {
      const headers: Record<string, string> = origin === undefined ? {} : { origin }
      const { status, body } = await shop.test.json(RESOLVE, { key: null, body: MUG, headers })
      return [status, body.error?.code]
    }
    expect(await without(SHOP)).to.deep.equal([200, undefined])
    expect(await without('https://nobody.example')).to.deep.equal([401, 'invalid_publishable_key'])
    expect(await without()).to.deep.equal([401, 'invalid_publishable_key'])

    const other = await shop.test.makeTeam('Another shop')
    const made = await shop.test.json('/v1/embed/applications', {
      key: other.key,
      body: { name: 'Twin', allowed_origins: [SHOP] },
    })
    expect(await without(SHOP)).to.deep.equal([401, 'invalid_publishable_key'])
    expect((await withKey(SHOP)).outcome).to.deep.equal([200, undefined])
    const path = `/v1/embed/applications/${made.body.embed_application.id}`
    await shop.test.json(path, { method: 'DELETE', key: other.key })
    expect(await without(SHOP)).to.deep.equal([200, undefined])
  })

  it('may be spoken for by the frame of the widget alone', async () => {
    const ask = async (origin: string, parent: string) => {
      const { status, body } = await shop.page(
        '/v1/embed/sessions/guest',
        { ...MUG, parent_origin: parent },
        { origin },
      )
      return [status, body.error?.code ?? body.embed_session.origin]
    }
    expect(await ask(shop.test.url, SHOP)).to.deep.equal([201, SHOP])
    expect(await ask(shop.test.url, 'https://evil.example')).to.deep.equal([403, 'origin_not_allowed'])
    expect(await ask(shop.test.url, '')).to.deep.equal([403, 'origin_not_allowed'])
    expect(await ask('https://evil.example', SHOP)).to.deep.equal([403, 'origin_not_allowed'])
  })
})

describe('A publishable key', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  const outcome = async (headerKey: string, bodyKey?: string) => {
    const body = bodyKey === undefined ? MUG : { ...MUG, publishable_key: bodyKey }
    const reply = await shop.page(RESOLVE, body, { 'x-service-publishable-key': headerKey })
    return [reply.status, reply.body.error?.code]
  }

  it('is taken from the header or the body, and two that differ are refused', async () => {
    const key = shop.publishableKey
    expect(await outcome(key)).to.deep.equal([200, undefined])
    expect(await outcome('', key)).to.deep.equal([200, undefined])
    expect(await outcome(key, key)).to.deep.equal([200, undefined])
    expect(await outcome(key, `${key}x`)).to.deep.equal([400, 'invalid_parameter'])
  })

  it('that is malformed or of another kind is 401', async () => {
    for (const key of ['x', shop.test.team.key, shop.publishableKey.replace(/.$/, '!')])
      expect(await outcome(key), key).to.deep.equal([401, 'invalid_publishable_key'])
  })

  it('of a team and no application serves the pages of its applications, and no others', async () => {
    const { test } = shop
    const key = await test.makeKey(test.team.id, 'publishable')
    expect(await outcome(key)).to.deep.equal([200, undefined])
    const from = async (origin: string | null, teamKey = key) => {
      const headers = { 'x-service-publishable-key': teamKey, ...(origin === null ? {} : { origin }) }
      const { status, body } = await test.json(RESOLVE, { key: null, body: MUG, headers })
      return [status, body.error?.code]
    }
    const fresh = 'https://fresh.example'
    for (const origin of [fresh, 'null', null])
      expect(await from(origin), String(origin)).to.deep.equal([403, 'origin_not_allowed'])
    const stranger = await test.makeTeam('A shop next door')
    const theirs = await test.makeKey(stranger.id, 'publishable')
    expect(await from(SHOP, theirs)).to.deep.equal([403, 'origin_not_allowed'])

    const body = { name: 'Fresh', allowed_origins: [fresh] }
    const made = await test.json('/v1/embed/applications', { body })
    expect(await from(fresh)).to.deep.equal([200, undefined])
    const path = `/v1/embed/applications/${made.body.embed_application.id}`
    await test.json(path, { method: 'DELETE' })
    expect(await from(fresh)).to.deep.equal([403, 'origin_not_allowed'])
    expect(await outcome(key)).to.deep.equal([200, undefined])
  })

  it('opens nothing that asks for a secret key', async () => {
    const { status, headers } = await shop.test.json('/v1/product_mappings', {
      key: shop.publishableKey,
      headers: { origin: SHOP },
    })
    expect(status).to.equal(403)
    expect(headers.get('access-control-allow-origin')).to.equal(null)
  })

  it('is replaced by rotating, and ends with its application and the open sessions', async () => {
    const path = `/v1/embed/applications/${shop.applicationId}`
    const rotated = await shop.test.json(path, { method: 'PATCH', body: { rotate_publishable_key: true } })
    expect(await outcome(shop.publishableKey)).to.deep.equal([401, 'invalid_publishable_key'])
    const key: string = rotated.body.publishable_key
    expect(rotated.body.embed_application.publishable_key_last4).to.equal(key.slice(-4))
    expect(await outcome(key)).to.deep.equal([200, undefined])

    const { body } = await shop.page('/v1/embed/sessions/guest', MUG, { 'x-service-publishable-key': key })
    const archived = await shop.test.json(path, { method: 'DELETE' })
    expect([archived.status, archived.body]).to.deep.equal([200, { ok: true }])
    expect(await outcome(key)).to.deep.equal([401, 'invalid_publishable_key'])
    const session = await shop.test.json(`/v1/embed/sessions/${body.embed_session.id}`)
    expect(session.body.embed_session.status).to.equal('canceled')
  })
})

describe('CORS', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  const preflight = (path: string, origin: string) =>
    fetch(`${shop.test.url}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PATCH' },
    })

  it('answers preflights of browser routes with methods, headers and an age', async () => {
    const reply = await preflight('/v1/embed/fills/fill_x', SHOP)
    expect(reply.status).to.equal(204)
    expect(reply.headers.get('access-control-allow-origin')).to.equal(SHOP)
    expect(reply.headers.get('access-control-allow-methods')).to.equal('PATCH')
    expect(reply.headers.get('access-control-max-age')).to.equal('600')
    expect(reply.headers.get('vary')).to.include('Origin')
    expect(reply.headers.get('access-control-allow-credentials')).to.equal(null)
    const allowed = reply.headers.get('access-control-allow-headers')?.split(', ')
    expect(allowed).to.include.members([
      'Content-Type',
      'X-Service-Publishable-Key',
      'X-Service-Client-Secret',
    ])
  })

  it('answers no preflight of a stranger, and none of a route for servers', async () => {
    const stranger = await preflight(RESOLVE, 'https://evil.example')
    expect(stranger.headers.get('access-control-allow-origin')).to.equal(null)
    expect(stranger.headers.get('vary')).to.include('Origin')
    const server = await preflight('/v1/product_mappings', SHOP)
    expect(server.status).to.equal(405)
    expect(server.headers.get('access-control-allow-origin')).to.equal(null)
  })

  it('names each header that a page may read, on replies and refusals alike', async () => {
    for (const key of [shop.publishableKey, 'wrong']) {
      const { headers } = await shop.page(RESOLVE, MUG, { 'x-service-publishable-key': key })
      const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? []
      for (const name of ['X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id']) {
        expect(exposed).to.include(name)
        expect(headers.get(name), name).to.be.a('string')
      }
      expect(exposed).to.include.members(['ETag', 'Retry-After', 'X-Service-Content-Hash', 'X-Service-Fit'])
      expect(exposed).to.not.include('*')
    }
  })
})

describe('The limit of browsers', () => {
  it('counts origin and address together over all public routes, and keys not at all', async () => {
    const shop = await openStorefront({ env: { RATE_LIMIT_BROWSER_PER_MINUTE: '3' } })
    try {
      const session = await shop.guest()
      const { headers } = await shop.page(RESOLVE, MUG)
      expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).to.deep.equal([
        '3',
        '1',
      ])
      const create = { body: { embed_session: session.id } }
      expect((await shop.shopper('/v1/embed/fills', session.secret, create)).status).to.equal(201)
      const limited = await shop.shopper('/v1/embed/fills', session.secret, create)
      expect([limited.status, limited.body.error.scope]).to.deep.equal([429, 'origin_ip'])
      expect(Number(limited.headers.get('retry-after'))).to.be.within(1, 60)
      expect((await shop.page(RESOLVE, MUG)).status).to.equal(429)
      expect((await shop.page(RESOLVE, MUG, { origin: 'https://other.example' })).status).to.equal(403)
      expect((await shop.test.send('/v1/product_mappings')).status).to.equal(200)
    } finally {
      await shop.test.close()
    }
  })

  it('is of the page around the frame from its first question on: one shop uses up nothing of another', async () => {
    const shop = await openStorefront({ env: { RATE_LIMIT_BROWSER_PER_MINUTE: '2' } })
    const { test } = shop
    const twin = 'https://twin.example'
    const path = `/v1/embed/applications/${shop.applicationId}`
    await test.json(path, { method: 'PATCH', body: { allowed_origins: [SHOP, twin] } })
    const ask = async (path: string, parent: string, origin = test.url) => {
      const { status, body } = await shop.page(path, { ...MUG, parent_origin: parent }, { origin })
      return [status, body.error?.scope]
    }
    try {
      expect(await ask(RESOLVE, SHOP)).to.deep.equal([200, undefined])
      expect(await ask('/v1/embed/sessions/guest', SHOP)).to.deep.equal([201, undefined])
      expect(await ask(RESOLVE, SHOP)).to.deep.equal([429, 'origin_ip'])
      expect(await ask('/v1/embed/sessions/guest', SHOP)).to.deep.equal([429, 'origin_ip'])
      expect(await ask(RESOLVE, twin)).to.deep.equal([200, undefined])
      expect(await ask('/v1/embed/sessions/guest', twin)).to.deep.equal([201, undefined])
      // Another page is no frame, whatever it says; and what cannot be read counts for the frame itself.
      expect(await ask(RESOLVE, twin, SHOP)).to.deep.equal([429, 'origin_ip'])
      const broken = () =>
        test.json(RESOLVE, {
          ...{ key: null, body: '{', method: 'POST' },
          headers: { origin: test.url, 'content-type': 'application/json' },
        })
      expect([(await broken()).status, (await broken()).status, (await broken()).status]).to.deep.equal([
        400, 400, 429,
      ])
    } finally {
      await test.close()
    }
  })

  it('is by the page around it for the frame, and by the session for changes', async () => {
    const env = { RATE_LIMIT_BROWSER_PER_MINUTE: '4', RATE_LIMIT_SESSION_PER_MINUTE: '2' }
    const shop = await openStorefront({ env })
    try {
      const { secret, fillId, id } = await shop.filling()
      const create = { body: { embed_session: id }, origin: shop.test.url }
      const framed = await shop.shopper('/v1/embed/fills', secret, create)
      expect(framed.headers.get('x-ratelimit-remaining')).to.equal('1')
      const patch = () =>
        shop.shopper(`/v1/embed/fills/${fillId}`, secret, {
          method: 'PATCH',
          body: { values: { Name: 'Z' } },
        })
      expect((await patch()).headers.get('x-ratelimit-remaining')).to.equal('1')
      expect((await patch()).status).to.equal(200)
      const limited = await patch()
      expect([limited.status, limited.body.error.scope]).to.deep.equal([429, 'session'])
      const other = await shop.guest()
      const elsewhere = await shop.shopper('/v1/embed/fills/fill_x', other.secret, {
        method: 'PATCH',
        body: {},
      })
      expect(elsewhere.status).to.equal(404)
    } finally {
      await shop.test.close()
    }
  })
})
