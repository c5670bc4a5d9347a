/** What an image field takes of the customer's own: where images come from, their kinds and sizes, and the frame for them. */
import type { Fit, Size } from './own/crop.ts'
import type { FieldWire } from './wire.ts'

export type ImageKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

/** How the service says it; missing where images come from the catalogue alone. */
interface UploadWire {
  readonly source?: 'catalogue' | 'upload' | 'both'
  readonly min_ppi?: number
  readonly warn_ppi?: number
  readonly kinds?: readonly ImageKind[]
  readonly max_bytes?: number
  readonly fit?: Fit
  readonly width_pt?: number
  readonly height_pt?: number
}

export interface ImageRules {
  /** Below it an image is not printed. */
  readonly minPpi: number
  /** Below it an image looks soft. */
  readonly warnPpi: number
  readonly kinds: readonly ImageKind[]
  readonly maxBytes: number
  readonly fit: Fit
  /** Of the place that it is printed in, pt. */
  readonly frame: Size
}

const KINDS: readonly ImageKind[] = ['jpeg', 'png', 'webp', 'avif']
const MAX_BYTES = 40 * 1024 * 1024

export function takesUploads(field: FieldWire): boolean {
  const { source = 'catalogue' } = field as UploadWire
  return field.type === 'image' && source !== 'catalogue'
}

export function hasCatalogue(field: FieldWire): boolean {
  return (field as UploadWire).source !== 'upload'
}

export function imageRules(field: FieldWire): ImageRules {
  const said = field as UploadWire
  return {
    minPpi: said.min_ppi ?? 150,
    warnPpi: said.warn_ppi ?? 225,
    kinds: said.kinds ?? KINDS,
    maxBytes: said.max_bytes ?? MAX_BYTES,
    fit: said.fit ?? 'cover',
    frame: { width: said.width_pt ?? 100, height: said.height_pt ?? 100 },
  }
}
