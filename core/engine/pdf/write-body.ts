/** Writes the objects of a document that can be reached from its catalog as a plain PDF file, in chunks. */
import { createHash } from 'node:crypto'
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'

export interface BodyRequest {
  readonly context: PDFContext
  readonly root: PDFRef
  readonly info: PDFRef | null
  /** Objects to be written although nothing may lead to them from the catalog. */
  readonly kept: readonly PDFRef[]
  /** Such as `1.7`. */
  readonly version: string
  /** 32 hex digits: both halves of the trailer's /ID. */
  readonly fileId: string
}

export interface WrittenBody {
  readonly chunks: Uint8Array[]
  readonly bytes: number
  readonly sha256: string
  readonly startXref: number
  /** The trailer's /Size. */
  readonly size: number
  /** Objects that the source's parser could not read: null stands in their place, or the word that stood there. */
  readonly unreadable: number
  /** The number of an object in the written file; all generations are 0. Throws for one that was not written. */
  numberOf(ref: PDFRef): number
  /** An object as the file writes it, one character a byte; what it refers to must have been written. */
  textOf(object: PDFObject): string
}

/** Streams at least this long are passed on as they are; shorter ones are gathered with what surrounds them. */
const OWN_CHUNK_BYTES = 1 << 16
const MAX_REFERENCES = 16

/**
 * Objects are numbered in the order in which they are met, so the same document gives the same bytes. A classic
 * cross-reference table, no object streams (ISO 32000-1 7.5.4); streams keep their filters and their raw bytes.
 */
export function writeBody(request: BodyRequest): WrittenBody {
  const { context, root, info } = request
  const numbers = new Map<PDFRef, number>()
  const queue: PDFRef[] = []
  let unreadable = 0

  /** The number under which the object behind a reference is written, or null for a reference to nothing. */
  const numberOf = (reference: PDFRef): number | null => {
    let ref = reference
    let object = context.lookup(ref)
    for (let hops = 0; object instanceof PDFRef && hops < MAX_REFERENCES; hops++) {
      ref = object
      object = context.lookup(ref)
    }
    if (object === undefined || object === PDFNull || object instanceof PDFRef) return null
    const known = numbers.get(ref)
    if (known !== undefined) return known
    numbers.set(ref, queue.push(ref))
    return queue.length
  }

  const text = (object: PDFObject): string => {
    if (object instanceof PDFRef) {
      const number = numberOf(object)
      return number === null ? 'null' : `${number} 0 R`
    }
    if (object instanceof PDFArray) return `[${object.asArray().map(text).join(' ')}]`
    if (object instanceof PDFDict) return dictText(object, text)
    if (object instanceof PDFInvalidObject) {
      unreadable++
      // An unknown word is kept, so that a press treats it as in the upload.
      return object.sizeInBytes() === 0 ? 'null' : bytesText(object)
    }
    return object.toString()
  }

  const output = new Output()
  output.write(`%PDF-${request.version}\n%\xe2\xe3\xcf\xd3\n`)
  for (const ref of [root, ...(info === null ? [] : [info]), ...request.kept]) numberOf(ref)
  const offsets: number[] = []
  // The queue grows while it is worked through.
  for (const [index, ref] of queue.entries()) {
    offsets.push(output.bytes)
    const object = context.lookup(ref)!
    output.write(`${index + 1} 0 obj\n`)
    if (object instanceof PDFStream) {
      const contents = object.getContents()
      output.write(`${dictText(object.dict, text, contents.length)}\nstream\n`)
      output.writeBytes(contents)
      output.write('\nendstream\nendobj\n')
    } else output.write(`${text(object)}\nendobj\n`)
  }

  const startXref = output.bytes
  const size = queue.length + 1
  const entries = offsets.map((offset) => `${`${offset}`.padStart(10, '0')} 00000 n \n`)
  output.write(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`)
  const infoEntry = info === null ? '' : ` /Info ${numberOf(info)} 0 R`
  const id = `<${request.fileId}>`
  output.write(`trailer\n<< /Size ${size} /Root ${numberOf(root)} 0 R${infoEntry} /ID [${id} ${id}] >>\n`)
  output.write(`startxref\n${startXref}\n%%EOF\n`)
  return {
    ...output.finish(),
    startXref,
    size,
    unreadable,
    numberOf: (ref) => {
      const number = numbers.get(ref)
      if (number === undefined) throw new Error(`Object ${ref.tag} was not written.`)
      return number
    },
    textOf: text,
  }
}

function bytesText(object: PDFObject): string {
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes.toString('latin1')
}

const LENGTH = PDFName.of('Length')

/** `length` is given for a stream's dictionary: the source's own may be wrong, or a reference. */
function dictText(dict: PDFDict, text: (object: PDFObject) => string, length?: number): string {
  let written = '<<'
  for (const [key, value] of dict.entries()) {
    if (length !== undefined && key === LENGTH) continue
    written += `${key.asString()} ${text(value)}\n`
  }
  if (length !== undefined) written += `/Length ${length}`
  return `${written}>>`
}

/** Gathers short pieces, passes long ones on without a copy, and hashes what goes through. */
class Output {
  bytes = 0
  readonly #chunks: Uint8Array[] = []
  readonly #hash = createHash('sha256')
  #pending: Uint8Array[] = []
  #pendingBytes = 0

  /** One byte a character. */
  write(text: string): void {
    this.writeBytes(Buffer.from(text, 'latin1'))
  }

  writeBytes(bytes: Uint8Array): void {
    this.bytes += bytes.length
    if (bytes.length >= OWN_CHUNK_BYTES) {
      this.#flush()
      this.#push(bytes)
      return
    }
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
    if (this.#pendingBytes >= OWN_CHUNK_BYTES) this.#flush()
  }

  finish(): { chunks: Uint8Array[]; bytes: number; sha256: string } {
    this.#flush()
    return { chunks: this.#chunks, bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }

  #flush(): void {
    if (this.#pending.length === 0) return
    this.#push(Buffer.concat(this.#pending))
    this.#pending = []
    this.#pendingBytes = 0
  }

  #push(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#hash.update(chunk)
  }
}
