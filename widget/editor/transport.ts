/** The editor's connection to the service: one session, its fill, entries and completion. */

import { openSharedSession } from '../shared-session.ts'
import { type SentPatch, withoutRefused } from './content.ts'
import { inLanguage } from './field-language.ts'
import { createPictureRequests, FILLS, type PictureRequests, SECRET } from './pictures/picture-requests.ts'
import { createSend, Fault, type Request } from './requests.ts'
import { BROWSER_CLOCK, type Clock, createSender, type SendingState } from './sender.ts'
import type { BegunWire, FilledWire, FillWire, OpenedSessionWire } from './wire.ts'

/** How a session is had: the page that mounts the editor knows which of these it is. */
export type Start =
  /** `POST /v1/embed/sessions/guest` with the publishable key and the storefront's references. */
  | {
      readonly kind: 'guest'
      readonly publishableKey: string
      readonly productId: string
      readonly variantId: string | null
      readonly cartId: string | null
      /** Origin of the page that holds the frame, sent as `parent_origin`: the session is bound to it. */
      readonly parentOrigin: string
      /** Of an earlier save: goes on with its fill. 409 `fill_not_open` where that is finalized. */
      readonly resumeToken: string | null
    }
  /** A session that the storefront's server opened; the reply to creating its fill has the template. */
  | { readonly kind: 'session'; readonly sessionId: string; readonly clientSecret: string }
  /** `POST /v1/embed/sessions/hosted` with the last part of the page's link. */
  | { readonly kind: 'hosted'; readonly slug: string; readonly resumeToken: string | null }

/** Who orders on a hosted page. */
export interface Customer {
  readonly customer_name?: string
  readonly customer_email?: string
}

export interface Saved {
  readonly sessionId: string
  readonly fill: FillWire
  readonly resumeToken: string | null
}

export interface TransportListener {
  /** What was pushed so far is on its way. */
  sends(): void
  /** The service has stored a change. */
  taken(fill: FillWire, sessionId: string): void
  state(state: SendingState): void
  /** Values or choices that the service does not take; the rest of the change is sent without them. */
  refused(fault: Fault): void
  /** The session has ended before it was saved; what becomes of it follows as `reopened` or `stopped`. */
  expired(): void
  reopened(begun: BegunWire): void
  /** Another tab of this browser has changed the same fill. */
  elsewhere(patch: SentPatch): void
  /** This tab goes on with the fill that another tab has begun; `patch` is what was typed here meanwhile. */
  joined(fill: FillWire, patch: SentPatch): void
  /** Nothing more can be sent as it is. */
  stopped(fault: Fault): void
}

