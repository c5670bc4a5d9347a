/** The pictures of the pages as they are now: asked for one at a time, kept until a newer one has arrived. */
import { Fault } from './requests.ts'
import type { Transport } from './transport.ts'

export type PictureState =
  /** None has come yet. */
  | 'loading'
  | 'ready'
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
  /** These pages are looked at now, and no others, each this many px wide. */
  look(views: readonly (readonly [page: number, width: number])[]): void
  shown(page: number): ShownPicture
  /** The fill has changed: what is wanted is drawn again. */
  invalidate(): void
  retry(): void
  close(): void
}

interface CachedPicture {
  readonly url: string
  readonly etag: string | null
  readonly width: number
  readonly revision: number
}

export interface PicturesParts {
  readonly transport: Pick<Transport, 'picture' | 'renew'>
  changed(): void
  /** Resolves once the picture can be shown without a gap. */
  readonly decode?: (url: string) => Promise<void>
}

const AGAIN_MS = [2000, 5000, 15_000]
/** Pictures are drawn for so many widths alone, so that a drag of the window asks for few. */
const STEP_PX = 160
const WIDEST_PX = 2560

export function createPictures({ transport, changed, decode = decodeImage }: PicturesParts): Pictures {
  let wanted: ReadonlyMap<number, number> = new Map()
  const kept = new Map<number, CachedPicture>()
  let revision = 1
  let busy = false
  let trouble: 'unavailable' | 'failed' | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let closed = false

  const isFresh = (page: number, width: number) => {
    const one = kept.get(page)
    return one !== undefined && one.revision === revision && one.width >= width
  }
  const next = (): readonly [page: number, width: number] | undefined =>
    [...wanted].find(([page, width]) => !isFresh(page, width))

  const run = async () => {
    const task = next()
    if (task === undefined || busy || closed || timer !== null) return
    busy = true
    const [page, width] = task
    const asked = revision
    const before = kept.get(page)
    try {
      const etag = before?.width === width ? before.etag : null
      const picture = await transport.picture(page, width, etag)
      if (closed) return
      if (picture === null && before !== undefined) kept.set(page, { ...before, revision: asked })
      else if (picture !== null)
        await replace(page, { width, revision: asked, etag: picture.etag }, picture.blob)
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
  const replace = async (page: number, facts: Omit<CachedPicture, 'url'>, blob: Blob) => {
    const url = URL.createObjectURL(blob)
    await decode(url).catch(() => undefined)
    const before = kept.get(page)
    kept.set(page, { ...facts, url })
    if (before !== undefined) setTimeout(() => URL.revokeObjectURL(before.url), 1000)
  }
  const failed = async (fault: Fault) => {
    if (closed) return
    if (fault.code === 'embed_session_expired' && (await transport.renew())) return
    const wait = fault.retryAfterMs ?? AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)] ?? 15_000
    failures += 1
    if (fault.code === 'renderer_not_configured') trouble = 'unavailable'
    else if (fault.status !== 429) trouble = 'failed'
    // Nothing that a later try could mend is tried again by itself, and nothing for ever.
    if (!fault.passes || failures > 8) wanted = new Map()
    else pause(trouble === 'unavailable' ? Math.max(wait, 30_000) : wait)
  }
  const pause = (ms: number) => {
    timer = setTimeout(() => {
      timer = null
      void run()
    }, ms)
  }
  const hurry = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    void run()
  }

  return {
    look(views) {
      wanted = new Map(views.map(([page, width]) => [page, stepped(width)]))
      void run()
    },
    shown(page) {
      const one = kept.get(page)
      const isNew = one?.revision === revision
      const state: PictureState =
        one === undefined ? (trouble ?? 'loading') : isNew ? 'ready' : trouble === null ? 'updating' : 'old'
      return { state, url: one?.url ?? null, revision: one?.revision ?? 0 }
    },
    invalidate() {
      revision += 1
      if (trouble === 'unavailable') return
      failures = 0
      if (trouble === 'failed') hurry()
      else void run()
    },
    retry() {
      failures = 0
      hurry()
    },
    close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      for (const { url } of kept.values()) URL.revokeObjectURL(url)
      kept.clear()
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
