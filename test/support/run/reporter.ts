/** The spec reporter, closed by what skipped tests need and by one plain line that continuous integration can count. */
import Mocha from 'mocha'
import { readRecord } from './durations.ts'
import { pendingLines } from './leave-pending.ts'
import { RECORD } from './record-durations.ts'

const SLOWEST = 10

export default class ClosingLines extends Mocha.reporters.Spec {
  private readonly pending: { readonly title: string; readonly file: string }[] = []

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.on(Mocha.Runner.constants.EVENT_TEST_PENDING, (test: Mocha.Test) =>
      this.pending.push({ title: test.fullTitle(), file: test.file ?? '' }),
    )
  }

  override epilogue(): void {
    super.epilogue()
    const { passes, failures, pending } = this.stats
    const record = process.env[RECORD]
    if (record !== undefined)
      for (const [file, ms] of readRecord(record).slice(0, SLOWEST))
        process.stdout.write(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}\n`)
    for (const line of pendingLines(this.pending)) process.stdout.write(`${line}\n`)
    process.stdout.write(`${passes} passed, ${failures} failed, ${pending} skipped\n`)
  }
}
