/** Uploads one image: with progress, cancellation, and a Fault for every error. */
import { Fault } from '../requests.ts'
import type { OwnImages } from '../transport.ts'
import type { OwnImageWire, ProblemWire } from '../wire.ts'

export interface Sending {
  readonly field: string
  readonly file: File
  /** The same with every try, so that a reply that was lost makes no second image. */
  readonly key: string
}

/** A line on which nothing moves for so long is given up. */
const STALLED_MS = 30_000
/** Sent completely, it may wait in line for others and is then read: only a lost line takes longer. */
const CHECKED_MS = 120_000

/** Resolves with the stored image. `moved` gets the sent share of the file, 0 to 1. */
export function sendImage(
  { url, headers }: OwnImages,
  { field, file, key }: Sending,
  moved: (share: number) => void,
  signal: AbortSignal,
): Promise<OwnImageWire> {
  // Only XMLHttpRequest reports upload progress.
  const request = new XMLHttpRequest()
  return new Promise<OwnImageWire>((resolve, reject) => {
    let timer = 0
    const watch = (longest = STALLED_MS) => {
      clearTimeout(timer)
      timer = window.setTimeout(() => request.abort(), longest)
    }
    const lose = () => reject(new Fault('no_network', 0))
    signal.addEventListener('abort', () => request.abort())
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch()
      if (total > 0) moved(loaded / total)
    })
    request.upload.addEventListener('load', () => watch(CHECKED_MS))
    request.addEventListener('error', lose)
    request.addEventListener('abort', lose)
    request.addEventListener('loadend', () => clearTimeout(timer))
    request.addEventListener('load', () => {
      const said = read(request.responseText)
      const { picture } = said as { readonly picture?: OwnImageWire }
      if (request.status < 300 && picture !== undefined) resolve(picture)
      else reject(faultOf(request, said))
    })
    request.open('POST', url)
    for (const [name, value] of Object.entries({ ...headers, 'idempotency-key': key }))
      request.setRequestHeader(name, value)
    const form = new FormData()
    form.set('field', field)
    form.set('file', file)
    watch()
    request.send(form)
  })
}

/** All images of the fill, to show again those that were chosen on another day. */
export async function listImages({ url, headers }: OwnImages): Promise<readonly OwnImageWire[]> {
  const reply = await fetch(url, { headers, credentials: 'omit', cache: 'no-store' }).catch(() => {
    throw new Fault('no_network', 0)
  })
  if (!reply.ok) throw new Fault('internal_error', reply.status)
  const { pictures } = (await reply.json()) as { readonly pictures: readonly OwnImageWire[] }
  return pictures
}

export function uploadKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((one) => one.toString(16).padStart(2, '0'))
    .join('')
}

function read(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function faultOf(request: XMLHttpRequest, said: Readonly<Record<string, unknown>>): Fault {
  const error = (said.error ?? {}) as {
    readonly code?: string
    readonly message?: string
    readonly param?: string
    readonly details?: readonly ProblemWire[]
  }
  const wait = Number(request.getResponseHeader('Retry-After') ?? Number.NaN)
  return new Fault(error.code ?? 'internal_error', request.status, {
    message: error.message ?? '',
    param: error.param ?? null,
    details: error.details ?? [],
    retryAfterMs: Number.isNaN(wait) ? null : wait * 1000,
  })
}
