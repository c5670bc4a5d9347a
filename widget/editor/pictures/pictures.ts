/** The images of the pages: unsaved typing at once, the saved state at rest; each stays until a newer one arrives. */

import type { SentPatch } from '../content.ts'
import { Fault } from '../requests.ts'
import type { Transport } from '../transport.ts'
import type { Picture, PictureView } from './picture-requests.ts'
import { createTypedPictures } from './typed-pictures.ts'

export type PictureState =
  /** None has come yet. */
  | 'loading'
  /** It is the service's own of what is kept, and nothing newer is typed. */
  | 'ready'
  /** It shows what is typed, which is not kept yet. */
  | 'typed'
  /** It shows an earlier state, and a newer one is on its way. */
  | 'updating'
  /** It shows an earlier state, for no newer one can be had. */
  | 'old'
  | 'failed'
  /** The service draws no pictures now. */
  | 'unavailable'

export interface ShownPicture {
  readonly state: PictureState
  /** A blob's address, or null. */
  readonly url: string | null
  /** Of the content that the picture shows; it grows with every change. */
  readonly revision: number
}

export interface Pictures {
  /**
   * These pages are looked at now, and no others, each this many px wide; what is typed shows on the first.
   */
  look(views: readonly (readonly [page: number, width: number])[], view?: PictureView): void
  shown(page: number): ShownPicture
  /** A picture of the page as it is before anything is filled in, which the page around has loaded already. */
  showFirst(page: number, url: string): void
  /** Something was typed that the service does not keep yet. */
  valuesTyped(): void
  /** What is typed so far is on its way to be kept. */
  valuesSent(): void
  /** What was sent is kept now. */
  valuesStored(): void
  /** There is nothing left to be kept. */
  allStored(): void
  retry(): void
  /** Another design begins: nothing of this one is shown any more. */
  forget(): void
  /** Resolves when the pages looked at show what is kept, or no picture can be had; after so many ms at the latest. */
  arrived(ms: number): Promise<void>
  close(): void
}

interface CachedPicture {
  readonly url: string
  readonly etag: string | null
  readonly width: number
  /** The state of what is typed that it shows. */
  readonly typed: number
  /** The state of what is kept that it shows; 0 where it shows what was typed. */
  readonly kept: number
}

export interface PicturesParts {
  readonly transport: Pick<Transport, 'picture' | 'typedPicture' | 'renew'>
  /** What is typed, as far as the service takes it. */
  content(): SentPatch
  changed(): void
  /** Resolves once the picture can be shown without a gap. */
  readonly decode?: (url: string) => Promise<void>
}

const AGAIN_MS = [2000, 5000, 15_000]
/** Pictures are drawn for so many widths alone, so that a drag of the window asks for few. */
const STEP_PX = 160
const WIDEST_PX = 2560
/** Of what is typed: finer ones take longer to draw and to send, and stand for the blink of an eye. */
const WIDEST_TYPED_PX = 800

