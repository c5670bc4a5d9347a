/** The store on PostgreSQL: its conformance, its order and types, its locks, its waits and its errors. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { UniqueViolation } from '../../../core/unique-violation.ts'
import { writtenOnce } from '../../../server/store/engine/database.ts'
import { openPostgres } from '../../../server/store/engine/dialect-postgres.ts'
import { countOf, readCell } from '../../../server/store/engine/table.ts'
import { type OpenStore, openStore } from '../../../server/store/open.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { describeStore } from '../../conformance/store.ts'
import { readCount } from '../../conformance/store-counter.ts'
import { freshDatabase, needsDatabase, queryPostgres } from '../../support/database/postgres.ts'
import { renderRecord, stockTeam, templateRecord } from '../../support/database/records.ts'
import { eventually } from '../../support/run/eventually.ts'
import { migrationNames } from './migration-names.ts'

const COUNTER = join(import.meta.dirname, 'counter-process.ts')

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

const WAITING = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

describe('PostgreSQL', () => {
  let url: string
  let store: OpenStore
  before(async function () {
    needsDatabase(this, 'postgres')
    url = await freshDatabase()
    store = await openStore({ databaseUrl: url })
  })
  after(() => store?.close())

  describeStore('PostgreSQL', async () => {
    const opened = await openStore({ databaseUrl: await freshDatabase() })
    return { store: opened, close: opened.close }
  })

  it('is brought up to date once, and keeps what was written for the next start', async () => {
    const names = await migrationNames()
    expect(store.migrated).to.deep.equal(names)
    const { teamId, template } = await stockTeam(store)
    const second = await openStore({ databaseUrl: url.replace('postgres:', 'postgresql:') })
    expect(second.migrated).to.deep.equal([])
    expect(await second.templates.find(teamId, template.id)).to.deep.equal(template)
    await second.ping()
    await second.close()
  })

  it('answers each of many kinds of statements, and prepares at most 500 of them on a connection', async () => {
    const db = databaseOf(store)
    await db.transaction(async (tx) => {
      for (let number = 0; number < 600; number += 1) {
        const asked = writtenOnce(tx, `select ?::int + ${number} as sum`, [1])
        expect(await readCell(tx, 'sum', asked)).to.equal(1 + number)
        // The same again, prepared or not.
        expect(await readCell(tx, 'sum', { ...asked, bindings: [2] })).to.equal(2 + number)
      }
      expect(await countOf(tx, tx.sql('pg_prepared_statements'))).to.be.within(300, 500)
    })
  })

  it('reads on while a later version adds columns', async () => {
    const { teamId, template } = await stockTeam(store)
    const read = () => store.templates.find(teamId, template.id)
    expect(await read()).to.deep.equal(template)
    await queryPostgres(url, 'alter table templates add column added_later text')
    expect(await read()).to.deep.equal(template)
    await queryPostgres(url, 'alter table templates drop column added_later')
    expect(await read()).to.deep.equal(template)
  })

  it('compares every text by its bytes and keeps whole numbers of 64 bits, whatever its own order is', async () => {
    const columns = await queryPostgres(
      url,
      `select table_name, column_name, data_type, collation_name from information_schema.columns
        where table_schema = 'public' and table_name not like 'knex%'`,
    )
    const texts = columns.filter(({ data_type }) => /^(?:text|character)/.test(String(data_type)))
    expect(texts.length).to.be.greaterThan(30)
    for (const { table_name, column_name, collation_name } of texts)
      expect(collation_name, `${table_name}.${column_name}`).to.equal('C')
    for (const { table_name, column_name, data_type } of columns)
      expect(data_type, `${table_name}.${column_name}`).to.not.equal('integer')
    const [sorted] = await queryPostgres(url, `select 'a' < 'B' as english`)
    expect(sorted, 'the order of the database itself').to.deep.equal({ english: true })
  })

  it('finds every page of a list by an index, without sorting', async () => {
    const unscanned = new URL(url)
    // A short table would be read through, whatever its indexes are.
    unscanned.searchParams.set('options', '-c enable_seqscan=off')
    const explain = async (more: string) => {
      const statement = `select * from renders where team_id = 't' ${more} order by id desc limit 51`
      const rows = await queryPostgres(unscanned.href, `explain ${statement}`)
      return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
    }
    for (const more of [
      '',
      "and id < 'x'",
      "and kind = 'final'",
      "and external_order_id = 'o' and id < 'x'",
    ]) {
      const plan = await explain(more)
      expect(plan, more).to.match(/Index Scan Backward using/)
      expect(plan, more).to.not.include('Sort')
    }
  })

  it('loses no count between processes that read and write in turn, and opens while they do', async () => {
    const { teamId, template } = await stockTeam(store)
    const processes = [1, 2].map(() => fork(COUNTER, [url, teamId, template.id, '100']))
    const codes = await Promise.all(processes.map(async (one) => (await once(one, 'exit'))[0]))
    expect(codes).to.deep.equal([0, 0])
    expect(await readCount(store, teamId, template.id)).to.equal(200)
  })

  it('is brought up to date by one of four processes that start at once', async () => {
    const fresh = await freshDatabase()
    const processes = [1, 2, 3, 4].map(() => fork(COUNTER, [fresh, '', '', '0']))
    const codes = await Promise.all(processes.map(async (one) => (await once(one, 'exit'))[0]))
    expect(codes).to.deep.equal([0, 0, 0, 0])
    const [recorded] = await queryPostgres(fresh, 'select count(*) from knex_migrations')
    expect(Number(recorded?.count)).to.equal(store.migrated.length)
  })

  it('lets one transaction at a time hold a name, and others hold another', async () => {
    const order: string[] = []
    const hold = (name: string, said: string, until: () => Promise<unknown>) =>
      store.transaction(async (inside) => {
        await inside.lock(name)
        order.push(`${said} begins`)
        await until()
        order.push(`${said} ends`)
      })
    // The first one ends once the other one waits for it.
    const waited = () =>
      eventually(async () => order.length > 1 || (await queryPostgres(url, WAITING)).length > 0)
    await Promise.all([hold('one', 'first', waited), hold('one', 'second', waited)])
    expect(order[1]?.split(' ')[0]).to.equal(order[0]?.split(' ')[0])
    order.length = 0
    // Each ends once both have begun: were one to wait for the other, neither would.
    const both = () => eventually(() => order.filter((said) => said.endsWith('begins')).length === 2)
    await Promise.all([hold('one', 'first', both), hold('other', 'second', both)])
    expect(order.slice(0, 2).every((said) => said.endsWith('begins'))).to.equal(true)
  })

  it('bounds waits and statements, and sees what others have committed', async () => {
    const db = openPostgres(url)
    const show = async (name: string) => (await db.read({ sql: `show ${name}`, bindings: [] }))[0]?.[name]
    expect(await show('statement_timeout')).to.equal('5s')
    expect(await show('idle_in_transaction_session_timeout')).to.equal('20s')
    expect(await show('transaction_isolation')).to.equal('read committed')
    await db.close()
  })

  it('calls a statement that is ended while it waits database_unavailable, and goes on', async () => {
    const { teamId, template } = await stockTeam(store)
    const cancel = WAITING.replace('pid', 'pg_cancel_backend(pid)')
    await store.transaction(async (inside) => {
      await inside.templates.findForUpdate(teamId, template.id)
      const waiting = thrownBy(store.templates.update(teamId, template.id, { title: 'later' }))
      await eventually(() => queryPostgres(url, cancel), { until: ({ length }) => length > 0 })
      expect(await waiting)
        .to.be.instanceOf(ServiceError)
        .with.property('code', 'database_unavailable')
    })
    expect((await store.templates.update(teamId, template.id, { title: 'now' }))?.title).to.equal('now')
  })

  it('goes on after its connections were cut, and calls the cut database_unavailable', async () => {
    // Waits until each is gone: one that still ends while the next statement comes would be given out once more.
    const cut = `select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const { teamId } = await stockTeam(store)
    const error = await thrownBy(
      store.transaction(async (inside) => {
        await queryPostgres(url, cut)
        await inside.usage.consume(teamId, '202607', null)
      }),
    )
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'database_unavailable')
    expect(await store.usage.read(teamId, '202607')).to.equal(0)
  })

  it('says that its disk is full', async () => {
    const database = openPostgres(url)
    const fill = "do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$"
    expect(await thrownBy(database.change({ sql: fill, bindings: [] })))
      .to.be.instanceOf(ServiceError)
      .with.property('code', 'disk_full')
    await database.close()
  })

  it('says what is wrong with an address, and never the password', async () => {
    const messageOf = async (databaseUrl: string) => String(await thrownBy(openStore({ databaseUrl })))
    const closed = await messageOf('postgres://platen:hush@127.0.0.1:9/platen')
    expect(closed)
      .to.match(/ECONNREFUSED/)
      .and.not.include('hush')
    const absent = new URL(url)
    absent.pathname = 'no_such_database'
    expect(await messageOf(absent.href)).to.match(/database "no_such_database" does not exist/)
    const stranger = new URL(url)
    stranger.password = 'hush'
    expect(await messageOf(stranger.href))
      .to.match(/password authentication failed/)
      .and.not.include('hush')
    expect(await messageOf('postgres://platen:hush@:bad:/x')).to.not.include('hush')
  })

  it('refuses a database that would not keep text as it is, and one of a newer version', async () => {
    const ascii = await freshDatabase("encoding 'SQL_ASCII' locale 'C'")
    expect(String(await thrownBy(openStore({ databaseUrl: ascii })))).to.match(/SQL_ASCII.*UTF8/)
    const newer = await freshDatabase()
    await (await openStore({ databaseUrl: newer })).close()
    await queryPostgres(newer, "insert into knex_migrations (name, batch) values ('9999-later', 9)")
    expect(String(await thrownBy(openStore({ databaseUrl: newer })))).to.match(/newer version.*9999-later/)
  })

  it('says nothing of the values in an error', async () => {
    const { template } = await stockTeam(store)
    const render = renderRecord(template, { revision: 9, customerEmail: 'jane@example.com' })
    const missing = (await thrownBy(store.renders.insert(render))) as Error
    expect(missing.message).to.match(/foreign key/)
    expect(JSON.stringify({ ...missing, message: missing.message })).to.not.include(template.id)
    const empty = { ...render, revision: 1, status: null } as never
    expect(JSON.stringify({ ...((await thrownBy(store.renders.insert(empty))) as Error) })).to.not.include(
      'jane',
    )
    const twin = (await thrownBy(
      store.templates.insert(templateRecord(template.teamId, { slug: template.slug })),
    )) as UniqueViolation
    expect(twin).to.be.instanceOf(UniqueViolation)
    expect(JSON.stringify(twin.cause)).to.not.include(template.slug)
  })
})
