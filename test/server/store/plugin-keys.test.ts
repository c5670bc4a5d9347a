/** Keys of shops that the console of an older version connected to WooCommerce: after the upgrade they may make a hook secret. */
import { join } from 'node:path'
import { expect } from 'chai'
import { readConfig } from '../../../server/config.ts'
import { connect } from '../../../server/store/engine/dialect.ts'
import { migrate } from '../../../server/store/engine/migrate.ts'
import { makeOlderDatabase } from '../../support/database/older-installation.ts'
import { DATABASES, freshDatabase, needsDatabase } from '../../support/database/postgres.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'

const BEFORE = '0062-whole-orders'
const OLD_SCOPES = ['fills:write', 'renders:write']

/** A key as an older console made it, noted on the shop that it belongs to. */
async function connectShop(test: TestServer, way: string, scopes: readonly string[] = OLD_SCOPES) {
  const made = await test.json('/v1/api_keys', { body: { type: 'restricted', name: way, scopes } })
  const id: string = made.body.api_key.id
  const body = {
    ...{ name: way, allowed_origins: ['https://shop.example'] },
    metadata: { connected_as: way, server_key: id },
  }
  await test.json('/v1/embed/applications', { body })
  return id
}

for (const database of DATABASES)
  describe(`Keys of connected shops of an older version, on ${database}`, () => {
    const makeFolder = temporaryFolders()
    before(function () {
      needsDatabase(this, database)
    })

    it('get storefront:write when WooCommerce has them, also after a rotation, and no others do', async () => {
      const folder = await makeFolder()
      const DATA_DIR = join(folder, 'source')
      const test = await openTestServer({ env: { DATA_DIR } })
      const plugin = await connectShop(test, 'woocommerce')
      const rotated = await connectShop(test, 'woocommerce')
      const replaced = await test.json(`/v1/api_keys/${rotated}/rotate`, { body: {} })
      const knows = await connectShop(test, 'woocommerce', ['storefront:write'])
      const own = await connectShop(test, 'own')
      await test.close()
      const target = database === 'sqlite' ? join(folder, 'platen.db') : await freshDatabase()
      await makeOlderDatabase(readConfig({ DATA_DIR }).databaseUrl, target, BEFORE)
      const db = await connect(target)
      try {
        await migrate(db)
        const rows = await db.read<{ id: string; scopes: string }>(db.sql('api_keys').select('id', 'scopes'))
        const scopesOf = (id: string) => JSON.parse(rows.find((row) => row.id === id)?.scopes ?? 'null')
        for (const id of [plugin, rotated, replaced.body.api_key.id])
          expect(scopesOf(id), id).to.have.members([...OLD_SCOPES, 'storefront:write'])
        expect(scopesOf(knows)).to.deep.equal(['storefront:write'])
        expect(scopesOf(own)).to.have.members(OLD_SCOPES)
      } finally {
        await db.close()
      }
    })
  })
