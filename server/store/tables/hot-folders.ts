/** Hot folders in the database. */
import type { HotFolderStore } from '../../../core/service/folder/folder-store.ts'
import type { HotFolderRecord } from '../../../core/service/folder/hot-folder.ts'
import { type Columns, firstOf, flag, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { teamRecords } from '../engine/records.ts'

const COLUMNS: Columns<HotFolderRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  name: text('name'),
  templateId: text('template_id'),
  folder: text('folder'),
  folderKey: text('folder_key'),
  namePattern: text('name_pattern'),
  holdOnFail: flag('hold_on_fail'),
  output: text('output'),
  convert: text('convert'),
  status: text('status'),
  metadata: json('metadata'),
  hostKey: text('host_key'),
  login: text('login'),
  loginCiphertext: text('login_ciphertext'),
  publicKey: text('public_key'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
}
const TABLE = 'hot_folders'

/** As in the partial indexes, which databases use only if the words match. */
const ENABLED = "status = 'enabled'"

/** At most one for the template and one for all templates. Every render asks, and sorting would take longer. */
const APPLYING = `select * from ${TABLE} where team_id = ? and ${ENABLED}
  and (template_id = ? or template_id is null)`

export function createHotFolders(db: Handle): HotFolderStore {
  const { sql } = db
  return {
    ...teamRecords(db, COLUMNS, TABLE),
    list: (teamId, page) => readPage(db, sql(TABLE).where({ team_id: teamId }), COLUMNS, page),
    async applying(teamId, templateId) {
      const rows = await db.read(sql.raw(APPLYING, [teamId, templateId]))
      const own = rows.filter(({ template_id }) => template_id !== null)
      return firstOf(COLUMNS, own.length > 0 ? own : rows)
    },
    async isOthers(teamId, folderKey) {
      const names = folderKey.split('/')
      const around = names.map((_, depth) => names.slice(0, depth + 1).join('/'))
      const inside = `${folderKey}/`
      const found = await db.read(
        sql(TABLE)
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
  }
}
