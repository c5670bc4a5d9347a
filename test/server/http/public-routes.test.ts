/** Every route that answers without a key, with what one request may cost the service: a new one belongs on the list. */
import { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { routePath } from '../../../server/http/operation.ts'
import { OPERATIONS } from '../../../server/operations/index.ts'
import { SqliteConnection } from '../../../server/store/engine/sqlite-connection.ts'
import type { TestServer } from '../../support/service/open-test-server.ts'
import { openPreviewServer, publishExample } from '../../support/service/previewing.ts'

/**
 * `kept`: made once, then the same bytes again without a statement. `fixed`: a short text without a statement. `rows`: a
 * page written of a few rows. `limited`: counted by network address before anything else. `linked`: without a valid
 * signature, one row at most. `hidden`: not found for strangers.
 */
type Cost = 'kept' | 'fixed' | 'rows' | 'limited' | 'linked' | 'hidden'

const COSTS: Readonly<Record<string, Cost>> = {
  'POST /v1/product_mappings/resolve': 'limited',
  'POST /v1/embed/sessions/guest': 'limited',
  'POST /v1/embed/sessions/hosted': 'limited',
  'POST /v1/console/sessions': 'limited',
  'POST /v1/console/sessions/passkey/options': 'limited',
  'POST /v1/console/sessions/passkey': 'limited',
  'POST /v1/console/join/check': 'limited',
  'POST /v1/console/passphrase-links': 'limited',
  'POST /v1/console/join': 'limited',
  'GET /files/renders/:id.pdf': 'linked',
  'GET /files/batches/:id.pdf': 'linked',
  'GET /files/exports/:id.zip': 'linked',
  'GET /files/previews/:id.png': 'linked',
  'GET /files/proofs/:id.pdf': 'linked',
  'GET /files/assets/:id.webp': 'linked',
  'GET /files/thumbnails/:id.webp': 'linked',
  'GET /files/pictures/:id': 'linked',
  'GET /v1/openapi.json': 'kept',
  'GET /v1/openapi.yaml': 'kept',
  'OPTIONS /v1/product_mappings/resolve': 'rows',
  'OPTIONS /v1/embed/sessions/guest': 'rows',
  'OPTIONS /v1/embed/fills': 'rows',
  'OPTIONS /v1/embed/fills/:id': 'rows',
  'OPTIONS /v1/embed/fills/:id/pictures': 'rows',
  'OPTIONS /v1/embed/fills/:id/pictures/:picture': 'rows',
  'OPTIONS /v1/embed/fills/:id/preview': 'rows',
  'OPTIONS /v1/embed/fills/:id/change': 'rows',
  'OPTIONS /v1/embed/fills/:id/complete': 'rows',
  'GET /healthz': 'fixed',
  'GET /readyz': 'rows',
  'GET /version': 'fixed',
  'GET /doctor': 'hidden',
  'GET /metrics': 'hidden',
  'GET /': 'rows',
  'GET /docs': 'kept',
  'GET /docs/errors': 'fixed',
  'GET /docs/search.json': 'kept',
  'GET /docs/*': 'kept',
  'GET /widget/v1.js': 'kept',
  'GET /widget/assets/:name': 'kept',
  'GET /favicon.ico': 'fixed',
  'GET /widget/frame': 'rows',
  'GET /fill/:slug': 'rows',
  'GET /fill/:slug/card.png': 'kept',
  'GET /fill/:slug/first.webp': 'kept',
  'GET /console': 'fixed',
  'GET /console/*': 'fixed',
  // The demo's own shop server, where an installation has one: it calls the API with a key, within that key's limit.
  'GET /demo': 'hidden',
  'POST /demo': 'hidden',
  'GET /demo/*': 'hidden',
  'POST /demo/*': 'hidden',
  // Adapters check the signature of the platform over at most 2 MB; this installation has none.
  'GET /adapters/*': 'hidden',
  'POST /adapters/*': 'hidden',
}

const EMAIL = 'ada@printshop.example'
/** What a stranger can send without knowing anything. */
const BODIES: Readonly<Record<string, object>> = {
  '/v1/product_mappings/resolve': { external_product_id: 'mug' },
  '/v1/embed/sessions/guest': { external_product_id: 'mug' },
  '/v1/embed/sessions/hosted': { slug: 'none' },
  '/v1/console/sessions': { email: EMAIL, passphrase: 'seven grey geese by the lake' },
  '/v1/console/sessions/passkey': { credential: {} },
  '/v1/console/join/check': { token: 'guessed' },
  '/v1/console/passphrase-links': { email: EMAIL },
  '/v1/console/join': { token: 'guessed', passphrase: 'seven grey geese by the lake' },
}

/** Statements of a page that is written of rows: what it shows, its team's branding and languages. */
const MOST_STATEMENTS = 6
/** Finding the template and its revision, of which a picture has been drawn. */
const STATEMENTS_OF_A_PICTURE = 4
const MOST_BYTES = 64 * 1024

interface Answered {
  readonly status: number
  readonly statements: number
  /** The very object that was written. */
  readonly body: unknown
}

describe('A route without a key', () => {
  let test: TestServer
  let slug: string
  let script: string
  let publishableKey: string
  const { run } = SqliteConnection.prototype
  const { end } = ServerResponse.prototype
  let statements = 0
  let bodies: unknown[] = []

  before(async () => {
    test = await openPreviewServer('sqlite', {
      SIGN_IN_ATTEMPTS: '1',
      RATE_LIMIT_BROWSER_PER_MINUTE: '3',
      METRICS_TOKEN: 'a-token-that-nobody-guesses',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'press@printshop.example',
    })
    const id = await publishExample(test, 'business-card.pdf')
    const { body } = await test.json(`/v1/templates/${id}`)
    slug = body.template.slug
    const made = await test.json('/v1/embed/applications', {
      body: { name: 'Shop', allowed_origins: ['https://shop.example'], create_publishable_key: true },
    })
    publishableKey = made.body.publishable_key
    const page = await (await test.send(`/fill/${slug}`, { key: null })).text()
    script = /src="(\/widget\/assets\/[^"]+)"/.exec(page)?.[1] ?? ''
    SqliteConnection.prototype.run = function (statement) {
      statements += 1
      return run.call(this, statement)
    }
    ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
      bodies.push(args[0])
      return Reflect.apply(end, this, args)
    } as typeof end
  })
  after(() => {
    SqliteConnection.prototype.run = run
    ServerResponse.prototype.end = end
    return test.close()
  })

  const example = (path: string): string => {
    if (path === '/widget/assets/:name') return script
    if (path === '/docs/*') return '/docs/api/errors'
    if (path === '/widget/frame') return `/widget/frame?key=${publishableKey}`
    return path
      .replace(':slug', slug)
      .replace(':id', 'fill_01kq3f8w2bx6mt4v9y0hzd5s7e')
      .replace(':picture', 'img_01kq3f8w2bx6mt4v9y0hzd5s7e')
      .replace('*', 'elsewhere')
  }

  const ask = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> => {
    statements = 0
    bodies = []
    const body = method === 'POST' && BODIES[path] !== undefined ? JSON.stringify(BODIES[path]) : undefined
    const reply = await fetch(`${test.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'text/html, */*',
        origin: method === 'OPTIONS' ? 'https://shop.example' : test.url,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(path.startsWith('/v1/console/') ? { 'x-service-console': '1' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    await reply.arrayBuffer()
    return { status: reply.status, statements, body: bodies[0] }
  }

  /** What runs by itself meanwhile, such as a sweep, is not the request's. */
  const leastOf = async (ask: () => Promise<Answered>): Promise<Answered> => {
    const answers = [await ask(), await ask(), await ask()]
    return answers.reduce((least, one) => (one.statements < least.statements ? one : least))
  }

  it('stands on the list with its cost, and every other needs a key, a session or somebody signed in', () => {
    const closed = OPERATIONS.filter(({ auth }) => !['none', 'sign_in', 'publishable'].includes(auth))
    const known = new Set(closed.map((one) => `${one.method.toUpperCase()} ${routePath(one)}`))
    const open = test.server.app.routes.filter((route) => !known.has(route))
    expect([...open].sort()).to.deep.equal(Object.keys(COSTS).sort())
  })

  for (const [route, cost] of Object.entries(COSTS)) {
    const [method = '', path = ''] = route.split(' ')
    if (cost === 'kept')
      it(`${route} is made once, and then the same bytes are sent`, async () => {
        const first = await ask(method, example(path))
        const again = await leastOf(() => ask(method, example(path)))
        expect([first.status, again.status]).to.deep.equal([200, 200])
        expect(again.body, 'the same object').to.equal(first.body)
        const isPicture = path.startsWith('/fill/')
        expect(again.statements).to.be.at.most(isPicture ? STATEMENTS_OF_A_PICTURE : 0)
      })
    if (cost === 'fixed')
      it(`${route} is a short text that needs no statement`, async () => {
        const answered = await leastOf(() => ask(method, example(path)))
        expect(answered.status).to.be.below(400)
        expect(answered.statements).to.equal(0)
        expect(String(answered.body ?? '').length).to.be.below(MOST_BYTES)
      })
    if (cost === 'rows')
      it(`${route} reads a few rows`, async () => {
        const answered = await leastOf(() => ask(method, example(path)))
        expect(answered.status).to.be.below(400)
        expect(answered.statements).to.be.within(1, MOST_STATEMENTS)
        expect(String(answered.body ?? '').length).to.be.below(MOST_BYTES)
      })
    if (cost === 'linked')
      it(`${route} reads at most one row without a valid signature`, async () => {
        const answered = await leastOf(() => ask(method, `${example(path)}?sig=guessed`))
        expect(answered.status).to.be.within(400, 499)
        expect(answered.statements).to.be.at.most(1)
      })
    if (cost === 'hidden')
      it(`${route} is hidden from strangers, without a statement`, async () => {
        const answered = await leastOf(() => ask(method, example(path)))
        expect(answered.status).to.be.oneOf([401, 404])
        expect(answered.statements).to.equal(0)
      })
  }

  it('that does not exist is answered without a statement', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['OPTIONS', '/v1/templates'],
      ['PUT', '/healthz'],
      ['GET', `/${'a'.repeat(8000)}`],
    ] as const) {
      const answered = await leastOf(() => ask(method, path))
      expect(answered.status, path.slice(0, 20)).to.be.oneOf([404, 405])
      expect(answered.statements).to.equal(0)
    }
  })

  it('that guesses keys is counted by address, and a key of the wrong form reaches no row', async () => {
    const answered = await leastOf(() => ask('GET', '/v1/templates', { authorization: 'Bearer guessed' }))
    expect([answered.status, answered.statements]).to.deep.equal([401, 0])
  })

  for (const route of Object.keys(COSTS).filter((one) => COSTS[one] === 'limited'))
    it(`${route} is refused once its address has asked too often`, async () => {
      const [method = '', path = ''] = route.split(' ')
      const statuses: number[] = []
      for (let count = 0; count < 8 && statuses.at(-1) !== 429; count++)
        statuses.push((await ask(method, path)).status)
      expect(statuses.at(-1)).to.equal(429)
    })
})

describe('The description of the API', () => {
  let test: TestServer
  before(async () => {
    test = await openPreviewServer('sqlite')
  })
  after(() => test.close())

  for (const path of ['/v1/openapi.json', '/v1/openapi.yaml']) {
    const read = (headers: Record<string, string> = {}, method = 'GET') =>
      test.send(path, { key: null, method, headers: { 'accept-encoding': 'identity', ...headers } })

    it(`at ${path} is compressed for who takes that, and not modified for who has it`, async () => {
      const plain = await read()
      const text = await plain.text()
      const zipped = await read({ 'accept-encoding': 'gzip' })
      expect(zipped.headers.get('content-encoding')).to.equal('gzip')
      expect(Number(zipped.headers.get('content-length'))).to.be.below(text.length / 5)
      expect(await zipped.text()).to.equal(text)
      const etag = plain.headers.get('etag') ?? ''
      expect(etag).to.match(/^"[\w-]+"$/)
      expect(zipped.headers.get('etag')).to.equal(`W/${etag}`)
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`])
        expect((await read({ 'if-none-match': tag })).status, tag).to.equal(304)
    })

    it(`at ${path} has ranges and HEAD of the same bytes`, async () => {
      const whole = await read()
      const text = Buffer.from(await whole.arrayBuffer())
      const part = await read({ range: 'bytes=10-19', 'accept-encoding': 'gzip' })
      expect([part.status, part.headers.get('content-range')]).to.deep.equal([
        206,
        `bytes 10-19/${text.length}`,
      ])
      expect(Buffer.from(await part.arrayBuffer()).equals(text.subarray(10, 20))).to.equal(true)
      const head = await read({}, 'HEAD')
      expect(head.headers.get('content-length')).to.equal(String(text.length))
      expect(head.headers.get('etag')).to.equal(whole.headers.get('etag'))
      const beyond = await read({ range: `bytes=${text.length}-` })
      expect([beyond.status, beyond.headers.get('content-range')]).to.deep.equal([
        416,
        `bytes */${text.length}`,
      ])
    })
  }
})
