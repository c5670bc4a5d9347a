/** Receives one file and its text parts, in turn; the file is hashed while it is written to disk. */

import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../core/errors.ts'
import type { Files } from '../../core/files.ts'
import { inDiskWords } from '../files/disk-fault.ts'
import { boundaryOf, readParts } from './multipart-parts.ts'
import type { TooLarge, UploadedFile } from './operation.ts'
import { createUploadLine, type UploadLine } from './upload-line.ts'

/** Bytes of a text part: a name and a meaning for each column of the widest table that is taken. */
const MAX_TEXT_BYTES = 256 * 1024
/** Allowance for boundaries, heads and text parts beside the file. */
const OVERHEAD_BYTES = 1024 * 1024
/** Decision: uploads received or read at once, in all and of one team; the next ones wait in line. */
const UPLOADS_AT_ONCE = 8
const UPLOADS_OF_ONE_TEAM = 4
/** Those of all teams that wait, to those of one: several may flood at a time, and leave others room. */
const WAITING_OF_ALL = 4

export interface UploadSettings {
  /** Size of the largest file. */
  readonly maxUploadBytes: number
  /** Most uploads of one team that wait. */
  readonly uploadsWaiting: number
  readonly uploadWaitSeconds: number
}

export interface Received {
  readonly fields: Readonly<Record<string, string>>
  readonly upload: UploadedFile
}

export interface Uploads {
  /** True where the declared length alone says that the body is too large. */
  isTooLarge(request: IncomingMessage): boolean
  inFlight(): number
  waiting(): number
  /** Refuses waiting and new uploads. */
  startDraining(): void
  /**
   * Receives, runs `work`, and removes the temporary file whatever happens. Names other than `file` and `texts`
   * are refused. No team (`whose`) can take every place, and what waits for one is not read yet: it takes no space on
   * disk, and of memory what a connection holds. Errors: payload_too_large, invalid_multipart, missing_file,
   * unknown_parameter, invalid_parameter, unsupported_media_type, overloaded, and what the disk says of the file.
   */
  receive<T>(
    request: IncomingMessage,
    parts: {
      readonly file: string
      readonly texts: readonly string[]
      readonly whose: string
      /** Of this file, where it is less than of others. */
      readonly maxBytes?: number
      readonly tooLarge?: TooLarge
    },
    work: (received: Received) => Promise<T>,
  ): Promise<T>
}

export function createUploads(
  files: Pick<Files, 'temporaryPath' | 'discard'>,
  { maxUploadBytes: maxFileBytes, uploadsWaiting, uploadWaitSeconds }: UploadSettings,
): Uploads {
  const line = createUploadLine({
    places: UPLOADS_AT_ONCE,
    placesOfTeam: UPLOADS_OF_ONE_TEAM,
    mostWaiting: WAITING_OF_ALL * uploadsWaiting,
    mostWaitingOfTeam: uploadsWaiting,
    waitMs: uploadWaitSeconds * 1000,
  })
  const isTooLarge = (request: IncomingMessage): boolean =>
    Number(request.headers['content-length'] ?? 0) > maxFileBytes + OVERHEAD_BYTES

  return {
    isTooLarge,
    inFlight: line.taken,
    waiting: line.waiting,
    startDraining: line.close,
    async receive(request, parts, work) {
      const contentType = request.headers['content-type'] ?? ''
      const boundary = /^multipart\/form-data\s*;/i.test(contentType) ? boundaryOf(contentType) : null
      if (boundary === null)
        throw new ServiceError('unsupported_media_type', {
          message: 'Send multipart/form-data with a boundary.',
        })
      // A refusal that names a field needs the parts before the file.
      if (parts.tooLarge === undefined && isTooLarge(request)) throw payloadTooLarge(parts.file, maxFileBytes)
      const leave = await waitForPlace(line, request, parts.whose)
      const limit = Math.min(maxFileBytes, parts.maxBytes ?? maxFileBytes)
      const temporaryPath = files.temporaryPath()
      try {
        const received = await readForm(request, boundary, parts, temporaryPath, limit)
        return await work(received)
      } finally {
        // The next upload starts when this one's file is removed.
        await files.discard(temporaryPath).finally(leave)
      }
    },
  }
}

/** A client that disconnects while waiting leaves the queue. */
async function waitForPlace(line: UploadLine, { socket }: IncomingMessage, whose: string) {
  const gone = new AbortController()
  const leave = (): void => gone.abort(brokenOff())
  socket.once('close', leave)
  if (socket.destroyed) leave()
  try {
    return await line.enter(whose, gone.signal)
  } finally {
    socket.off('close', leave)
  }
}

