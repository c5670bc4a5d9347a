/** Rows that are removed in time: what refers to them is found by its own key, not among all rows of the team. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect } from 'chai'
import { makeMigratedFile } from '../../support/database/migrated.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

describe('Removing rows on sqlite', () => {
  const makeFolder = temporaryFolders()

  for (const table of ['events', 'renders', 'batches', 'brand_colors'])
    it(`looks in no table that refers to ${table} for more than the rows of the one removed`, async () => {
      const path = join(await makeFolder(), 'platen.db')
      await makeMigratedFile(path)
      const db = new Sqlite(path)
      try {
        const steps = db.prepare(`explain query plan delete from ${table} where id in ('a', 'b')`).all() as {
          readonly detail: string
        }[]
        const [own, ...referring] = steps.map(({ detail }) => detail)
        expect(own).to.match(/^SEARCH .*\(id=\?\)$/)
        // A search by the team alone goes through all that the team has.
        expect(
          referring.filter((step) => !/^SEARCH .* AND |^SEARCH .*\(batch_id=\?\)$/.test(step)),
        ).to.deep.equal([])
      } finally {
        db.close()
      }
    })
})
