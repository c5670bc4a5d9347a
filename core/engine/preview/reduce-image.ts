/** Makes images of very many pixels smaller before they are drawn: no canvas holds line art of a poster at 1,200 dpi. */
import { PDFBool, PDFRawStream, type PDFStream } from '@cantoo/pdf-lib'
import { halved, halvingsOf, lastFilter, MOST_PACKED_BYTES, sizeOf } from '../pdf/read-image-size.ts'
import { readJpxSize } from '../pdf/read-jpx-size.ts'
import { dictEntry, entry, numberEntry } from '../pdf/read-object.ts'
import { decodeStream } from '../pdf/read-stream.ts'
import { shrinkBits } from './shrink-bits.ts'

export interface ReducedImage {
  readonly widthPx: number
  readonly heightPx: number
  readonly components: number
  /** One byte a component. Of 1 bit a pixel how many of its pixels were ones, 0 to 255. */
  readonly samples: Uint8Array
  readonly bilevel: boolean
}

/** Decoders of pdf.js, which is loaded with the first large image. */
export interface DecoderData {
  readonly wasmUrl: string
  /** A file of that folder. */
  readDecoder(name: string): Promise<Uint8Array>
}

/** Null where it cannot be made small enough. */
export async function reduceImage(image: PDFStream, data: DecoderData): Promise<ReducedImage | null> {
  const halvings = halvingsOf(image)
  if (halvings === null) return null
  if (lastFilter(image) === 'JPXDecode') return reduceJpx(image, halvings, data)
  const rows = await packedRows(image, data)
  return rows === null
    ? null
    : { ...shrinkBits(rows, { ...sizeOf(image), halvings }), components: 1, bilevel: true }
}

async function reduceJpx(
  image: PDFStream,
  halvings: number,
  data: DecoderData,
): Promise<ReducedImage | null> {
  const bytes = image.getContents()
  const size = readJpxSize(bytes)
  if (size === null) return null
  const { JpxImage } = await openDecoders(data)
  const options = { numComponents: 0, isIndexedColormap: false, smaskInData: false, reducePower: halvings }
  const samples = await JpxImage.instance.decode(bytes, options)
  const [widthPx, heightPx] = [halved(size.width, halvings), halved(size.height, halvings)]
  const components = samples.length / (widthPx * heightPx)
  return Number.isInteger(components) ? { widthPx, heightPx, components, samples, bilevel: false } : null
}

/** Rows of whole bytes; null for what no decoder opens. */
async function packedRows(image: PDFStream, data: DecoderData): Promise<Uint8Array | null> {
  const { dict } = image
  const { width, height } = sizeOf(image)
  const filter = lastFilter(image)
  if (filter !== 'CCITTFaxDecode' && filter !== 'JBIG2Decode') return decodeStream(image, MOST_PACKED_BYTES)
  const parameters = dictEntry(dict, 'DecodeParms')
  const { Jbig2Image } = await openDecoders(data)
  const bytes = image.getContents()
  if (filter === 'JBIG2Decode') {
    const globals = parameters === null ? null : entry(parameters, 'JBIG2Globals')
    const shared = globals instanceof PDFRawStream ? decodeStream(globals, MOST_PACKED_BYTES) : null
    return Jbig2Image.instance.decode(bytes, width, height, shared)
  }
  const number = (key: string, otherwise: number) =>
    (parameters === null ? null : numberEntry(parameters, key)) ?? otherwise
  const flag = (key: string) => parameters !== null && entry(parameters, key) === PDFBool.True
  return Jbig2Image.instance.decode(bytes, width, height, null, {
    K: number('K', 0),
    EndOfLine: flag('EndOfLine'),
    EncodedByteAlign: flag('EncodedByteAlign'),
    BlackIs1: flag('BlackIs1'),
    Columns: number('Columns', 1728),
    Rows: number('Rows', 0),
  })
}

export async function openDecoders({ wasmUrl, readDecoder }: DecoderData) {
  const decoders = await import('pdfjs-dist/image_decoders/pdf.image_decoders.mjs')
  decoders.Jbig2Image.setOptions({
    ...{ useWasm: true, useWorkerFetch: false, wasmUrl },
    getHandler: () => ({ sendWithPromise: (_action, { filename }) => readDecoder(filename) }),
  })
  return decoders
}
