/**
 * Worker processes that outlive the server of a test: what one server has retired, the next one takes. Starting those
 * anew that read, compile and draw took a third of the time of the tests that upload anything.
 */
import { tmpdir } from 'node:os'
import { startWorker, type Worker } from '../../../server/workers/worker.ts'

/** The servers of one file at a time need no more. */
const MOST_PARKED = 2
/** A larger one ends, as it would where a service recycles it. */
const LARGEST_BYTES = 400 * 2 ** 20

const parked = new Map<string, Worker[]>()

/** For `openServer`; a worker sees the temporary folders of all tests instead of those of one server. */
export const startParked: typeof startWorker = (launch, limits, binder) => {
  const { entry, addons, niceness, heapBytes } = launch
  const { timeoutMs, processorMs, memoryBytes } = limits
  const folders = [...launch.readable, ...launch.writable]
  if (!folders.every((folder) => folder.startsWith(tmpdir()))) return startWorker(launch, limits, binder)
  const key = JSON.stringify([entry, addons, niceness, heapBytes, timeoutMs, processorMs, memoryBytes])
  const waiting = parked.get(key) ?? []
  parked.set(key, waiting)
  const all = [tmpdir()]
  const worker = waiting.pop() ?? startWorker({ ...launch, readable: all, writable: all }, limits, binder)
  const retired = Promise.withResolvers<string>()
  let lastBytes = 0
  return {
    ready: worker.ready,
    gone: Promise.race([worker.gone, retired.promise]),
    async run(job, input, hear) {
      const outcome = await worker.run(job, input, hear)
      lastBytes = outcome.kind === 'died' ? Number.POSITIVE_INFINITY : outcome.rssBytes
      return outcome
    },
    retire() {
      if (lastBytes > LARGEST_BYTES || waiting.length >= MOST_PARKED) return worker.retire()
      waiting.push(worker)
      void worker.gone.then(() => {
        if (waiting.includes(worker)) waiting.splice(waiting.indexOf(worker), 1)
      })
      retired.resolve('')
    },
    kill: () => worker.kill(),
  }
}