async function readForm(
  request: IncomingMessage,
  boundary: string,
  parts: { readonly file: string; readonly texts: readonly string[]; readonly tooLarge?: TooLarge },
  temporaryPath: string,
  maxFileBytes: number,
): Promise<Received> {
  const texts = new Map<string, Buffer[]>()
  let current: { readonly name: string; bytes: number } | null = null
  let sink: FileSink | null = null
  let fileName: string | null = null
  try {
    for await (const token of readParts(bytesOf(request), boundary)) {
      if (token.kind === 'part') {
        refuseName(token.name, parts, token.name === parts.file ? sink !== null : texts.has(token.name))
        current = { name: token.name, bytes: 0 }
        if (token.name === parts.file) {
          fileName = token.fileName
          sink = await openSink(temporaryPath)
        } else texts.set(token.name, [])
      } else if (current !== null) {
        current.bytes += token.bytes.length
        if (current.name === parts.file) {
          if (current.bytes > maxFileBytes) {
            const found = Math.max(current.bytes, Number(request.headers['content-length'] ?? 0))
            const { tooLarge = () => payloadTooLarge(parts.file, maxFileBytes) } = parts
            throw tooLarge(maxFileBytes, found, fieldsOf(texts))
          }
          await sink?.write(token.bytes)
        } else {
          if (current.bytes > MAX_TEXT_BYTES) throw invalidText(current.name, 'is too long')
          texts.get(current.name)?.push(token.bytes)
        }
      }
    }
    const stored = await sink?.finish()
    if (stored === undefined || stored.sizeBytes === 0)
      throw new ServiceError('missing_file', {
        message: `The part "${parts.file}" is missing or empty.`,
        param: parts.file,
      })
    return { fields: fieldsOf(texts), upload: { temporaryPath, fileName, ...stored } }
  } finally {
    await sink?.close()
  }
}

/** The request's bytes; leaving early does not end the connection, so that the refusal reaches the sender. */
async function* bytesOf(request: IncomingMessage): AsyncGenerator<Buffer, void> {
  try {
    yield* request.iterator({ destroyOnReturn: false })
  } catch (cause) {
    throw brokenOff(cause)
  }
}

function brokenOff(cause?: unknown): ServiceError {
  return new ServiceError('invalid_multipart', { message: 'The upload was interrupted.', cause })
}

interface FileSink {
  write(bytes: Buffer): Promise<void>
  finish(): Promise<{ readonly sha256: string; readonly sizeBytes: number }>
  close(): Promise<void>
}

async function openSink(path: string): Promise<FileSink> {
  const handle: FileHandle = await inDiskWords(() => open(path, 'wx', 0o600))
  const hash = createHash('sha256')
  let sizeBytes = 0
  return {
    async write(bytes) {
      hash.update(bytes)
      sizeBytes += bytes.length
      await inDiskWords(() => handle.appendFile(bytes))
    },
    async finish() {
      return { sha256: hash.digest('hex'), sizeBytes }
    },
    close: () => inDiskWords(() => handle.close()),
  }
}

function refuseName(
  name: string,
  parts: { readonly file: string; readonly texts: readonly string[] },
  seen: boolean,
): void {
  if (name !== parts.file && !parts.texts.includes(name))
    throw new ServiceError('unknown_parameter', {
      message: `Unknown parameter: ${name.slice(0, 100)}.`,
      param: name.slice(0, 100),
    })
  if (seen) throw invalidText(name, 'can be sent only once')
}

function fieldsOf(texts: ReadonlyMap<string, readonly Buffer[]>): Record<string, string> {
  return Object.fromEntries([...texts].map(([name, chunks]) => [name, textOf(name, chunks)]))
}

function textOf(name: string, chunks: readonly Buffer[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    throw invalidText(name, 'is not UTF-8')
  }
}

function invalidText(param: string, why: string): ServiceError {
  return new ServiceError('invalid_parameter', { message: `${param} ${why}.`, param })
}

function payloadTooLarge(param: string, maxBytes: number): ServiceError {
  const said = maxBytes >= 1048576 ? `${Math.floor(maxBytes / 1048576)} MB` : `${maxBytes} bytes`
  return new ServiceError('payload_too_large', {
    message: `The file is too large; the limit is ${said}.`,
    param,
  })
}
