/** The customer's images of one editor: running uploads, stored images, and refusals. */
import type { EditorStore } from '../editor-state.ts'
import { Fault } from '../requests.ts'
import type { OwnImageWire } from '../wire.ts'
import { firstView, placedOf } from './crop.ts'
import type { ImageRules } from './image-rules.ts'
import { readKind } from './kinds.ts'
import { ownText } from './own-value.ts'
import { listImages, sendImage, uploadKey } from './upload.ts'

/** Why a file was refused, with the facts of the service or of the file. */
export interface Rejection {
  readonly code: string
  readonly found: string | number | null
  readonly limit: string | number | null
}

export type Upload =
  | {
      readonly phase: 'sending'
      readonly file: File
      /** The share that is sent, 0 to 1; at 1 the service looks at it. */
      readonly share: number
    }
  /** The line is lost; it is tried again. */
  | { readonly phase: 'waiting'; readonly file: File }
  | { readonly phase: 'refused'; readonly rejection: Rejection }

export interface Uploads {
  /** By field. */
  of(field: string): Upload | null
  /** Undefined while it is not known whether the service has it, null where it does not. */
  image(id: string): OwnImageWire | null | undefined
  /** Asks for the addresses of all images again. */
  refresh(): void
  choose(field: string, file: File, rules: ImageRules): Promise<void>
  cancel(field: string): void
  /** Tries at once what waits. */
  hurry(field: string): void
  dismiss(field: string): void
  subscribe(listener: () => void): () => void
}

const AGAIN_MS = [1000, 2000, 4000, 8000, 15_000] as const

const LEAST_REFRESH_MS = 60_000

interface Running {
  readonly abort: AbortController
  wake(): void
}

const known = new WeakMap<EditorStore, Uploads>()

/** One for each editor, so that an upload goes on while the form is not on the screen. */
export function uploadsOf(store: EditorStore): Uploads {
  const uploads = known.get(store) ?? createUploads(store)
  known.set(store, uploads)
  return uploads
}

function createUploads(store: EditorStore): Uploads {
  const uploads = new Map<string, Upload>()
  const running = new Map<string, Running>()
  const images = new Map<string, OwnImageWire>()
  const listeners = new Set<() => void>()
  let listed: 'no' | 'asking' | 'yes' = 'no'
  let listedAt = 0

  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const show = (field: string, upload: Upload | null) => {
    if (upload === null) uploads.delete(field)
    else uploads.set(field, upload)
    store.hold(field, upload === null || upload.phase === 'refused' ? null : { kind: 'uploading' })
    notify()
  }
  const list = async () => {
    if (listed !== 'no') return
    listed = 'asking'
    listedAt = Date.now()
    for (let tries = 0; ; tries += 1)
      try {
        for (const image of await listImages(await store.way.ownImages())) images.set(image.id, image)
        listed = 'yes'
        return notify()
      } catch (thrown) {
        if (thrown instanceof Fault && !thrown.passes) {
          listed = 'yes'
          return notify()
        }
        await delay(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)] ?? 1000)
        if (store.ended.aborted) return
      }
  }
  const stop = (field: string) => {
    running.get(field)?.abort.abort()
    running.get(field)?.wake()
    running.delete(field)
  }

  const send = async (field: string, file: File, { frames: [first] }: ImageRules): Promise<void> => {
    const abort = new AbortController()
    const run: Running = { abort, wake: () => {} }
    running.set(field, run)
    const key = uploadKey()
    const isOver = () => abort.signal.aborted
    for (let tries = 0, renewed = false; ; tries += 1) {
      show(field, { phase: 'sending', file, share: 0 })
      try {
        const way = await store.way.ownImages()
        const moved = (share: number) => isOver() || show(field, { phase: 'sending', file, share })
        const image = await sendImage(way, { field, file, key }, moved, abort.signal)
        if (isOver()) return
        running.delete(field)
        images.set(image.id, image)
        show(field, null)
        // What is shown first is what is printed, wherever the service would place it by itself.
        const framing = { image, ...first }
        const placed = placedOf(framing, firstView(framing))
        store.edit({ values: { [field]: ownText({ picture: image.id, ...placed }) } }, null)
        return
      } catch (thrown) {
        if (isOver()) return
        const fault = thrown instanceof Fault ? thrown : new Fault('internal_error', 500)
        const isLost = fault.status === 401 || fault.status === 404 || fault.code === 'embed_session_expired'
        if (isLost && !renewed) {
          renewed = true
          if (await store.way.renew()) continue
        }
        if (!fault.passes) {
          running.delete(field)
          return show(field, { phase: 'refused', rejection: rejectionOf(fault) })
        }
        show(field, { phase: 'waiting', file })
        const wait = fault.retryAfterMs ?? AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)] ?? 1000
        await Promise.race([delay(wait), new Promise<void>((wake) => Object.assign(run, { wake }))])
        if (isOver()) return
      }
    }
  }
  const wakeAll = () => {
    for (const run of running.values()) run.wake()
  }
  window.addEventListener('online', wakeAll)
  store.ended.addEventListener('abort', () => {
    window.removeEventListener('online', wakeAll)
    for (const field of [...running.keys()]) stop(field)
  })

  return {
    of: (field) => uploads.get(field) ?? null,
    image(id) {
      const image = images.get(id)
      if (image !== undefined) return image
      void list()
      return listed === 'yes' ? null : undefined
    },
    refresh() {
      // What cannot be loaded at all is not asked for on and on.
      if (listed === 'asking' || Date.now() - listedAt < LEAST_REFRESH_MS) return
      listed = 'no'
      void list()
    },
    async choose(field, file, rules) {
      stop(field)
      const rejection = await rejectionOfFile(file, rules)
      if (rejection === null) await send(field, file, rules)
      else show(field, { phase: 'refused', rejection })
    },
    cancel(field) {
      stop(field)
      show(field, null)
    },
    hurry: (field) => running.get(field)?.wake(),
    dismiss: (field) => show(field, null),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Checks a file before it is sent, so that customers do not wait for an upload that will be refused. */
async function rejectionOfFile(file: File, { kinds, maxBytes }: ImageRules): Promise<Rejection | null> {
  let kind: string | null
  try {
    kind = await readKind(file)
  } catch {
    // Such as one that a cloud has not brought to the device.
    return { code: 'picture_unreadable', found: null, limit: null }
  }
  if (!kinds.some((one) => one === kind)) return { code: 'picture_kind', found: kind, limit: null }
  if (file.size > maxBytes) return { code: 'picture_too_large', found: file.size, limit: maxBytes }
  return null
}

function rejectionOf({ code, details }: Fault): Rejection {
  const [detail] = details
  return { code, found: detail?.found ?? null, limit: detail?.limit ?? detail?.expected ?? null }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
