/**
 * Reads multipart/form-data (RFC 7578, RFC 2046 5.1) as parts and their bytes, in the order in which they come.
 *
 * The parser is Dicer, the one inside of @fastify/busboy: busboy itself passes over parts that it cannot read, which
 * are refused here. koa-body's own, formidable, cannot be given strangers' bodies: a part with
 * `Content-Transfer-Encoding: 7bit` ended the process, and 20 MB of line ends held the event loop for 13 s.
 */
import { once } from 'node:events'
import { Dicer } from '@fastify/busboy'
import { parse as parseDisposition } from 'content-disposition'
import { ServiceError } from '../../core/errors.ts'

/** The head of a part; what goes beyond is dropped, and with it a name that stands there. */
const MAX_HEAD_BYTES = 8 * 1024
const MAX_HEAD_FIELDS = 100

export type MultipartToken =
  | { readonly kind: 'part'; readonly name: string; readonly fileName: string | null }
  | { readonly kind: 'data'; readonly bytes: Buffer }

/** Values by the field's name in lower case, as Latin-1. */
type Head = Readonly<Record<string, readonly string[]>>

interface Part {
  readonly stream: Dicer.PartStream
  head: Head | null
  named: boolean
}

/** The boundary of a Content-Type, or null; RFC 2046 allows 1 to 70 characters. */
export function boundaryOf(contentType: string): string | null {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))(?:\s*;|\s*$)/i.exec(contentType)
  return match?.[1] ?? match?.[2] ?? null
}

/** Each part's `part` token, then its bytes as they come. Throws `invalid_multipart`. */
export async function* readParts(
  source: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<MultipartToken, void> {
  const settings = { boundary, maxHeaderSize: MAX_HEAD_BYTES, maxHeaderPairs: MAX_HEAD_FIELDS }
  const parser = new Dicer(settings)
  const parts: Part[] = []
  parser.on('part', (stream) => {
    const part: Part = { stream, head: null, named: false }
    stream.once('header', (head) => {
      part.head = head as Head
    })
    // The parser reports missing parts of a part as well.
    stream.on('error', () => {})
    parts.push(part)
  })
  let finished = false
  parser.once('finish', () => {
    finished = true
  })
  const finish = once(parser, 'finish')
  finish.catch(() => {})

  for await (const chunk of source) {
    if (finished) continue
    // The chunk is parsed at once; the parser wants the next one when this one has been read out of its parts.
    const wanted = new Promise<unknown>((resolve) => parser.write(chunk, resolve))
    yield* tokensOf(parts)
    // Past the last boundary it may not say so any more.
    await Promise.race([wanted, finish])
  }
  if (!finished) parser.end()
  try {
    await finish
  } catch (cause) {
    throw malformed('it ends before its last boundary', cause)
  }
  yield* tokensOf(parts)
  if (parts.some((part) => !part.named)) throw malformed('a part has no headersers')
}

/** What the parts hold by now. All but the last are complete and leave the list. */
function* tokensOf(parts: Part[]): Generator<MultipartToken, void> {
  for (let part = parts[0]; part !== undefined; part = parts[0]) {
    if (!part.named && part.head === null && parts.length === 1) return
    if (!part.named) yield readHead(part.head ?? {})
    part.named = true
    for (let bytes = part.stream.read(); bytes !== null; bytes = part.stream.read())
      yield { kind: 'data', bytes }
    if (parts.length === 1) return
    parts.shift()
  }
}

function readHead(head: Head): MultipartToken {
  const encoding = head['content-transfer-encoding']?.[0] ?? 'binary'
  if (!/^(binary|7bit|8bit)$/i.test(encoding.trim()))
    throw malformed('a transfer encoding of parts is not supported')
  const disposition = Buffer.from(head['content-disposition']?.[0] ?? '', 'latin1').toString('utf8')
  const { type, parameters } = parseDisposition(disposition, { multipart: true })
  if (type.toLowerCase() !== 'form-data' || parameters.name === undefined)
    throw malformed('a part has no name')
  return { kind: 'part', name: parameters.name, fileName: parameters.filename ?? null }
}

function malformed(why: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_multipart', {
    message: `The multipart body cannot be read: ${why}.`,
    cause,
  })
}
