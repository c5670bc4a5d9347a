/** Fonts that teams have uploaded, in the database. */
import type { FontRecord } from '../../../core/service/font/font-record.ts'
import type { FontStore } from '../../../core/service/font/font-store.ts'
import { type Columns, flag, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { Table, teamRecords } from '../engine/table.ts'

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

export function createFonts(db: Handle): FontStore {
  const fonts = new Table(db, 'fonts', COLUMNS)
  const active = (teamId: string) => fonts.rows({ team_id: teamId }).whereNull('archived_at')
  return {
    ...teamRecords(fonts),
    findBySource: (teamId, sourceSha256) => fonts.find({ team_id: teamId, source_sha256: sourceSha256 }),
    active: (teamId) => fonts.all(active(teamId).orderBy('post_script_name')),
    list: (teamId, page) => fonts.page(active(teamId), page),
  }
}
