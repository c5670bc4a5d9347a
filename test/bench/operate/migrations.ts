/**
 * How long each migration takes on a table of many fills, from before review and production on. FILLS sets another number,
 * DATABASES=postgres one database instead of both.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../server/config.ts'
import { connect } from '../../../server/store/engine/dialect.ts'
import { knownMigrations, migrate } from '../../../server/store/engine/migrate.ts'
import { copyRow, nthId } from '../../support/database/many-rows.ts'
import { makeOlderDatabase, migrationsUpTo } from '../../support/database/older-installation.ts'
import { type PostgresServer, startPostgres } from '../../support/programs/postgres-server.ts'
import { fillInstallation } from '../../support/service/small-shop.ts'
import { type Figure, reported, timed } from '../figure.ts'
import { tellStep } from '../tell-step.ts'

const FILLS = Number(process.env.FILLS ?? 1_000_000)
const DATABASES = (process.env.DATABASES ?? 'sqlite,postgres').split(',')
/** Rows of one statement. */
const TOGETHER = 50_000
const TOLD_EVERY = 200_000
const FROM = '0033-drafts'
/** Shorter ones are told together. */
const WORTH_MS = 1_000

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-migrations-'))
  let postgres: PostgresServer | null = null
  try {
    const DATA_DIR = join(folder, 'source')
    const [{ fillId } = { fillId: '' }] = await fillInstallation({ DATA_DIR })
    const source = readConfig({ DATA_DIR }).databaseUrl
    const figures: Figure[] = []
    if (DATABASES.includes('sqlite'))
      figures.push(...(await measureOn('SQLite', source, join(folder, 'platen.db'), fillId)))
    if (!DATABASES.includes('postgres')) return figures
    postgres = await startPostgres('commits')
    return [...figures, ...(await measureOn('PostgreSQL', source, postgres.url, fillId))]
  } finally {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureOn(name: string, source: string, target: string, fillId: string): Promise<Figure[]> {
  await makeOlderDatabase(source, target, FROM)
  const database = await connect(target)
  try {
    tellStep(`${name}: ${FILLS.toLocaleString('en')} fills are written.`)
    for (let from = 0; from < FILLS; from += TOGETHER) {
      if (from % TOLD_EVERY === 0) tellStep(`${name}: ${from.toLocaleString('en')} are there.`)
      await database.transactionAtLength((tx) =>
        copyRow(
          tx,
          'fills',
          { id: fillId, count: Math.min(TOGETHER, FILLS - from) },
          {
            id: nthId('fill').replace('+ n', `+ ${from} + n`),
            external_order_id: `'order-' || cast((n + ${from}) / 3 as text)`,
            customer_name: `'Shopper ' || cast((n + ${from}) / 4 as text)`,
            customer_email: `'shopper-' || cast((n + ${from}) / 4 as text) || '@example.com'`,
          },
        ),
      )
    }
    const figures: Figure[] = []
    let [all, rest] = [0, 0]
    for (const migration of knownMigrations().slice(migrationsUpTo(FROM).length)) {
      const ms = await timed(() => migrate(database, migrationsUpTo(migration)))
      tellStep(`${name}: ${migration} is done.`)
      all += ms
      if (ms < WORTH_MS) rest += ms
      else figures.push(reported(`${name}, ${migration}, ${FILLS} fills`, ms / 1000, 's'))
    }
    // The kernel counts it in kilobytes.
    const peakMb = process.resourceUsage().maxRSS / 1024
    return [
      ...figures,
      reported(`${name}, memory of the process so far, peak`, peakMb, 'MB'),
      reported(`${name}, all others after ${FROM}`, rest / 1000, 's'),
      reported(`${name}, all after ${FROM}`, all / 1000, 's'),
    ]
  } finally {
    await database.close()
  }
}
