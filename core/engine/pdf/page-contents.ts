/** The content streams of a page as its dictionary names them, and how large they may be. */
import {
  PDFArray,
  type PDFDict,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import type { ServiceError } from '../../errors.ts'
import { tooComplex } from '../limits.ts'
import { resolve } from './read-object.ts'
import type { WalkedPage } from './read-page-tree.ts'
import { refuseBomb } from './refuse-bomb.ts'

/** No page of a press PDF comes near it; it bounds the memory that reading one takes. */
export const MAX_CONTENT_BYTES = 128 << 20

export interface ContentPart {
  readonly stream: PDFRawStream
  /** Null for a stream that stands in its place directly, which is not allowed but found. */
  readonly ref: PDFRef | null
}

export interface PageContents {
  readonly parts: readonly ContentPart[]
  /** How many are not streams, such as references to missing objects. */
  readonly missing: number
}

/** An object that is null means nothing on purpose. */
export function contentsOf({ dict }: WalkedPage): PageContents {
  const stated = dict.get(PDFName.of('Contents'))
  const found = resolve(dict, stated)
  const items = found instanceof PDFArray ? found.asArray() : stated === undefined ? [] : [stated]
  const parts: ContentPart[] = []
  let missing = 0
  for (const item of items) {
    const stream = resolve(dict, item)
    if (stream instanceof PDFRawStream) parts.push({ stream, ref: item instanceof PDFRef ? item : null })
    else if (!isNull(dict, item)) missing += 1
  }
  return { parts, missing }
}

const isNull = ({ context }: PDFDict, item: PDFObject) =>
  (item instanceof PDFRef ? context.lookup(item) : item) === PDFNull

/** The streams of an array are read as one, with white space between them (7.8.2); a single one stands as it is. */
export function joinContent(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces
  if (only !== undefined && pieces.length === 1) return only
  return Buffer.concat(pieces.flatMap((piece) => [piece, NEW_LINE]))
}

const NEW_LINE = Uint8Array.of(0x0a)

/** To be called before anything reads the pages' content. Throws `pdf_too_complex`. */
export function refuseContentBombs(pages: readonly WalkedPage[]): void {
  for (const page of pages)
    for (const { stream } of contentsOf(page).parts)
      refuseBomb(stream, MAX_CONTENT_BYTES, `The content of page ${page.index + 1}`)
}

export function contentTooLarge({ index }: WalkedPage): ServiceError {
  return tooComplex(`The content of page ${index + 1} of the PDF is larger than 128 MB.`)
}
