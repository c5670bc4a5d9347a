/** A PostgreSQL that falls silent: nobody waits for it for long, what it may have done is neither lost nor doubled, and long work is let be. */
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import type { Database, Handle } from '../../../server/store/engine/database.ts'
import { openPostgres } from '../../../server/store/engine/dialect-postgres.ts'
import { freshDatabase, needsDatabase, queryPostgres } from '../../support/database/postgres.ts'
import { type PostgresServer, startPostgres } from '../../support/programs/postgres-server.ts'
import { eventually } from '../../support/run/eventually.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import { openTestServer, type SendOptions, type TestServer } from '../../support/service/open-test-server.ts'
import { eventsOf, finalize, liveTemplate, makeFill } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'
import { openPostgresLink, type PostgresLink } from './postgres-link.ts'

/** Of 5.25 s for an answer, and some for a machine that has more to do. */
const MOST_MS = 20_000

/** Sends it again and again as a client does that was told to come back; gives the first other answer. */
async function insist(test: TestServer, path: string, options: SendOptions) {
  return eventually(() => test.json(path, options), {
    until: ({ body }) => !['idempotency_key_in_progress', 'database_unavailable'].includes(body.error?.code),
  })
}

describe('PostgreSQL that stands still', () => {
  let postgres: PostgresServer
  let test: TestServer
  before(async function () {
    needsDatabase(this, 'postgres')
    // Without /proc nobody knows its processes.
    if (process.platform !== 'linux') leavePending(this, 'Linux')
    postgres = await startPostgres()
    test = await openTestServer({ env: { DATABASE_URL: postgres.url } })
  })
  after(async () => {
    postgres?.resume()
    await test?.close()
    await postgres?.stop()
  })

  const ask = async (at: number) => {
    const begun = performance.now()
    const options =
      at % 2 === 0 ? {} : { body: { name: `${at}`, type: 'secret' }, headers: { 'idempotency-key': `${at}` } }
    const { status, headers, body } = await test.json(
      at % 2 === 0 ? '/v1/templates' : '/v1/api_keys',
      options,
    )
    const code: string | undefined = body.error?.code
    return { status, code, retryAfter: headers.get('retry-after'), ms: performance.now() - begun }
  }
  const many = (count: number) => Promise.all(Array.from({ length: count }, (_, at) => ask(at)))

  it('is given up within seconds, whether it has a connection or not, and is back at once when it goes on @long', async () => {
    for (const { status } of await many(20)) expect(status).to.be.below(300)
    await postgres.pause()
    const unavailable = { status: 503, code: 'database_unavailable', retryAfter: '1' }
    // The second time there are no connections left from before.
    for (const replies of [await many(20), await many(4)])
      for (const { ms, ...said } of replies) {
        expect(said).to.deep.equal(unavailable)
        expect(ms).to.be.below(MOST_MS)
      }
    const ready = await test.json('/readyz', { key: null })
    expect([ready.status, ready.body.error.code]).to.deep.equal([503, 'database_unavailable'])
    postgres.resume()
    for (const { status } of await many(20)) expect(status).to.be.below(300)
    const { body } = await test.json('/v1/api_keys?limit=100')
    const names = body.data
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => name !== 'test')
    expect(names.sort()).to.deep.equal(['1', '11', '13', '15', '17', '19', '3', '5', '7', '9'])
  })
})

