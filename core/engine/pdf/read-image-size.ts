/** Tells images of so many pixels that no preview can draw them as they are, and how far each can be made smaller. */
import { PDFArray, PDFBool, type PDFStream } from '@cantoo/pdf-lib'
import { readJpxSize } from './read-jpx-size.ts'
import { asName, entry, numberEntry } from './read-object.ts'

/** Images up to the size of the largest preview are drawn as they are. */
const LARGE_PIXELS = 40_000_000
/** As many as 5,000 x 4,000 px: more than the widest preview, and drawn in a quarter of the time of twice as many. */
const MOST_SAMPLES = 20_000_000
/** Where it has no browser around it, pdf.js halves JPEG 2000 to this, and drops what cannot be halved so often. */
const LARGEST_JPX_SIDE = 2048
/** What a canvas holds: Skia counts the bytes of its pixels in 31 bits, and their coordinates in 15. */
const LARGEST_CANVAS = { side: 32_767, pixels: 2 ** 29 - 1 }
/** Rows of 1 bit a pixel are decoded as a whole: 46,000 px square. */
export const MOST_PACKED_BYTES = 1 << 28

/** Is the image made smaller before it is drawn or, where that cannot be, not drawn at all? */
export function isLarge(image: PDFStream): boolean {
  if (lastFilter(image) === 'JPXDecode') {
    const size = readJpxSize(image.getContents())
    return size !== null && Math.max(size.width, size.height) > LARGEST_JPX_SIDE
  }
  const { width, height } = sizeOf(image)
  if (Math.max(width, height) > LARGEST_CANVAS.side) return true
  return width * height > (isBilevel(image) ? LARGE_PIXELS : LARGEST_CANVAS.pixels)
}

/** How often both sides of a large image are halved; null where it cannot be made small enough. */
export function halvingsOf(image: PDFStream): number | null {
  if (lastFilter(image) === 'JPXDecode') {
    const size = readJpxSize(image.getContents())
    const halvings = size === null ? null : halvingsFor(size, size.components)
    return size !== null && halvings !== null && halvings <= size.levels ? halvings : null
  }
  return isBilevel(image) && hasPackedRows(image) ? halvingsFor(sizeOf(image), 1) : null
}

interface ImageSize {
  readonly width: number
  readonly height: number
}

function halvingsFor({ width, height }: ImageSize, components: number): number {
  let halvings = 0
  while (halved(width, halvings) * halved(height, halvings) * components > MOST_SAMPLES) halvings += 1
  return halvings
}

export const halved = (side: number, halvings: number) => Math.ceil(side / 2 ** halvings)

export function sizeOf({ dict }: PDFStream): ImageSize {
  return { width: numberEntry(dict, 'Width') ?? 0, height: numberEntry(dict, 'Height') ?? 0 }
}

/** The only filter or, of several, the one whose data the image is. */
export function lastFilter({ dict }: PDFStream): string | null {
  const filter = entry(dict, 'Filter')
  return asName(filter instanceof PDFArray ? (filter.asArray().at(-1) ?? null) : filter)
}

const BILEVEL_FILTERS: ReadonlySet<string | null> = new Set(['CCITTFaxDecode', 'JBIG2Decode'])

function isBilevel(image: PDFStream): boolean {
  const { dict } = image
  if (entry(dict, 'ImageMask') === PDFBool.True || numberEntry(dict, 'BitsPerComponent') === 1) return true
  return BILEVEL_FILTERS.has(lastFilter(image))
}

/** Decision: what is packed once more around its fax or JBIG2, which nobody writes, is not taken apart. */
function hasPackedRows(image: PDFStream): boolean {
  const { width, height } = sizeOf(image)
  const filter = entry(image.dict, 'Filter')
  const isChain = filter instanceof PDFArray && filter.size() > 1
  return (
    Math.ceil(width / 8) * height <= MOST_PACKED_BYTES && !(isChain && BILEVEL_FILTERS.has(lastFilter(image)))
  )
}
