/** Hot folders in the database. */
import type { HotFolderStore } from '../../../core/service/folder/folder-store.ts'
import type { HotFolderRecord } from '../../../core/service/folder/hot-folder.ts'
import { type Columns, columnList, flag, integer, json, text } from '../engine/columns.ts'
import { type Handle, writtenOnce } from '../engine/database.ts'
import { Table, teamRecords } from '../engine/table.ts'

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

/** As in the partial indexes, which databases use only if the words match. */
const ENABLED = "status = 'enabled'"

/** At most one for the template and one for all templates. Every render asks, and sorting would take longer. */
const APPLYING = `select ${columnList(COLUMNS).text} from hot_folders where team_id = ? and ${ENABLED}
  and (template_id = ? or template_id is null)`

export function createHotFolders(db: Handle): HotFolderStore {
  const folders = new Table(db, 'hot_folders', COLUMNS)
  return {
    ...teamRecords(folders),
    list: (teamId, page) => folders.page(folders.rows({ team_id: teamId }), page),
    async applying(teamId, templateId) {
      const found = await folders.all(writtenOnce(db, APPLYING, [teamId, templateId]))
      return found.find((folder) => folder.templateId !== null) ?? found[0] ?? null
    },
    isOthers(teamId, folderKey) {
      const names = folderKey.split('/')
      const around = names.map((_, depth) => names.slice(0, depth + 1).join('/'))
      const inside = `${folderKey}/`
      return folders.exists(
        folders
          .rows()
          .whereNot({ team_id: teamId })
          .where((one) =>
            one
              .whereIn('folder_key', around)
              .orWhereRaw('substr(folder_key, 1, ?) = ?', [[...inside].length, inside]),
          ),
      )
    },
  }
}
