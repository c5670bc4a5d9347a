#!/usr/bin/env node
/** The command line `platen`: reads the settings, opens the database for one command, prints, and sets the exit code. */
import { randomBytes } from 'node:crypto'
import { createIds } from '../core/ids.ts'
import type { Answer, CommandContext } from './cli/command.ts'
import { runCommandLine } from './cli/run.ts'
import { readProcessConfig } from './config.ts'

const clock = { now: () => Date.now() }
const entropy = { bytes: (count: number) => randomBytes(count) }

async function withContext(work: (context: CommandContext) => Promise<Answer>): Promise<Answer> {
  // Imported when it is needed: help and mistakes are answered without loading the database.
  const { openStore } = await import('./store/open.ts')
  const store = await openStore({ databaseUrl: readProcessConfig().databaseUrl })
  try {
    return await work({ store, clock, entropy, makeId: createIds(clock, entropy) })
  } finally {
    await store.close()
  }
}

try {
  const { exitCode, out, error } = await runCommandLine(process.argv.slice(2), withContext)
  if (out !== '') process.stdout.write(`${out}\n`)
  if (error !== '') process.stderr.write(`${error}\n`)
  process.exitCode = exitCode
} catch (error) {
  process.stderr.write(`It failed: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
