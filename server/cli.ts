#!/usr/bin/env node
/** The command line `platen`: reads the settings, opens the database for one command, prints, and sets the exit code. */
import './check-node.cjs'
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { createIds } from '../core/ids.ts'
import type { Jobs } from '../core/service/jobs.ts'
import type { Answer, CommandContext, InstallationContext } from './cli/command.ts'
import { runCommandLine } from './cli/run.ts'
import { showProgress } from './cli/show-progress.ts'
import { readProcessConfig } from './config.ts'

const clock = { now: () => Date.now() }
const entropy = { bytes: (count: number) => randomBytes(count) }

async function withContext(work: (context: CommandContext) => Promise<Answer>): Promise<Answer> {
  // Imported when they are needed: help and mistakes are answered without loading the database.
  const { openStore } = await import('./store/open.ts')
  const { databaseUrl, copiesFolder: copies } = readProcessConfig()
  const store = await openStore({ databaseUrl, copies })
  let jobs: Jobs | null = null
  const openJobs = async () => {
    const queue = await import('./jobs/open.ts')
    jobs ??= await queue.openJobs({ store, clock, log: pino({ level: 'silent' }), databaseUrl })
    return jobs
  }
  try {
    return await work({ store, clock, entropy, makeId: createIds(clock, entropy), openJobs })
  } finally {
    await (jobs as Jobs | null)?.stop(0)
    await store.close()
  }
}

const progress = showProgress(process.stderr)
const installation = (): InstallationContext => ({
  config: readProcessConfig(),
  now: () => Date.now(),
  printProgress: progress.print,
})

try {
  const { exitCode, out, error } = await runCommandLine(process.argv.slice(2), withContext, installation)
  progress.clear()
  if (out !== '') process.stdout.write(`${out}\n`)
  if (error !== '') process.stderr.write(`${error}\n`)
  process.exitCode = exitCode
} catch (error) {
  progress.clear()
  process.stderr.write(`Failed: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
