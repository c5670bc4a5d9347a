/** Uploads a PDF and reports progress: the bytes, then the steps of reading, also after a lost connection. */
import type { UploadStep } from '../../../core/service/template/upload-steps.ts'
import { ApiError, asApiError } from '../api-error.ts'
import type { UploadReply, UploadWire } from './wire.ts'

/** As much as the service takes (50 MB), known here so that nobody sends for minutes what is refused. */
export const MOST_BYTES = 50 * 2 ** 20
/** What stands before a PDF's first line may be as long as this (ISO 32000-1, annex H, 3.4.1). */
const HEAD_BYTES = 1024
const LOOK_MS = 350
/** How often nobody answers before the upload counts as lost: about half a minute. */
const MOST_SILENCES = 20
const SILENCE_MS = 1500

export type UploadState =
  | { readonly kind: 'sending'; readonly sent: number; readonly total: number }
  /** All bytes are sent; `step` is null until the service reports one. */
  | { readonly kind: 'reading'; readonly step: UploadStep | null }
  /** The connection was lost while it was read, and the service is asked what became of it. */
  | { readonly kind: 'asking'; readonly step: UploadStep | null }
  | { readonly kind: 'done'; readonly reply: UploadReply }
  | { readonly kind: 'failed'; readonly error: ApiError; readonly sent: number; readonly total: number }

/** What it needs of the outside; tests give their own. */
export interface UploadWays {
  send(
    path: string,
    form: FormData,
    onProgress: (sent: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<UploadReply>
  /** Null for an upload that has not reached the service yet, and for one of another process. */
  look(uploadId: string, signal: AbortSignal): Promise<UploadWire | null>
  /** The template that an upload became, where its own reply was lost. */
  find(templateId: string, signal: AbortSignal): Promise<UploadReply>
  pause(ms: number, signal: AbortSignal): Promise<void>
  makeId(): string
}

/** Never rejects: what goes wrong is the last state. One that is given up (`signal`) tells no last state. */
export async function runUpload(
  ways: UploadWays,
  { file, path, fields = {} }: { readonly file: File; readonly path: string; readonly fields?: Fields },
  onState: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<void> {
  let sent = 0
  const fail = (error: ApiError): void => {
    if (!signal.aborted) onState({ kind: 'failed', error, sent: Math.min(sent, file.size), total: file.size })
  }
  const wrong = await faultOf(file)
  if (wrong !== null) return fail(wrong)
  const uploadId = ways.makeId()
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('upload_id', uploadId)
  form.set('pdf', file)
  const watch = new AbortController()
  const stop = () => watch.abort()
  signal.addEventListener('abort', stop, { once: true })
  let isRead = false
  let step: UploadStep | null = null
  try {
    onState({ kind: 'sending', sent: 0, total: file.size })
    const reply = await ways.send(
      path,
      form,
      (loaded, total) => {
        sent = loaded
        if (loaded < total) onState({ kind: 'sending', sent: Math.min(loaded, file.size), total: file.size })
        else if (!isRead) {
          isRead = true
          onState({ kind: 'reading', step })
          void watchSteps(ways, uploadId, watch.signal, (next) => {
            step = next
            onState({ kind: 'reading', step })
          })
        }
      },
      signal,
    )
    watch.abort()
    onState({ kind: 'done', reply })
  } catch (thrown) {
    watch.abort()
    const error = asApiError(thrown)
    if (error.code !== 'no_network' || !isRead || signal.aborted) return fail(error)
    onState({ kind: 'asking', step })
    const state = await askAfterwards(ways, uploadId, signal, error)
    if (state instanceof ApiError) fail(state)
    else onState({ kind: 'done', reply: state })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

type Fields = Readonly<Record<string, string>>

/** What can be told without sending it: too large, nothing in it, or no PDF. */
export async function faultOf(file: Blob): Promise<ApiError | null> {
  const refused = (code: string, message: string) => new ApiError({ status: 400, code, message })
  if (file.size > MOST_BYTES) return refused('payload_too_large', 'The file may have at most 50 MB.')
  if (file.size === 0) return refused('missing_file', 'The file is empty.')
  const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer())
  return head.includes('%PDF-') ? null : refused('invalid_pdf', 'The file is no PDF.')
}

/** Tells of each new step; a service that does not answer is asked again. */
async function watchSteps(
  ways: UploadWays,
  uploadId: string,
  signal: AbortSignal,
  onStep: (step: UploadStep) => void,
): Promise<void> {
  let last: UploadStep | null = null
  while (!signal.aborted) {
    const seen = await ways.look(uploadId, signal).catch(() => null)
    if (signal.aborted) return
    if (seen !== null && seen.step !== last) {
      last = seen.step
      onStep(seen.step)
    }
    await ways.pause(LOOK_MS, signal).catch(() => {})
  }
}

/** What became of an upload whose reply was lost: its template, or why there is none. */
async function askAfterwards(
  ways: UploadWays,
  uploadId: string,
  signal: AbortSignal,
  lost: ApiError,
): Promise<UploadReply | ApiError> {
  for (let silences = 0; silences < MOST_SILENCES && !signal.aborted; ) {
    try {
      const upload = await ways.look(uploadId, signal)
      // The upload was incomplete, or the service restarted: the file has to be sent again.
      if (upload === null) return lost
      const { status, template_id: templateId, error } = upload
      if (status === 'succeeded' && templateId !== null) return await ways.find(templateId, signal)
      if (status === 'failed') return new ApiError({ status: 400, ...(error ?? INTERNAL) })
      silences = 0
      await ways.pause(LOOK_MS, signal)
    } catch (thrown) {
      if (asApiError(thrown).code === 'aborted') return lost
      silences += 1
      await ways.pause(SILENCE_MS, signal).catch(() => {})
    }
  }
  return lost
}

const INTERNAL = { code: 'internal_error', message: 'Something went wrong in the service.' }

/** Is it worth sending the same file again? */
export function isWorthAgain({ code, status }: ApiError): boolean {
  return status === 0 || status >= 500 || code === 'overloaded' || code === 'rate_limited'
}
