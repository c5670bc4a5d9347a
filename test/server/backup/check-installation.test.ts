/** What a check of an installation finds: everything that is lost, doubled or damaged, and nothing else. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { checkInstallation } from '../../../server/backup/check-installation.ts'
import { FILE_COLUMNS, OTHER_HASHES } from '../../../server/backup/named-files.ts'
import type { ProblemCode } from '../../../server/backup/problem.ts'
import { LEFT_OUT } from '../../../server/backup/rows.ts'
import { readConfig } from '../../../server/config.ts'
import { inLoadOrder, readCatalogue } from '../../../server/store/engine/catalogue.ts'
import type { Database, Handle } from '../../../server/store/engine/database.ts'
import { connect } from '../../../server/store/engine/dialect.ts'
import { insertRows } from '../../support/database/many-rows.ts'
import { migratedDatabase } from '../../support/database/migrated.ts'
import { DATABASES, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { runInside } from '../../support/programs/platen-cli.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { fillInstallation } from '../../support/service/small-shop.ts'
import { insertBatch } from './raw-batch.ts'

type Order = Awaited<ReturnType<typeof fillInstallation>>[number]

for (const database of DATABASES)
  describe(`A check of an installation on ${longOn(database)}`, () => {
    const makeFolder = temporaryFolders()
    let env: Readonly<Record<string, string>>
    let orders: readonly Order[]
    let db: Database
    before(async function () {
      needsDatabase(this, database)
      const DATA_DIR = await makeFolder()
      env = { DATA_DIR, ...(database === 'postgres' ? { DATABASE_URL: await migratedDatabase() } : {}) }
      orders = await fillInstallation(env, 5)
      db = await connect(readConfig(env).databaseUrl)
    })
    after(() => db?.close())

    async function found(): Promise<readonly (readonly [ProblemCode, string])[]> {
      const { problems } = await checkInstallation(readConfig(env), { now: Date.now() })
      return problems.map(({ code, object }) => [code, object])
    }

    /** Looks after the harm is done, and undoes it. */
    async function foundAfter(harm: (transaction: Handle) => Promise<unknown>) {
      const catalogue = await readCatalogue(db)
      // Columns that the database computes cannot be written back.
      const table = (name: string) =>
        db.sql(name).select(...(catalogue.find((one) => one.name === name)?.columns ?? []))
      const names = ['fills', 'renders', 'render_tails', 'usage', 'events', 'webhook_endpoints']
      const kept = new Map<string, Record<string, unknown>[]>()
      for (const name of names) kept.set(name, [...(await db.read(table(name)))])
      await db.change(db.sql('webhook_deliveries').delete())
      await harm(db)
      try {
        return await found()
      } finally {
        for (const name of [...names].reverse()) if (name !== 'fills') await db.change(db.sql(name).delete())
        await db.change(db.sql('fills').delete())
        for (const name of names) await insertRows(db, name, kept.get(name) ?? [])
      }
    }

    const order = (at: number): Order => orders[at] as Order

    it('finds nothing where everything is in order', async () => {
      expect(await found()).to.deep.equal([])
      const { code, out } = await runInside(env, 'verify')
      expect(code).to.equal(0)
      expect(out).to.match(/^No problems found\.\n\n {2}files +2\n/)
    })

    it('finds lost tails and changed contents', async () => {
      const problems = await foundAfter(async (db) => {
        await db.change(
          db
            .sql('render_tails')
            .where({ render_id: order(0).renderId })
            .delete(),
        )
        await db.change(
          db
            .sql('render_tails')
            .where({ render_id: order(1).renderId })
            .update({ bytes: Buffer.from('%%EOF') }),
        )
        await db.change(
          db
            .sql('renders')
            .where({ id: order(2).renderId })
            .update({ size_bytes: 7 }),
        )
        await db.change(
          db
            .sql('renders')
            .where({ id: order(3).renderId })
            .update({ storage_key: 'erased:x' }),
        )
      })
      expect(problems).to.deep.equal([
        ['tail_missing', order(0).renderId],
        ['content_differs', order(1).renderId],
        ['content_differs', order(2).renderId],
        ['tail_not_erased', order(3).renderId],
      ])
    })

    it('finds fills whose print file is lost or belongs to nobody', async () => {
      const problems = await foundAfter(async (db) => {
        await db.change(
          db
            .sql('renders')
            .where({ id: order(0).renderId })
            .update({ fill_id: null }),
        )
        await db.change(
          db
            .sql('fills')
            .where({ id: order(1).fillId })
            .update({ status: 'open', finalized_at: null }),
        )
        await db.change(
          db
            .sql('fills')
            .where({ id: order(2).fillId })
            .update({ last_render_id: order(3).renderId }),
        )
        await db.change(
          db
            .sql('fills')
            .where({ id: order(3).fillId })
            .update({ status: 'expired', status_reason: 'refunded' }),
        )
      })
      expect(problems).to.deep.equal([
        ['final_render_missing', order(0).fillId],
        ['final_render_missing', order(2).fillId],
        ['fill_not_finalized', order(1).fillId],
      ])
    })

    it('finds events that are missing or were told twice', async () => {
      const problems = await foundAfter(async (db) => {
        const finalized = { type: 'fill.finalized' }
        await db.change(
          db
            .sql('events')
            .where({ ...finalized, object_id: order(0).fillId })
            .delete(),
        )
        const [event] = await db.read(db.sql('events').where({ ...finalized, object_id: order(1).fillId }))
        await db.change(db.sql('events').insert({ ...event, id: `${event?.id}x` }))
        await db.change(
          db
            .sql('events')
            .where({ ...finalized, object_id: order(2).fillId })
            .delete(),
        )
        await db.change(
          db
            .sql('fills')
            .where({ id: order(2).fillId })
            .update({ finalized_at: Date.now() - 31 * 86_400_000 }),
        )
      })
      expect(problems).to.deep.equal([
        ['event_missing', order(0).fillId],
        ['event_doubled', order(1).fillId],
      ])
    })

    it('finds usage that is not that of the print files', async () => {
      const [{ team_id: teamId } = {}] = await db.read(db.sql('fills').select('team_id').limit(1))
      const problems = await foundAfter((db) => db.change(db.sql('usage').update({ used: 4 })))
      expect(problems).to.deep.equal([['usage_differs', teamId]])
      expect(await foundAfter((db) => db.change(db.sql('usage').delete()))).to.deep.equal([
        ['usage_differs', teamId],
      ])
      // What a merged file prints counts without a render of its own.
      const [{ month } = {}] = await db.read(db.sql('usage').select('month'))
      await insertBatch(db, { team_id: teamId, counted: JSON.stringify({ [String(month)]: 3 }) })
      const merged = await foundAfter((db) => db.change(db.sql('usage').update({ used: 8 })))
      await db.change(db.sql('batches').delete())
      expect(merged).to.deep.equal([])
    })

    it('finds renders that wait for too long, and no others', async () => {
      const problems = await foundAfter(async (db) => {
        const waits = { status: 'queued', storage_key: 'pending:x' }
        const { renderId } = order(0)
        await db.change(
          db
            .sql('renders')
            .where({ id: renderId })
            .update({ ...waits, updated_at: Date.now() - 3_700_000 }),
        )
        await db.change(
          db
            .sql('renders')
            .where({ id: order(1).renderId })
            .update({ ...waits, updated_at: Date.now() }),
        )
      })
      expect(problems).to.deep.equal([['render_stuck', order(0).renderId]])
    })

    it('finds signing secrets that the master key does not open', async () => {
      const [{ id } = {}] = await db.read(db.sql('webhook_endpoints').select('id'))
      const secret = `v1:${Buffer.alloc(80).toString('base64')}`
      const problems = await foundAfter((db) =>
        db.change(db.sql('webhook_endpoints').update({ secret_ciphertext: secret })),
      )
      expect(problems).to.deep.equal([['secret_unreadable', id]])
    })

    it('finds files that are missing or damaged, prints them row by row and ends with 1', async () => {
      const folder = join(readConfig(env).filesFolder, 'sha256')
      const names = (await readdir(folder, { recursive: true })).filter((name) => name.length > 64).sort()
      const [gone = '', harmed = ''] = names
      const bytes = await Promise.all([gone, harmed].map((name) => readFile(join(folder, name))))
      await rm(join(folder, gone))
      await writeFile(join(folder, harmed), Buffer.concat([bytes[1] ?? Buffer.alloc(0), Buffer.from('x')]))
      const { code, out } = await runInside(env, 'verify')
      expect(code).to.equal(1)
      expect(out).to.match(/^2 things are wrong\./)
      expect(out).to.match(new RegExp(`${gone.slice(3)} +The file is missing; \\w+ `))
      expect(out).to.match(new RegExp(`${harmed.slice(3)} +The file is damaged`))
      const { code: again, out: text } = await runInside(env, 'verify', '--json')
      const json = JSON.parse(text)
      expect([again, json.ok, json.problems.length]).to.deep.equal([1, false, 2])
      await writeFile(join(folder, gone), bytes[0] ?? '')
      await writeFile(join(folder, harmed), bytes[1] ?? '')
      expect(await found()).to.deep.equal([])
    })

    it('knows every column that names a file, and a way through every table', async () => {
      const tables = (await readCatalogue(db)).filter(({ name }) => !LEFT_OUT.includes(name))
      const hashes = tables.flatMap(({ name, columns }) =>
        columns
          .filter((column) =>
            /sha256$|^(?:plan|parts|artwork|print|mask|gray|screen|thumbnail)$/.test(column),
          )
          .map((column) => `${name}.${column}`),
      )
      const known = Object.entries(FILE_COLUMNS).flatMap(([name, columns]) =>
        Object.keys(columns).map((column) => `${name}.${column}`),
      )
      expect(hashes).to.have.members([...known, ...OTHER_HASHES])
      for (const { name, key } of tables) expect(key, name).not.to.deep.equal([])
      expect(inLoadOrder(tables)).to.have.lengthOf(tables.length)
    })
  })
