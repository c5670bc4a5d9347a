/** Customers' own images in the database, and images in the inks of output profiles. */
import type {
  ConvertedPicture,
  ConvertedPictureStore,
} from '../../../core/service/asset/converted-picture.ts'
import type { OwnPictureRecord, OwnPictureStore } from '../../../core/service/asset/own-picture.ts'
import { type Columns, flag, integer, json, text } from '../engine/columns.ts'
import { type Handle, textOnce } from '../engine/database.ts'
import { readAll, readCell, teamRecords } from '../engine/records.ts'

const COLUMNS: Columns<OwnPictureRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  fillId: text('fill_id'),
  fieldId: text('field_id'),
  kind: text('kind'),
  uploadBytes: integer('upload_bytes'),
  widthPx: integer('width_px'),
  heightPx: integer('height_px'),
  colorKind: text('color_kind'),
  alpha: flag('alpha'),
  print: json('print'),
  mask: json('mask'),
  gray: json('gray'),
  screen: json('screen'),
  thumbnail: json('thumbnail'),
  originalBytes: integer('original_bytes'),
  workingBytes: integer('working_bytes'),
  previewBytes: integer('preview_bytes'),
  createdAt: integer('created_at'),
}
const TABLE = 'own_pictures'

export function createOwnPictures(db: Handle): OwnPictureStore {
  const { sql } = db
  const { insert, find, findMany } = teamRecords(db, COLUMNS, TABLE)
  return {
    insert,
    find,
    findMany,
    findTeam: (id) => readCell(db, 'team_id', sql(TABLE).where({ id }).select('team_id')),
    ofFill: (teamId, fillId) =>
      readAll(db, COLUMNS, sql(TABLE).where({ team_id: teamId, fill_id: fillId }).orderBy('id')),
    async isShared(teamId, { id, print }) {
      const same = sql(TABLE)
        .where({ team_id: teamId, print: JSON.stringify(print) })
        .whereNot({ id })
      return (await db.read(same.select('id').limit(1))).length > 0
    },
    async remove(teamId, id) {
      await db.change(sql(TABLE).where({ team_id: teamId, id }).del())
    },
    async uploadedSince(teamId, since) {
      const sum = sql(TABLE)
        .where({ team_id: teamId })
        .where('created_at', '>=', since)
        .sum('upload_bytes as bytes')
      const [row] = await db.read(sum)
      return Number(row?.bytes ?? 0)
    },
    async bytes(teamId) {
      const text = textOnce(db, 'bytes of own images', () =>
        sql(TABLE)
          .where({ team_id: teamId })
          .sum({ original: 'original_bytes', working: 'working_bytes', preview: 'preview_bytes' }),
      )
      const [row] = await db.read({ sql: text, bindings: [teamId] })
      return {
        originalBytes: Number(row?.original ?? 0),
        workingBytes: Number(row?.working ?? 0),
        previewBytes: Number(row?.preview ?? 0),
      }
    },
  }
}

const CONVERTED_COLUMNS: Columns<ConvertedPicture> = {
  teamId: text('team_id'),
  printSha256: text('print_sha256'),
  profileSha256: text('profile_sha256'),
  print: json('print'),
  createdAt: integer('created_at'),
}
const CONVERTED_TABLE = 'converted_pictures'

export function createConvertedPictures(db: Handle): ConvertedPictureStore {
  const { sql } = db
  const ofPicture = (teamId: string, printSha256: string) =>
    sql(CONVERTED_TABLE).where({ team_id: teamId, print_sha256: printSha256 })
  return {
    insert: teamRecords(db, CONVERTED_COLUMNS, CONVERTED_TABLE).insert,
    async find(teamId, printSha256, profileSha256) {
      const [found] = await readAll(
        db,
        CONVERTED_COLUMNS,
        ofPicture(teamId, printSha256).where({ profile_sha256: profileSha256 }),
      )
      return found ?? null
    },
    ofPicture: (teamId, printSha256) => readAll(db, CONVERTED_COLUMNS, ofPicture(teamId, printSha256)),
    async remove(teamId, printSha256) {
      await db.change(ofPicture(teamId, printSha256).del())
    },
  }
}
