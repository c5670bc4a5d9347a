/** The format of an image file, by its content alone; refusals name the format. */
import { ServiceError } from '../../../core/errors.ts'
import { nextMarker } from './jpeg-segments.ts'
import { followerIn } from './picture-tail.ts'

export interface PictureKind {
  readonly format: 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'
  /** True after lossy compression. */
  readonly lossy: boolean
  /** Where the image ends; the bytes behind are dropped. */
  readonly end: number
  /** A JPEG without its end mark, which every program shows if its pixels are whole. */
  readonly isOpen?: boolean
}

/**
 * The bytes of the image alone, closed by its end mark. Decision: cameras, screenshot programs and file systems leave
 * bytes behind an image: films, zeros, line ends, the rest of a larger image that stood there before. None of them is
 * kept, so that only a file that is another format as well is refused, by its name.
 */
export function wholePicture(bytes: Buffer, { end, isOpen = false }: PictureKind): Buffer {
  const image = bytes.subarray(0, end)
  return isOpen ? Buffer.concat([image, Uint8Array.of(0xff, 0xd9)]) : image
}

/** Why a file is refused: `message` is a sentence, `reason` a word for programs. */
export function unusablePicture(
  reason: string,
  message: string,
  cause?: unknown,
  facts: Readonly<Record<string, unknown>> = {},
): ServiceError {
  return new ServiceError('invalid_image', { message, param: 'file', extra: { reason, ...facts }, cause })
}

export const ADVICE = 'Save it as PNG or JPEG and upload it again.'

const latin = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(
    bytes.buffer,
    bytes.byteOffset + start,
    Math.max(0, Math.min(end, bytes.length) - start),
  ).toString('latin1')

/** Throws `invalid_image`. Reads only the container, never a pixel. Without `takesHeic`, HEIC is refused by its name. */
export function recognizePicture(bytes: Uint8Array, takesHeic = false): PictureKind {
  const head = latin(bytes, 0, 1024)
  // Readers of PDFs accept a header anywhere in the first kilobyte.
  if (head.includes('%PDF-')) throw unusablePicture('pdf', `The file is a PDF, not an image. ${ADVICE}`)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return readPng(bytes)
  if (head.startsWith('\xff\xd8\xff')) return readJpeg(bytes)
  if (AVIF.test(head.slice(4, 12))) return readHeif(bytes, 'avif')
  if (takesHeic && HEIC.test(head.slice(4, 12))) return readHeif(bytes, 'heic')
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return readWebp(bytes)
  const other = OTHERS.find(({ is }) => is(head))
  if (other === undefined) throw unusablePicture('unknown', 'The file is not a PNG, JPEG or WebP.')
  throw unusablePicture(other.reason, `The file is ${other.name}, which is not supported. ${ADVICE}`)
}

interface OtherKind {
  readonly reason: string
  readonly name: string
  is(head: string): boolean
}

const begins =
  (...signatures: readonly string[]) =>
  (head: string) =>
    signatures.some((signature) => head.startsWith(signature))

const XML = /^\s*<(?:svg|\?xml|!DOCTYPE|!--)/i
const AVIF = /^ftyp(?:avif|avis)/
/** Still images; sequences are refused as HEIF. */
const HEIC = /^ftyp(?:heic|heix|mif1)/
const HEIF = /^ftyp(?:heic|heix|hevc|hevx|heim|heis|heif|mif1|msf1)/
const BYTE_ORDER_MARK = '\xef\xbb\xbf'

const OTHERS: readonly OtherKind[] = [
  { reason: 'gif', name: 'a GIF', is: begins('GIF87a', 'GIF89a') },
  {
    reason: 'svg',
    name: 'an SVG or another XML file',
    is: (head) => XML.test(head.startsWith(BYTE_ORDER_MARK) ? head.slice(3) : head),
  },
  { reason: 'tiff', name: 'a TIFF', is: begins('II*\0', 'II+\0', 'MM\0*', 'MM\0+') },
  { reason: 'heif', name: 'a HEIC picture', is: (head) => HEIF.test(head.slice(4, 12)) },
  { reason: 'psd', name: 'a Photoshop file', is: begins('8BPS') },
  { reason: 'postscript', name: 'an EPS or PostScript file', is: begins('%!PS', '\xc5\xd0\xd3\xc6') },
  { reason: 'bmp', name: 'a BMP', is: begins('BM') },
  { reason: 'zip', name: 'a ZIP archive', is: begins('PK\x03\x04') },
]

