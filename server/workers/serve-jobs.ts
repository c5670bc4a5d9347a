/** The worker's side of the pool: runs jobs, answers, and exits with its server. */
import { packError, type ServerMessage, type WorkerMessage } from './wire.ts'

/** A job reports its steps by names of its own. */
export type ReportStep = (step: string) => void
/** The jobs of a worker by name. Structured clone carries inputs and results. */
export type Jobs = Readonly<Record<string, (input: never, reportStep: ReportStep) => Promise<unknown>>>

const MEMORY_REPORT_MS = 100

/**
 * Serves `jobs` to the parent process; a worker's entry calls it once, at its end. `rest` is work that continues after an
 * answer: a worker that is asked to leave finishes it first.
 */
export function serveJobs(jobs: Jobs, rest: () => Promise<unknown> = () => Promise.resolve()): void {
  const send = (message: WorkerMessage): void => {
    process.send?.(message, undefined, undefined, () => {
      // The server has ended, and the disconnect ends this process.
    })
  }
  process.on('disconnect', () => process.exit(0))
  process.on('message', (raw) => {
    const message = raw as ServerMessage
    if (message.kind === 'leave') {
      void rest().finally(() => process.exit(0))
      return
    }
    const { id, job, input } = message
    const reports = reportMemory(send)
    const reportStep = (step: string): void => send({ kind: 'step', id, step })
    answer(jobs, job, input, reportStep)
      .then((value) => send({ kind: 'result', id, rssBytes: process.memoryUsage.rss(), value }))
      // Also for a result that cannot be cloned: sending it throws.
      .catch((error) =>
        send({ kind: 'error', id, rssBytes: process.memoryUsage.rss(), error: packError(error) }),
      )
      .finally(() => clearInterval(reports))
  })
  send({ kind: 'ready' })
}

async function answer(jobs: Jobs, job: string, input: unknown, reportStep: ReportStep): Promise<unknown> {
  const work = Object.hasOwn(jobs, job) ? jobs[job] : undefined
  if (work === undefined) throw new Error(`This worker does not support the job ${job}.`)
  return await work(input as never, reportStep)
}

/** Not on Linux, where the server reads /proc, which works while a job blocks this process. */
function reportMemory(send: (message: WorkerMessage) => void): NodeJS.Timeout | undefined {
  if (process.platform === 'linux') return undefined
  const report = (): void => send({ kind: 'memory', rssBytes: process.memoryUsage.rss() })
  return setInterval(report, MEMORY_REPORT_MS)
}
