/** Kept results of the PDF tools: a tool runs again exactly when something that it reads has changed. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolders } from '../run/temporary-folder.ts'
import { keptResult } from './kept-results.ts'
import { inThrowAwayFolder, needs } from './oracles.ts'

describe('kept results of the PDF tools', () => {
  const makeFolder = temporaryFolders()
  let switchBefore: string | undefined
  before(function () {
    needs(this, 'qpdf')
    switchBefore = process.env.PLATEN_TEST_RIPS
    delete process.env.PLATEN_TEST_RIPS
  })
  after(() => {
    if (switchBefore !== undefined) process.env.PLATEN_TEST_RIPS = switchBefore
  })

  /** What a call prints and writes, and whether the tool ran for it. */
  function call(input: string, args: readonly string[] = ['--check', 'in.pdf']) {
    return inThrowAwayFolder((folder) => {
      let ran = false
      writeFileSync(join(folder, 'in.pdf'), input)
      const result = keptResult('qpdf', args, folder, () => {
        ran = true
        writeFileSync(join(folder, 'out.txt'), `made of ${input}`)
        return { status: 3, stdout: `checked ${folder}/in.pdf`, stderr: 'a warning' }
      })
      const { status, stdout, stderr } = result
      const isHere = stdout === `checked ${folder}/in.pdf`
      return { ran, status, stderr, isHere, written: readFileSync(join(folder, 'out.txt'), 'utf8') }
    })
  }

  it('repeats the status, output and files of a tool for equal input in another folder', () => {
    const input = randomUUID()
    const first = call(input)
    expect(first).to.deep.equal({
      ...{ ran: true, status: 3, stderr: 'a warning', isHere: true },
      written: `made of ${input}`,
    })
    expect(call(input)).to.deep.equal({ ...first, ran: false })
  })

  it('runs the tool again for other input, other arguments or a changed file outside of the folder', async () => {
    const input = randomUUID()
    const profile = join(await makeFolder(), 'press.icc')
    writeFileSync(profile, 'one')
    const args = [`-sOutputICCProfile=${profile}`, 'in.pdf']
    expect(call(input).ran).to.equal(true)
    expect(call(`${input} `).ran).to.equal(true)
    expect(call(input, args).ran).to.equal(true)
    expect(call(input, args).ran).to.equal(false)
    writeFileSync(profile, 'two')
    expect(call(input, args).ran).to.equal(true)
  })

  it('takes a name of a setting for no path', () => {
    const input = randomUUID()
    const args = ['-dOverprint=/enable', 'in.pdf']
    expect(call(input, args).ran).to.equal(true)
    expect(call(input, args).ran).to.equal(false)
  })

  it('keeps no result of a tool that failed to run or wrote outside of its folder', async () => {
    const input = randomUUID()
    const outside = join(await makeFolder(), 'result.pdf')
    for (const again of [1, 2]) {
      const { ran } = call(`${input} outside`, ['in.pdf', outside])
      expect(ran, `call ${again}`).to.equal(true)
    }
    inThrowAwayFolder((folder) => {
      const fail = () => keptResult('qpdf', [input], folder, () => expect.fail('timed out'))
      expect(fail).to.throw('timed out')
      expect(fail).to.throw('timed out')
    })
    expect(existsSync(outside)).to.equal(false)
  })

  it('runs the tool again where PLATEN_TEST_RIPS is "run"', () => {
    const input = randomUUID()
    call(input)
    process.env.PLATEN_TEST_RIPS = 'run'
    try {
      expect(call(input).ran).to.equal(true)
    } finally {
      delete process.env.PLATEN_TEST_RIPS
    }
  })
})
