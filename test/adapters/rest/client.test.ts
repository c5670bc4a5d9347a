/** The client against the real service: lists, writes, refusals, files, and that it keeps its key to itself. */
import { inspect } from 'node:util'
import { expect } from 'chai'
import { MOCK } from '../../../adapters/mock/adapter.ts'
import { createClient, type Platen } from '../../../adapters/rest/client.ts'
import {
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PlatenError,
} from '../../../adapters/rest/errors.ts'
import { RESOURCES } from '../../../adapters/rest/resources.ts'
import { OPERATIONS } from '../../../server/operations/index.ts'
import { type AdapterShop, openAdapterShop } from '../../support/shops/adapter-shop.ts'

describe('The client', () => {
  let shop: AdapterShop
  let asked: string[]
  let platen: Platen
  before(async () => {
    shop = await openAdapterShop(MOCK, {}, { adapters: [] })
  })
  after(() => shop.close())
  beforeEach(() => {
    asked = []
    platen = createClient({
      ...{ apiKey: shop.test.team.key, baseUrl: shop.test.url },
      fetch: (input, init) => {
        asked.push(`${init?.method} ${String(input)}`)
        return fetch(input, init)
      },
    })
  })

  it('has a call for every operation with a key, under its own method and path', () => {
    const rows = Object.values(RESOURCES).flatMap((calls) => Object.values(calls))
    const routes = new Map(rows.map(([id, route]) => [id as string, route as string]))
    for (const operation of OPERATIONS.filter(({ auth }) => auth === 'secret')) {
      // The same move under two methods has one call.
      if (operation.id === 'patchFillStatus') continue
      const route = `${operation.method.toUpperCase()} /v1${operation.path}`
      expect(routes.get(operation.id), operation.id).to.equal(route)
      routes.delete(operation.id)
    }
    expect([...routes.keys()]).to.deep.equal([])
    for (const [id, , travels] of rows as readonly (readonly [string, string, string?])[]) {
      const operation = OPERATIONS.find((one) => one.id === id)
      const part = operation?.multipart === undefined ? undefined : `form ${operation.multipart.file}`
      const inQuery = operation?.method !== 'get' && operation?.query !== undefined ? 'query' : undefined
      expect(travels, id).to.equal(part ?? inQuery)
    }
  })

  it('goes through 250 fills in three requests of a hundred, each fill once @long', async () => {
    const made: string[] = []
    for (let count = 0; count < 250; count += 1)
      made.push(await shop.fill({ external_cart_id: 'many', values: { Name: `N${count}` } }))
    const found: string[] = []
    for await (const fill of platen.fills.list({ external_cart_id: 'many', limit: 100 })) found.push(fill.id)
    expect(found).to.deep.equal(made.toReversed())
    expect(asked).to.have.lengthOf(3)
    const some = await platen.fills.list({ external_cart_id: 'many', limit: 100 }).toArray({ limit: 120 })
    expect(some).to.have.lengthOf(120)
    expect(asked).to.have.lengthOf(5)
  })

  it('finalizes once, and says the second time that it had been', async () => {
    const id = await shop.fill()
    const first = await platen.fills.finalize(id, { external_order_id: 'order-1', quantity: 3 })
    const second = await platen.fills.finalize(id, { external_order_id: 'order-1' })
    expect(first.idempotent_replay).to.equal(undefined)
    expect(second.idempotent_replay).to.equal(true)
    expect(second.render.id).to.equal(first.render.id)
  })

  it('fetches a print file by a link that is too old, as a stream or whole', async () => {
    const id = await shop.fill()
    const { render } = await platen.fills.finalize(id, { external_order_id: 'order-2' })
    const [stored] = await platen.renders.list({ external_order_id: 'order-2' }).toArray({ limit: 10 })
    shop.test.clock.advance(61 * 60_000)
    const old = await fetch(stored?.signed_url ?? '')
    expect(old.status).to.equal(403)
    await old.arrayBuffer()
    const file = await platen.fetchRender({ id: render.id, signed_url: stored?.signed_url ?? null })
    let bytes = 0
    for await (const chunk of file.stream) bytes += chunk.length
    expect(bytes).to.equal(stored?.size_bytes)
    const whole = await (await platen.renders.download(render.id, { filename: 'card.pdf' })).bytes()
    expect(Buffer.from(whole.subarray(0, 5)).toString()).to.equal('%PDF-')
    expect(whole).to.have.lengthOf(bytes)
    const long = platen.renders.download(render.id, { filename: 'x'.repeat(121) })
    expect(await long.catch((error) => error)).to.be.instanceOf(RangeError)
  })

  it('uploads a template from a Blob', async () => {
    const file = new Blob(['%PDF-1.7\n% another sample\n%%EOF\n'], { type: 'application/pdf' })
    const { template } = await platen.templates.upload({ file, fileName: 'card.pdf', title: 'By the client' })
    expect(template.title).to.equal('By the client')
    expect((await platen.templates.publish(template.id)).template.status).to.equal('live')
  })

  const refusal = (work: Promise<unknown>): Promise<PlatenError> =>
    work.then(
      () => expect.fail('It was not refused.'),
      (error) => {
        expect(error).to.be.instanceOf(PlatenError)
        return error as PlatenError
      },
    )

  it('throws an error of its kind with code and request id, and asks no second time', async () => {
    const missing = await refusal(platen.fills.retrieve('fill_01kq3f8w2bx6mt4v9y0hzd5s7e'))
    expect(missing).to.be.instanceOf(NotFoundError)
    expect(missing.code).to.equal('not_found')
    expect(missing.requestId).to.match(/^req_/)
    const id = await shop.fill()
    await platen.fills.setStatus(id, { status: 'canceled' })
    const ended = await refusal(platen.fills.finalize(id))
    expect(ended).to.be.instanceOf(ConflictError)
    expect([ended.status, ended.code]).to.deep.equal([409, 'fill_expired'])
    const wrong = await refusal(platen.fills.create({ external_product_id: 'mug', values: { Nobody: 'x' } }))
    expect(wrong).to.be.instanceOf(InvalidRequestError)
    expect(wrong.code).to.equal('unknown_field')
    expect(asked).to.have.lengthOf(4)
    const bad = platen.fills.retrieve('../team')
    expect(await bad.catch((error) => error)).to.be.instanceOf(TypeError)
    expect(asked).to.have.lengthOf(4)
  })

  it('keeps its key out of dumps and errors, and refuses what is none', async () => {
    const { key } = shop.test.team
    const error = await refusal(platen.fills.retrieve('fill_01kq3f8w2bx6mt4v9y0hzd5s7e'))
    const gone = createClient({ apiKey: key, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
    const down = await refusal(gone.fills.retrieve('fill_01kq3f8w2bx6mt4v9y0hzd5s7e'))
    expect(down.code).to.equal('connection_failed')
    for (const one of [platen, error, down])
      expect(`${inspect(one, { depth: 9, showHidden: true })}${JSON.stringify(one)}`).not.to.contain(key)
    expect(() => createClient({ apiKey: 'platen_pk_abc', baseUrl: shop.test.url })).to.throw(TypeError)
    expect(() => createClient({ apiKey: key, baseUrl: 'ftp://print.example' })).to.throw(TypeError)
  })
})
