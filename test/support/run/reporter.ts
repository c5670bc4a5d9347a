/** The spec reporter, closed by one plain line that continuous integration can count. */
import Mocha from 'mocha'

export default class ClosingLine extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue()
    const { passes, failures, pending } = this.stats
    if (pending > 0) process.stdout.write(`${pending} skipped\n`)
    process.stdout.write(`${passes} passed, ${failures} failed\n`)
  }
}
