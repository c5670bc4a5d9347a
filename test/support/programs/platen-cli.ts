/** The command line: as an operator runs it, in a process of its own, and within the test where that is enough. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { runCommandLine } from '../../../server/cli/run.ts'
import { readConfig } from '../../../server/config.ts'
import { programOf } from '../run/built-programs.ts'

const ROOT = join(import.meta.dirname, '../../..')

export interface CliRun {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** `env` holds settings such as DATA_DIR, and is all of the environment that says anything about the service. */
export function runPlaten(
  env: Readonly<Record<string, string>>,
  ...line: readonly string[]
): Promise<CliRun> {
  return new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const options = { cwd: ROOT, env: { PATH, NODE_COMPILE_CACHE, ...env }, maxBuffer: 2 ** 26 }
    const child = execFile(process.execPath, [programOf('cli'), ...line], options, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })
}

/** The object of `--json`; throws unless the command ended well. */
export async function platenJson(env: Readonly<Record<string, string>>, ...line: readonly string[]) {
  const { code, out, error } = await runPlaten(env, ...line, '--json')
  if (code !== 0) throw new Error(`platen ${line.join(' ')} ended with ${code}: ${error}${out}`)
  return JSON.parse(out)
}

/** A command on an installation, such as `backup`, without a process of its own. */
export async function runInside(
  env: Readonly<Record<string, string>>,
  ...line: readonly string[]
): Promise<CliRun> {
  const noStore = (): never => {
    throw new Error('This command opens a store: run it in a process.')
  }
  const installation = () => ({ config: readConfig(env), now: () => Date.now(), printProgress: () => {} })
  const { exitCode, out, error } = await runCommandLine(line, noStore, installation)
  return { code: exitCode, out, error }
}
