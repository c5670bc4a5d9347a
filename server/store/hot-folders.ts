/** Hot folders in the database. */
import type { HotFolderStore } from '../../core/folder/folder-store.ts'
import type { HotFolderRecord } from '../../core/folder/hot-folder.ts'
import { type Columns, firstOf, flag, integer, json, rowOf, text } from './columns.ts'
import type { Handle } from './database.ts'
import { readPage } from './pages.ts'
import { changeOne, readOne } from './records.ts'

const COLUMNS: Columns<HotFolderRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  name: text('name'),
  templateId: text('template_id'),
  folder: text('folder'),
  folderKey: text('folder_key'),
  namePattern: text('name_pattern'),
  holdOnFail: flag('hold_on_fail'),
  status: text('status'),
  metadata: json('metadata'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
}
const TABLE = 'hot_folders'

/** The very word of the indexes, which databases use only where they read it. */
const ENABLED = "status = 'enabled'"

/** At most one of the template and one of all: asked at every render, and sorting would take longer than finding. */
const APPLYING = `select * from ${TABLE} where team_id = ? and ${ENABLED}
  and (template_id = ? or template_id is null)`

export function createHotFolders(db: Handle): HotFolderStore {
  return {
    async insert(hotFolder) {
      await db.change(db.sql(TABLE).insert(rowOf(COLUMNS, hotFolder)))
    },
    async find(teamId, id) {
      return readOne(db, COLUMNS, db.sql(TABLE).where({ team_id: teamId, id }))
    },
    async list(teamId, page) {
      return readPage(db, db.sql(TABLE).where({ team_id: teamId }), COLUMNS, page)
    },
    async applying(teamId, templateId) {
      const rows = await db.read(db.sql.raw(APPLYING, [teamId, templateId]))
      const own = rows.filter(({ template_id }) => template_id !== null)
      return firstOf(COLUMNS, own.length > 0 ? own : rows)
    },
    async isOthers(teamId, folderKey) {
      const names = folderKey.split('/')
      const around = names.map((_, depth) => names.slice(0, depth + 1).join('/'))
      const inside = `${folderKey}/`
      const found = await db.read(
        db
          .sql(TABLE)
          .whereNot({ team_id: teamId })
          .where((one) =>
            one
              .whereIn('folder_key', around)
              .orWhereRaw('substr(folder_key, 1, ?) = ?', [[...inside].length, inside]),
          )
          .limit(1),
      )
      return found.length > 0
    },
    async update(teamId, id, changes) {
      const row = rowOf<HotFolderRecord>(COLUMNS, changes)
      const changed = db.sql(TABLE).where({ team_id: teamId, id }).update(row)
      return changeOne(db, COLUMNS, changed)
    },
  }
}
