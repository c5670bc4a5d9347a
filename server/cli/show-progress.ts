/** Shows people at a terminal how far a long command is, in one line that is written over and cleared at the end. */
import type { WriteStream } from 'node:tty'

const SHOWN_EVERY_MS = 100
const STANDARD_WIDTH = 80
/** ECMA-48: back to the first column, and the rest of the line erased. */
const FRESH_LINE = '\r\u001b[K'

/** Nothing is shown where the output is a file or a pipe. */
export function showProgress(output: Pick<WriteStream, 'isTTY' | 'columns' | 'write'>) {
  let shownAt = Number.NEGATIVE_INFINITY
  let shown = false
  return {
    print(line: string): void {
      const now = performance.now()
      if (!output.isTTY || now - shownAt < SHOWN_EVERY_MS) return
      shownAt = now
      shown = true
      // A terminal that does not know its width says 0.
      output.write(`${FRESH_LINE}${line.slice(0, (output.columns || STANDARD_WIDTH) - 1)}`)
    },
    clear(): void {
      if (shown) output.write(FRESH_LINE)
      shown = false
    },
  }
}
