/** Pictures that a customer brings to a fill: taken in, listed, and removed, each with its files. */

import { fieldMatrix } from '../../engine/layout/matrix.ts'
import { placePicture } from '../../engine/layout/picture.ts'
import { effectivePpi, reaches } from '../../engine/layout/resolution.ts'
import { fieldByLabel } from '../../engine/scene/field-by-label.ts'
import { readOwnPicture } from '../../engine/scene/own-picture.ts'
import { hasColors, type PlaceablePicture } from '../../engine/scene/picture.ts'
import type { OwnPictureSetting, Scene, SceneField } from '../../engine/scene/scene.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { Noted, OfRecord } from '../access/request.ts'
import type { PictureFile } from '../asset/assets.ts'
import { decodableKinds, type OwnPictureFacts, PICTURE_FORMS, withPicturePaths } from '../asset/intake.ts'
import { bytesOfForms, formsOf, type OwnPictureRecord } from '../asset/own-picture.ts'
import { FILES_AT_ONCE, forgetFile, nameFile, planFile, removeFiles } from '../own-files.ts'
import type { RevisionRecord } from '../template/template.ts'
import { latestFill } from './approval.ts'
import { lockFill, refuseClosed } from './edit.ts'
import { asOf, type FillRecord } from './fill.ts'
import { refusedPicture } from './refused-picture.ts'
import { addsProcessPlates } from './spot-only.ts'
import { findFill, revisionOf } from './view.ts'

/** Decision: a hundred megapixels are more than any phone writes; what has more is no photograph for a card. */
const MOST_PIXELS = 100_000_000
/** Decision: of one fill, whose sessions are its only customers; and of all fills of a team in a day. */
const MOST_OF_FILL = 20
const MOST_BYTES_OF_FILL = 200 * 1024 * 1024
const MOST_BYTES_OF_DAY = 20 * 1024 * 1024 * 1024
const DAY_MS = 86_400_000
const SALT_BYTES = 16

/** Counts an upload where it comes from, in bytes; the limit and what was found, where it is too much. */
export type CountPicture = (
  bytes: number,
) => Promise<{ readonly limit: number; readonly found: number } | null>

export interface UploadPicture extends OfRecord, Noted {
  /** Id or label of the image field. */
  readonly fieldKey: string
  readonly upload: { readonly temporaryPath: string; readonly sizeBytes: number }
  readonly count?: CountPicture | undefined
}

/**
 * Takes in a picture for a field of an open fill; placing it is another request. Throws `not_found`, `fill_not_open`,
 * `fill_expired`, `unknown_field`, `ambiguous_label`, `invalid_parameter` for a field that takes no uploads, and the
 * codes `picture_…`; nothing is kept then.
 */
export async function uploadPicture(
  ports: Ports,
  { teamId, id, fieldKey, upload, count, note = NOTE_NOTHING }: UploadPicture,
): Promise<OwnPictureRecord> {
  const fill = await findFill(ports, teamId, id)
  refuseClosed(fill)
  const { scene, plan } = await revisionOf(ports.store, fill)
  const { field, setting } = uploadField(scene, fieldKey)
  const { sizeBytes } = upload
  if (sizeBytes > setting.maxBytes)
    throw refusedPicture('picture_too_large', field, { limit: setting.maxBytes, found: sizeBytes })
  await refuseQuota(ports, ports.store, fill, field, sizeBytes)
  const over = (await count?.(sizeBytes)) ?? null
  if (over !== null) throw refusedPicture('picture_quota', field, over)
  const { forms, facts } = await readPicture(
    ports,
    fill,
    { scene, plan, field, setting },
    upload.temporaryPath,
  )
  const { kind, ...picture } = facts
  const record: OwnPictureRecord = {
    ...picture,
    ...bytesOfForms(picture),
    id: ports.makeId('picture'),
    ...{ teamId, fillId: id, fieldId: field.id, kind, uploadBytes: sizeBytes },
    createdAt: ports.clock.now(),
  }
  await ports.store.transaction(async (store) => {
    refuseClosed(asOf(await lockFill(store, teamId, id), ports.clock.now()))
    await refuseQuota(ports, store, fill, field, sizeBytes)
    for (const { sha256 } of forms) await nameFile(ports, store, teamId, sha256)
    await store.ownPictures.insert(record)
    await note(store, { id: record.id })
  })
  return record
}

