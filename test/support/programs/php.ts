/** PHP for the tests of the WordPress plugin: its own linter and PHPUnit, where they are on the PATH. */
import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Context as MochaContext } from 'mocha'

export type PhpTool = 'php' | 'phpunit' | 'unzip'
export const PLUGIN = join(import.meta.dirname, '../../../adapters/woocommerce/plugin')

const run = promisify(execFile)

export function hasPhp(tool: PhpTool = 'php'): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, tool), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Call first in a test (`function`, not an arrow): leaves the test pending where a tool is missing. */
export function needsPhp(context: MochaContext, ...tools: readonly PhpTool[]): void {
  const missing = tools.filter((tool) => !hasPhp(tool))
  if (missing.length === 0) return
  if (context.test) context.test.title += ` (not on the PATH: ${missing.join(', ')})`
  context.skip()
}

/** What a tool says, and how it ended; throws where it takes longer than 60 s. */
export async function runPhp(
  tool: PhpTool,
  args: readonly string[],
): Promise<{ readonly status: number; readonly said: string }> {
  try {
    const { stdout, stderr } = await run(tool, [...args], { timeout: 60_000, maxBuffer: 1 << 26 })
    return { status: 0, said: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string }
    if (typeof code !== 'number') throw error
    return { status: code, said: stdout + stderr }
  }
}
