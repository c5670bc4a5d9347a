/** A process that writes into a SQLite file on a disk whose syncs take their time. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** How long a sync takes, by strace. */
export const SYNC_MS = 1000
const PROCESS = join(import.meta.dirname, './slow-disk-process.ts')

export interface SlowDisk {
  /** Resolves when its transaction is about to be committed, at least SYNC_MS before that lasts. */
  begin(line: string): Promise<void>
  /** Has the commit that was begun been told of? */
  readonly committed: boolean
  /** Resolves once it has. */
  untilCommitted(): Promise<void>
  close(): Promise<void>
}

/** Needs strace. */
export async function openSlowDisk(path: string): Promise<SlowDisk> {
  const delayed = `fsync,fdatasync:delay_enter=${SYNC_MS * 1000}`
  const child = spawn(
    'strace',
    [
      '-f',
      '-qq',
      '--seccomp-bpf',
      '-o',
      '/dev/null',
      '-e',
      'trace=fsync,fdatasync',
      '-e',
      `inject=${delayed}`,
    ].concat(process.execPath, PROCESS, path),
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const said: string[] = []
  let wake = () => {}
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line)
    wake()
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void ended.then(() => wake())
  const until = async (line: string): Promise<void> => {
    while (!said.includes(line)) {
      if (child.exitCode !== null) throw new Error(`The process ended before it said "${line}".`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  await until('open')
  return {
    async begin(line) {
      said.length = 0
      child.stdin.write(`${line}\n`)
      await until('committing')
    },
    get committed() {
      return said.includes('committed')
    },
    untilCommitted: () => until('committed'),
    async close() {
      child.stdin.end()
      await ended
    },
  }
}
