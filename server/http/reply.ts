/** Writes what a handler sent: JSON, or a file with ranges and conditions (RFC 9110 13, 14). */
import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { ServiceError } from '../../core/errors.ts'
import type { DrawnBody, FileBody, Sent, StreamBody } from './operation.ts'

/** On every reply of the interface; files and errors override Cache-Control alone. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Koa writes the body as JSON; a reply without one has none. */
export function sendJson(ctx: Context, sent: Sent): void {
  ctx.status = sent.status
  setHeaders(ctx, sent.headers)
  // Koa would look the type up among all that there are.
  ctx.res.setHeader('Content-Type', JSON_TYPE)
  ctx.body = sent.body ?? null
}

/** For every reply: `ctx.set` passes three functions for each header. */
export function setHeaders({ res }: Context, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
}

/** Answers 200, 206, 304 or 416; HEAD gets the same headers. */
export function sendFile(ctx: Context, sent: Sent, declared: string): void {
  const file = sent.body as FileBody
  const { mediaType = declared } = file
  const etag = `"${file.etag}"`
  ctx.set({ ETag: etag, 'Accept-Ranges': 'bytes', ...sent.headers })
  if (matches(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304
    return
  }
  const range = rangeFor(ctx, file.sizeBytes, etag)
  const { start, end } = range ?? { start: 0, end: file.sizeBytes }
  ctx.status = range === null ? sent.status : 206
  if (ctx.method === 'HEAD') ctx.body = ''
  else {
    const stream = Readable.from(file.read({ start, end }), { objectMode: false })
    // Once bytes are out, only the end of the connection can say that the rest is missing.
    stream.on('error', () => ctx.res.destroy())
    ctx.body = stream
  }
  ctx.set('Content-Type', mediaType)
  ctx.length = end - start
}

/** Answers 200 with as much as the client takes, and ends the connection if the rest is missing. */
export function sendStream(ctx: Context, sent: Sent, mediaType: string): void {
  // A request to try later has a reply of its own.
  const stream = ctx.method === 'HEAD' ? null : (sent.body as StreamBody).open()
  ctx.set({ 'Accept-Ranges': 'none', ...sent.headers })
  ctx.status = sent.status
  if (stream === null) ctx.body = ''
  else {
    stream.on('error', () => ctx.res.destroy())
    ctx.res.once('close', () => stream.destroy())
    ctx.body = stream
  }
  ctx.set('Content-Type', mediaType)
  ctx.remove('Content-Length')
}

/** Answers 200 or, without drawing, 304; HEAD gets the same headers. Throws what drawing throws. */
export async function sendDrawn(ctx: Context, sent: Sent, mediaType: string): Promise<void> {
  const picture = sent.body as DrawnBody
  const etag = `"${picture.etag}"`
  const validators = { ETag: etag, ...sent.headers }
  // An error has a content type of its own, so no header is sent before the picture exists.
  // A POST is always executed, whatever the client has cached.
  if (ctx.method !== 'POST' && matches(ctx.get('If-None-Match'), etag)) {
    ctx.set(validators)
    ctx.status = 304
    return
  }
  const { bytes, headers } = await picture.draw()
  ctx.set({ ...validators, ...headers })
  ctx.status = sent.status
  ctx.body = ctx.method === 'HEAD' ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  ctx.set('Content-Type', mediaType)
  ctx.length = bytes.length
}

/** `range_not_satisfiable` with the size that its Content-Range must name. */
export class UnsatisfiableRange extends ServiceError {
  readonly sizeBytes: number

  constructor(sizeBytes: number) {
    super('range_not_satisfiable')
    this.sizeBytes = sizeBytes
  }
}

interface ByteRange {
  readonly start: number
  readonly end: number
}

/** The range that is asked for, with its header on the reply; null for the whole. Throws `range_not_satisfiable`. */
export function rangeFor(ctx: Context, sizeBytes: number, etag: string): ByteRange | null {
  const range = rangeOf(ctx.get('Range'), sizeBytes, isCurrent(ctx.get('If-Range'), etag))
  if (range === 'unsatisfiable') throw new UnsatisfiableRange(sizeBytes)
  if (range !== null) ctx.set('Content-Range', `bytes ${range.start}-${range.end - 1}/${sizeBytes}`)
  return range
}

/**
 * The one range that is served, `end` excluded. Decision: several ranges, another unit and a malformed header
 * are answered with the whole file, as RFC 9110 14.2 allows.
 */
export function rangeOf(header: string, size: number, current: boolean): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header)
  if (match === null || !current) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const suffix = Number(last)
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(size, Number(last) + 1) }
}

/** If-None-Match compares weakly (RFC 9110 13.1.2). */
export function matches(header: string, etag: string): boolean {
  if (header === '') return false
  return header
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === etag)
}

/** If-Range compares strongly; a date never matches, as files carry no Last-Modified. */
function isCurrent(header: string, etag: string): boolean {
  return header === '' || header === etag
}
