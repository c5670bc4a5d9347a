/** What is never given away: in a copy of the data no secret that works, in a fault's reply nothing of the inside. */
import { Type } from '@sinclair/typebox'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { CATALOGUE, type ErrorCode, ServiceError } from '../../core/errors.ts'
import { signWebhook } from '../../core/service/webhook/signer.ts'
import { operation } from '../../server/http/operation.ts'
import { placesOf } from '../support/database/dump.ts'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { insertRender } from '../support/service/sample-render.ts'
import { openStorefront, type Storefront } from '../support/service/storefront.ts'

const FAULTS = (Object.keys(CATALOGUE) as ErrorCode[]).filter((code) => CATALOGUE[code].status >= 500)
const INSIDE = 'hunter2 at /srv/platen/core/secret.ts:7'

for (const database of DATABASES)
  describe(`A copy of the database and the files, on ${longOn(database)}`, () => {
    let shop: Storefront
    before(async function () {
      needsDatabase(this, database)
      shop = await openStorefront({ database })
    })
    after(() => shop?.test.close())

    it('holds no key, client secret, signing secret, token or link that works', async () => {
      const { test, templateId } = shop
      const secrets = new Map<string, string>([
        ['secret key', test.team.key],
        ['publishable key', shop.publishableKey],
      ])
      const idempotent = { headers: { 'idempotency-key': 'kept-by-the-client' } }
      const take = (what: string, secret: string) => secrets.set(what, secret)
      const key = { type: 'restricted', scopes: ['renders:read'] }
      take('restricted key', (await test.json('/v1/api_keys', { body: key, ...idempotent })).body.key)
      const endpoint = await test.json('/v1/webhook_endpoints', {
        ...{ body: { url: 'https://hooks.example/' } },
        ...idempotent,
      })
      take('signing secret', endpoint.body.signing_secret)
      const path = `/v1/webhook_endpoints/${endpoint.body.webhook_endpoint.id}`
      const rotated = await test.json(path, { method: 'PATCH', body: { rotate_secret: true } })
      take('rotated signing secret', rotated.body.signing_secret)
      const { secret, fillId } = await shop.filling()
      take('client secret', secret)
      const done = await shop.shopper(`/v1/embed/fills/${fillId}/complete`, secret, {
        method: 'POST',
        origin: test.url,
      })
      take('resume token', done.body.resume_token)
      const { render } = await insertRender(test, templateId)
      const { signed_url: link } = (await test.json(`/v1/renders/${render.id}`, idempotent)).body.render
      take('signature of a link', new URL(link).searchParams.get('sig') ?? '')

      const bodies = [...secrets].map(
        ([what, text]) => [what, text.replace(/^[a-z]+_(?:[a-z]{2}_)?/, '')] as const,
      )
      for (const [what, text] of bodies) expect(text, what).to.have.length.of.at.least(30)
      for (const [what, text] of bodies) expect(await placesOf(test, [text]), what).to.deep.equal([])
      // The search finds what is there.
      expect(await placesOf(test, [fillId])).to.not.deep.equal([])
    })
  })

describe('The reply to a fault of ours', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer({
      operations: FAULTS.map((code) =>
        operation({
          id: `fail_${code}`,
          method: 'get',
          path: `/probe/${code}`,
          tag: 'Probe',
          summary: 'Fails.',
          stability: 'beta',
          auth: 'secret',
          scope: 'renders:read',
          limit: 'key',
          replies: { 200: Type.Object({}) },
          errors: [code],
          handle: () =>
            Promise.reject(
              new ServiceError(code, {
                message: INSIDE,
                param: 'values',
                cause: Object.assign(new Error(INSIDE), { sql: INSIDE }),
                ...(CATALOGUE[code].status === 502
                  ? { extra: { render_id: 'rnd_1' } }
                  : { extra: { table: INSIDE }, details: [{ code: 'x', message: INSIDE }] }),
              }),
            ),
        }),
      ),
    })
  })
  after(() => test.close())

  for (const code of FAULTS)
    it(`says of ${code} only what the catalogue says`, async () => {
      const { status, headers, body } = await test.json(`/v1/probe/${code}`)
      expect(status).to.equal(CATALOGUE[code].status)
      const { render_id: renderId, param: _, ...rest } = body.error
      expect(rest).to.deep.equal({
        type: CATALOGUE[code].type,
        code,
        message: CATALOGUE[code].says,
        request_id: headers.get('x-request-id'),
        doc_url: `${test.url}/docs/api/errors#${code}`,
      })
      expect(renderId).to.equal(status === 502 ? 'rnd_1' : undefined)
      const all = JSON.stringify([body, ...headers])
      expect(all).to.not.include('hunter2').and.not.include('/srv/')
      expect(headers.has('x-powered-by')).to.equal(false)
      expect(headers.has('server')).to.equal(false)
      expect(headers.has('retry-after')).to.equal(status === 503)
    })
})

describe('A webhook that somebody has kept', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = JSON.stringify({ id: 'evt_1', type: 'ping' })
  const verifyAt = (seconds: number) =>
    new Webhook(secret).verify(body, signWebhook([secret], { id: 'evt_1', timestamp: seconds }, body))

  it('is worth nothing to a receiver with the usual tolerance after five minutes, nor before its time', () => {
    const now = Math.floor(Date.now() / 1000)
    expect(verifyAt(now)).to.deep.include({ id: 'evt_1' })
    expect(() => verifyAt(now - 310)).to.throw('too old')
    expect(() => verifyAt(now + 310)).to.throw('too new')
  })
})
