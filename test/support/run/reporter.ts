/** The spec reporter, closed by one plain line that continuous integration can count. */
import Mocha from 'mocha'

export default class ClosingLine extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue()
    const { passes, failures, pending } = this.stats
    const skipped = pending > 0 ? `, ${pending} skipped` : ''
    process.stdout.write(`${passes} passed, ${failures} failed${skipped}\n`)
  }
}
