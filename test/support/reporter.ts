/** The spec reporter, closed by one plain line that continuous integration can count. */
import Mocha from 'mocha'

export default class ClosingLine extends Mocha.reporters.Spec {
  readonly #twice: string[] = []

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.on('retry', (test: Mocha.Test, error: Error) => {
      this.#twice.push(`${test.fullTitle()}: ${error.message.split('\n')[0]}`)
    })
  }

  override epilogue(): void {
    super.epilogue()
    for (const one of this.#twice) process.stdout.write(`Tried twice: ${one}\n`)
    const { passes, failures, pending } = this.stats
    const skipped = pending > 0 ? `, ${pending} skipped` : ''
    process.stdout.write(`${passes} passed, ${failures} failed${skipped}\n`)
  }
}
