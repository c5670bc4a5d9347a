/**
 * The spec reporter, closed by one plain line that continuous integration can count. FAILED_FILES names a file to which
 * the files of failed tests are added, a line each.
 */
import { appendFileSync } from 'node:fs'
import Mocha from 'mocha'

export default class ClosingLine extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue()
    const { passes, failures, pending } = this.stats
    const list = process.env.FAILED_FILES
    if (list !== undefined) for (const { file } of this.failures) appendFileSync(list, `${file}\n`)
    if (pending > 0) process.stdout.write(`${pending} skipped\n`)
    process.stdout.write(`${passes} passed, ${failures} failed\n`)
  }
}
