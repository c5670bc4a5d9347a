/** Entry of the image workers: the only place where an uploaded image is opened; its output is encoded again. */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { screenOfCmyk } from '../../core/engine/pdf/space/screen-cmyk.ts'
import type { Picture, PrintForm, ScreenForm } from '../../core/engine/scene/picture.ts'
import { ServiceError } from '../../core/errors.ts'
import type { PicturePaths } from '../../core/service/asset/intake.ts'
import { damaged, type PictureKind, recognizePicture, unusablePicture } from './picture-kind.ts'
import { type Pixels, packedBits, planeOf, surveyOf } from './pixels.ts'
import { pngRows } from './png-rows.ts'
import { profileName } from './profile-name.ts'
import { serveJobs } from './serve-jobs.ts'
import { writeLasting } from './write-lasting.ts'

export interface ReadPictureInput {
  readonly sourcePath: string
  readonly paths: PicturePaths
}

const MOST_PIXELS = 40_000_000
const LONGEST_SIDE = 12_000
/** The widest picture that the service shows anywhere. */
const SCREEN_PX = 2560
const THUMBNAIL_PX = 320
/** Of a picture that was packed with a loss before: the second loss is not to be seen, at four times the size. */
const PRINT_QUALITY = 95

// Only the three kinds can be opened at all, and nothing is kept between pictures.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
sharp.cache(false)
sharp.concurrency(1)

async function readPicture({ sourcePath, paths }: ReadPictureInput): Promise<Picture> {
  const bytes = await readFile(sourcePath)
  const kind = recognizePicture(bytes)
  try {
    return await redrawn(bytes, kind, paths)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (/pixel limit/i.test(String(error))) throw tooLarge()
    throw damaged('It cannot be read completely.', error)
  }
}

async function redrawn(bytes: Buffer, kind: PictureKind, paths: PicturePaths): Promise<Picture> {
  const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning', pages: 1 }).autoOrient()
  const { width, height, space, pages = 1, icc } = await open().metadata()
  if (pages > 1) throw unusablePicture('animated', 'The image is animated and cannot be printed.')
  if (Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS) throw tooLarge()
  return space === 'cmyk'
    ? inCmyk(open, icc === undefined ? null : profileName(icc), paths)
    : inRgb(open, kind, space === 'b-w' || space === 'grey16', paths)
}

/**
 * Decision: the ink values stay what they are and are printed as DeviceCMYK, as those of the artwork are, whatever
 * profile they came with; the picture for the screen is made of the same values in the same way, so that the preview
 * looks like the print file. They stay a JPEG, as they were one.
 */
async function inCmyk(open: () => Sharp, profile: string | null, paths: PicturePaths): Promise<Picture> {
  const inks = open().pipelineColourspace('cmyk').toColourspace('cmyk')
  const { data, info } = await inks
    .jpeg({ quality: PRINT_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 4) throw new Error(`A CMYK image was written with ${info.channels} components.`)
  const shown = await screenOfInks(open().pipelineColourspace('cmyk').toColourspace('cmyk'))
  return {
    ...{ widthPx: info.width, heightPx: info.height, colorKind: 'cmyk', alpha: false, mask: null },
    print: await printForm(paths.print, data, {
      ...{ filter: 'dct', bitsPerComponent: 8, inverted: true },
      ...(profile === null ? {} : { profile }),
    }),
    gray: await asJpeg(paths.gray, open().toColourspace('b-w')),
    ...(await screenForms(shown, true, paths)),
  }
}

/**
 * Decision: colours are brought to sRGB by the picture's own profile. What was packed with a loss stays a JPEG, of
 * high quality and without subsampled colour; all else, and all that has opacity, keeps every pixel.
 */
async function inRgb(
  open: () => Sharp,
  kind: PictureKind,
  gray: boolean,
  paths: PicturePaths,
): Promise<Picture> {
  const { data, info } = await open()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 4) throw new Error(`An image was opened with ${info.channels} components.`)
  const pixels: Pixels = { data, width: info.width, height: info.height }
  const survey = surveyOf(pixels)
  const neutral = gray || survey.neutral
  const colorKind = !neutral ? 'rgb' : survey.twoLevels ? 'one_bit' : 'gray'
  const alpha = survey.opacity !== 'full'
  const lossy = kind.lossy && !alpha && colorKind !== 'one_bit'
  const opened = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
  const mask = !alpha
    ? null
    : survey.opacity === 'hard'
      ? await oneBit(paths.mask, pixels, 3)
      : await rows(paths.mask, planeSharp(pixels, 3), 1)
  const print =
    colorKind === 'one_bit'
      ? await oneBit(paths.print, pixels, 1)
      : lossy
        ? await asJpeg(paths.print, colorKind === 'gray' ? planeSharp(pixels, 1) : opened().removeAlpha())
        : colorKind === 'gray'
          ? await rows(paths.print, planeSharp(pixels, 1), 1)
          : await rows(paths.print, opened().removeAlpha(), 3)
  const inOneColor = colorKind === 'rgb' ? await lightnessOf(opened().removeAlpha(), lossy, paths) : null
  const photo = colorKind === 'rgb' && !alpha
  return {
    ...{ widthPx: info.width, heightPx: info.height, colorKind, alpha, print, mask, gray: inOneColor },
    ...(await screenForms(opened, photo, paths)),
  }
}

