/**
 * Reads multipart/form-data (RFC 7578, RFC 2046 5.1) as a stream of parts and their bytes.
 *
 * koa-body parses multipart with formidable 3, which cannot be used on strangers' bodies: a part with
 * `Content-Transfer-Encoding: 7bit` ends the process by an unhandled rejection, a part's head may grow without
 * bound, and a file of nothing but line ends becomes a token per line end, which held the event loop for 13 s with
 * 20 MB. Here a chunk is searched once for the delimiter and handed on as it is.
 */
import { parse as parseDisposition } from 'content-disposition'
import { ServiceError } from '../../core/errors.ts'

/** The head of a part and its name. */
const MAX_HEAD_BYTES = 8 * 1024
const CRLF = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')

export type MultipartToken =
  | { readonly kind: 'part'; readonly name: string; readonly fileName: string | null }
  | { readonly kind: 'data'; readonly bytes: Buffer }

type State = 'preamble' | 'delimiter' | 'head' | 'data' | 'end'

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
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  let state: State = 'preamble'
  // The first delimiter may open the body, without the line end that belongs to all others.
  let held: Buffer = CRLF

  for await (const chunk of source) {
    if (state === 'end') continue
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    let starved = false
    while (!starved && state !== 'end') {
      if (state === 'preamble' || state === 'data') {
        const at = held.indexOf(delimiter)
        const cut = at >= 0 ? at : Math.max(0, held.length - delimiter.length + 1)
        if (state === 'data' && cut > 0) yield { kind: 'data', bytes: held.subarray(0, cut) }
        held = held.subarray(at >= 0 ? at + delimiter.length : cut)
        if (at >= 0) state = 'delimiter'
        else starved = true
      } else if (state === 'delimiter') {
        if (held.length < 2) starved = true
        else {
          state = afterDelimiter(held)
          held = held.subarray(2)
        }
      } else {
        const at = held.indexOf(HEAD_END)
        if (Math.max(at, at < 0 ? held.length : 0) > MAX_HEAD_BYTES)
          throw malformed('the head of a part is too long')
        if (at < 0) starved = true
        else {
          yield readHead(held.subarray(0, at))
          // The line end that closes the head may open the delimiter of an empty part.
          held = held.subarray(at + HEAD_END.length)
          state = 'data'
        }
      }
    }
  }
  if (state !== 'end') throw malformed('it ends before its last boundary')
}

function afterDelimiter(held: Buffer): State {
  if (held[0] === 0x2d && held[1] === 0x2d) return 'end'
  if (held[0] === 0x0d && held[1] === 0x0a) return 'head'
  throw malformed('a boundary is followed by other bytes')
}

function readHead(head: Buffer): MultipartToken {
  let part: MultipartToken | null = null
  for (const line of head.toString('utf8').split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon < 0) throw malformed('a part has a malformed head')
    const field = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (field === 'content-transfer-encoding' && !/^(binary|7bit|8bit)$/i.test(value))
      throw malformed('a transfer encoding of parts is not supported')
    if (field !== 'content-disposition') continue
    const { type, parameters } = parseDisposition(value, { multipart: true })
    if (type.toLowerCase() === 'form-data' && parameters.name !== undefined)
      part = { kind: 'part', name: parameters.name, fileName: parameters.filename ?? null }
  }
  if (part === null) throw malformed('a part has no name')
  return part
}

function malformed(why: string): ServiceError {
  return new ServiceError('invalid_multipart', { message: `The multipart body cannot be read: ${why}.` })
}
