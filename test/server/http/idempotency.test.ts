/** Idempotency-Key: one request, one effect and one reply, however often and however fast it is sent. */
import { Type } from '@sinclair/typebox'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { type AnyOperation, operation } from '../../../server/http/operation.ts'
import { OPERATIONS } from '../../../server/operations/index.ts'
import { placesOf } from '../../support/database/dump.ts'
import { eventually } from '../../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { openSamplePress, SAMPLE_PDF, uploadForm } from '../../support/service/sample-press.ts'

const ANY = Type.Object({ count: Type.Integer(), text: Type.String() }, { additionalProperties: false })

/** An operation whose effect is counted, and which does as it is told. */
function probe() {
  let count = 0
  let gate: Promise<void> = Promise.resolve()
  let outcome: () => string = () => ''
  const made: AnyOperation = operation({
    id: 'probe',
    method: 'post',
    path: '/probe/{id}',
    tag: 'Probe',
    summary: 'Counts.',
    stability: 'beta',
    auth: 'secret',
    scope: 'renders:write',
    limit: 'key',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    body: Type.Object({ a: Type.Optional(Type.Integer()) }, { additionalProperties: false }),
    replies: { 201: ANY },
    errors: ['fill_not_open', 'insufficient_scope', 'render_failed', 'overloaded'],
    async handle(_core, _caller, _input, reply) {
      count += 1
      const mine = count
      await gate
      return reply(201, { count: mine, text: outcome() }, { 'X-Probe': String(mine) })
    },
  })
  return {
    operation: made,
    count: () => count,
    hold: (until: Promise<void>) => {
      gate = until
    },
    does: (next: () => string) => {
      outcome = next
    },
  }
}