describe('PostgreSQL that falls silent at a COMMIT', () => {
  let link: PostgresLink
  let test: TestServer
  before(async function () {
    needsDatabase(this, 'postgres')
    link = await openPostgresLink(await freshDatabase())
    const env = { DATABASE_URL: link.url, ROLES: 'api,press' }
    test = await openTestServer({ press: openSamplePress(), env })
  })
  after(async () => {
    await test?.close()
    await link?.close()
  })

  for (const how of ['unheard', 'unanswered'] as const) {
    it(`which is ${how}: a key is made once, and is told of to whoever asks again under the same idempotency key @long`, async () => {
      const request = {
        body: { name: how, type: 'secret' },
        headers: { 'idempotency-key': randomUUID() },
      }
      const hungUp = link.silence(how, how)
      const begun = performance.now()
      const first = await test.json('/v1/api_keys', request)
      expect([first.status, first.body.error?.code]).to.deep.equal([503, 'database_unavailable'])
      expect(first.headers.get('retry-after')).to.equal('1')
      expect(performance.now() - begun).to.be.below(MOST_MS)
      // The connection is not kept for anybody else.
      await hungUp
      const again = await insist(test, '/v1/api_keys', request)
      expect(again.status, JSON.stringify(again.body)).to.equal(201)
      const isReplayed = again.headers.get('idempotency-replayed') === 'true'
      expect(isReplayed).to.equal(how === 'unanswered')
      expect((await test.send('/v1/templates', { key: again.body.key })).status).to.equal(200)
      const { body } = await test.json('/v1/api_keys?limit=100')
      expect(body.data.filter(({ name }: { name: string }) => name === how)).to.have.length(1)
    })

    it(`which is ${how}: an order is finalized once, with one print file @long`, async () => {
      const template = await liveTemplate(test)
      const fill = await makeFill(test, { template_id: template.id })
      const order = { external_order_id: `order ${fill.id}` }
      const hungUp = link.silence(order.external_order_id, how)
      const first = await finalize(test, fill.id, order)
      expect([first.status, first.body.error?.code]).to.deep.equal([503, 'database_unavailable'])
      await hungUp
      const again = await insist(test, `/v1/fills/${fill.id}/finalize`, { body: order })
      expect(again.status, JSON.stringify(again.body)).to.equal(200)
      expect(again.body.idempotent_replay === true).to.equal(how === 'unanswered')
      const { body } = await test.json(
        `/v1/renders?external_order_id=${encodeURIComponent(order.external_order_id)}`,
      )
      expect(body.data).to.have.length(1)
      expect(body.data[0].status).to.equal('succeeded')
      const events = await eventsOf(test, fill.id)
      expect(events.filter((type) => type === 'fill.finalized')).to.have.length(1)
    })
  }
})

describe('PostgreSQL that takes its time', () => {
  let url: string
  let database: Database
  before(async function () {
    needsDatabase(this, 'postgres')
    url = await freshDatabase()
    database = openPostgres(url)
  })
  after(() => database?.close())

  const run = (handle: Handle, sql: string) => handle.change({ sql, bindings: [] })

  /** Without the server's own limit, as if it did not look after it. */
  const sleep = (seconds: number) =>
    database.transaction(async (tx) => {
      await run(tx, 'set local statement_timeout = 0')
      await run(tx, `select pg_sleep(${seconds})`)
    })

  it('may be silent for longer in a transaction that changes or reads everything, and in none after it @long', async () => {
    const slept = await database.transactionAtLength(async (tx) => {
      await run(tx, 'create table slept as select 1 as one from pg_sleep(7)')
      return 'slept'
    })
    expect(slept).to.equal('slept')
    const begun = performance.now()
    const error = await sleep(60).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'database_unavailable')
    expect(performance.now() - begun).to.be.within(5_000, MOST_MS)
    expect((await run(database, 'select 1 as one')).rows).to.deep.equal([{ one: 1 }])
    expect(await queryPostgres(url, 'select count(*)::int as count from slept')).to.deep.equal([{ count: 1 }])
  })

  it('gives a list of a million rows, and takes one @long', async () => {
    await database.transactionAtLength((tx) =>
      run(tx, 'create table listed as select n from generate_series(1, 1000000) as n'),
    )
    const rows = await database.snapshot((snapshot) => snapshot.read(snapshot.sql('listed').select('n')))
    expect(rows).to.have.length(1_000_000)
  })

  it('ends a statement by itself, on a connection that goes on @long', async () => {
    const pid = async () => (await run(database, 'select pg_backend_pid() as pid')).rows[0]?.pid
    const before = await pid()
    const error = await run(database, 'select pg_sleep(60)').catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'database_unavailable')
    expect(await pid()).to.equal(before)
  })
})
