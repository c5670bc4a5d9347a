/** Fills of an older version, more than are written at once: each is found by its words and sorted by its customer. */
import { join } from 'node:path'
import { expect } from 'chai'
import { readConfig } from '../../../server/config.ts'
import type { Database } from '../../../server/store/engine/database.ts'
import { connect } from '../../../server/store/engine/dialect.ts'
import { migrate } from '../../../server/store/engine/migrate.ts'
import { copyRow, nthId } from '../../support/database/many-rows.ts'
import { makeOlderDatabase } from '../../support/database/older-installation.ts'
import { DATABASES, freshDatabase, needsDatabase } from '../../support/database/postgres.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { fillInstallation } from '../../support/service/small-shop.ts'

const FILLS = 1_100

/** Of fills, as the database tells them. */
async function indexesOf(db: Database): Promise<readonly string[]> {
  const rows = await db.read<{ told: string }>({
    sql:
      db.dialect === 'postgres'
        ? "select indexdef as told from pg_indexes where tablename = 'fills'"
        : "select name || coalesce(sql, '') as told from sqlite_master where type = 'index' and tbl_name = 'fills'",
    bindings: [],
  })
  return rows.map(({ told }) => told)
}

for (const database of DATABASES)
  describe(`Fills of an older version, on ${database}`, () => {
    const makeFolder = temporaryFolders()
    before(function () {
      needsDatabase(this, database)
    })

    it('have their words and names after the migration', async () => {
      const folder = await makeFolder()
      const DATA_DIR = join(folder, 'source')
      const [{ fillId } = { fillId: '' }] = await fillInstallation({ DATA_DIR })
      const target = database === 'sqlite' ? join(folder, 'platen.db') : await freshDatabase()
      await makeOlderDatabase(readConfig({ DATA_DIR }).databaseUrl, target, '0033-drafts')
      const db = await connect(target)
      try {
        const changes = {
          ...{ id: nthId('fill'), external_order_id: "'Nr-' || cast(n as text)" },
          ...{ field_values: "'{}'", external_cart_id: 'null', customer_email: 'null' },
          customer_name: "'Zoë ' || cast(n as text)",
        }
        await db.transaction((tx) => copyRow(tx, 'fills', { id: fillId, count: FILLS }, changes))
        const before = await indexesOf(db)
        expect(before).to.have.length.above(8)
        await migrate(db)
        expect(await indexesOf(db)).to.include.members(before)
        const rows = await db.read<{ id: string; search_words: string; customer_sort: string }>(
          db.sql('fills').where('external_order_id', 'like', 'Nr-%').orderBy('id'),
        )
        expect(rows).to.have.length(FILLS)
        for (const [n, { search_words, customer_sort }] of rows.entries())
          expect([search_words, customer_sort]).to.deep.equal([` nr${n} ${n} zoe `, `zoe ${n}`])
        const words = await db.read<{ word: string; fill_id: string }>(
          db.sql('fill_words').whereIn('fill_id', [rows[499]?.id ?? '', rows[500]?.id ?? '']),
        )
        const found = words
          .map(({ word, fill_id }) => `${fill_id === rows[499]?.id ? 499 : 500} ${word}`)
          .sort()
        expect(found).to.deep.equal(['499 499', '499 nr499', '499 zoe', '500 500', '500 nr500', '500 zoe'])
      } finally {
        await db.close()
      }
    })
  })
