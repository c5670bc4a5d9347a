/** A customer's own picture: the record, what it takes of the disk, and what of it a print file needs. */
import type { PictureView } from '../../engine/scene/own-picture.ts'
import type { Picture, PlaceablePicture, ScreenForm } from '../../engine/scene/picture.ts'

/** Times are milliseconds since 1970. The upload itself is not kept: its metadata could name places and people. */
export interface OwnPictureRecord extends Picture {
  readonly id: string
  readonly teamId: string
  /** Nothing else shows it, and it goes with the fill. */
  readonly fillId: string
  readonly fieldId: string
  /** What the upload was. */
  readonly kind: string
  readonly uploadBytes: number
  /** What is printed, what is printed in one ink instead, and what screens show. */
  readonly originalBytes: number
  readonly workingBytes: number
  readonly previewBytes: number
  readonly createdAt: number
}

export interface PictureBytes {
  readonly originalBytes: number
  readonly workingBytes: number
  readonly previewBytes: number
}

export interface OwnPictureStore {
  insert(picture: OwnPictureRecord): Promise<void>
  find(teamId: string, id: string): Promise<OwnPictureRecord | null>
  /** Without a team, for signed links. */
  byId(id: string): Promise<OwnPictureRecord | null>
  findMany(teamId: string, ids: readonly string[]): Promise<readonly OwnPictureRecord[]>
  /** In the order of their making. */
  ofFill(teamId: string, fillId: string): Promise<readonly OwnPictureRecord[]>
  /** Are there other pictures with this one's files? A copy of a fill has the same. */
  isShared(teamId: string, picture: OwnPictureRecord): Promise<boolean>
  remove(teamId: string, id: string): Promise<void>
  /** Bytes of uploads that the team has been given since. */
  uploadedSince(teamId: string, since: number): Promise<number>
}

export function formsOf(picture: Picture): readonly ScreenForm[] {
  const { print, mask, gray, screen, thumbnail } = picture
  return [print, mask, gray ?? null, screen, thumbnail].filter((form) => form !== null)
}

export function bytesOfForms({ print, mask, gray, screen, thumbnail }: Picture): PictureBytes {
  return {
    originalBytes: print.sizeBytes + (mask?.sizeBytes ?? 0),
    workingBytes: gray?.sizeBytes ?? 0,
    previewBytes: screen.sizeBytes + thumbnail.sizeBytes,
  }
}

export function placeableOwn(picture: OwnPictureRecord, { crop, turn }: PictureView): PlaceablePicture {
  const { id, widthPx, heightPx, colorKind, alpha, print, mask, gray = null, screen } = picture
  const view = { crop, turn }
  return { assetId: id, widthPx, heightPx, colorKind, alpha, print, mask, gray, screen, view }
}