/** In the order of their making. Throws `not_found`. */
export async function listPictures(
  ports: Ports,
  { teamId, id }: OfRecord,
): Promise<{ readonly fill: FillRecord; readonly pictures: readonly OwnPictureRecord[] }> {
  const fill = await findFill(ports, teamId, id)
  return { fill, pictures: await ports.store.ownPictures.ofFill(teamId, id) }
}

/**
 * Removes a picture that the fill does not show. Throws `not_found`, `fill_not_open`, `fill_expired`, and
 * `invalid_parameter` for one that a field shows. Decision: it is taken off the page first, by an edit, so that no
 * removal changes what was approved.
 */
export async function removePicture(
  ports: Ports,
  { teamId, id, pictureId }: OfRecord & { readonly pictureId: string },
): Promise<void> {
  await ports.store.transaction(async (store) => {
    const fill = await lockFill(store, teamId, id)
    const picture = await store.ownPictures.find(teamId, pictureId)
    if (picture === null || picture.fillId !== id) throw notFound('picture')
    refuseClosed(asOf(fill, ports.clock.now()))
    const shown = [fill, latestFill(fill)].flatMap(({ values }) => Object.values(values))
    if (shown.some((value) => readOwnPicture(value)?.pictureId === pictureId))
      throw new ServiceError('invalid_parameter', {
        message:
          'The image is placed in a field or part of the approved design. Give the field another value first.',
        param: 'picture',
      })
    await forgetPicture(ports, store, picture)
  })
  await removeFiles(ports, FILES_AT_ONCE)
}

/** In the transaction that ends the fill: no row and no file of its pictures is left. */
export async function forgetPicturesOf(
  ports: Pick<Ports, 'clock'>,
  store: Tx,
  teamId: string,
  fillId: string,
): Promise<void> {
  for (const picture of await store.ownPictures.ofFill(teamId, fillId))
    await forgetPicture(ports, store, picture)
}

/** Of two that share files and are removed at once, the second sees that it is the last one. */
async function forgetPicture(
  ports: Pick<Ports, 'clock'>,
  store: Tx,
  picture: OwnPictureRecord,
): Promise<void> {
  const { teamId, id } = picture
  await store.lock(`picture:${picture.print.sha256}`)
  const shared = await store.ownPictures.isShared(teamId, picture)
  await store.ownPictures.remove(teamId, id)
  if (shared) return
  const converted = await store.convertedPictures.ofPicture(teamId, picture.print.sha256)
  await store.convertedPictures.remove(teamId, picture.print.sha256)
  for (const { sha256 } of [...formsOf(picture), ...converted.map(({ print }) => print)])
    await forgetFile(ports, store, teamId, sha256)
}

/** The picture as screens show it. Throws `not_found`. */
export async function openOwnPicture(
  { store, files }: Ports,
  teamId: string,
  pictureId: string,
): Promise<PictureFile> {
  const picture = await store.ownPictures.find(teamId, pictureId)
  if (picture === null) throw notFound('picture')
  const { sha256, sizeBytes, format = 'webp' } = picture.screen
  return { format, sha256, sizeBytes, read: (range) => files.read(sha256, range) }
}

function uploadField(scene: Scene, key: string): { field: SceneField; setting: OwnPictureSetting } {
  const field = scene.fields.find(({ id }) => id === key) ?? fieldByLabel(scene, key)
  if (field === null) throw new ServiceError('unknown_field', { param: 'field' })
  if (field === 'ambiguous') throw new ServiceError('ambiguous_label', { param: 'field' })
  const setting = field.ownPictures
  if (field.type !== 'image' || setting == null)
    throw new ServiceError('invalid_parameter', {
      message: `“${field.label}” does not take images of customers.`,
      param: 'field',
    })
  return { field, setting }
}

