/** The variants of an image as they are written: for print, and for screens. */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp, { type JpegOptions, type Sharp } from 'sharp'
import type { Picture, PrintForm, ScreenForm } from '../../core/engine/scene/picture.ts'
import type { PicturePaths } from '../../core/service/asset/intake.ts'
import { allOf } from './all-of.ts'
import { type Pixels, packedBits, planeOf } from './pixels.ts'
import { pngRows } from './png-rows.ts'
import { writeLasting } from './write-lasting.ts'

/** The paths of the variants, and their formats. */
export interface PictureOutput {
  readonly paths: PicturePaths
  /** Appended to every file, so that no other image shares a file; not part of the image data. */
  readonly salt: Uint8Array
  /** The upload without metadata, if it can be printed unchanged. */
  readonly asCame: Uint8Array | null
  readonly mostPixels: number
  readonly longestSide: number
}

export const AS_JPEG = { filter: 'dct', bitsPerComponent: 8, inverted: false } as const
/** The widest image that any page shows. */
export const SCREEN_PX = 2560
const THUMBNAIL_PX = 320
const SCREEN_QUALITY = 88
/** For images with earlier lossy compression: the second loss is invisible, at four times the size. */
const PRINT_QUALITY = 95

export function planeSharp(pixels: Pixels, channel: number): Sharp {
  const { width, height } = pixels
  return sharp(planeOf(pixels, channel), { raw: { width, height, channels: 1 } }).toColourspace('b-w')
}

/**
 * Optimized Huffman tables save a seventh of the file, but need all coefficients in memory (600 MB at 100 megapixels in
 * RGB) and twice the time, for which a customer would wait.
 */
export function jpegOptions({ salt }: PictureOutput): JpegOptions {
  return { quality: PRINT_QUALITY, chromaSubsampling: '4:4:4', optimizeCoding: salt.length === 0 }
}

export async function asJpeg(out: PictureOutput, path: string, picture: Sharp): Promise<PrintForm> {
  const data = await picture.jpeg(jpegOptions(out)).toBuffer()
  return printForm(out, path, data, AS_JPEG)
}

export async function rows(
  out: PictureOutput,
  path: string,
  picture: Sharp,
  components: 1 | 3,
): Promise<PrintForm> {
  const png = await picture.png({ compressionLevel: 6, adaptiveFiltering: true, palette: false }).toBuffer()
  const data = pngRows(png, components)
  return printForm(out, path, data, { filter: 'flate_png', bitsPerComponent: 8, inverted: false })
}

export async function oneBit(
  out: PictureOutput,
  path: string,
  pixels: Pixels,
  channel: number,
): Promise<PrintForm> {
  const data = deflateSync(packedBits(pixels, channel))
  return printForm(out, path, data, { filter: 'flate', bitsPerComponent: 1, inverted: false })
}

export async function printForm(
  out: PictureOutput,
  path: string,
  data: Uint8Array,
  facts: Omit<PrintForm, 'sha256' | 'sizeBytes'>,
): Promise<PrintForm> {
  return { ...(await writeForm(out, path, data)), ...facts }
}

/**
 * Decision: a customer waits for the screen form of a photo, so it is a JPEG, which is written in a third of WebP's time;
 * that of 12 megapixels 0.2 s instead of 0.6 s. Images of the library stay WebP.
 */
export async function screenForms(
  opened: Sharp,
  photo: boolean,
  out: PictureOutput,
): Promise<Pick<Picture, 'screen' | 'thumbnail'>> {
  const fit = { fit: 'inside', withoutEnlargement: true } as const
  const { data, info } = await opened
    .resize({ width: SCREEN_PX, height: SCREEN_PX, ...fit })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const sized = () => sharp(data, { raw: { width, height, channels } })
  const webp = { effort: 1, ...(photo ? { quality: SCREEN_QUALITY } : { lossless: true }) }
  const asJpeg = photo && out.salt.length > 0
  const [screen, thumbnail] = await allOf([
    (asJpeg ? sized().jpeg({ quality: SCREEN_QUALITY }) : sized().webp(webp)).toBuffer(),
    sized()
      .resize({ width: THUMBNAIL_PX, height: THUMBNAIL_PX, ...fit })
      .webp(webp)
      .toBuffer(),
  ])
  return {
    screen: {
      ...(await writeForm(out, out.paths.screen, screen)),
      ...(asJpeg ? { format: 'jpeg' } : {}),
    },
    thumbnail: await writeForm(out, out.paths.thumbnail, thumbnail),
  }
}

/** The salt depends on the variant, as two variants can have the same bytes. */
async function writeForm(
  { paths, salt }: PictureOutput,
  path: string,
  data: Uint8Array,
): Promise<ScreenForm> {
  const form = Object.values(paths).indexOf(path)
  const chunks = salt.length === 0 ? [data] : [data, salt, Uint8Array.of(form)]
  await writeLasting(path, chunks)
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return { sha256: hash.digest('hex'), sizeBytes: data.length }
}
