/** The spec reporter, closed by one plain line that continuous integration can count. */
import Mocha from 'mocha'
import { readRecord } from './durations.ts'
import { RECORD } from './record-durations.ts'

const SLOWEST = 10

export default class ClosingLine extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue()
    const { passes, failures, pending } = this.stats
    const record = process.env[RECORD]
    if (record !== undefined)
      for (const [file, ms] of readRecord(record).slice(0, SLOWEST))
        process.stdout.write(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}\n`)
    if (pending > 0) process.stdout.write(`${pending} skipped\n`)
    process.stdout.write(`${passes} passed, ${failures} failed\n`)
  }
}
