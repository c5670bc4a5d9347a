/** PHP for the tests of the WordPress plugin: its parser, PHPUnit and coding standards, where they are on the PATH. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Context as MochaContext } from 'mocha'
import { leavePending } from '../run/leave-pending.ts'
import { isOnPath } from './on-path.ts'

const PHP_TOOLS = { php: 'PHP', phpunit: 'PHPUnit', phpcs: 'PHP_CodeSniffer', unzip: 'Info-ZIP' } as const
export type PhpTool = keyof typeof PHP_TOOLS
export const PLUGIN = join(import.meta.dirname, '../../../adapters/woocommerce/plugin')

const run = promisify(execFile)

export function hasPhp(tool: PhpTool = 'php'): boolean {
  return isOnPath(tool)
}

/** Call first in a test (`function`, not an arrow): leaves the test pending where a tool is missing. */
export function needsPhp(context: MochaContext, ...tools: readonly PhpTool[]): void {
  const missing = tools.filter((tool) => !hasPhp(tool))
  if (missing.length === 0) return
  leavePending(context, missing.map((tool) => `${PHP_TOOLS[tool]} (${tool})`).join(', '))
}

interface Said {
  readonly status: number
  readonly said: string
}

/** What a tool says, and how it ended; throws where it takes longer than 60 s. */
export function runPhp(tool: PhpTool, args: readonly string[]): Promise<Said> {
  return runProgram(tool, args, { timeout: 60_000 })
}

/** PHPUnit on PHP 7.4, which sees `folder` alone; throws where it takes longer than 280 s. */
export function runPhp74(config: string, folder: string): Promise<Said> {
  const script = join(import.meta.dirname, 'php-7-4.ts')
  return runProgram(process.execPath, [script, config], { cwd: folder, timeout: 280_000 })
}

async function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly timeout: number },
): Promise<Said> {
  try {
    const { stdout, stderr } = await run(program, [...args], { ...options, maxBuffer: 1 << 26 })
    return { status: 0, said: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string }
    if (typeof code !== 'number') throw error
    return { status: code, said: stdout + stderr }
  }
}
