/** Rate limits that several processes share: on PostgreSQL, and each for itself while that is slow or away. */
import { expect } from 'chai'
import pg from 'pg'
import { createLimits, limitKey, RateLimited } from '../../../server/http/limit.ts'
import { type LimitCounts, openLimitCounts } from '../../../server/store/engine/limit-counts.ts'
import { openStore } from '../../../server/store/open.ts'
import { freshDatabase, needsDatabase, queryPostgres } from '../../support/database/postgres.ts'
import { eventually } from '../../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'

const SETTINGS = {
  keyPerMinute: 3,
  failuresPerMinute: 3,
  browserPerMinute: 3,
  guestsPerAddress: 3,
  pictureMbPerAddress: 1,
  previewPerMinute: 3,
  sessionPerMinute: 3,
  typingPerMinute: 3,
  consolePerMinute: 3,
  signInAttempts: 3,
}
const KEY = limitKey(Buffer.alloc(32, 7))
const clock = { now: () => Date.now() }

describe('A rate limit', () => {
  const realNow = Date.now
  afterEach(() => {
    Date.now = realNow
  })

  for (const moved of [-3 * 3_600_000, -90_000, -30_000, 30_000, 3 * 3_600_000])
    it(`names no time beyond its window when the clock is moved by ${moved / 1000} s`, async () => {
      const clock = { now: () => Date.now() }
      const limits = createLimits({ clock, settings: SETTINGS, counts: null, key: KEY })
      for (let turn = 0; turn < 2; turn++) await limits.countKey('key_1')
      Date.now = () => realNow() + moved
      for (let turn = 0; turn < 6; turn++) {
        const told = await limits.countKey('key_1').catch((error: unknown) => error)
        const headers = told instanceof RateLimited ? told.headers : (told as Record<string, string>)
        const reset = Number(headers['X-RateLimit-Reset']) - clock.now() / 1000
        expect(reset).to.be.within(-1, 61)
        if (told instanceof RateLimited) expect(told.facts.retryAfterSeconds).to.be.within(0, 60)
      }
    })
})

