/** The bytes of a render: its body's file followed by its tail, whole or a range of it. */

import { ServiceError } from '../../errors.ts'
import type { Files } from '../../files.ts'
import type { Ports } from '../../ports.ts'
import type { RenderRecord } from './render.ts'
import { findRender } from './retry.ts'
import { type ByteRange, readTail, type StoredTail, storedBytes } from './tail-parts.ts'

export interface Download {
  readonly render: RenderRecord
  readonly sizeBytes: number
  readonly sha256: string
  read(range?: ByteRange): AsyncIterable<Uint8Array>
}

/** Throws `not_found`, and `render_not_ready` until the render has succeeded. */
export async function openDownload(ports: Ports, teamId: string, id: string): Promise<Download> {
  const render = await findRender(ports, teamId, id)
  const tail = render.status === 'succeeded' ? await ports.store.tails.find(teamId, id) : null
  if (tail === null || render.contentSha256 === null) throw new ServiceError('render_not_ready')
  const bodyBytes = render.sizeBytes - storedBytes(tail)
  return {
    render,
    sizeBytes: render.sizeBytes,
    sha256: render.contentSha256,
    read: (range = { start: 0, end: render.sizeBytes }) =>
      joined(ports.files, render.bodySha256, bodyBytes, tail, range),
  }
}

async function* joined(
  files: Files,
  bodySha256: string,
  bodyBytes: number,
  tail: StoredTail,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  if (start < bodyBytes) yield* files.read(bodySha256, { start, end: Math.min(end, bodyBytes) })
  if (end > bodyBytes)
    yield* readTail(files, tail, { start: Math.max(0, start - bodyBytes), end: end - bodyBytes })
}