async function refuseQuota(
  { clock }: Pick<Ports, 'clock'>,
  store: Pick<Store, 'ownPictures'>,
  { teamId, id }: FillRecord,
  field: SceneField,
  sizeBytes: number,
): Promise<void> {
  const pictures = await store.ownPictures.ofFill(teamId, id)
  if (pictures.length >= MOST_OF_FILL)
    throw refusedPicture('picture_quota', field, { limit: MOST_OF_FILL, found: pictures.length + 1 })
  const ofFill = pictures.reduce((sum, { uploadBytes }) => sum + uploadBytes, sizeBytes)
  if (ofFill > MOST_BYTES_OF_FILL)
    throw refusedPicture('picture_quota', field, { limit: MOST_BYTES_OF_FILL, found: ofFill })
  const ofDay = sizeBytes + (await store.ownPictures.uploadedSince(teamId, clock.now() - DAY_MS))
  if (ofDay > MOST_BYTES_OF_DAY)
    throw refusedPicture('picture_quota', field, { limit: MOST_BYTES_OF_DAY, found: ofDay })
}

interface Place extends Pick<RevisionRecord, 'scene' | 'plan'> {
  readonly field: SceneField
  readonly setting: OwnPictureSetting
}

/** Opens it in a worker; its files last, and are down for removal until a row names them. */
function readPicture(
  { files, intake, entropy, store, clock }: Ports,
  { teamId }: FillRecord,
  { scene, plan, field, setting }: Place,
  sourcePath: string,
): Promise<{ readonly facts: OwnPictureFacts; readonly forms: ReturnType<typeof formsOf> }> {
  return withPicturePaths(files, async (paths) => {
    if (intake === null) throw new ServiceError('renderer_not_configured')
    const kinds = decodableKinds(setting.kinds, intake)
    const limits = { kinds, mostPixels: MOST_PIXELS, salt: entropy.bytes(SALT_BYTES) }
    const facts = await intake.readOwnPicture(sourcePath, paths, limits, teamId).catch((error: unknown) => {
      throw pictureFault(error, field, kinds)
    })
    if (addsProcessPlates(plan, field, facts))
      throw refusedPicture('picture_kind', field, { found: facts.colorKind, message: ONE_COLOR })
    refuseFaults(scene, field, setting, facts)
    for (const form of PICTURE_FORMS) {
      const made = facts[form]
      if (made == null) continue
      await planFile({ store, clock }, teamId, made.sha256)
      await files.store(paths[form], made.sha256)
    }
    return { facts, forms: formsOf(facts) }
  })
}

const ONE_COLOR = 'Only images without colours can be printed here.'

/** What the worker refuses, in the words of customers. */
function pictureFault(error: unknown, field: SceneField, kinds: readonly string[]): unknown {
  if (!(error instanceof ServiceError)) return error
  const { reason, limit, found } = (error.facts.extra ?? {}) as {
    reason?: string
    limit?: number
    found?: number
  }
  if (error.code === 'image_too_complex')
    return refusedPicture('picture_unreadable', field, { found: reason ?? 'crash' }, error)
  if (error.code !== 'invalid_image') return error
  if (reason === 'damaged') return refusedPicture('picture_unreadable', field, { found: 'damaged' }, error)
  if (reason === 'too_large')
    return refusedPicture(
      'picture_pixels',
      field,
      { limit: limit ?? MOST_PIXELS, found: found ?? null },
      error,
    )
  // A file of an accepted kind that is another one as well: its kind is not what is wrong with it.
  const message = reason === 'mixed' ? { message: error.message } : {}
  return refusedPicture('picture_kind', field, { kinds, found: reason ?? 'unknown', ...message }, error)
}

/** Whole and in its better turn it must reach what its field asks for, or no crop can. */
function refuseFaults(
  { pages }: Scene,
  field: SceneField,
  { minPpi }: OwnPictureSetting,
  facts: OwnPictureFacts,
): void {
  if (field.oneColor === true && hasColors(facts) && facts.gray == null)
    throw refusedPicture('picture_unreadable', field, { found: 'no lightness' })
  for (const placement of field.placements) {
    const best = ([0, 90] as const).map((turn) => {
      const picture: PlaceablePicture = { ...facts, assetId: '', view: { crop: null, turn } }
      const placed = placePicture(placement, picture)
      if (placed === null) return Infinity
      const mark = { picture, area: placed.area, matrix: fieldMatrix(placement) }
      return effectivePpi(mark, pages[placement.page]?.userUnit ?? 1)
    })
    const ppi = Math.max(...best)
    if (!reaches(ppi, minPpi))
      throw refusedPicture('picture_too_small', field, { limit: minPpi, found: Math.floor(ppi * 10) / 10 })
  }
}
