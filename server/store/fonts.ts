/** Fonts that teams have uploaded, in the database. */
import type { Knex } from 'knex'
import type { FontRecord } from '../../core/font/font-record.ts'
import type { FontStore } from '../../core/font/font-store.ts'
import { type Columns, firstOf, flag, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { readPage } from './pages.ts'

const COLUMNS: Columns<FontRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  postScriptName: text('post_script_name'),
  family: text('family'),
  fullName: text('full_name'),
  bold: flag('bold'),
  italic: flag('italic'),
  format: text('format'),
  sourceSha256: text('source_sha256'),
  fileSha256: text('file_sha256'),
  sizeBytes: integer('size_bytes'),
  fsType: integer('fs_type'),
  glyphCount: integer('glyph_count'),
  variable: flag('variable'),
  copyright: text('copyright'),
  trademark: text('trademark'),
  license: text('license'),
  licenseUrl: text('license_url'),
  metadata: json('metadata'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  archivedAt: integer('archived_at'),
}
const TABLE = 'fonts'

export function createFonts(knex: Knex): FontStore {
  const active = (teamId: string) => knex<Row>(TABLE).where({ team_id: teamId }).whereNull('archived_at')
  return {
    async insert(font) {
      await knex(TABLE).insert(rowOf(COLUMNS, font))
    },
    async find(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>(TABLE).where({ team_id: teamId, id }))
    },
    async findBySource(teamId, sourceSha256) {
      const source = { team_id: teamId, source_sha256: sourceSha256 }
      return firstOf(COLUMNS, await knex<Row>(TABLE).where(source))
    },
    async active(teamId) {
      const rows: Row[] = await active(teamId).orderBy('post_script_name')
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async list(teamId, page) {
      return readPage(active(teamId), COLUMNS, page)
    },
    async update(teamId, id, changes) {
      const row = rowOf<FontRecord>(COLUMNS, changes)
      const changed = knex(TABLE).where({ team_id: teamId, id }).update(row)
      return firstOf(COLUMNS, await changed.returning('*'))
    },
  }
}