describe('Rate limits of several processes', () => {
  let url: string
  before(async function () {
    needsDatabase(this, 'postgres')
    url = await freshDatabase()
    // Opening a store makes its tables, so that each test runs by itself.
    await (await openStore({ databaseUrl: url })).close()
  })

  it('are one budget: 60 requests over two servers, and the 61st is 429 at either', async () => {
    const env = { DATABASE_URL: url, MASTER_KEY: '07'.repeat(32), RATE_LIMIT_KEY_PER_MINUTE: '60' }
    const servers: TestServer[] = []
    try {
      for (let count = 0; count < 2; count++) servers.push(await openTestServer({ env }))
      const [one, two] = servers as [TestServer, TestServer]
      const get = (server: TestServer) => server.send('/v1/renders', { key: one.team.key })
      const replies: Response[] = []
      for (let turn = 0; turn < 10; turn++)
        replies.push(...(await Promise.all([one, two, one, two, two, one].map(get))))
      expect(replies.map(({ status }) => status)).to.deep.equal(Array(60).fill(200))
      const left = replies.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
      expect(left.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 60 }, (_, count) => count))
      for (const server of [one, two, one]) {
        const { status, headers, body } = await server.json('/v1/renders', { key: one.team.key })
        expect([status, body.error.code, body.error.scope]).to.deep.equal([429, 'rate_limited', 'key'])
        expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
        expect(headers.get('x-ratelimit-remaining')).to.equal('0')
        expect(headers.get('x-ratelimit-limit')).to.equal('60')
      }
      expect((await two.send('/v1/renders')).status).to.equal(200)
    } finally {
      for (const server of servers) await server.close()
    }
  })

  it('write one row for each budget, without anybody’s address, and no write-ahead log', async () => {
    const counts = openLimitCounts(url) as LimitCounts
    try {
      const limits = createLimits({ clock, settings: SETTINGS, counts, key: KEY })
      await limits.countFailure('192.0.2.77')
      await limits.countBrowser('https://shop.example', '192.0.2.77')
      const rows = await queryPostgres(url, 'select key, points, expire from rate_limits')
      const text = JSON.stringify(rows)
      expect(rows.length).to.be.greaterThan(2)
      expect(text).not.to.include('192.0.2.77').and.not.to.include('shop.example')
      const [table] = await queryPostgres(
        url,
        "select relpersistence from pg_class where relname = 'rate_limits'",
      )
      expect(table).to.deep.equal({ relpersistence: 'u' })
    } finally {
      await counts.close()
    }
  })

  it('ask the database no more once a budget is used up', async () => {
    let statements = 0
    const real = openLimitCounts(url) as LimitCounts
    const counts: LimitCounts = {
      query(statement) {
        statements += 1
        return real.query(statement)
      },
      close: () => real.close(),
    }
    try {
      const limits = createLimits({ clock, settings: SETTINGS, counts, key: KEY })
      for (let turn = 0; turn < 3; turn++) await limits.countKey('key_used_up')
      for (let turn = 0; turn < 5; turn++)
        expect(await refused(limits.countKey('key_used_up'))).to.equal('key')
      expect(statements).to.equal(3)
    } finally {
      await counts.close()
    }
  })

  it('let in again within a window although a clock that was ahead has written its end', async () => {
    const counts = openLimitCounts(url) as LimitCounts
    try {
      // Another process: one that has refused does so from its own memory until the window ends.
      const open = () => createLimits({ clock, settings: SETTINGS, counts, key: KEY })
      const before = open()
      for (let turn = 0; turn < 3; turn++) await before.countKey('key_ahead')
      await queryPostgres(
        url,
        "update rate_limits set expire = expire + 10800000 where key = 'key:key_ahead'",
      )
      const { 'X-RateLimit-Remaining': left, 'X-RateLimit-Reset': reset } = await open().countKey('key_ahead')
      expect(left).to.equal('2')
      expect(Number(reset)).to.be.within(clock.now() / 1000, clock.now() / 1000 + 61)
    } finally {
      await counts.close()
    }
  })

  it('go on in each process while the counts are locked, and are shared again afterwards @long', async () => {
    const counts = openLimitCounts(url) as LimitCounts
    const limits = createLimits({ clock, settings: SETTINGS, counts, key: KEY })
    await limits.countKey('key_locked')
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    try {
      await holder.query('begin; lock table rate_limits in exclusive mode')
      const headers = await limits.countKey('key_locked')
      expect(headers['X-RateLimit-Remaining']).to.equal('2')
      await limits.countKey('key_locked')
      await limits.countKey('key_locked')
      expect(await refused(limits.countKey('key_locked'))).to.equal('key')
      await holder.query('commit')
      // After a second in which the database is left alone.
      const shared = await eventually(
        async () => {
          const key = `key_after_${performance.now()}`
          expect((await limits.countKey(key))['X-RateLimit-Remaining']).to.equal('2')
          return queryPostgres(url, `select points::int4 from rate_limits where key = 'key:${key}'`)
        },
        { until: ({ length }) => length > 0 },
      )
      expect(shared).to.deep.equal([{ points: 1 }])
    } finally {
      await holder.end()
      await counts.close()
    }
  })

  it('never fail a request: nothing answers where the database should be', async () => {
    const nowhere = new URL(url)
    nowhere.port = '9'
    const counts = openLimitCounts(nowhere.href) as LimitCounts
    try {
      const limits = createLimits({ clock, settings: SETTINGS, counts, key: KEY })
      for (let turn = 0; turn < 3; turn++) await limits.countSession('esn_1', 'reads')
      expect(await refused(limits.countSession('esn_1', 'reads'))).to.equal('session')
    } finally {
      await counts.close()
    }
  })

  it('stay in memory on SQLite', () => {
    expect(openLimitCounts('/tmp/platen.db')).to.equal(null)
  })
})

async function refused(counting: Promise<unknown>): Promise<string> {
  try {
    await counting
  } catch (error) {
    if (error instanceof RateLimited) return error.scope
    throw error
  }
  return 'let through'
}
