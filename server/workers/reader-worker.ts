/** Entry of the reader workers: finished print files are opened once more, by a program that did not write them. */
import { type FileHandle, open, stat } from 'node:fs/promises'
import './no-canvas.ts'
import { createBoundedCache } from '../../core/engine/pdf/bounded-cache.ts'
import { type ReadableFile, reopen } from '../../core/engine/press/reopen.ts'
import type { PrintFile, Reopened } from '../../core/engine/press/reopened.ts'
import { FIRST_PAGE } from './first-page.ts'
import { serveJobs } from './serve-jobs.ts'

/** Up to this length a file is read whole; of a longer one only the stretches that opening it takes. */
const WHOLE_BYTES = 64 << 20
/** A kept body has room for a tail of up to this length behind it; beyond, it is read again. */
const TAIL_BYTES = 16 << 20
/** Bodies that are kept, by the lengths of their files: many print files follow one another on one. */
const KEPT_BYTES = 64 << 20

interface KeptBody {
  readonly bodyBytes: number
  /** Its length is that of the print file that was opened last. */
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
    // A body without a tail is a file by itself, and is asked for once.
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

/** A file that was written since is another one. */
async function keyOf(path: string): Promise<string | null> {
  const facts = await stat(path).catch(() => null)
  return facts === null ? null : `${path} ${facts.size} ${facts.mtimeMs} ${facts.ctimeMs}`
}

/** Parts that follow one another as one file; files among them are opened when they are first read. */
function openPieces(parts: readonly Part[]): ReadableFile & { close(): Promise<void> } {
  const handles = new Map<string, Promise<FileHandle>>()
  const opened = (path: string): Promise<FileHandle> => {
    const handle =
      handles.get(path) ??
      open(path).catch((cause) => {
        // Whoever reads the report has no business with paths.
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

/** What was found in each, in the order of the files. */
async function reopenPrints(files: readonly PrintFile[]): Promise<readonly Reopened[]> {
  const found: Reopened[] = []
  for (const file of files) found.push(await reopenPrint(file))
  return found
}

const JOBS = { reopen: reopenPrints }

export type ReaderJobs = typeof JOBS

serveJobs(JOBS)

// What opening a file takes is loaded before somebody waits for it.
void reopen(FIRST_PAGE)
