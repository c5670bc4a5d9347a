/** Reads what an ICC profile says of itself: for which device it is, and what its colours are (ICC.1 7.2). */
import { type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { onceFor } from '../../../once-for.ts'
import { asDict, numberEntry } from '../read-object.ts'
import { decodeStart, decodeStream } from '../read-stream.ts'
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

const MAX_PROFILE_BYTES = 4 << 20
const TAG_BYTES = 12
const MOST_TAGS = 100

const nameOf = onceFor((stream: PDFStream) => descriptionOf(decodeStream(stream, MAX_PROFILE_BYTES)))

/** What the profile calls itself (ICC.1 9.2.41); `ICC profile` where it does not say. */
export function profileName(stream: PDFObject | null): string {
  return (stream instanceof PDFStream ? nameOf(stream) : null) ?? 'ICC profile'
}

/** Of version 2 in ASCII, of version 4 the first language in UTF-16. */
export function descriptionOf(profile: Uint8Array | null): string | null {
  if (profile === null || profile.length < HEADER_BYTES) return null
  const bytes = Buffer.from(profile)
  const count = bytes.length < 132 ? 0 : Math.min(bytes.readUInt32BE(128), MOST_TAGS)
  for (let at = 132; at < 132 + count * TAG_BYTES && at + TAG_BYTES <= bytes.length; at += TAG_BYTES) {
    if (bytes.toString('latin1', at, at + 4) !== 'desc') continue
    const tag = bytes.subarray(bytes.readUInt32BE(at + 4)).subarray(0, bytes.readUInt32BE(at + 8))
    const text = textOf(tag).replace(/\0/g, '').trim().slice(0, 100)
    return text === '' ? null : text
  }
  return null
}

function textOf(tag: Buffer): string {
  const kind = tag.toString('latin1', 0, 4)
  if (kind === 'desc' && tag.length > 12) return tag.subarray(12, 12 + tag.readUInt32BE(8)).toString('latin1')
  if (kind !== 'mluc' || tag.length < 28) return ''
  const text = Buffer.from(tag.subarray(tag.readUInt32BE(24)).subarray(0, tag.readUInt32BE(20) & ~1))
  return text.swap16().toString('utf16le')
}
