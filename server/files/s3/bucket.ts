/** The calls of an object store that stored files need, with time limits, retries and errors of the catalogue. */
import { createReadStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { ServiceError } from '../../../core/errors.ts'
import type { LinkedFile } from '../linked-file.ts'
import type { S3Location } from './location.ts'

const CONNECT_MS = 3_000
/** Without a byte in either direction. */
const SILENCE_MS = 10_000
/** Before each further attempt. */
const PAUSES_MS = [200, 1_000]
const RETRY_AFTER_SECONDS = 5

export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Keys are below the prefix of the location. Each call throws `files_unavailable` if the store does not answer or refuses. */
export interface Bucket {
  /** Stores the file at `path`. The store compares the bytes with `sha256` (hex). */
  put(key: string, path: string, bytes: number, sha256: string): Promise<void>
  /** Size in bytes; null if there is no such object. */
  size(key: string): Promise<number | null>
  /** Bytes from `start` up to and excluding `end`; a broken connection is resumed where it broke. */
  read(key: string, range: ByteRange): AsyncGenerator<Uint8Array>
  remove(key: string): Promise<void>
  /** Every object below `under`. */
  list(under: string): AsyncGenerator<{ readonly key: string; readonly bytes: number }>
  /** URL that serves the object for that time. */
  link(key: string, seconds: number, file: LinkedFile): Promise<string>
  close(): void
}

/** Connects with the first call. Credentials come from the environment, a file or the machine's role. */
export function openBucket(location: S3Location): Bucket {
  const { bucket: Bucket, prefix, endpoint, region, pathStyle } = location
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    // The retries below also cover streams, which the SDK cannot send twice.
    maxAttempts: 1,
    // Other stores refuse the SDK's newer checksums; the SHA-256 of each object is signed instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Faults are thrown; nothing is printed beside the log.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  })
  const keyOf = (key: string): string => (prefix === '' ? key : `${prefix}/${key}`)

  return {
    put: (key, path, bytes, sha256) =>
      attempt(async () => {
        const body = createReadStream(path)
        const command = new PutObjectCommand({ Bucket, Key: keyOf(key), Body: body, ContentLength: bytes })
        command.middlewareStack.add(
          (next) => (args) => {
            const { headers } = args.request as { headers: Record<string, string> }
            headers['x-amz-content-sha256'] = sha256
            return next(args)
          },
          { step: 'build', name: 'signedPayload' },
        )
        try {
          await client.send(command)
        } finally {
          body.destroy()
        }
      }),
    size: (key) =>
      attempt(async () => {
        try {
          return (await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(key) }))).ContentLength ?? 0
        } catch (error) {
          if (statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket') return null
          throw error
        }
      }),
    async *read(key, { start, end }) {
      let position = start
      let failures = 0
      while (position < end) {
        try {
          const Range = `bytes=${position}-${end - 1}`
          const reply = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key), Range }))
          for await (const chunk of reply.Body as AsyncIterable<Uint8Array>) {
            position += chunk.length
            failures = 0
            yield chunk
          }
          if (position < end) throw new Error('The object store ended the reply early.')
        } catch (error) {
          if (statusOf(error) === 404) throw new Error(`The object ${key} is missing.`, { cause: error })
          await pauseBefore(failures, error)
          failures += 1
        }
      }
    },
    remove: (key) =>
      attempt(async () => {
        await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(key) }))
      }),
    async *list(under) {
      let ContinuationToken: string | undefined
      do {
        const page = await attempt(() =>
          client.send(
            new ListObjectsV2Command({
              ...{ Bucket, Prefix: keyOf(under) },
              ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
            }),
          ),
        )
        const own = prefix === '' ? 0 : prefix.length + 1
        for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { key: Key.slice(own), bytes: Size }
        ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined)
    },
    link: (key, expiresIn, { contentType, disposition }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...{ Bucket, Key: keyOf(key) },
          ...{ ResponseContentType: contentType, ResponseContentDisposition: disposition },
        }),
        { expiresIn },
      ),
    close: () => client.destroy(),
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      await pauseBefore(failures, error)
    }
  }
}

/** Waits, or throws if another attempt is useless or too many have failed. */
async function pauseBefore(failures: number, error: unknown): Promise<void> {
  const ms = PAUSES_MS[failures]
  const status = statusOf(error)
  const isPassing = status === null || status >= 500 || status === 429 || status === 408
  if (ms === undefined || !isPassing)
    throw new ServiceError('files_unavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS })
  await pause(ms)
}

/** Null if no reply came. */
function statusOf(error: unknown): number | null {
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } }
  return $metadata?.httpStatusCode ?? null
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
