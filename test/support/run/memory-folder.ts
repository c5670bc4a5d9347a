/**
 * Runs before all tests: has their temporary folders lie in memory, where Linux has room for them there. Each test's
 * service syncs its database to the disk with every commit, and that took a quarter of the processor's time.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^platen-tests-(\d+)-/
/** Databases, uploads and browser profiles of four processes of tests, several times over. */
const LEAST_FREE_BYTES = 4 * 2 ** 30
/** Where temporary folders lie otherwise: what outlives the run stays there. */
const ON_DISK = 'PLATEN_TEST_DISK_FOLDER'

export function mochaGlobalSetup(): void {
  // Soaks try what happens to a disk, and fill it.
  if (process.argv.some((word) => word.includes('.soak.'))) return
  const folder = makeFolder()
  if (folder === null) return
  process.env[ON_DISK] = tmpdir()
  process.env.TMPDIR = folder
  // Behind all teardowns: PostgreSQL has its data there.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}

export function diskFolder(): string {
  return process.env[ON_DISK] ?? tmpdir()
}

/** Null where there is none, or too little room, or no program may run in it, as some tests need. */
function makeFolder(): string | null {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return null
  try {
    removeLeft()
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < LEAST_FREE_BYTES) return null
    const made = mkdtempSync(join(MEMORY, `platen-tests-${process.pid}-`))
    try {
      // PostgreSQL runs under another account where the tests run as root.
      chmodSync(made, 0o711)
      const program = join(made, 'program')
      writeFileSync(program, '#!/bin/sh\n')
      chmodSync(program, 0o700)
      execFileSync(program)
      rmSync(program)
      return made
    } catch (error) {
      rmSync(made, { recursive: true, force: true })
      throw error
    }
  } catch {
    return null
  }
}

/** Runs that were killed leave theirs, which would take memory until the next start of the machine. */
function removeLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}
