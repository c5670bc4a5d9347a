/** Output profiles that teams have uploaded, in the database. */
import type { ProfileRecord } from '../../../core/service/color/profile-record.ts'
import type { ProfileStore } from '../../../core/service/color/profile-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { Table, teamRecords } from '../engine/table.ts'

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

export function createProfiles(db: Handle): ProfileStore {
  const profiles = new Table(db, 'output_profiles', COLUMNS)
  return {
    ...teamRecords(profiles),
    findByFile: (teamId, fileSha256) => profiles.find({ team_id: teamId, file_sha256: fileSha256 }),
    list: (teamId, page) => profiles.page(profiles.rows({ team_id: teamId }).whereNull('archived_at'), page),
  }
}
