/** What continuous integration prints and returns, with an npm whose steps have the outcome that a test gives. */
import { spawnSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolders } from './support/run/temporary-folder.ts'

const COMMAND = join(import.meta.dirname, '../.ci/run')

interface Outcome {
  readonly says: string
  readonly code: number
}

const SOUND: Readonly<Record<string, Outcome>> = {
  ci: { says: 'added 9 packages', code: 0 },
  'run check': { says: 'Checked 9 files', code: 0 },
  test: { says: '  ✔ opens\n40 passed, 0 failed, 3 skipped', code: 0 },
  'run test:long': { says: '  ✔ lasts\n20 passed, 0 failed, 5 skipped', code: 0 },
}
const FAILURE =
  '  1 failing\n\n  1) A template opens:\n     Error: it is closed\n\n39 passed, 1 failed, 0 skipped'

describe('Continuous integration', () => {
  const makeFolder = temporaryFolders()

  const run = async (changed: Readonly<Record<string, Outcome>> = {}) => {
    const folder = await makeFolder()
    const cases = Object.entries({ ...SOUND, ...changed }).map(
      ([words, { says, code }]) => `'${words}') echo "ran $*"; echo '${says}'; exit ${code};;`,
    )
    // The system's tools stay as they are.
    for (const [name, body] of [
      ['npm', `case "$*" in\n${cases.join('\n')}\nesac`],
      ['apt-get', 'exit 0'],
    ] as const) {
      await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`)
      await chmod(join(folder, name), 0o755)
    }
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
    const { status, stdout } = spawnSync('bash', [COMMAND], { env, encoding: 'utf8' })
    const lines = stdout.trimEnd().split('\n')
    return {
      status,
      stdout,
      last: lines.at(-1),
      ran: lines.filter((line) => line.startsWith('ran ')).map((line) => line.slice('ran '.length)),
    }
  }

  it('runs the check before all tests, and ends with the sums of both runs', async () => {
    const { status, ran, last, stdout } = await run()
    expect(ran).to.deep.equal(['ci', 'run check', 'test', 'run test:long'])
    expect(stdout).to.match(/packages: \d+ s\ncheck: \d+ s\ntools: \d+ s\ntest: \d+ s\ntest:long: \d+ s\n/)
    expect([status, last]).to.deep.equal([0, '60 passed, 0 failed, 8 skipped'])
  })

  it('repeats a failed test at the end, after the long tests', async () => {
    const { status, last, stdout } = await run({ test: { says: FAILURE, code: 1 } })
    expect(stdout.slice(stdout.indexOf('ran run test:long'))).to.include('1) A template opens:')
    expect([status, last]).to.deep.equal([1, '59 passed, 1 failed, 5 skipped'])
  })

  it('counts a failed check as one failure, and runs no tests', async () => {
    const { status, ran, last } = await run({ 'run check': { says: 'An unused import', code: 1 } })
    expect(ran.slice(0, 2)).to.deep.equal(['ci', 'run check'])
    expect(ran).to.not.include('test')
    expect([status, last]).to.deep.equal([1, '0 passed, 1 failed, 0 skipped'])
  })

  it('counts a run that ends without its closing line as one failure', async () => {
    const { status, last } = await run({ 'run test:long': { says: 'Killed', code: 137 } })
    expect([status, last]).to.deep.equal([1, '40 passed, 1 failed, 3 skipped'])
  })
})
