/** Takes a JPEG or JPEG 2000 file out of the filters that an image of a PDF packs it in. */
import { PDFArray, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { asArray, entry } from '../../pdf/read-object.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { copyOf } from './copy-of.ts'

/** The largest unpacked size of a JPEG that is also packed by another filter. */
const MOST_PACKED_BYTES = 64 << 20

/** Null where the packing cannot be undone. */
export function packedPixels(image: PDFRawStream): Uint8Array | null {
  const filter = entry(image.dict, 'Filter')
  if (!(filter instanceof PDFArray) || filter.size() === 1) return image.contents
  const dict = copyOf(image.dict, [])
  dict.set(PDFName.of('Filter'), dict.context.obj(filter.asArray().slice(0, -1)))
  const parameters = asArray(image.dict, entry(image.dict, 'DecodeParms'))
  if (parameters !== null) dict.delete(PDFName.of('DecodeParms'))
  return decodeStream(PDFRawStream.of(dict, image.contents), MOST_PACKED_BYTES)
}
