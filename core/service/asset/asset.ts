/** A picture of a team's catalogue: the record, and what of it a print file needs. */
import type { Picture, PlaceablePicture } from '../../engine/scene/picture.ts'

/** Times are milliseconds since 1970. */
export interface AssetRecord extends Picture {
  readonly id: string
  readonly teamId: string
  /** Name for the shop. */
  readonly name: string
  /** Shown to customers. */
  readonly label: string
  /** Lower-case words by which fields choose their part of the catalogue. */
  readonly tags: readonly string[]
  /** SHA-256 of the upload, which is not kept. */
  readonly sourceSha256: string
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly updatedAt: number
  readonly archivedAt: number | null
}

export function placeable(asset: AssetRecord): PlaceablePicture {
  const { id, widthPx, heightPx, colorKind, alpha, print, mask, gray = null, screen } = asset
  return { assetId: id, widthPx, heightPx, colorKind, alpha, print, mask, gray, screen }
}