export function createPictures({
  transport,
  content,
  changed,
  decode = decodeImage,
}: PicturesParts): Pictures {
  let wanted: ReadonlyMap<number, number> = new Map()
  const cached = new Map<number, CachedPicture>()
  /** The state of what is typed, which grows with every change; that which was sent; that which is kept. */
  let typed = 1
  let sent = 1
  let settled = 1
  /** Grows whenever something else is kept. */
  let kept = 1
  let shownView: PictureView = 'typing'
  let busy = false
  let trouble: 'unavailable' | 'failed' | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let closed = false
  /** Grows with every other design: what was asked of an earlier one comes too late. */
  let design = 1
  const waiting: (() => void)[] = []

  const typing = createTypedPictures({
    ask: ({ page, width }, signal) => transport.typedPicture(content(), page, width, signal),
    came: ({ page, width, state }, picture) => void replace(page, { width, typed: state, kept: 0 }, picture),
    rests: () => void run(),
  })
  const isFresh = (page: number, width: number) => {
    const one = cached.get(page)
    if (one === undefined) return false
    // Of what is typed there is no finer one yet.
    if (one.typed > settled) return true
    return one.width >= width && one.typed === settled && one.kept === kept
  }
  const isTyping = () => settled !== typed && typing.works()
  /** While what is typed is drawn at once, what is kept is asked for at rest alone. */
  const waits = () => cached.size > 0 && trouble === null && (typing.isBusy() || isTyping())
  const next = (): readonly [page: number, width: number] | undefined =>
    waits() ? undefined : [...wanted].find(([page, width]) => !isFresh(page, width))

  const isHere = () => !busy && !typing.isBusy() && [...wanted].every(([page, width]) => isFresh(page, width))

  const run = async () => {
    const task = next()
    if (isHere()) for (const resolve of waiting.splice(0)) resolve()
    if (task === undefined || busy || closed || timer !== null) return
    busy = true
    const [page, width] = task
    const from = design
    const asked = { width, kept, typed: settled }
    const before = cached.get(page)
    try {
      const etag = before?.width === width ? before.etag : null
      const picture = await transport.picture(page, width, etag, shownView)
      if (closed || from !== design) return
      if (picture !== null) await replace(page, asked, picture)
      else if (before !== undefined && cached.get(page) === before) cached.set(page, { ...before, ...asked })
      trouble = null
      failures = 0
    } catch (thrown) {
      await failed(thrown instanceof Fault ? thrown : new Fault('internal_error', 500))
    } finally {
      busy = false
    }
    if (closed) return
    changed()
    void run()
  }
  /** Shows a picture unless a later state has come meanwhile. */
  const replace = async (
    page: number,
    facts: Omit<CachedPicture, 'url' | 'etag'>,
    { blob, etag }: Picture,
  ) => {
    const url = URL.createObjectURL(blob)
    await decode(url).catch(() => undefined)
    const before = cached.get(page)
    const isLate =
      before !== undefined &&
      (before.typed > facts.typed || (before.typed === facts.typed && facts.kept === 0))
    if (closed || isLate) {
      URL.revokeObjectURL(url)
      return
    }
    cached.set(page, { ...facts, etag, url })
    if (before !== undefined) setTimeout(() => URL.revokeObjectURL(before.url), 1000)
    changed()
  }
  const failed = async (fault: Fault) => {
    if (closed) return
    if (fault.code === 'embed_session_expired' && (await transport.renew())) return
    // What is approved keeps the picture that it has: no later try could bring another.
    if (fault.code === 'embed_session_completed') {
      wanted = new Map()
      return
    }
    const wait = fault.retryAfterMs ?? AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)] ?? 15_000
    failures += 1
    if (fault.code === 'renderer_not_configured') trouble = 'unavailable'
    else if (fault.status !== 429) trouble = 'failed'
    // A fault that a later attempt can fix is retried, but not forever.
    if (!fault.passes || failures > 8) wanted = new Map()
    else pause(trouble === 'unavailable' ? Math.max(wait, 30_000) : wait)
  }
  const pause = (ms: number) => {
    timer = setTimeout(() => {
      timer = null
      void run()
    }, ms)
  }
  const showTyped = () => {
    const [first] = wanted
    if (first === undefined || trouble !== null || cached.size === 0) return
    typing.show({ page: first[0], width: Math.min(first[1], WIDEST_TYPED_PX), state: typed })
  }
  const hurry = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    void run()
  }

  return {
    look(views, view = 'typing') {
      // Another picture of the same.
      if (view !== shownView) kept += 1
      shownView = view
      wanted = new Map(views.map(([page, width]) => [page, stepped(width)]))
      if (isTyping()) showTyped()
      void run()
    },
    showFirst(page, url) {
      const show = () => {
        if (closed || cached.has(page)) return
        cached.set(page, { url, etag: null, width: 0, typed: 0, kept: 0 })
        changed()
      }
      // Where it could not be loaded there is none.
      decode(url).then(show, () => undefined)
    },
    shown(page) {
      const one = cached.get(page)
      const state: PictureState =
        one === undefined
          ? (trouble ?? 'loading')
          : one.typed === typed && one.kept === kept
            ? 'ready'
            : trouble !== null
              ? 'old'
              : one.typed === typed && one.kept === 0
                ? 'typed'
                : 'updating'
      return { state, url: one?.url ?? null, revision: one?.typed ?? 0 }
    },
    valuesTyped() {
      typed += 1
      showTyped()
    },
    valuesSent() {
      sent = typed
    },
    allStored() {
      settled = typed
      typing.rest()
      void run()
    },
    valuesStored() {
      kept += 1
      settled = sent
      if (settled === typed) typing.rest()
      if (trouble === 'unavailable') return
      failures = 0
      if (trouble === 'failed') hurry()
      else void run()
    },
    retry() {
      failures = 0
      hurry()
    },
    forget() {
      design += 1
      for (const { url } of cached.values()) URL.revokeObjectURL(url)
      cached.clear()
      wanted = new Map()
      trouble = null
    },
    async arrived(ms) {
      if (closed || trouble !== null || isHere()) return
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        setTimeout(resolve, ms)
      })
    },
    close() {
      closed = true
      typing.end()
      if (timer !== null) clearTimeout(timer)
      for (const { url } of cached.values()) URL.revokeObjectURL(url)
      cached.clear()
    },
  }
}

function stepped(width: number): number {
  return Math.min(WIDEST_PX, Math.max(1, Math.ceil(width / STEP_PX)) * STEP_PX)
}

async function decodeImage(url: string): Promise<void> {
  const image = new Image()
  image.src = url
  await image.decode()
}
