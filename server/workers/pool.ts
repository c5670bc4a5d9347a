/** A pool of worker processes, which open every uploaded file within limits. */
import { ServiceError } from '../../core/errors.ts'
import { findLifeBinder, type Launch, type LifeBinder } from './launch.ts'
import type { Jobs } from './serve-jobs.ts'
import { type Death, startWorker, type Worker, type WorkerLimits } from './worker.ts'

export interface PoolOptions extends Omit<Launch, 'heapBytes'>, WorkerLimits {
  /** Most jobs at once. */
  readonly size: number
  /** Most waiting jobs; one more is refused with `overloaded`. */
  readonly queueLimit: number
  /** A worker that holds more than this after a job is replaced, because native memory is never returned. */
  readonly recycleBytes: number
  /** How long `close` waits for running jobs before it kills them. */
  readonly closeLimitMs: number
  /** The error of a job whose worker died. */
  readonly failure: (death: Death) => Error
  /** Idle workers beyond those that jobs need; 1 by default. */
  readonly spares?: number | undefined
  /** A process of its own for each worker, unless it is said. */
  readonly start?: typeof startWorker | undefined
}

export interface Pool<J extends Jobs> {
  /**
   * Runs a job in a worker. Rejects with the worker's ServiceError, with `failure(…)` if the worker died, with
   * `overloaded` if too many jobs wait or no worker starts, with `shutting_down` once the pool closes, else with
   * `internal_error`.
   * A job prefers a free worker that has had its `topic`, because of the worker's caches. `hear` gets the steps that the
   * job reports.
   */
  run<K extends keyof J & string>(
    job: K,
    input: Parameters<J[K]>[0],
    topic?: string,
    hear?: (step: string) => void,
  ): Promise<Awaited<ReturnType<J[K]>>>
  /** Starts workers before the first job. */
  warmUp(): void
  /** Rejects waiting jobs, lets running ones finish (or kills them after the limit), and ends all processes. */
  close(): Promise<void>
}

interface Task {
  readonly job: string
  readonly input: unknown
  readonly topic: string | null
  readonly hear: ((step: string) => void) | undefined
  /** Number of workers started when a start failed while this job waited; null before. */
  startsBefore: number | null
  resolve(value: unknown): void
  reject(error: Error): void
}

const MOST_TOPICS = 256
/** For a job without a worker: usually the machine is short of memory or processes for a moment. */
const START_AGAIN_SECONDS = 5

type WorkerState = 'starting' | 'idle' | 'busy' | 'leaving'

/**
 * Starts nothing until the first job. From then on it keeps `spares` more workers than jobs, so that a killed worker is
 * replaced immediately. Neither workers nor an idle pool keep the process alive.
 */
