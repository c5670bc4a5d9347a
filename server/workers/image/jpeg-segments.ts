/** A JPEG without metadata: no EXIF, GPS, XMP, profile, comment, preview or second image. */

const [START_OF_SCAN, END_OF_IMAGE, COMMENT] = [0xda, 0xd9, 0xfe]
/** Baseline, extended and progressive, with Huffman codes: every RIP's DCTDecode reads these. */
const FRAMES = [0xc0, 0xc1, 0xc2]
const ADOBE_BYTES = 14

/**
 * The image segments (ITU T.81 B.1.1.3) up to the end of the first image; null for a JPEG that PDFs cannot carry, or with
 * four inks, whose meaning depends on the profile. Adobe's segment stays, because it states the colour coding.
 */
export function strippedJpeg(file: Buffer): Uint8Array | null {
  const parts: Uint8Array[] = [file.subarray(0, 2)]
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return null
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) return joined(parts)
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (end > file.length) return null
    if (isFrame(marker) && !carries(marker, file, at)) return null
    if (isKept(marker, file, at)) parts.push(file.subarray(at, end))
    at = end
    if (marker !== START_OF_SCAN) continue
    at = nextMarker(file, end)
    parts.push(file.subarray(end, at))
  }
  return file[file.length - 2] === 0xff && file[file.length - 1] === END_OF_IMAGE ? joined(parts) : null
}

const joined = (parts: readonly Uint8Array[]) => Buffer.concat([...parts, Uint8Array.of(0xff, END_OF_IMAGE)])

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Eight bits of one component or three. */
function carries(marker: number, file: Buffer, at: number): boolean {
  return FRAMES.includes(marker) && file[at + 4] === 8 && [1, 3].includes(file[at + 9] ?? 0)
}

function isKept(marker: number, file: Buffer, at: number): boolean {
  if (marker === COMMENT) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const isAdobe = marker === 0xee && file.toString('latin1', at + 4, at + 9) === 'Adobe'
  return isAdobe && file.readUInt16BE(at + 2) === ADOBE_BYTES
}

/** The next marker that is neither stuffing nor a restart. */
export function nextMarker(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return file.length
}
