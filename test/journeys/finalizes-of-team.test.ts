/** Finalizes of one team at the same time on PostgreSQL: none waits for the writing of another. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { needsDatabase, queryPostgres } from '../support/database/postgres.ts'
import { eventually } from '../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }
const WAITING = `select 1 from pg_locks where not granted and relation = 'render_tails'::regclass`

describe('A finalize that is still writing', () => {
  let test: TestServer
  before(async function () {
    needsDatabase(this, 'postgres')
    test = await openTestServer({ press: 'workers', database: 'postgres' })
  })
  after(() => test?.close())

  it('has not yet locked the count of its team, which every other finalize changes', async () => {
    const form = new FormData()
    form.set('pdf', new Blob([await readFile(CARD)], { type: 'application/pdf' }), 'card.pdf')
    const { template } = (await test.json('/v1/templates', { body: form })).body
    await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST' })
    const finalize = async () => {
      const { body } = await test.json('/v1/fills', { body: { template_id: template.id, values: VALUES } })
      return test.json(`/v1/fills/${body.fill.id}/finalize`, { body: {} })
    }
    // Makes the row of the count.
    expect((await finalize()).status).to.equal(200)
    const url = test.databasePath
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    try {
      await holder.query('begin; lock table render_tails in exclusive mode')
      const finalizing = finalize()
      await eventually(async () => (await queryPostgres(url, WAITING)).length > 0)
      expect(await queryPostgres(url, 'select used from usage for update nowait')).to.have.length(1)
      await holder.query('commit')
      expect((await finalizing).status).to.equal(200)
    } finally {
      await holder.end()
    }
    expect((await test.json('/v1/usage')).body.used).to.equal(2)
  })
})