export function openPool<J extends Jobs>(options: PoolOptions): Pool<J> {
  const { size, queueLimit, spares = 1, start: startProcess = startWorker } = options
  // Less than the whole, because buffers and the program itself count as memory too.
  const launch: Launch = { ...options, heapBytes: options.memoryBytes * 0.75 }
  const queue: Task[] = []
  const workers = new Map<Worker, WorkerState>()
  /** The topics that each worker has had, the latest last. */
  const topics = new WeakMap<Worker, Set<string>>()
  /** Workers that warm-up asked for. */
  let wanted = 0
  /** Number of workers started. */
  let starts = 0
  /** A worker died without a job, and spares would die in the same way. */
  let faulty = false
  let closed: Promise<void> | null = null
  /** The closing pool has killed the running jobs after its time limit. */
  let cutOff = false
  let keepAlive: NodeJS.Timeout | undefined
  /** Undefined until known; no worker starts before that. */
  let binder: LifeBinder | undefined
  let isFinding = false

  const inState = (...states: readonly WorkerState[]): readonly Worker[] =>
    [...workers].filter(([, state]) => states.includes(state)).map(([worker]) => worker)

  /** Called after every change: gives waiting jobs to idle workers and starts missing workers. */
  function pump(): void {
    while (queue.length > 0 && inState('busy').length < size) {
      const idle = inState('idle')
      const topic = queue[0]?.topic ?? ''
      const worker = idle.find((one) => topics.get(one)?.has(topic)) ?? idle[0]
      if (worker === undefined) break
      void dispatch(worker, queue.shift() as Task)
    }
    const jobs = inState('busy').length + queue.length
    if (closed === null && binder === undefined) void findBinder()
    else if (closed === null) {
      const missing =
        Math.min(Math.max(jobs, wanted), size) +
        (faulty ? 0 : spares) -
        inState('starting', 'idle', 'busy').length
      for (let count = 0; count < missing; count++) void start()
    }
    const needed = jobs > 0 || (closed !== null && workers.size > 0)
    if (needed) keepAlive ??= setInterval(() => {}, 60_000)
    else {
      clearInterval(keepAlive)
      keepAlive = undefined
    }
  }

  async function findBinder(): Promise<void> {
    if (isFinding) return
    isFinding = true
    binder = await findLifeBinder()
    pump()
  }

  async function start(): Promise<void> {
    let worker: Worker
    starts += 1
    const number = starts
    try {
      worker = startProcess(launch, options, binder ?? null)
    } catch (error) {
      // The system refused to start a process.
      await Promise.resolve()
      notStarted(number, String(error))
      return pump()
    }
    workers.set(worker, 'starting')
    void worker.gone.then((lastWords) => leave(worker, number, lastWords))
    if (!(await worker.ready)) return
    workers.set(worker, 'idle')
    if (closed !== null) retire(worker)
    pump()
  }

  function leave(worker: Worker, number: number, lastWords: string): void {
    const state = workers.get(worker)
    workers.delete(worker)
    if (state === 'idle') faulty = true
    if (state === 'starting') notStarted(number, lastWords)
    pump()
  }

  /**
   * A failed start is not the fault of the waiting job, so another worker is started. Decision: if one that started
   * later fails too, the oldest waiting job is rejected with a request to retry, so that failing starts do not repeat
   * forever. Starts that failed together count once.
   */
  function notStarted(number: number, why: string): void {
    faulty = true
    const [longest] = queue
    if (longest === undefined) return
    if (longest.startsBefore === null) longest.startsBefore = starts
    if (number <= longest.startsBefore) return
    queue.shift()
    const cause = new Error(`A worker process did not start: ${why}`)
    longest.reject(new ServiceError('overloaded', { retryAfterSeconds: START_AGAIN_SECONDS, cause }))
  }

  function retire(worker: Worker): void {
    workers.set(worker, 'leaving')
    worker.retire()
  }

  async function dispatch(worker: Worker, task: Task): Promise<void> {
    workers.set(worker, 'busy')
    if (task.topic !== null) remember(worker, task.topic)
    const outcome = await worker.run(task.job, task.input, task.hear)
    // A dead worker has left the pool already.
    if (outcome.kind !== 'died') {
      faulty = false
      if (closed !== null || outcome.rssBytes > options.recycleBytes) retire(worker)
      else workers.set(worker, 'idle')
    }
    if (outcome.kind === 'done') task.resolve(outcome.value)
    else if (outcome.kind === 'failed') task.reject(outcome.error)
    else task.reject(cutOff ? new ServiceError('shutting_down') : options.failure(outcome.death))
    pump()
  }

  function remember(worker: Worker, topic: string): void {
    const known = topics.get(worker) ?? new Set()
    topics.set(worker, known)
    known.delete(topic)
    known.add(topic)
    if (known.size > MOST_TOPICS) for (const oldest of [...known].slice(0, 1)) known.delete(oldest)
  }

  async function shutDown(): Promise<void> {
    for (const task of queue.splice(0)) task.reject(new ServiceError('shutting_down'))
    for (const worker of inState('starting')) worker.kill()
    for (const worker of inState('idle')) retire(worker)
    const limit = setTimeout(() => {
      cutOff = true
      for (const worker of inState('busy')) worker.kill()
    }, options.closeLimitMs)
    await Promise.all([...workers.keys()].map((worker) => worker.gone))
    clearTimeout(limit)
    pump()
  }

  return {
    warmUp() {
      wanted = size
      if (closed === null) pump()
    },
    run(job, input, topic, hear) {
      if (closed !== null) return Promise.reject(new ServiceError('shutting_down'))
      if (inState('busy').length + queue.length >= size + queueLimit) {
        // Decision: retry after 1 to 5 seconds, by the number of waiting rounds.
        const retryAfterSeconds = Math.min(5, Math.ceil((queue.length + 1) / size))
        return Promise.reject(new ServiceError('overloaded', { retryAfterSeconds }))
      }
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      queue.push({ job, input, topic: topic ?? null, hear, startsBefore: null, resolve, reject })
      pump()
      return promise as ReturnType<Pool<J>['run']>
    },
    close() {
      closed ??= shutDown()
      return closed
    },
  }
}
