/** The large images of a page, each made smaller when a view first needs it, and kept for the views after that. */
import type { PDFStream } from '@cantoo/pdf-lib'
import { ServiceError } from '../../errors.ts'
import { isLarge, sizeOf } from '../pdf/read-image-size.ts'
import { type DecoderData, type ReducedImage, reduceImage } from './reduce-image.ts'

/** Of all images of a page together: a worker draws with what this leaves of its memory. */
const MOST_BYTES = 128 << 20

export function createReducedImages(decoders: DecoderData) {
  const known = new Map<PDFStream, ReducedImage>()
  const small = new WeakSet<PDFStream>()
  const wanted = new Set<PDFStream>()
  let bytes = 0
  return {
    /** See ViewContext. */
    find(image: PDFStream): ReducedImage | null | undefined {
      if (small.has(image)) return undefined
      const found = known.get(image)
      if (found !== undefined) return found
      if (isLarge(image)) {
        wanted.add(image)
        return null
      }
      small.add(image)
      return undefined
    },
    /** False where nothing was asked for since. Throws `page_not_drawable`. */
    async reduceWanted(): Promise<boolean> {
      const images = [...wanted]
      wanted.clear()
      for (const image of images) {
        const reduced = await reduceImage(image, decoders).catch(() => null)
        bytes += reduced?.samples.length ?? 0
        if (reduced === null || bytes > MOST_BYTES) throw tooLarge(image)
        known.set(image, reduced)
      }
      return images.length > 0
    },
  }
}

function tooLarge(image: PDFStream): ServiceError {
  const { width, height } = sizeOf(image)
  return new ServiceError('page_not_drawable', {
    message:
      `The page has an image of ${width} × ${height} px, which is too large to draw. ` +
      'Export the PDF with lower-resolution images and upload it again.',
    extra: { width, height },
  })
}
