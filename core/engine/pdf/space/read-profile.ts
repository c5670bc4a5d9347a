/** Reads what an ICC profile says of itself: for which device it is, and what its colours are (ICC.1 7.2). */
import type { PDFObject } from '@cantoo/pdf-lib'
import { asDict, numberEntry } from '../read-object.ts'
import { decodeStart } from '../read-stream.ts'
import type { ColorModel } from './space.ts'

export interface ProfileHeader {
  readonly version: number
  /** Class and colour space of the data, such as `prtr` and `CMYK`. */
  readonly deviceClass: string
  readonly space: string
  /** `acsp` in every profile. */
  readonly signature: string
}

const HEADER_BYTES = 40

/** Null for data too short for a profile. */
export function readProfileHeader(stream: PDFObject | null): ProfileHeader | null {
  const bytes = decodeStart(stream, HEADER_BYTES)
  if (bytes === null || bytes.length < HEADER_BYTES) return null
  const text = (from: number) =>
    Buffer.from(bytes.subarray(from, from + 4))
      .toString('latin1')
      .trim()
  return { version: bytes[8] ?? 0, deviceClass: text(12), space: text(16), signature: text(36) }
}

const MODELS: ReadonlyMap<string, { readonly model: ColorModel; readonly components: number }> = new Map([
  ['GRAY', { model: 'gray', components: 1 }],
  ['RGB', { model: 'rgb', components: 3 }],
  ['CMYK', { model: 'cmyk', components: 4 }],
  ['Lab', { model: 'lab', components: 3 }],
])
/** Scanners, displays, printers, and conversions between spaces (ISO 32000-1 8.6.5.5). */
const CLASSES = new Set(['scnr', 'mntr', 'prtr', 'spac'])
/** Later ones (iccMAX) are another format under the same first bytes. */
const LAST_VERSION = 4

/**
 * What the colours of an ICCBased space are by its profile. Null for a profile that cannot be read, one that such a
 * space cannot have, and one that contradicts the number of components that the space states.
 */
export function profiledModel(stream: PDFObject | null): ColorModel | null {
  const dict = asDict(stream)
  const header = readProfileHeader(stream)
  if (dict === null || header?.signature !== 'acsp' || header.version > LAST_VERSION) return null
  const found = CLASSES.has(header.deviceClass) ? MODELS.get(header.space) : undefined
  return found !== undefined && found.components === numberEntry(dict, 'N') ? found.model : null
}
