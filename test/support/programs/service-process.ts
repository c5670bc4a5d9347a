/** The service as a program of its own, which can be killed and started again on the same data. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { programOf } from '../run/built-programs.ts'
import { eventually } from '../run/eventually.ts'
import { endsWithProcess } from './ends-with-process.ts'

/** A start ends so where the database is too busy; whoever supervises services starts it again. */
const NO_DATABASE = /failed to start: (The database does not respond|.*\btimeout\b)/

/** A start that takes longer needs hands, however much else the machine has to do. */
const READY_MS = 600_000

export interface ServiceProcess {
  /** Null while it is down or not ready yet. */
  readonly url: string | null
  readonly pid: number | undefined
  /** Milliseconds from each start to the first answer of /readyz. */
  readonly startsMs: readonly number[]
  /** Resolves once the first start on an empty database has shown it. */
  secretKey(): Promise<string>
  /** Lines of its log from `error` up, and whatever it wrote to stderr. */
  readonly complaints: readonly string[]
  /** Resolves once /readyz answers 200; throws where it ends or takes ten minutes. */
  start(): Promise<void>
  /** Starts it and kills it after so many milliseconds, ready or not. */
  startAndKill(ms: number): Promise<void>
  /** SIGKILL: nothing of the process has a chance to do anything more. */
  kill(): Promise<void>
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>
  /** SIGSTOP: it stands still with all that it holds, and has no `url` until it goes on. */
  pause(): void
  resume(): void
}

/** `flags`: of the start; by default it begins without the samples. */
export function createServiceProcess(
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = ['--empty'],
): ServiceProcess {
  let child: ChildProcess | null = null
  let url: string | null = null
  let secretKey: string | null = null
  let isPaused = false
  let hasNoDatabase = false
  const startsMs: number[] = []
  const complaints: string[] = []

  const listen = (started: ChildProcess) => {
    let output = ''
    let line = ''
    started.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      secretKey ??= /(platen_sk_\w+)\n/.exec(output)?.[1] ?? null
      const lines = (line + text).split('\n')
      line = lines.pop() ?? ''
      complaints.push(...lines.filter(isFault))
    })
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (NO_DATABASE.test(text)) hasNoDatabase = true
      else if (!EXCUSED_WORDS.test(text)) complaints.push(text)
    })
    return () => /listening on (http:\S+)/.exec(output)?.[1] ?? null
  }

  const launch = (): ChildProcess => {
    child = endsWithProcess(
      spawn(process.execPath, [programOf('main'), ...flags], {
        env: {
          ...process.env,
          ...{ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', PREVIEW_WARM_UP: 'false' },
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    return child
  }

  return {
    get url() {
      return isPaused ? null : url
    },
    get pid() {
      return child?.pid
    },
    async secretKey() {
      return eventually(() => secretKey, { withinMs: READY_MS })
    },
    startsMs,
    complaints,
    async start() {
      const begun = performance.now()
      let started = launch()
      let said = listen(started)
      const ready = async () => {
        if (started.exitCode !== null) {
          if (!hasNoDatabase || said() !== null) throw new Error('It ended at its start.')
          hasNoDatabase = false
          started = launch()
          said = listen(started)
        }
        const at = said()
        return at !== null && (await isReady(at)) ? at : null
      }
      try {
        url = await eventually(ready, { withinMs: READY_MS })
        startsMs.push(performance.now() - begun)
      } catch (cause) {
        started.kill('SIGKILL')
        throw new Error(`The service is not ready: ${complaints.join('\n')}`, { cause })
      }
    },
    async startAndKill(ms) {
      listen(launch())
      // Time passes: the service starts.
      await delay(ms)
      await end(child, 'SIGKILL')
    },
    async kill() {
      url = null
      await end(child, 'SIGKILL')
    },
    async stop() {
      url = null
      return end(child, 'SIGTERM')
    },
    pause() {
      isPaused = true
      child?.kill('SIGSTOP')
    },
    resume() {
      isPaused = false
      child?.kill('SIGCONT')
    },
  }
}

/** The faults that `platen verify` finds in an installation. */
export async function verifyInstallation(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const child = spawn(process.execPath, [programOf('cli'), 'verify', '--json'], {
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0 ? [] : [`platen verify ended with ${code}: ${output}`]
}

async function end(child: ChildProcess | null, signal: NodeJS.Signals): Promise<number | null> {
  if (child === null) return null
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return child.exitCode
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null)
  await answer?.arrayBuffer().catch(() => null)
  return answer?.status === 200
}

/** Said in good order where the machine has too much to do, and tried again; the last one also by /readyz. */
const EXCUSED = ['overloaded', 'database_unavailable', 'files_unavailable']
const EXCUSED_WORDS =
  /timeout exceeded when trying to connect|due to connection timeout|Query read timeout|\(The database does not respond\.\)/

/** A line of the log whose level is `error` (50) or above. */
function isFault(line: string): boolean {
  if (!line.startsWith('{')) return false
  try {
    const said = JSON.parse(line) as { level: number; code?: string; err?: { code?: string } }
    const isExcused = EXCUSED.includes(said.code ?? said.err?.code ?? '') || EXCUSED_WORDS.test(line)
    return said.level >= 50 && !isExcused
  } catch {
    return false
  }
}
