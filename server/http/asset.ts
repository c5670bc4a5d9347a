/** Replies that are written and compressed once: pages of the docs, browser code, the description of the API. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Context } from 'koa'
import { matches, rangeFor, setHeaders } from './reply.ts'

export interface Asset {
  readonly type: string
  readonly body: Buffer
  /** The same, compressed once. */
  readonly zipped: Buffer
  /** Strong, quoted. */
  readonly etag: string
}

const compress = promisify(gzip)

export async function makeAsset(type: string, content: string | Uint8Array): Promise<Asset> {
  const body = Buffer.from(content)
  return {
    type,
    body,
    zipped: await compress(body, { level: constants.Z_BEST_COMPRESSION }),
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
  }
}

/**
 * Answers 200 in the compressed form if the client accepts it, 206, 304 or 416. A range is always of the plain form; the
 * tag of the compressed form is weak, because its bytes are others (RFC 9110 8.8.3).
 */
export function sendAsset(ctx: Context, asset: Asset, headers: Readonly<Record<string, string>>): void {
  const asksForRange = ctx.get('Range') !== ''
  const zipped = !asksForRange && ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
  const etag = zipped ? `W/${asset.etag}` : asset.etag
  setHeaders(ctx, { ETag: etag, 'Accept-Ranges': 'bytes', ...headers })
  ctx.vary('Accept-Encoding')
  if (matches(ctx.get('If-None-Match'), asset.etag)) {
    ctx.status = 304
    return
  }
  const range = rangeFor(ctx, asset.body.length, asset.etag)
  ctx.status = range === null ? 200 : 206
  if (zipped) ctx.set('Content-Encoding', 'gzip')
  ctx.body = zipped ? asset.zipped : range === null ? asset.body : asset.body.subarray(range.start, range.end)
  ctx.set('Content-Type', asset.type)
}
