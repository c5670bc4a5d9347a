/** Draws the one page of a view with pdf.js: a PDF becomes red, green and blue. */
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { getDocument, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { ServiceError } from '../../errors.ts'
import { Canvases, lookForLettersIn, withLastingStyles } from './canvases.ts'
import type { DecoderData } from './reduce-image.ts'

/** Folders of pdfjs-dist, each with a slash at its end. */
export interface DrawingData extends DecoderData {
  readonly standardFontDataUrl: string
  readonly cMapUrl: string
  readonly iccUrl: string
  /** For fonts that are neither embedded nor standard, in the order in which they are looked through for a letter. */
  readonly faces: readonly StandInFace[]
}

export interface StandInFace {
  readonly family: string
  readonly path: string
}

type RenderTarget = Parameters<PDFPageProxy['render']>[0]['canvasContext']

/** Pixels, the top row first. */
export interface DrawnView {
  readonly widthPx: number
  readonly heightPx: number
  /** RGBA, 4 bytes a pixel, all opaque. */
  readonly rgba: Uint8Array
}

export interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** One page, 9 pt square, without anything on it. */
const EMPTY = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> endobj
trailer <</Root 1 0 R>>`

let opened: Promise<unknown> | null = null

/**
 * pdf.js fetches what decodes JBIG2, CCITT, JPEG 2000 and profiles by way of the oldest document that it holds for
 * open, and takes closed ones for open: their answer never comes. So the first document of a process stays open.
 */
function keepOneOpen(data: DrawingData): Promise<unknown> {
  const verbosity = VerbosityLevel.ERRORS
  opened ??= getDocument({ data: new TextEncoder().encode(EMPTY), ...data, verbosity }).promise
  return opened
}

let hasFaces = false

/** Once in a process. The same page is the same picture on every machine, whatever fonts that has. */
function haveFaces({ faces }: DrawingData): void {
  if (hasFaces) return
  hasFaces = true
  for (const { family, path } of faces) GlobalFonts.registerFromPath(path, family)
  lookForLettersIn([...new Set(faces.map(({ family }) => family))])
}

/**
 * The page is as wide as the picture, and one scale serves both directions. Throws `preview_failed` where pdf.js gives up. No fonts of the system are used, glyphs
 * are drawn as outlines; layers are shown as they print.
 */
export async function drawView(pdf: Uint8Array, size: Size, data: DrawingData): Promise<DrawnView> {
  const { widthPx, heightPx } = size
  await keepOneOpen(data)
  haveFaces(data)
  const task = getDocument({
    data: new Uint8Array(pdf),
    ...data,
    CanvasFactory: Canvases,
    cMapPacked: true,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const canvas = createCanvas(widthPx, heightPx)
  try {
    const document = await task.promise
    const page = await document.getPage(1)
    const plain = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: widthPx / plain.width })
    const context = withLastingStyles(canvas.getContext('2d', { alpha: false }))
    await page.render({
      canvas: null,
      canvasContext: context as unknown as RenderTarget,
      viewport,
      intent: 'print',
      annotationMode: 0,
      background: '#ffffff',
    }).promise
    const { data: pixels } = context.getImageData(0, 0, widthPx, heightPx)
    return { ...size, rgba: new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength) }
  } catch (cause) {
    throw new ServiceError('preview_failed', { cause })
  } finally {
    await task.destroy()
    // Gives the memory of the pixels back now, not when it is collected.
    canvas.width = 0
    canvas.height = 0
  }
}
