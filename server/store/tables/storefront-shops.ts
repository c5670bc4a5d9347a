/** Shops with a signing secret of their own in the database. */
import type { StorefrontShop } from '../../../core/service/storefront/storefront-shop.ts'
import type { StorefrontStore } from '../../../core/service/storefront/storefront-store.ts'
import { type Columns, integer, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { countOf, Table, teamRecords } from '../engine/table.ts'

const COLUMNS: Columns<StorefrontShop> = {
  id: text('id'),
  teamId: text('team_id'),
  adapter: text('adapter'),
  shop: text('shop'),
  secretCiphertext: text('secret_ciphertext'),
  secretPrefix: text('secret_prefix'),
  secretRotatedAt: integer('secret_rotated_at'),
  previousSecretCiphertext: text('previous_secret_ciphertext'),
  previousSecretExpiresAt: integer('previous_secret_expires_at'),
  createdAt: integer('created_at'),
}

export function createStorefrontShops(db: Handle): StorefrontStore['shops'] {
  const shops = new Table(db, 'storefront_shops', COLUMNS)
  return {
    ...teamRecords(shops),
    findByName: (teamId, adapter, shop) => shops.find({ team_id: teamId, adapter, shop }),
    list: (teamId, page) => shops.page(shops.rows({ team_id: teamId }), page),
    ofAdapter: (teamId, adapter) => shops.findAll({ team_id: teamId, adapter }),
    count: (teamId) => countOf(db, shops.rows({ team_id: teamId })),
    remove: async (teamId, id) => (await shops.remove(shops.rows({ team_id: teamId, id }))) > 0,
  }
}
