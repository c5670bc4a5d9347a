/** Entry of the reader workers: opens finished print files with a program that did not write them. */
import { type FileHandle, open, stat } from 'node:fs/promises'
import './no-canvas.ts'
import { createBoundedCache } from '../../core/engine/pdf/bounded-cache.ts'
import { type ReadableFile, reopen } from '../../core/engine/press/reopen.ts'
import type { PrintFile, Reopened } from '../../core/engine/press/reopened.ts'
import { FIRST_PAGE } from './first-page.ts'
import { serveJobs } from './serve-jobs.ts'

/** Up to this size a file is read whole; of a larger one only the ranges that opening it needs. */
const WHOLE_BYTES = 64 << 20
/** A cached body has room for a tail of this size; with a longer tail it is read again. */
const TAIL_BYTES = 16 << 20
/** Size of all cached bodies: many print files in a row share one. */
const KEPT_BYTES = 64 << 20

interface KeptBody {
  readonly bodyBytes: number
  /** As long as the last opened print file. */
  readonly buffer: ArrayBuffer
}

const bodies = createBoundedCache<KeptBody>(KEPT_BYTES, ({ bodyBytes }) => bodyBytes)

type Part = PrintFile['tail'][number]
const lengthOf = (part: Part): number => (part instanceof Uint8Array ? part.length : part.sizeBytes)

async function reopenPrint({ bodyPath, bodyBytes, tail }: PrintFile): Promise<Reopened> {
  const pieces = openPieces([{ path: bodyPath, sizeBytes: bodyBytes }, ...tail])
  try {
    const tailBytes = pieces.sizeBytes - bodyBytes
    if (bodyBytes > WHOLE_BYTES || tailBytes > TAIL_BYTES) return await reopen(pieces)
    // A body without a tail is opened once, after its upload.
    const kept = tailBytes === 0 ? null : await keyOf(bodyPath)
    const buffer = (kept === null ? undefined : bodies.get(kept)?.buffer) ?? newBuffer(bodyBytes)
    const isNew = buffer.byteLength === 0
    buffer.resize(pieces.sizeBytes)
    const bytes = new Uint8Array(buffer)
    const start = isNew ? 0 : bodyBytes
    bytes.set(await pieces.read(start, pieces.sizeBytes), start)
    if (isNew && kept !== null) bodies.set(kept, { bodyBytes, buffer })
    return await reopen(bytes)
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  } finally {
    await pieces.close()
  }
}

const newBuffer = (bodyBytes: number) => new ArrayBuffer(0, { maxByteLength: bodyBytes + TAIL_BYTES })

/** A changed file has another key. */
async function keyOf(path: string): Promise<string | null> {
  const facts = await stat(path).catch(() => null)
  return facts === null ? null : `${path} ${facts.size} ${facts.mtimeMs} ${facts.ctimeMs}`
}

/** Joins parts into one file; opens files among them at their first read. */
function openPieces(parts: readonly Part[]): ReadableFile & { close(): Promise<void> } {
  const handles = new Map<string, Promise<FileHandle>>()
  const opened = (path: string): Promise<FileHandle> => {
    const handle =
      handles.get(path) ??
      open(path).catch((cause) => {
        // Reports must not show paths.
        throw new Error('A stored file is missing.', { cause })
      })
    handles.set(path, handle)
    return handle
  }
  return {
    sizeBytes: parts.reduce((sum, part) => sum + lengthOf(part), 0),
    async read(start, end) {
      const bytes = new Uint8Array(end - start)
      let at = 0
      for (const part of parts) {
        const [first, last] = [Math.max(start, at), Math.min(end, at + lengthOf(part))]
        const into = first < last ? bytes.subarray(first - start, last - start) : null
        if (into !== null && part instanceof Uint8Array) into.set(part.subarray(first - at, last - at))
        else if (into !== null && !(part instanceof Uint8Array))
          await readAll(await opened(part.path), into, first - at)
        at += lengthOf(part)
      }
      return bytes
    },
    async close() {
      for (const handle of handles.values())
        await handle.then(
          (one) => one.close(),
          () => {},
        )
    },
  }
}

async function readAll(handle: FileHandle, into: Uint8Array, from: number): Promise<void> {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await handle.read(into, done, into.length - done, from + done)
    if (bytesRead === 0) throw new Error('A stored file is truncated.')
    done += bytesRead
  }
}

/** The result of each file, in order. */
async function reopenPrints(files: readonly PrintFile[]): Promise<readonly Reopened[]> {
  const found: Reopened[] = []
  for (const file of files) found.push(await reopenPrint(file))
  return found
}

const JOBS = { reopen: reopenPrints }

export type ReaderJobs = typeof JOBS

serveJobs(JOBS)

// Loads the code before anyone waits for it.
void reopen(FIRST_PAGE)
