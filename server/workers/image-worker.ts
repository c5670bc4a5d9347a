/** Entry of the image workers: the only place where an uploaded image is opened; its output is encoded again. */

import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { isSrgbProfile } from '../../core/engine/pdf/space/rgb-profile.ts'
import { screenOfCmyk } from '../../core/engine/pdf/space/screen-cmyk.ts'
import type { Picture, PrintForm } from '../../core/engine/scene/picture.ts'
import { ServiceError } from '../../core/errors.ts'
import type { OwnPictureFacts, OwnPictureLimits, PicturePaths } from '../../core/service/asset/intake.ts'
import { allOf } from './all-of.ts'
import { convertPicture } from './color/convert-picture.ts'
import { heicAsPng } from './image/heic.ts'
import { strippedJpeg } from './image/jpeg-segments.ts'
import { isWholeInSpiteOf } from './image/jpeg-warnings.ts'
import {
  ADVICE,
  damaged,
  type PictureKind,
  recognizePicture,
  unusablePicture,
  wholePicture,
} from './image/picture-kind.ts'
import {
  AS_JPEG,
  asJpeg,
  jpegOptions,
  oneBit,
  type PictureOutput,
  planeSharp,
  printForm,
  rows,
  SCREEN_PX,
  screenForms,
} from './image-forms.ts'
import { type Pixels, surveyOf } from './pixels.ts'
import { profileName } from './profile-name.ts'
import { serveJobs } from './serve-jobs.ts'

export interface ReadPictureInput {
  readonly sourcePath: string
  readonly paths: PicturePaths
}

export interface ReadOwnPictureInput extends ReadPictureInput {
  readonly limits: OwnPictureLimits
}

const MOST_PIXELS = 40_000_000
const LONGEST_SIDE = 12_000
const OWN_LONGEST_SIDE = 30_000
const NO_SALT = new Uint8Array()

// Only the four formats can be opened, and nothing is cached between images.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [...['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif']],
})
sharp.cache(false)
sharp.concurrency(1)

async function readPicture({ sourcePath, paths }: ReadPictureInput): Promise<Picture> {
  const file = await readFile(sourcePath)
  const kind = recognizePicture(file)
  if (kind.format === 'avif')
    throw unusablePicture('heif', `The file is an AVIF image, which is not supported. ${ADVICE}`)
  const plain = { salt: NO_SALT, asCame: null, mostPixels: MOST_PIXELS, longestSide: LONGEST_SIDE }
  return reading(() => redrawn(wholePicture(file, kind), kind, { ...plain, paths }))
}

/**
 * Decision: a customer's upright JPEG in sRGB is printed unchanged, without its metadata; every other image is encoded
 * again, upright and in sRGB, as catalogue images are.
 */
async function readOwnPicture({ sourcePath, paths, limits }: ReadOwnPictureInput): Promise<OwnPictureFacts> {
  const file = await readFile(sourcePath)
  const kind = recognizePicture(file, limits.kinds.includes('heic'))
  if (!limits.kinds.includes(kind.format))
    throw unusablePicture(kind.format, `The file is a ${kind.format.toUpperCase()} image.`)
  const { salt, mostPixels } = limits
  const bytes = wholePicture(file, kind)
  const asCame = kind.format === 'jpeg' ? strippedJpeg(bytes) : null
  const out = { paths, salt, asCame, mostPixels, longestSide: OWN_LONGEST_SIDE }
  const picture = await reading(async () =>
    redrawn(kind.format === 'heic' ? await heicAsPng(bytes, mostPixels) : bytes, kind, out),
  )
  return { ...picture, kind: kind.format }
}

async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw damaged('It cannot be read completely.', error)
  }
}

/**
 * Decision: a picture is read strictly, so that none with missing pixels is printed. One with a harmless fault is read
 * again, and encoded again for the press, whose programs may be less patient with the file than browsers are.
 */
