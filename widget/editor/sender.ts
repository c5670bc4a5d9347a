/** Sends changes one at a time: the latest wins, nothing is lost, and the rate stays within the limits. */
import { mergePatches, type SentPatch } from './content.ts'
import { Fault } from './requests.ts'

export type SendingState =
  /** Everything is with the service. */
  | 'settled'
  /** Something waits to be sent, or is on its way. */
  | 'sending'
  /** No reply comes; it is tried again. */
  | 'offline'
  /** Nothing is sent any more, until `resume`. */
  | 'stopped'

export interface SenderParts {
  /** Rejects with a Fault. */
  send(patch: SentPatch): Promise<void>
  /** A permanent refusal: the part of the patch that may still be sent, or null where sending has to stop. */
  refused(fault: Fault, patch: SentPatch): Promise<SentPatch | null>
  changed(state: SendingState): void
  readonly clock?: Clock
}

/** How long typing has to rest before it is sent. */
const REST_MS = 350
/** Decision: a request a second is the most, as the service's limits ask for. Between the beginnings of two requests. */
const SPACING_MS = 1000
/** Waits after failures; the last one is kept. */
const RETRIES_MS = [1000, 2000, 4000, 8000, 15_000]

export interface Sender {
  push(patch: SentPatch): void
  /** Sends without waiting for typing to rest; resolves once all is settled, rejects once sending has stopped. */
  flush(): Promise<void>
  /** Tries at once what waits for the network. */
  hurry(): void
  stop(fault: Fault): void
  resume(): void
  pending(): boolean
  close(): void
}

/** Tests move it by hand. */
export interface Clock {
  /** Ms. */
  now(): number
  /** Runs after so many ms; gives what calls it off. */
  after(ms: number, run: () => void): () => void
}

export const BROWSER_CLOCK: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export function createSender({ send, refused, changed, clock = BROWSER_CLOCK }: SenderParts): Sender {
  let waiting: SentPatch | null = null
  let waitingSince = 0
  let sending = false
  /** Calls off what is to be sent later; null where nothing is. */
  let callOff: (() => void) | null = null
  let begun = Number.NEGATIVE_INFINITY
  let failures = 0
  /** Until then nothing is sent, because the service asked for a pause. */
  let heldUntil = 0
  let stopped: Fault | null = null
  let closed = false
  let flushes: { resolve(): void; reject(fault: Fault): void }[] = []
  let state: SendingState = 'settled'

  const changeState = (next: SendingState) => {
    if (next === state || closed) return
    state = next
    changed(next)
  }
  const finishSending = (fault: Fault | null) => {
    const all = flushes
    flushes = []
    for (const { resolve, reject } of all) fault === null ? resolve() : reject(fault)
  }
  const schedule = (delay: number) => {
    callOff?.()
    callOff = null
    if (closed || sending || waiting === null || stopped !== null) return
    const now = clock.now()
    const wait = Math.max(delay, begun + SPACING_MS - now, heldUntil - now, 0)
    callOff = clock.after(wait, () => void run())
  }
  /** Continuous typing is stored too: nothing waits longer than the time between two requests. */
  const restLeft = () => Math.min(REST_MS, Math.max(0, waitingSince + SPACING_MS - clock.now()))
  const run = async () => {
    callOff = null
    const patch = waiting
    if (patch === null || sending || stopped !== null || closed) return
    waiting = null
    sending = true
    begun = clock.now()
    let delay = 0
    try {
      await send(patch)
      failures = 0
      changeState('sending')
    } catch (thrown) {
      delay = await failed(asFault(thrown), patch)
    }
    sending = false
    if (closed) return
    if (stopped !== null) return halt(stopped)
    if (waiting !== null) return schedule(flushes.length > 0 || delay > 0 ? delay : restLeft())
    changeState('settled')
    finishSending(null)
  }
  /** The wait before the next try, ms. What was typed meanwhile lies over what was refused. */
  const failed = async (fault: Fault, patch: SentPatch): Promise<number> => {
    if (!fault.passes) {
      const rest = await refused(fault, patch)
      if (rest === null) {
        waiting = mergePatches(patch, waiting ?? {})
        stopped ??= fault
        return 0
      }
      waiting = Object.keys(rest).length === 0 ? waiting : mergePatches(rest, waiting ?? {})
      return 0
    }
    waiting = mergePatches(patch, waiting ?? {})
    const back = RETRIES_MS[Math.min(failures, RETRIES_MS.length - 1)] ?? 1000
    if (fault.status === 429) {
      heldUntil = clock.now() + (fault.retryAfterMs ?? back)
      return 0
    }
    failures += 1
    // One lost request is nothing to speak of.
    if (fault.status === 0 || failures > 2) changeState('offline')
    return fault.retryAfterMs ?? back
  }
  const halt = (fault: Fault) => {
    changeState('stopped')
    finishSending(fault)
  }

  return {
    push(patch) {
      if (waiting === null) waitingSince = clock.now()
      waiting = mergePatches(waiting, patch)
      if (state === 'settled') changeState('sending')
      if (failures === 0 || callOff === null) schedule(flushes.length > 0 ? 0 : restLeft())
    },
    flush() {
      if (stopped !== null) return Promise.reject(stopped)
      if (waiting === null && !sending) return Promise.resolve()
      if (failures === 0) schedule(0)
      return new Promise((resolve, reject) => {
        flushes.push({ resolve, reject })
      })
    },
    hurry() {
      if (!sending) schedule(0)
    },
    stop(fault) {
      stopped = fault
      callOff?.()
      callOff = null
      if (!sending) halt(fault)
    },
    resume() {
      stopped = null
      failures = 0
      heldUntil = 0
      if (waiting === null) changeState('settled')
      else {
        changeState('sending')
        schedule(0)
      }
    },
    pending: () => waiting !== null || sending,
    close() {
      closed = true
      callOff?.()
      finishSending(new Fault('closed', 0))
    },
  }
}

function asFault(thrown: unknown): Fault {
  return thrown instanceof Fault ? thrown : new Fault('internal_error', 500)
}