describe('Idempotency-Key', () => {
  let test: TestServer
  let counted: ReturnType<typeof probe>
  beforeEach(async () => {
    counted = probe()
    test = await openTestServer({ press: openSamplePress(), operations: [...OPERATIONS, counted.operation] })
  })
  afterEach(() => test.close())

  const send = (key: string, body: object = {}, more: { path?: string; key?: string } = {}) =>
    test.json(more.path ?? '/v1/probe/x', {
      body,
      headers: { 'idempotency-key': key },
      ...(more.key === undefined ? {} : { key: more.key }),
    })

  /** The handler has begun. */
  const begun = () => eventually(() => counted.count(), { until: (count) => count === 1 })

  it('answers the same request with the kept reply, and does nothing again', async () => {
    const first = await send('order-1', { a: 1 })
    const again = await send('order-1', { a: 1 })
    expect(counted.count()).to.equal(1)
    expect([again.status, again.body]).to.deep.equal([201, first.body])
    expect(again.headers.get('x-probe')).to.equal('1')
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).to.deep.equal([
      null,
      'true',
    ])
    expect(again.headers.get('x-request-id')).not.to.equal(first.headers.get('x-request-id'))
  })

  it('refuses another body, and is another key on another path and for another team', async () => {
    await send('k', { a: 1 })
    const other = await send('k', { a: 2 })
    expect([other.status, other.body.error.code]).to.deep.equal([422, 'idempotency_key_reused'])
    await send('k', { a: 2 }, { path: '/v1/probe/y' })
    await send('k', { a: 2 }, { key: (await test.makeTeam('Another')).key })
    expect(counted.count()).to.equal(3)
  })

  it('tells a second request to wait while the first is under way', async () => {
    let open = (): void => {}
    counted.hold(
      new Promise((resolve) => {
        open = resolve
      }),
    )
    const first = send('k')
    await begun()
    const second = await send('k')
    expect([second.status, second.body.error.code]).to.deep.equal([409, 'idempotency_key_in_progress'])
    expect(second.headers.get('retry-after')).to.equal('1')
    test.clock.advance(60_000)
    open()
    expect((await first).status).to.equal(201)
    expect(counted.count()).to.equal(1)
  })

  it('is free again a minute after its request died', async () => {
    const { idempotency } = test.server.ports.store
    let open = (): void => {}
    counted.hold(
      new Promise((resolve) => {
        open = resolve
      }),
    )
    const dead = send('k')
    await begun()
    test.clock.advance(59_999)
    expect((await send('k')).status).to.equal(409)
    test.clock.advance(1)
    counted.hold(Promise.resolve())
    const next = await send('k')
    expect([next.status, next.body.count]).to.deep.equal([201, 2])
    open()
    await dead
    // What the undead request answered does not take the place of what was kept.
    expect((await send('k')).body.count).to.equal(2)
    expect(await idempotency.removeBefore(0, 10)).to.equal(0)
  })

  it('keeps a refusal, and no reply that may be another one next time', async () => {
    const codes = [
      ['fill_not_open', 1],
      ['insufficient_scope', 2],
      ['overloaded', 2],
      ['render_failed', 2],
    ] as const
    for (const [code, runs] of codes) {
      counted.does(() => {
        throw new ServiceError(code, { message: `for ${code}`, param: 'a' })
      })
      const before = counted.count()
      const first = await send(code)
      const again = await send(code)
      expect(counted.count() - before, code).to.equal(runs)
      expect([again.status, again.body.error.code, again.body.error.param]).to.deep.equal([
        first.status,
        code,
        first.body.error.param,
      ])
      expect(again.headers.get('idempotency-replayed')).to.equal(runs === 1 ? 'true' : null)
    }
  })

  it('keeps nothing of a request that is refused before it is run', async () => {
    expect((await send('k', { b: 1 })).status).to.equal(400)
    expect((await send('k', { a: 1 })).status).to.equal(201)
  })

  it('runs again what was answered with more than 64 kB', async () => {
    counted.does(() => 'x'.repeat(70_000))
    await send('k', { a: 1 })
    expect((await send('k', { a: 1 })).body.count).to.equal(2)
    expect((await send('k', { a: 2 })).status).to.equal(422)
  })

  it('takes 1 to 255 characters', async () => {
    expect((await send('x'.repeat(255))).status).to.equal(201)
    for (const key of ['', 'x'.repeat(256)]) {
      const { status, body } = await send(key)
      expect([status, body.error.param]).to.deep.equal([400, 'Idempotency-Key'])
    }
  })

  it('is forgotten after a day, and swept', async () => {
    await send('k')
    test.clock.advance(86_400_000 - 1)
    expect((await send('k')).body.count).to.equal(1)
    test.clock.advance(1)
    expect((await send('k')).body.count).to.equal(2)
    test.clock.advance(86_400_001)
    expect(await test.server.ports.store.idempotency.removeBefore(test.clock.now() - 86_400_000, 9)).to.equal(
      1,
    )
  })

  it('knows an upload by its bytes and texts, whatever the file is called', async () => {
    const upload = (bytes: Uint8Array, title: string) =>
      test.json('/v1/templates', {
        body: uploadForm(bytes, title),
        headers: { 'idempotency-key': 'upload' },
      })
    const first = await upload(SAMPLE_PDF, 'Card')
    const again = await upload(SAMPLE_PDF, 'Card')
    expect(again.body).to.deep.equal(first.body)
    expect(again.headers.get('idempotency-replayed')).to.equal('true')
    expect((await upload(SAMPLE_PDF, 'Label')).status).to.equal(422)
    expect((await upload(Buffer.concat([SAMPLE_PDF, Buffer.from('\n')]), 'Card')).status).to.equal(422)
  })

  it('gives a key that is shown once again to the same request, and leaves it in no copy of the database', async () => {
    const make = () => send('make-key', { type: 'secret', name: 'n' }, { path: '/v1/api_keys' })
    const { body } = await make()
    expect((await make()).body).to.deep.equal(body)
    expect(await placesOf(test, [body.api_key.id])).to.include('idempotency_keys')
    const secrets = [body.key, body.key.slice(10), Buffer.from(body.key).toString('base64'), test.team.key]
    expect(await placesOf(test, secrets)).to.deep.equal([])
  })

  it('drops what it kept of a record that is erased', async () => {
    const { idempotency } = test.server.ports.store
    const { body } = await send('make', { type: 'secret' }, { path: '/v1/api_keys' })
    await idempotency.forget(test.team.id, ['key_00000000000000000000000000'])
    const kept = await send('make', { type: 'secret' }, { path: '/v1/api_keys' })
    expect(kept.body).to.deep.equal(body)
    await idempotency.forget(test.team.id, [body.api_key.id])
    const anew = await send('make', { type: 'secret' }, { path: '/v1/api_keys' })
    expect(anew.body.api_key.id).not.to.equal(body.api_key.id)
  })
})