export interface OwnImages {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface OpenOptions {
  /** Laid over what the fill has. */
  readonly content?: SentPatch
  /** Where the resume token's fill is ordered or gone: a new fill with its content. */
  readonly copy?: boolean
  /** A new fill, whatever was saved before. */
  readonly afresh?: boolean
  /** The approved fill again, in the session that shows it where that goes on. */
  readonly change?: boolean
}

export interface Transport extends PictureRequests {
  readonly start: Start
  listen(listener: TransportListener): void
  /** Opens a session and its fill; waits out a limit, and rejects with a Fault for everything else. */
  open(options?: OpenOptions): Promise<BegunWire>
  /** Sent when typing rests, in order; the latest wins. */
  push(patch: SentPatch): void
  /** Resolves once all that was pushed is with the service. */
  flush(): Promise<void>
  /** After a flush. Tries again while there is no network. Rejects with a Fault. */
  complete(customer?: Customer): Promise<Saved>
  /** After a flush. The fill as it was approved. Rejects with a Fault. */
  discard(): Promise<FillWire>
  /** Where images of the customer's own are sent to, and what opens that. Rejects with a Fault. */
  ownImages(): Promise<OwnImages>
  /** What the fill stands for, asked when a session has to be opened again. */
  restoreFrom(content: () => SentPatch): void
  /** Another session with all that was typed; false where none was to be had. */
  renew(): Promise<boolean>
  /** Tries at once what waits for the network. */
  hurry(): void
  unsent(): boolean
  close(): void
}

export interface TransportSettings {
  /** Where the service is; '' for the page's own origin. */
  readonly baseUrl?: string
  readonly clock?: Clock
  /** The language tag of the page around: that of the words of fields. */
  readonly locale?: string
}

interface Session {
  readonly id: string
  readonly secret: string
  readonly fill: FillWire
}

const RETRIES_MS = [1000, 2000, 4000, 8000]

export function createTransport(start: Start, settings: TransportSettings = {}): Transport {
  const { baseUrl = '', clock = BROWSER_CLOCK, locale } = settings
  const send = createSend(baseUrl)
  let session: Session | null = null
  let listener: TransportListener | null = null
  let content: () => SentPatch = () => ({})
  let resumeToken = start.kind === 'session' ? null : start.resumeToken
  let closed = false
  const shared = openSharedSession(start)
  /** Has this tab changed anything, or found what was changed. */
  let started = false
  /** Its session has ended with it. */
  let completed = false

  const delay = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  const json = async <Reply>(request: Request): Promise<Reply> => (await send(request)).json()
  const withSecret = (one: Session | { secret: string }) => ({ [SECRET]: one.secret })
  const current = (): Session => {
    if (session === null) throw new Fault('no_session', 0)
    return session
  }

  const openSession = async (options: OpenOptions): Promise<{ id: string; secret: string }> => {
    if (start.kind === 'session') return { id: start.sessionId, secret: start.clientSecret }
    const resume =
      resumeToken === null || options.afresh === true
        ? {}
        : { resume_token: resumeToken, ...(options.copy === true ? { copy: true } : {}) }
    const request: Request =
      start.kind === 'hosted'
        ? {
            method: 'POST',
            path: '/v1/embed/sessions/hosted',
            body: { slug: start.slug, ...resume },
          }
        : {
            method: 'POST',
            path: '/v1/embed/sessions/guest',
            headers: { 'x-service-publishable-key': start.publishableKey },
            body: {
              external_product_id: start.productId,
              external_variant_id: start.variantId,
              ...(start.cartId === null ? {} : { external_cart_id: start.cartId }),
              parent_origin: start.parentOrigin,
              ...resume,
            },
          }
    try {
      const opened = await json<OpenedSessionWire>(request)
      return { id: opened.embed_session.id, secret: opened.client_secret }
    } catch (thrown) {
      // Decision: a token that nothing answers to was replaced by a later save, or its fill is gone: a new one begins.
      const unknown = thrown instanceof Fault && thrown.status === 404 && thrown.code === 'not_found'
      if (!unknown || !('resume_token' in resume)) throw thrown
      resumeToken = null
      return openSession({ ...options, afresh: true })
    }
  }

  /** Decision: the fill is there before anything is laid over it, so that one refused value does not keep it away. */
  const beginIn = async (opened: { id: string; secret: string }): Promise<BegunWire> => {
    const path = FILLS
    const request: Request = {
      ...{ method: 'POST', path, headers: withSecret(opened) },
      body: { embed_session: opened.id },
    }
    const begun = inLanguage(await patiently(() => json<BegunWire>(request)), locale)
    session = { ...opened, fill: begun.fill }
    return begun
  }

  /** Null where that session is over: this tab begins for itself. */
  const goOnWith = async (kept: { id: string; secret: string }): Promise<BegunWire | null> => {
    try {
      return await beginIn(kept)
    } catch (thrown) {
      if (!(thrown instanceof Fault) || thrown.passes) throw thrown
      shared.forget()
      return null
    }
  }

  /** Decision: of two tabs that were opened before anything was changed, the first change says whose fill it is. */
  const join = async (patch: SentPatch): Promise<void> => {
    started = true
    const kept = shared.read()
    if (kept === null || kept.id === session?.id) return
    const begun = await goOnWith(kept)
    if (begun !== null) listener?.joined(begun.fill, patch)
  }
  shared.listen((id, patch) => {
    if (closed || session === null) return
    if (id === session.id) listener?.elsewhere(patch)
    // What cannot be joined now is when something is typed here, or after a reload.
    else if (!started) void join({}).catch(() => {})
  })

  const open = async (options: OpenOptions = {}): Promise<BegunWire> => {
    if (options.afresh === true || options.copy === true) shared.forget()
    // A later session of this page is of the new design: the token leads to the one before.
    if (options.afresh === true) resumeToken = null
    const kept = shared.read()
    const other = kept === null || kept.id === session?.id ? null : kept
    const own = options.change === true && !completed ? session : null
    const again = other === null && own === null ? null : await goOnWith(other ?? (own as Session))
    const begun = again ?? (await beginIn(await patiently(() => openSession(options))))
    started = again !== null && other !== null
    completed = false
    if (options.content !== undefined && Object.keys(options.content).length > 0) sender.push(options.content)
    return begun
  }

  const sender = createSender({
    clock,
    async send(patch) {
      if (!started) await join(patch)
      const { id, fill, secret } = current()
      const path = `${FILLS}/${encodeURIComponent(fill.id)}`
      listener?.sends()
      const filled = await json<FilledWire>({
        ...{ method: 'PATCH', path, headers: { [SECRET]: secret } },
        body: patch,
      })
      session = { id, secret, fill: filled.fill }
      shared.keep({ id, secret }, patch)
      listener?.taken(filled.fill, id)
    },
    async refused(fault, patch) {
      if (fault.status === 400 || fault.status === 422) {
        const rest = withoutRefused(fault, patch)
        if (rest === null) return null
        listener?.refused(fault)
        return rest
      }
      if (isLost(fault) && start.kind !== 'session') return (await renew()) ? {} : null
      listener?.stopped(fault)
      return null
    },
    changed: (state) => listener?.state(state),
  })

  /** Starts again with all that was typed; who asks while that is under way waits for the same. */
  let renewal: Promise<boolean> | null = null
  const renew = (): Promise<boolean> => {
    renewal ??= reopen().finally(() => {
      renewal = null
    })
    return renewal
  }
  const reopen = async (): Promise<boolean> => {
    listener?.expired()
    try {
      const begun = await open()
      sender.push(content())
      listener?.reopened(begun)
      return true
    } catch (thrown) {
      listener?.stopped(thrown instanceof Fault ? thrown : new Fault('internal_error', 500))
      return false
    }
  }

  const complete = async (customer: Customer): Promise<Saved> => {
    const body = Object.keys(customer).length === 0 ? {} : { body: customer }
    let unheard = false
    let renewed = start.kind === 'session'
    for (let tries = 0; ; tries += 1) {
      const { id, fill, secret } = current()
      const path = `${FILLS}/${encodeURIComponent(fill.id)}/complete`
      try {
        const done = await json<FilledWire>({ method: 'POST', path, headers: { [SECRET]: secret }, ...body })
        resumeToken = done.resume_token ?? null
        completed = true
        shared.forget()
        return { sessionId: id, fill: done.fill, resumeToken }
      } catch (thrown) {
        if (!(thrown instanceof Fault) || closed) throw thrown
        // The reply that did not arrive was the good one.
        if (unheard && thrown.code === 'embed_session_completed') {
          completed = true
          return { sessionId: id, fill, resumeToken: null }
        }
        if (isLost(thrown) && !renewed) {
          renewed = true
          if (!(await renew())) throw thrown
          await sender.flush()
          continue
        }
        if (!thrown.passes) throw thrown
        unheard ||= thrown.status !== 429
        const back = RETRIES_MS[tries]
        if (thrown.status !== 429 && back === undefined) throw thrown
        await delay(thrown.retryAfterMs ?? back ?? 1000)
      }
    }
  }

  const discard = async (): Promise<FillWire> => {
    const { id, fill, secret } = current()
    const path = `${FILLS}/${encodeURIComponent(fill.id)}/change`
    const kept = await json<FilledWire>({ method: 'DELETE', path, headers: { [SECRET]: secret } })
    session = { id, secret, fill: kept.fill }
    return kept.fill
  }

  /** Decision: being told to wait is no fault that a shopper hears of. */
  const patiently = async <Reply>(ask: () => Promise<Reply>): Promise<Reply> => {
    for (;;) {
      try {
        return await ask()
      } catch (thrown) {
        const told = thrown instanceof Fault && thrown.status === 429 && thrown.retryAfterMs !== null
        if (!told || closed || thrown.retryAfterMs > LONGEST_WAIT_MS) throw thrown
        await delay(thrown.retryAfterMs)
      }
    }
  }

  return {
    start,
    listen(next) {
      listener = next
    },
    async open(options = {}) {
      const begun = await open(options)
      sender.resume()
      return begun
    },
    push: (patch) => sender.push(patch),
    flush: () => sender.flush(),
    ...createPictureRequests({ send, current, locale }),
    async ownImages() {
      // An image belongs to the fill that it was sent to: which of two tabs goes on is to be settled before.
      if (!started) await join({})
      const { fill, secret } = current()
      return {
        url: `${baseUrl}${FILLS}/${encodeURIComponent(fill.id)}/pictures`,
        headers: { [SECRET]: secret },
      }
    },
    complete: (customer = {}) => complete(customer),
    discard,
    restoreFrom(next) {
      content = next
    },
    async renew() {
      const renewed = await renew()
      if (renewed) sender.resume()
      return renewed
    },
    hurry: () => sender.hurry(),
    unsent: () => sender.pending(),
    close() {
      closed = true
      listener = null
      shared.close()
      sender.close()
    },
  }
}

/** Longer than a limit's window is no wait for a person. */
const LONGEST_WAIT_MS = 90_000

/** The session is gone, and no other has replaced it. */
function isLost(fault: Fault): boolean {
  return fault.code === 'embed_session_expired' || fault.status === 401 || fault.status === 404
}
