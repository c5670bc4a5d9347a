/** `platen adapter NAME --service URL` as an operator starts it: a process of its own, until it is told to stop. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { programOf } from '../../support/run/built-programs.ts'

const READY_MS = 100_000

export interface AdapterProcess {
  /** Where it said that it listens. */
  readonly url: string
  /** Where it said that hooks go. */
  readonly hooks: readonly string[]
  /** SIGTERM; gives what it printed in all, and its exit code. */
  stop(): Promise<{ readonly code: number | null; readonly out: string }>
  /** SIGKILL. */
  kill(): Promise<void>
}

/** `preload` are files that are imported before it. Rejects with what it printed where it ends instead. */
export async function startAdapter(
  name: string,
  serviceUrl: string,
  env: Readonly<Record<string, string>>,
  preload: readonly string[] = [],
): Promise<AdapterProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const words = ['adapter', name, '--service', serviceUrl, '--port', '0', '--host', '127.0.0.1']
  const child = spawn(
    process.execPath,
    [...preload.flatMap((file) => ['--import', file]), programOf('cli'), ...words],
    {
      env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let out = ''
  let errors = ''
  const ended = once(child, 'close')
  const listening = new Promise<RegExpExecArray>((resolve, reject) => {
    const said = (): void => {
      const found = /is listening on (\S+); hooks go to (.+)\n/.exec(out)
      if (found !== null) resolve(found)
    }
    child.stdout.on('data', (part) => {
      out += part
      said()
    })
    child.stderr.on('data', (part) => {
      errors += part
    })
    ended.then(() => reject(new Error(`The adapter ended with ${child.exitCode}: ${out}${errors}`)), reject)
    setTimeout(() => reject(new Error('The adapter did not start.')), READY_MS).unref()
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  const [, url = '', hooks = ''] = await listening.catch(async (error) => {
    await end('SIGKILL')
    throw error
  })
  return {
    url,
    hooks: hooks.split(', '),
    async stop() {
      await end('SIGTERM')
      return { code: child.exitCode, out }
    },
    kill: () => end('SIGKILL'),
  }
}
