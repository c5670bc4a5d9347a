/** The log of a process: what was said is written, soon and however the process ends by itself. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'

const LOG = join(import.meta.dirname, '../../server/log.ts')

/** Runs a program that has `log`; gives it with what it has written so far. */
function run(program: string) {
  const code = `import { openLog } from ${JSON.stringify(LOG)}\nconst log = openLog('info')\n${program}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const output = { text: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.text += text
  })
  return { child, output }
}

describe('The log of a process', () => {
  for (const [name, end] of [
    ['its work is done', ''],
    ['it is told to end', 'process.exit(0)'],
    ['a fault ends it', "throw new Error('broken')"],
  ] as const)
    it(`is whole where ${name}`, async () => {
      const { child, output } = run(`log.info('first'); log.error('last'); ${end}`)
      await once(child, 'close')
      const lines = output.text.trim().split('\n')
      expect(lines.map((line) => JSON.parse(line).msg)).to.deep.equal(['first', 'last'])
    })

  it('is written while it goes on', async () => {
    const { child, output } = run(`log.info('alone'); process.stdin.resume()`)
    await once(child.stdout, 'data')
    expect(JSON.parse(output.text).msg).to.equal('alone')
    child.stdin.end()
    await once(child, 'close')
    expect(output.text.trim().split('\n')).to.have.length(1)
  })
})
