/** The storefront part of the Store port, with the state that adapters keep between starts. */
import type { StorefrontStore } from '../../../core/service/storefront/storefront-store.ts'
import type { Handle } from '../engine/database.ts'
import { createStorefrontHooks, createStorefrontLines, createStorefrontOrders } from './storefront-rows.ts'
import { createStorefrontShops } from './storefront-shops.ts'

const SHELF = 'storefront_shelf'

export function createStorefront(db: Handle): StorefrontStore {
  return {
    hooks: createStorefrontHooks(db),
    orders: createStorefrontOrders(db),
    lines: createStorefrontLines(db),
    shops: createStorefrontShops(db),
    shelf: createShelf(db),
  }
}

function createShelf(db: Handle): StorefrontStore['shelf'] {
  const { sql } = db
  return {
    async get(teamId, adapter, key) {
      const rows = await db.read(
        sql(SHELF).where({ team_id: teamId, adapter, key }).select('sealed', 'version'),
      )
      return rows[0] === undefined
        ? null
        : { sealed: String(rows[0].sealed), version: Number(rows[0].version) }
    },
    async put(teamId, adapter, key, sealed, version) {
      const at = { team_id: teamId, adapter, key }
      if (version !== null && version > 0) {
        const changes = { sealed, version: version + 1 }
        const changed = sql(SHELF)
          .where({ ...at, version })
          .update(changes)
        return (await db.change(changed)).changed > 0
      }
      const written = sql(SHELF)
        .insert({ ...at, sealed, version: 1 })
        .onConflict(['team_id', 'adapter', 'key'])
      const change =
        version === 0
          ? written.ignore()
          : written.merge({ sealed, version: sql.raw('?? + 1', [`${SHELF}.version`]) })
      return (await db.change(change)).changed > 0
    },
    async remove(teamId, adapter, key) {
      await db.change(sql(SHELF).where({ team_id: teamId, adapter, key }).delete())
    },
    async keys(teamId, adapter, prefix) {
      const found = sql(SHELF)
        .where({ team_id: teamId, adapter })
        .whereRaw('substr(key, 1, ?) = ?', [[...prefix].length, prefix])
      const rows = await db.read<{ key: string }>(found.orderBy('key').select('key'))
      return rows.map(({ key }) => key)
    },
  }
}
