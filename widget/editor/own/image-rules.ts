/** The rules of an image field for customers' uploads: sources, file types, sizes and frames. */
import type { FieldWire } from '../wire.ts'
import type { Fit, Shares, Size } from './crop.ts'

type UploadWire = NonNullable<FieldWire['upload']>
export type ImageKind = UploadWire['kinds'][number]

export interface ImageFrame {
  readonly frame: Size
  readonly fit: Fit
  readonly shares: Shares
}

export interface ImageRules {
  /** Below it an image is not printed. */
  readonly minPpi: number
  /** Below it an image looks soft. */
  readonly warnPpi: number
  readonly kinds: readonly ImageKind[]
  readonly maxBytes: number
  /** Where it is printed, in pt; the first is the one that it is placed in. */
  readonly frames: readonly [ImageFrame, ...ImageFrame[]]
}

/** Of a field without a place: nothing is printed of it. */
const NOWHERE: ImageFrame = { frame: { width: 72, height: 72 }, fit: 'cover', shares: { x: 0.5, y: 0.5 } }

export function takesUploads(field: FieldWire): boolean {
  return uploadOf(field) !== null
}

export function hasCatalogue(field: FieldWire): boolean {
  return uploadOf(field)?.source !== 'upload'
}

/** Null where it takes none. */
export function imageRules(field: FieldWire): ImageRules | null {
  const upload = uploadOf(field)
  if (upload === null) return null
  const [first = NOWHERE, ...others] = upload.frames.map(
    ({ width_pt, height_pt, fit, anchor }): ImageFrame => ({
      frame: { width: width_pt, height: height_pt },
      fit: fit === 'fit' ? 'contain' : 'cover',
      shares: sharesOf(anchor),
    }),
  )
  return {
    minPpi: upload.min_ppi,
    warnPpi: upload.warn_ppi,
    kinds: upload.kinds,
    maxBytes: upload.max_bytes,
    frames: [first, ...others],
  }
}

function sharesOf(anchor: UploadWire['frames'][number]['anchor']): Shares {
  const share = (least: string, most: string) =>
    anchor.includes(least) ? 0 : anchor.includes(most) ? 1 : 0.5
  return { x: share('left', 'right'), y: share('top', 'bottom') }
}

function uploadOf({ upload = null }: FieldWire): UploadWire | null {
  return upload
}