async function redrawn(bytes: Buffer, kind: PictureKind, out: PictureOutput): Promise<Picture> {
  try {
    return await redrawnStrictly('warning', bytes, kind, out)
  } catch (error) {
    if (kind.format !== 'jpeg' || !(await isWholeInSpiteOf(error, bytes, out.mostPixels))) throw error
    return redrawnStrictly('error', bytes, kind, { ...out, asCame: null })
  }
}

async function redrawnStrictly(
  failOn: 'warning' | 'error',
  bytes: Buffer,
  kind: PictureKind,
  out: PictureOutput,
): Promise<Picture> {
  const open = () => sharp(bytes, { limitInputPixels: out.mostPixels, failOn, pages: 1 }).autoOrient()
  // Reads the header alone, whatever size that states.
  const header = sharp(bytes, { limitInputPixels: false, failOn, pages: 1 })
  const { width, height, space, hasAlpha, pages = 1, icc, orientation = 1 } = await header.metadata()
  if (pages > 1) throw unusablePicture('animated', 'The image is animated and cannot be printed.')
  // The decoder of AVIF holds an image several times, and CMYK takes several times as long.
  const mostPixels = kind.format === 'avif' || space === 'cmyk' ? MOST_PIXELS : out.mostPixels
  const { longestSide } = out
  if (Math.max(width, height) > longestSide || width * height > mostPixels)
    throw tooLarge(mostPixels, longestSide, width * height)
  const srgb = icc === undefined || isSrgbProfile(icc)
  const upright = orientation === 1 && srgb && (space === 'srgb' || space === 'b-w')
  const asCame = upright ? out.asCame : null
  if (space === 'cmyk') return inCmyk(open, icc === undefined ? null : profileName(icc), out)
  // Too many pixels to look at each: they are streamed by rows.
  if (width * height > MOST_PIXELS) return inStream(open, kind, { ...out, asCame })
  const opened = () => (hasAlpha ? open().ensureAlpha() : open().removeAlpha()).toColourspace('srgb')
  return inRgb(opened, kind, space === 'b-w' || space === 'grey16', { ...out, asCame })
}

/**
 * Decision: ink values stay unchanged and are printed as DeviceCMYK, as those of the artwork, whatever their profile; the
 * screen image is made of the same values in the same way, so that the preview looks like the print file. A JPEG stays a
 * JPEG.
 */
async function inCmyk(open: () => Sharp, profile: string | null, out: PictureOutput): Promise<Picture> {
  const inks = open().pipelineColourspace('cmyk').toColourspace('cmyk')
  const { data, info } = await inks.jpeg(jpegOptions(out)).toBuffer({ resolveWithObject: true })
  if (info.channels !== 4) throw new Error(`A CMYK image was written with ${info.channels} components.`)
  const shown = await screenOfInks(open().pipelineColourspace('cmyk').toColourspace('cmyk'))
  return {
    ...{ widthPx: info.width, heightPx: info.height, colorKind: 'cmyk', alpha: false, mask: null },
    print: await printForm(out, out.paths.print, data, {
      ...{ filter: 'dct', bitsPerComponent: 8, inverted: true },
      ...(profile === null ? {} : { profile }),
    }),
    gray: await asJpeg(out, out.paths.gray, open().toColourspace('b-w')),
    ...(await screenForms(shown, true, out)),
  }
}

/**
 * Decision: colours are converted to sRGB by the image's own profile. A lossy image stays a JPEG, of high quality and
 * without colour subsampling; every other image, and every one with opacity, keeps its exact pixels.
 */
