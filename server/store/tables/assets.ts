/** Pictures in the database. */
import type { AssetRecord } from '../../../core/service/asset/asset.ts'
import type { AssetStore } from '../../../core/service/asset/asset-store.ts'
import { type Columns, flag, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { Table, teamRecords } from '../engine/table.ts'

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

export function createAssets(db: Handle): AssetStore {
  const assets = new Table(db, 'assets', COLUMNS)
  return {
    ...teamRecords(assets),
    byId: (id) => assets.find({ id }),
    findBySource: (teamId, sourceSha256) => assets.find({ team_id: teamId, source_sha256: sourceSha256 }),
    list(teamId, { tag, archived }, page) {
      const query = assets.rows({ team_id: teamId })
      if (archived === true) query.whereNotNull('archived_at')
      else query.whereNull('archived_at')
      // Tags are letters, digits and hyphens, so they hold no pattern characters.
      if (tag !== undefined) query.where('tags', 'like', `% ${tag} %`)
      return assets.page(query, page)
    },
  }
}
