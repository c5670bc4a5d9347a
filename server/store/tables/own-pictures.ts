/** Customers' own images in the database, and images in the inks of output profiles. */
import type {
  ConvertedPicture,
  ConvertedPictureStore,
} from '../../../core/service/asset/converted-picture.ts'
import type { OwnPictureRecord, OwnPictureStore } from '../../../core/service/asset/own-picture.ts'
import { type Columns, flag, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readCell, Table, teamRecords } from '../engine/table.ts'

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

export function createOwnPictures(db: Handle): OwnPictureStore {
  const pictures = new Table(db, 'own_pictures', COLUMNS)
  const { insert, find, findMany } = teamRecords(pictures)
  return {
    insert,
    find,
    findMany,
    byId: (id) => pictures.find({ id }),
    ofFill: (teamId, fillId) =>
      pictures.all(pictures.rows({ team_id: teamId, fill_id: fillId }).orderBy('id')),
    isShared(teamId, { id, print }) {
      const same = pictures.rows({ team_id: teamId, print: JSON.stringify(print) })
      return pictures.exists(same.whereNot({ id }))
    },
    async remove(teamId, id) {
      await pictures.remove(pictures.rows({ team_id: teamId, id }))
    },
    async uploadedSince(teamId, since) {
      const uploaded = pictures.rows({ team_id: teamId }).where('created_at', '>=', since)
      return Number(await readCell(db, 'bytes', uploaded.sum('upload_bytes as bytes')))
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

export function createConvertedPictures(db: Handle): ConvertedPictureStore {
  const converted = new Table(db, 'converted_pictures', CONVERTED_COLUMNS)
  const ofPicture = (teamId: string, printSha256: string) => ({ team_id: teamId, print_sha256: printSha256 })
  return {
    insert: (picture) => converted.insert(picture),
    find: (teamId, printSha256, profileSha256) =>
      converted.find({ ...ofPicture(teamId, printSha256), profile_sha256: profileSha256 }),
    ofPicture: (teamId, printSha256) => converted.all(converted.rows(ofPicture(teamId, printSha256))),
    async remove(teamId, printSha256) {
      await converted.remove(converted.rows(ofPicture(teamId, printSha256)))
    },
  }
}