/** As large as any screen needs it. */
async function screenOfInks(inks: Sharp): Promise<() => Sharp> {
  const { data, info } = await inks
    .resize({ width: SCREEN_PX, height: SCREEN_PX, fit: 'inside', withoutEnlargement: true })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const shown = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const part = (at: number) => data[from + at]! / 255
    shown.set(screenOfCmyk([part(0), part(1), part(2), part(3)]), to)
  }
  return () => sharp(shown, { raw: { width, height, channels: 3 } })
}

async function lightnessOf(colors: Sharp, lossy: boolean, paths: PicturePaths): Promise<PrintForm> {
  const shades = colors.toColourspace('b-w')
  return lossy ? asJpeg(paths.gray, shades) : rows(paths.gray, shades, 1)
}

function planeSharp({ data, width, height }: Pixels, channel: number): Sharp {
  return sharp(planeOf(data, channel), { raw: { width, height, channels: 1 } }).toColourspace('b-w')
}

async function asJpeg(path: string, picture: Sharp): Promise<PrintForm> {
  const data = await picture.jpeg({ quality: PRINT_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer()
  return printForm(path, data, { filter: 'dct', bitsPerComponent: 8, inverted: false })
}

async function rows(path: string, picture: Sharp, components: 1 | 3): Promise<PrintForm> {
  const png = await picture.png({ compressionLevel: 6, adaptiveFiltering: true, palette: false }).toBuffer()
  const data = pngRows(png, components)
  return printForm(path, data, { filter: 'flate_png', bitsPerComponent: 8, inverted: false })
}

async function oneBit(path: string, pixels: Pixels, channel: number): Promise<PrintForm> {
  const data = deflateSync(packedBits(pixels, channel))
  return printForm(path, data, { filter: 'flate', bitsPerComponent: 1, inverted: false })
}

async function printForm(
  path: string,
  data: Uint8Array,
  facts: Omit<PrintForm, 'sha256' | 'sizeBytes'>,
): Promise<PrintForm> {
  await writeLasting(path, [data])
  return { sha256: hashOf(data), sizeBytes: data.length, ...facts }
}

async function screenForms(
  open: () => Sharp,
  photo: boolean,
  paths: PicturePaths,
): Promise<Pick<Picture, 'screen' | 'thumbnail'>> {
  const shown = async (path: string, px: number): Promise<ScreenForm> => {
    const sized = open().resize({ width: px, height: px, fit: 'inside', withoutEnlargement: true })
    const data = await sized.webp(photo ? { quality: 88 } : { lossless: true, effort: 1 }).toBuffer()
    await writeLasting(path, [data])
    return { sha256: hashOf(data), sizeBytes: data.length }
  }
  return {
    screen: await shown(paths.screen, SCREEN_PX),
    thumbnail: await shown(paths.thumbnail, THUMBNAIL_PX),
  }
}

function hashOf(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function tooLarge(): ServiceError {
  return unusablePicture(
    'too_large',
    `The image is too large; the limits are 40 megapixels and ${LONGEST_SIDE} px per side. Save a smaller one.`,
  )
}

const JOBS = { readPicture }

export type ImageJobs = typeof JOBS

serveJobs(JOBS)
