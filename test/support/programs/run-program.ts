/** The service as the program that people start, with what it says. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { programOf } from '../run/built-programs.ts'

export interface Run {
  readonly child: ChildProcess
  readonly output: () => string
  readonly errors: () => string
  /** Waits until the output matches. */
  said(pattern: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<number | null>
}

export function runProgram(
  /** Of its data. */
  folder: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  program = programOf('main'),
): Run {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (bytes) => {
    output += bytes
  })
  child.stderr.on('data', (bytes) => {
    errors += bytes
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output: () => output,
    errors: () => errors,
    ended,
    async said(pattern) {
      for (;;) {
        const match = pattern.exec(output)
        if (match !== null) return match
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended: ${errors}`)
        await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
      }
    },
  }
}