/** The end of the image, once nothing follows that is a file of its own. */
function endOf(bytes: Uint8Array, end: number, format: string): number {
  const name = followerIn(bytes.subarray(end), format)
  if (name === null) return end
  throw unusablePicture(
    'mixed',
    `The file contains ${name} behind the image. Open the image, save it as PNG or JPEG and upload it again.`,
  )
}

/** Reads chunk by chunk. */
function readPng(bytes: Uint8Array): PictureKind {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) throw damaged('It is incomplete.')
    const type = latin(bytes, at + 4, at + 8)
    if (type === 'acTL') throw animated()
    at += 12 + view.getUint32(at)
    if (type !== 'IEND') continue
    if (at > bytes.length) throw damaged('It is incomplete.')
    return { format: 'png', lossy: false, end: endOf(bytes, at, 'png') }
  }
}

/** The decoder says whether the pixels of an open one are whole. */
function readJpeg(bytes: Uint8Array): PictureKind {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = endOfImage(view)
  if (found === null) throw damaged('It is incomplete.')
  return { format: 'jpeg', lossy: true, ...found, end: endOf(bytes, found.end, 'jpeg') }
}

/** The end of the first image of a JPEG file (ITU T.81 B.1); skips previews within its segments. */
function endOfImage(file: Buffer): Pick<PictureKind, 'end' | 'isOpen'> | null {
  let at = 2
  let scans = 0
  while (at + 2 <= file.length) {
    // Decoders pass over bytes between segments.
    if (file[at] !== 0xff) at = nextMarker(file, at)
    if (at + 2 > file.length) break
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return { end: at + 2 }
    else if (at + 4 > file.length) return null
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else {
      at += 2 + file.readUInt16BE(at + 2)
      if (marker !== 0xda) continue
      scans += 1
      at = nextMarker(file, at)
    }
  }
  // A download that broke off leaves zeros, which a decoder takes for pixels.
  const isFilled = file.subarray(-4).every((byte) => byte === 0)
  if (scans === 0 || at < file.length - 1 || isFilled) return null
  const isHalfMark = file[file.length - 1] === 0xff
  return { end: isHalfMark ? file.length - 1 : file.length, isOpen: true }
}

/** Reads box by box (ISO 14496-12 4.2). */
function readHeif(bytes: Uint8Array, format: 'avif' | 'heic'): PictureKind {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (latin(bytes, 8, 12) === 'avis') throw animated()
  const missing = new Set(['meta', 'mdat'])
  let at = 0
  while (at + 8 <= bytes.length) {
    const type = latin(bytes, at + 4, at + 8)
    if (!/^[\x20-\x7e]{4}$/.test(type)) break
    if (type === 'moov') throw animated()
    const short = view.getUint32(at)
    const isLong = short === 1 && at + 16 <= bytes.length
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short
    if (size < 8 || at + size > bytes.length) break
    missing.delete(type)
    at += size
  }
  if (missing.size > 0) throw damaged('It is incomplete.')
  return { format, lossy: true, end: endOf(bytes, at, format) }
}

function readWebp(bytes: Uint8Array): PictureKind {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = 8 + view.getUint32(4, true)
  if (end > bytes.length) throw damaged('It is incomplete.')
  let lossy = false
  for (let at = 12; at + 8 <= end; ) {
    const type = latin(bytes, at, at + 4)
    if (type === 'ANIM' || type === 'ANMF') throw animated()
    if (type === 'VP8 ') lossy = true
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size & 1)
  }
  return { format: 'webp', lossy, end: endOf(bytes, Math.min(bytes.length, end + (end & 1)), 'webp') }
}

export function damaged(how: string, cause?: unknown): ServiceError {
  return unusablePicture('damaged', `The image is damaged. ${how}`, cause)
}

function animated(): ServiceError {
  return unusablePicture('animated', 'The image is animated and cannot be printed. Upload a single frame.')
}
