/** Output profiles that teams have uploaded, in the database. */
import type { ProfileRecord } from '../../../core/service/color/profile-record.ts'
import type { ProfileStore } from '../../../core/service/color/profile-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { findOne, teamRecords } from '../engine/records.ts'

const COLUMNS: Columns<ProfileRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  name: text('name'),
  condition: text('printing_condition'),
  description: text('description'),
  version: text('version'),
  fileSha256: text('file_sha256'),
  sizeBytes: integer('size_bytes'),
  metadata: json('metadata'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  archivedAt: integer('archived_at'),
}
const TABLE = 'output_profiles'

export function createProfiles(db: Handle): ProfileStore {
  const { sql } = db
  return {
    ...teamRecords(db, COLUMNS, TABLE),
    findByFile: (teamId, fileSha256) =>
      findOne(db, COLUMNS, TABLE, { team_id: teamId, file_sha256: fileSha256 }),
    list: (teamId, page) =>
      readPage(db, sql(TABLE).where({ team_id: teamId }).whereNull('archived_at'), COLUMNS, page),
  }
}
