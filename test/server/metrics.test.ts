/** What the server tells of itself: metrics, version and readiness. */
import { rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'chai'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { openSamplePress } from '../support/service/sample-press.ts'
import { uploadSample } from '../support/service/sample-render.ts'

const metricsOf = async (test: TestServer, headers: Record<string, string> = {}) => {
  const response = await test.send('/metrics', { key: null, headers })
  return { response, text: await response.text() }
}

/** The value of the line that begins so. */
function sample(text: string, start: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(start))
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ') + 1))
}

describe('The metrics', () => {
  let test: TestServer
  beforeEach(async () => {
    test = await openTestServer({
      press: openSamplePress(),
      env: { RATE_LIMIT_KEY_PER_MINUTE: '4' },
    })
  })
  afterEach(() => test.close())

  it('count requests by the route of the table, and never by what stands in its place', async () => {
    await test.send('/v1/renders/rnd_nobody')
    await test.send('/v1/renders/rnd_another')
    await test.send('/nowhere/special', { key: null })
    const { response, text } = await metricsOf(test)
    expect(response.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/)
    const count = 'http_request_duration_seconds_count'
    expect(sample(text, `${count}{route="/v1/renders/{id}",method="GET",status="404"}`)).to.equal(2)
    expect(sample(text, `${count}{route="unknown",method="GET",status="404"}`)).to.equal(1)
    for (const id of ['rnd_nobody', 'special', test.team.id]) expect(text).not.to.include(id)
  })

  it('tell of renders, limits, uploads, connections, memory and the event loop', async () => {
    const { id } = await uploadSample(test)
    await test.json('/v1/renders', { body: { template_id: id, kind: 'proof' } })
    await test.json('/v1/renders', { body: { template_id: id, values: { nobody: 'x' } } })
    for (let more = 0; more < 3; more += 1) await test.send('/v1/renders')
    const { text } = await metricsOf(test)
    expect(sample(text, 'render_duration_seconds_count{kind="proof",outcome="done"}')).to.equal(1)
    expect(sample(text, 'render_duration_seconds_count{kind="unknown",outcome="refused"}')).to.equal(1)
    expect(sample(text, 'rate_limited_total{scope="key"}')).to.equal(2)
    expect(sample(text, 'upload_in_flight ')).to.equal(0)
    expect(sample(text, 'upload_waiting ')).to.equal(0)
    expect(sample(text, 'db_pool_in_use ')).to.be.within(0, 10)
    const resident = Number(sample(text, 'process_resident_memory_bytes '))
    expect(resident).to.be.greaterThan(10_000_000)
    const heap = Number(sample(text, 'nodejs_heap_size_total_bytes '))
    expect(heap).to.be.within(1_000_000, resident)
    expect(sample(text, 'nodejs_heap_size_used_bytes ')).to.be.within(1_000_000, heap)
    expect(sample(text, 'nodejs_external_memory_bytes ')).to.be.greaterThan(0)
    expect(sample(text, 'event_loop_lag_seconds{quantile="0.99"}')).to.be.within(0, 5)
  })

  it('are a registry of their own for each server', async () => {
    const other = await openTestServer()
    try {
      await other.send('/v1/usage')
      expect((await metricsOf(test)).text).not.to.include('/v1/usage')
    } finally {
      await other.close()
    }
  })

  it('without a token answer this machine alone, and nothing that a proxy passes on', async () => {
    expect((await metricsOf(test)).response.status).to.equal(200)
    for (const headers of [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { via: '1.1 p' },
    ])
      expect((await metricsOf(test, headers)).response.status).to.equal(404)
  })

  it('with a token answer nobody else', async () => {
    const token = 'a-token-of-sixteen-signs'
    const guarded = await openTestServer({ env: { METRICS_TOKEN: token } })
    try {
      expect((await metricsOf(guarded)).response.status).to.equal(401)
      const wrong = { authorization: 'Bearer a-token-of-sixteen-signz' }
      expect((await metricsOf(guarded, wrong)).response.status).to.equal(401)
      const right = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' }
      expect((await metricsOf(guarded, right)).response.status).to.equal(200)
    } finally {
      await guarded.close()
    }
  })
})

describe('The server', () => {
  let test: TestServer
  beforeEach(async () => {
    test = await openTestServer()
  })
  afterEach(() => test.close())

  it('tells its version', async () => {
    const { body } = await test.json('/version', { key: null })
    expect(body).to.deep.include({ name: 'platen', api_version: '2026-07-15' })
    expect(body.version).to.match(/^\d+\.\d+\.\d+/)
  })

  it('is ready, and leaves nothing behind when it is asked', async () => {
    expect((await test.json('/readyz', { key: null })).body).to.deep.equal({ status: 'ready' })
    expect(await test.temporaryFiles()).to.deep.equal([])
  })

  it('is not ready while files cannot be written', async () => {
    const folder = dirname(test.server.ports.files.temporaryPath())
    await rm(folder, { recursive: true })
    await writeFile(folder, 'in the way')
    const { status, headers, body } = await test.json('/readyz', { key: null })
    expect([status, body.error.code]).to.deep.equal([503, 'files_unavailable'])
    expect(headers.get('retry-after')).to.equal('1')
  })

  it('is not ready on a database that lacks a migration', async () => {
    const database = new Database(test.databasePath)
    database.exec("DELETE FROM knex_migrations WHERE name LIKE '0001-%'")
    database.close()
    const { status, body } = await test.json('/readyz', { key: null })
    expect([status, body.error.code]).to.deep.equal([503, 'database_unavailable'])
  })
})
