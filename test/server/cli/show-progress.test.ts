/** The line of progress: on a terminal alone, no wider than it, not for every step, and gone at the end. */
import { expect } from 'chai'
import { showProgress } from '../../../server/cli/show-progress.ts'

describe('The line of progress', () => {
  function output(isTTY: boolean) {
    const written: string[] = []
    return { isTTY, columns: 20, written, write: (text: string) => written.push(text) > 0 }
  }

  it('is written over, cut to the terminal and cleared', () => {
    const terminal = output(true)
    const progress = showProgress(terminal)
    for (let row = 0; row < 1000; row += 1) progress.print(`Writing rows  ${row} rows of everything`)
    expect(terminal.written[0]).to.equal('\r\u001b[KWriting rows  0 row')
    expect(terminal.written.length).to.be.below(1000)
    progress.clear()
    expect(terminal.written.at(-1)).to.equal('\r\u001b[K')
  })

  it('leaves files and pipes alone', () => {
    const pipe = output(false)
    const progress = showProgress(pipe)
    progress.print('Writing rows')
    progress.clear()
    expect(pipe.written).to.deep.equal([])
  })
})
