/** Notes how long each file of a run takes, its hooks and most loading included: `--record` of test/run.ts has it loaded. */
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Context } from 'mocha'

/** The file for the notes: lines of milliseconds and a file of tests, one line for each of its suites. */
export const RECORD = 'PLATEN_TEST_RECORD'

/** The end of the suite before, in the same process. The first file is spared the modules that most files load. */
let since: number | null = null

/** Runs once for all files, or, in parallel, for each: so every suite of a file gets a hook of its own. */
export const mochaHooks = {
  beforeAll(this: Context): void {
    const record = process.env[RECORD]
    if (record === undefined) return
    let start = since ?? performance.now()
    for (const suite of this.test?.parent?.suites ?? [])
      suite.afterAll('notes its duration', () => {
        const now = performance.now()
        appendFileSync(record, `${Math.round(now - start)}\t${relative(process.cwd(), suite.file ?? '')}\n`)
        start = now
        since = now
      })
  },
}
