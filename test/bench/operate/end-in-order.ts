/** A benchmark that is ended from outside takes its programs and temporary folders with it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** To be called first: what is temporary from now on lies in one folder, which goes at the end. */
export function endInOrder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'))
  // PostgreSQL runs under another account where the bench runs as root.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  // Such an exit ends the programs too: see endsWithProcess.
  for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + constants.signals[signal]))
}
