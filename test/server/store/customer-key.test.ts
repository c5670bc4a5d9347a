/** The column by which a customer's rows are found, in a database that was filled before there was one. */
import { expect } from 'chai'
import { connect } from '../../../server/store/engine/dialect.ts'
import { knownMigrations, migrate } from '../../../server/store/engine/migrate.ts'
import { createStore } from '../../../server/store/store.ts'
import { insertRows } from '../../support/database/many-rows.ts'
import { DATABASES, freshDatabase, needsDatabase } from '../../support/database/postgres.ts'
import { makeId, someHash } from '../../support/database/records.ts'

const PAGE = { limit: 100, startingAfter: null }
const TIMES = { created_at: 1, updated_at: 1 }

for (const database of DATABASES)
  describe(`The addresses of an older database, on ${database}`, () => {
    it('are found afterwards like new ones', async function () {
      needsDatabase(this, database)
      const db = await connect(database === 'postgres' ? await freshDatabase() : ':memory:')
      try {
        const known = knownMigrations()
        await migrate(db, known.slice(0, known.indexOf('0011-limits')))
        const teamId = makeId('team')
        const template = { team_id: teamId, template_id: makeId('template'), revision: 1 }
        await db.change(db.sql('teams').insert({ id: teamId, name: 'Old', created_at: 1 }))
        await db.change(
          db.sql('templates').insert({
            ...{ id: template.template_id, team_id: teamId, title: 'Card', slug: 'card', status: 'live' },
            ...{ source_sha256: someHash(), size_bytes: 1, extractor_version: 1, latest_revision: 1 },
            ...{ metadata: '{}', plan: '{}', findings: '[]', ...TIMES },
          }),
        )
        await db.change(
          db.sql('template_revisions').insert({ ...template, plan: '{}', scene: '{}', created_at: 1 }),
        )
        const addresses = ['ZOË@MÜLLER.EXAMPLE', 'zoë@müller.example', null, 'Ada@Example.com']
        // More than are read at once.
        while (addresses.length < 1100) addresses.push(`shopper${addresses.length}@example.com`)
        addresses.push('Zoë@Müller.Example')
        const fills = addresses.map((customer_email) => ({
          ...template,
          ...{
            id: makeId('fill'),
            status: 'finalized',
            source: 'api',
            field_values: '{}',
            assignments: '{}',
          },
          ...{ quantity: 1, metadata: '{}', customer_email, ...TIMES },
        }))
        await insertRows(db, 'fills', fills)

        await migrate(db)
        const store = createStore(db)
        const found = async (customerEmail: string) =>
          (await store.fills.list(teamId, { customerEmail }, PAGE, 2)).items.map(
            ({ customerEmail }) => customerEmail,
          )
        expect(await found('zoË@MÜLLER.example')).to.deep.equal([
          'Zoë@Müller.Example',
          'zoë@müller.example',
          'ZOË@MÜLLER.EXAMPLE',
        ])
        expect(await found('ADA@example.com')).to.deep.equal(['Ada@Example.com'])
        expect(await found('shopper1099@example.com')).to.have.lengthOf(1)
        expect(await store.teams.find(teamId)).to.include({ billingStatus: 'active', templateLimit: null })
      } finally {
        await db.close()
      }
    })
  })
