/** Opens a finished print file with pdf.js, which had no part in writing it. */
import {
  getDocument,
  PDFDataRangeTransport,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import type { Reopened } from './reopened.ts'

/** A file with random access. */
export interface ReadableFile {
  readonly sizeBytes: number
  /** The bytes from `start` up to and excluding `end`; rejects where the file has not as many. */
  read(start: number, end: number): Promise<Uint8Array>
}

const STRETCH_BYTES = 1 << 16
/** Number of pages to open one by one: the first ones and the last. */
const MOST_PAGES = 24

/**
 * Never rejects: whatever keeps the file from being opened is the reason. Bytes are not changed; those that fill their
 * buffer are not copied either.
 */
export async function reopen(file: Uint8Array | ReadableFile): Promise<Reopened> {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {})
  try {
    const source = file instanceof Uint8Array ? { data: plainBytes(file) } : await stretchesOf(file, fail)
    const options = { ...source, worker: parser(), enableXfa: false, verbosity: VerbosityLevel.ERRORS }
    const task = getDocument(options)
    try {
      const document = await Promise.race([task.promise, failed])
      const { numPages, fingerprints } = document
      // pdf.js assumes a single page, and reads the last one of several.
      for (const page of looked(numPages)) await Promise.race([document.getPage(page), failed])
      return { pages: numPages, fileId: fingerprints[1] ?? fingerprints[0] ?? null }
    } finally {
      await task.destroy()
    }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

/** pdf.js takes no Buffer, and copies what is a part of its buffer. */
function plainBytes(bytes: Uint8Array): Uint8Array {
  return Object.getPrototypeOf(bytes) === Uint8Array.prototype ? bytes : new Uint8Array(bytes)
}

/** Numbers of pages, from 1 on. */
function looked(pages: number): readonly number[] {
  const all = Array.from({ length: Math.min(pages, MOST_PAGES) }, (_, at) => at + 1)
  return pages > MOST_PAGES ? [...all, pages] : all
}

let open: PDFWorker | null = null

/** One for all files, on this thread: uploaded files are already opened in a process of its own. */
function parser(): PDFWorker {
  if (open !== null) return open
  const port = new OwnPort()
  WorkerMessageHandler.initializeFromPort(port)
  // Its types know no port but null.
  open = new PDFWorker({ port: port as never, verbosity: VerbosityLevel.ERRORS })
  return open
}

type Listener = (this: OwnPort, event: { readonly data: unknown }) => void

/**
 * Both ends of a channel. What is sent is neither copied nor taken away, as a channel between threads would do: the
 * bytes of a large file can be kept for the next print file on the same body, and the price of opening it is that of
 * its page tree alone (48 MB: 1 ms instead of 15, most of it spent on giving memory back).
 */
class OwnPort {
  readonly #listeners = new Set<Listener>()

  postMessage(data: unknown): void {
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener.call(this, { data })
    })
  }

  addEventListener(_: string, listener: Listener, options?: { readonly signal?: AbortSignal }): void {
    this.#listeners.add(listener)
    options?.signal?.addEventListener('abort', () => this.#listeners.delete(listener), { once: true })
  }

  removeEventListener(_: string, listener: Listener): void {
    this.#listeners.delete(listener)
  }
}

async function stretchesOf(file: ReadableFile, fail: (error: unknown) => void) {
  const first = new Uint8Array(await file.read(0, Math.min(STRETCH_BYTES, file.sizeBytes)))
  const range = new Stretches(file, first, fail)
  return { range, rangeChunkSize: STRETCH_BYTES, disableAutoFetch: true, disableStream: true }
}

class Stretches extends PDFDataRangeTransport {
  readonly #file: ReadableFile
  readonly #fail: (error: unknown) => void

  constructor(file: ReadableFile, first: Uint8Array, fail: (error: unknown) => void) {
    super(file.sizeBytes, first, true)
    this.#file = file
    this.#fail = fail
  }

  override requestDataRange(start: number, end: number): void {
    this.#file
      .read(start, Math.min(end, this.#file.sizeBytes))
      .then((bytes) => this.onDataRange(start, new Uint8Array(bytes)))
      .catch(this.#fail)
  }
}