async function inRgb(
  open: () => Sharp,
  kind: PictureKind,
  gray: boolean,
  out: PictureOutput,
): Promise<Picture> {
  const { data, info } = await open().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const { width, height, channels: components } = info
  if (components !== 3 && components !== 4)
    throw new Error(`An image was opened with ${components} components.`)
  const pixels: Pixels = { data, width, height, components }
  const survey = surveyOf(pixels)
  const neutral = gray || survey.neutral
  const colorKind = !neutral ? 'rgb' : survey.twoLevels ? 'one_bit' : 'gray'
  const alpha = survey.opacity !== 'full'
  const lossy = kind.lossy && !alpha && colorKind !== 'one_bit'
  const opened = () => sharp(data, { raw: { width, height, channels: components } })
  const mask = !alpha
    ? null
    : survey.opacity === 'hard'
      ? await oneBit(out, out.paths.mask, pixels, 3)
      : await rows(out, out.paths.mask, planeSharp(pixels, 3), 1)
  const print =
    colorKind === 'one_bit'
      ? await oneBit(out, out.paths.print, pixels, 1)
      : lossy
        ? await (colorKind === 'rgb' && out.asCame !== null
            ? printForm(out, out.paths.print, out.asCame, AS_JPEG)
            : asJpeg(
                out,
                out.paths.print,
                colorKind === 'gray' ? planeSharp(pixels, 1) : opened().removeAlpha(),
              ))
        : colorKind === 'gray'
          ? await rows(out, out.paths.print, planeSharp(pixels, 1), 1)
          : await rows(out, out.paths.print, opened().removeAlpha(), 3)
  const photo = colorKind === 'rgb' && !alpha
  const [inOneColor, shown] = await allOf([
    colorKind === 'rgb' ? lightnessOf(opened().removeAlpha(), lossy, out) : null,
    screenForms(alpha ? opened() : opened().removeAlpha(), photo, out),
  ])
  return {
    ...{ widthPx: width, heightPx: height, colorKind, alpha, print, mask, gray: inOneColor },
    ...shown,
  }
}

/** An image of very many pixels, with only a few rows in memory as far as its decoder allows. */
async function inStream(open: () => Sharp, kind: PictureKind, out: PictureOutput): Promise<Picture> {
  const { autoOrient, channels, space, hasAlpha: alpha } = await open().metadata()
  const { width: widthPx, height: heightPx } = autoOrient
  const isGray = space === 'b-w' || space === 'grey16' || channels === 1
  const components = isGray ? 1 : 3
  const opaque = () => (alpha ? open().removeAlpha() : open())
  const samples = () => opaque().toColourspace(isGray ? 'b-w' : 'srgb')
  const lossy = kind.lossy && !alpha
  const form = (path: string, picture: Sharp, of: 1 | 3) =>
    lossy ? asJpeg(out, path, picture) : rows(out, path, picture, of)
  const { paths } = out
  return {
    ...{ widthPx, heightPx, colorKind: isGray ? 'gray' : 'rgb', alpha },
    print:
      out.asCame === null
        ? await form(paths.print, samples(), components)
        : await printForm(out, paths.print, out.asCame, AS_JPEG),
    mask: alpha ? await rows(out, paths.mask, open().extractChannel('alpha'), 1) : null,
    gray: isGray ? null : await form(paths.gray, opaque().toColourspace('b-w'), 1),
    ...(await screenForms(open().toColourspace('srgb'), !alpha, out)),
  }
}

/** The size that the largest screen needs. */
async function screenOfInks(inks: Sharp): Promise<Sharp> {
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
  return sharp(shown, { raw: { width, height, channels: 3 } })
}

async function lightnessOf(colors: Sharp, lossy: boolean, out: PictureOutput): Promise<PrintForm> {
  const shades = colors.toColourspace('b-w')
  return lossy ? asJpeg(out, out.paths.gray, shades) : rows(out, out.paths.gray, shades, 1)
}

function tooLarge(mostPixels: number, longestSide: number, found?: number): ServiceError {
  return unusablePicture(
    'too_large',
    `The image is too large; the limits are ${mostPixels / 1e6} megapixels and ${longestSide} px per side. Save a smaller one.`,
    undefined,
    { limit: mostPixels, ...(found === undefined ? {} : { found }) },
  )
}

const JOBS = { readPicture, readOwnPicture, convertPicture }

export type ImageJobs = typeof JOBS

serveJobs(JOBS)
