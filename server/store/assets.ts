/** Pictures in the database. */
import type { Knex } from 'knex'
import type { AssetRecord } from '../../core/asset/asset.ts'
import type { AssetStore } from '../../core/asset/asset-store.ts'
import { type Columns, firstOf, flag, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { readPage } from './pages.ts'

const COLUMNS: Columns<AssetRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  name: text('name'),
  label: text('label'),
  tags: {
    name: 'tags',
    write: (tags) => ` ${tags.join(' ')} `,
    read: (cell) =>
      String(cell ?? '')
        .split(' ')
        .filter((tag) => tag !== ''),
  },
  sourceSha256: text('source_sha256'),
  widthPx: integer('width_px'),
  heightPx: integer('height_px'),
  colorKind: text('color_kind'),
  alpha: flag('alpha'),
  print: json('print'),
  mask: json('mask'),
  gray: json('gray'),
  screen: json('screen'),
  thumbnail: json('thumbnail'),
  metadata: json('metadata'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  archivedAt: integer('archived_at'),
}
const TABLE = 'assets'

export function createAssets(knex: Knex): AssetStore {
  return {
    async insert(asset) {
      await knex(TABLE).insert(rowOf(COLUMNS, asset))
    },
    async find(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>(TABLE).where({ team_id: teamId, id }))
    },
    async findTeam(id) {
      const [teamId]: string[] = await knex(TABLE).where({ id }).pluck('team_id')
      return teamId ?? null
    },
    async findBySource(teamId, sourceSha256) {
      const source = { team_id: teamId, source_sha256: sourceSha256 }
      return firstOf(COLUMNS, await knex<Row>(TABLE).where(source))
    },
    async findMany(teamId, ids) {
      if (ids.length === 0) return []
      const rows: Row[] = await knex<Row>(TABLE)
        .where({ team_id: teamId })
        .whereIn('id', [...ids])
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async list(teamId, { tag, archived }, page) {
      const query = knex(TABLE).where({ team_id: teamId })
      if (archived === true) query.whereNotNull('archived_at')
      else query.whereNull('archived_at')
      // Tags are letters, digits and hyphens: nothing in them is a pattern.
      if (tag !== undefined) query.where('tags', 'like', `% ${tag} %`)
      return readPage(query, COLUMNS, page)
    },
    async update(teamId, id, changes) {
      const row = rowOf<AssetRecord>(COLUMNS, changes)
      const changed = knex(TABLE).where({ team_id: teamId, id }).update(row)
      return firstOf(COLUMNS, await changed.returning('*'))
    },
  }
}
