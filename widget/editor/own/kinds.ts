/** The kind of a chosen file by its first bytes, as names and types can be wrong. */
import type { ImageKind } from './image-rules.ts'

const MIMES: Readonly<Record<ImageKind, readonly string[]>> = {
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  webp: ['image/webp'],
  avif: ['image/avif'],
  heic: ['image/heic', 'image/heif'],
}

/** As people know it. */
const NAMES: Readonly<Record<string, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
  heic: 'HEIC',
  gif: 'GIF',
  tiff: 'TIFF',
  pdf: 'PDF',
  svg: 'SVG',
  bmp: 'BMP',
  psd: 'Photoshop',
}

/**
 * For a file picker: types alone, and only those that are accepted. Phones turn their own kind into JPEG where the list
 * does not have it.
 */
export function acceptOf(kinds: readonly ImageKind[]): string {
  return kinds.flatMap((kind) => MIMES[kind]).join(',')
}

export function kindName(kind: string): string {
  return NAMES[kind] ?? kind.toUpperCase()
}

/** Null where the first bytes are of no kind that is known here. */
export async function readKind(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, 256).arrayBuffer())
  const text = String.fromCharCode(...bytes)
  const brand = text.slice(8, 12)
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n')) return 'png'
  if (text.startsWith('RIFF') && brand === 'WEBP') return 'webp'
  if (text.slice(4, 8) === 'ftyp') {
    if (/^(avif|avis)$/.test(brand)) return 'avif'
    if (/^(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/.test(brand))
      return text.includes('avif') ? 'avif' : 'heic'
  }
  if (text.startsWith('GIF8')) return 'gif'
  if (/^(II\*\0|MM\0\*)/.test(text)) return 'tiff'
  if (text.startsWith('%PDF')) return 'pdf'
  if (text.startsWith('BM')) return 'bmp'
  if (text.startsWith('8BPS')) return 'psd'
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|svg|!DOCTYPE svg|!--)/i.test(text)) return 'svg'
  return null
}
