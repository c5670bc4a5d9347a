/** Notes what content names and the file does not hold, or holds so that nobody can read it. */
import type { PDFRawStream } from '@cantoo/pdf-lib'

export type LossKind = 'missing' | 'unreadable' | 'cut'

export interface Loss {
  /** The first page that paints it, from 0. */
  readonly page: number
  readonly kind: LossKind
  /** As its page calls it, such as `the image or form Im1`. */
  readonly what: string
  /** False for what changes how something looks, and loses nothing by itself. */
  readonly paints: boolean
}

/** An image that is painted, with its masks, whose data is still to be looked at. */
export interface PaintedPicture {
  readonly page: number
  readonly stream: PDFRawStream
  readonly what: string
  /** Of a pixel, 0 where they are not known. */
  readonly components: number
}

export interface Losses {
  readonly all: readonly Loss[]
  readonly pictures: readonly PaintedPicture[]
  onPage(index: number): void
  add(kind: LossKind, what: string, paints?: boolean): void
  picture(stream: PDFRawStream, what: string, components: number): void
}

/** A file that is built to have more gets findings for these only. */
const MOST = 1_000

export function createLosses(): Losses {
  const known = new Map<string, Loss>()
  const pictures = new Map<PDFRawStream, PaintedPicture>()
  let page = 0
  return {
    get all() {
      return [...known.values()]
    },
    get pictures() {
      return [...pictures.values()]
    },
    onPage(index) {
      page = index
    },
    add(kind, what, paints = true) {
      const key = `${page} ${kind} ${what}`
      if (known.size < MOST && !known.has(key)) known.set(key, { page, kind, what, paints })
    },
    picture(stream, what, components) {
      if (!pictures.has(stream)) pictures.set(stream, { page, stream, what, components })
    },
  }
}

/** A name of a content stream, its bytes as characters, for people to read. */
export function readableName(name: string | null): string {
  return name === null ? 'without a name' : Buffer.from(name, 'latin1').toString('utf8').slice(0, 60)
}
