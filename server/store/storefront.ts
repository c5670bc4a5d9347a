/** The storefronts' part of the Store port, with what adapters keep between starts. */
import type { Knex } from 'knex'
import type { StorefrontStore } from '../../core/storefront/storefront-store.ts'
import { createStorefrontHooks, createStorefrontLines, createStorefrontOrders } from './storefront-rows.ts'

const SHELF = 'storefront_shelf'

export function createStorefront(knex: Knex): StorefrontStore {
  return {
    hooks: createStorefrontHooks(knex),
    orders: createStorefrontOrders(knex),
    lines: createStorefrontLines(knex),
    shelf: createShelf(knex),
  }
}

function createShelf(knex: Knex): StorefrontStore['shelf'] {
  return {
    async get(teamId, adapter, key) {
      const rows = await knex(SHELF).where({ team_id: teamId, adapter, key }).select('sealed', 'version')
      return rows[0] === undefined
        ? null
        : { sealed: String(rows[0].sealed), version: Number(rows[0].version) }
    },
    async put(teamId, adapter, key, sealed, version) {
      const at = { team_id: teamId, adapter, key }
      if (version !== null && version > 0) {
        const changes = { sealed, version: version + 1 }
        return (
          (await knex(SHELF)
            .where({ ...at, version })
            .update(changes)) > 0
        )
      }
      const written = knex(SHELF)
        .insert({ ...at, sealed, version: 1 })
        .onConflict(['team_id', 'adapter', 'key'])
      const rows: unknown[] =
        version === 0
          ? await written.ignore().returning('key')
          : await written
              .merge({ sealed, version: knex.raw('?? + 1', [`${SHELF}.version`]) })
              .returning('key')
      return rows.length > 0
    },
    async remove(teamId, adapter, key) {
      await knex(SHELF).where({ team_id: teamId, adapter, key }).delete()
    },
    async keys(teamId, adapter, prefix) {
      const found = knex(SHELF)
        .where({ team_id: teamId, adapter })
        .whereRaw('substr(key, 1, ?) = ?', [[...prefix].length, prefix])
      return found.orderBy('key').pluck<string[]>('key')
    },
  }
}
