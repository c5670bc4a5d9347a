/** Skipped tests: the reason in the title, and the lines that count reasons. */
import { expect } from 'chai'
import Mocha from 'mocha'
import { leavePending, pendingLines } from './leave-pending.ts'

class Silent extends Mocha.reporters.Base {}

async function titlesOfPending(fill: (suite: Mocha.Suite) => void): Promise<readonly string[]> {
  const mocha = new Mocha({ reporter: Silent })
  fill(Mocha.Suite.create(mocha.suite, 'A plate'))
  const titles: string[] = []
  await new Promise((done) => {
    mocha.run(done).on('pending', (test: Mocha.Test) => titles.push(test.fullTitle()))
  })
  return titles
}

describe('A test that cannot run here', () => {
  it('is pending with what it needs in its title', async () => {
    const titles = await titlesOfPending((suite) =>
      suite.addTest(
        new Mocha.Test('has its ink', function (this: Mocha.Context) {
          leavePending(this, 'Ghostscript (gs)')
        }),
      ),
    )
    expect(titles).to.deep.equal(['A plate has its ink [needs Ghostscript (gs)]'])
  })

  it('is pending with what its suite needs, where a hook of the suite finds out', async () => {
    const titles = await titlesOfPending((suite) => {
      suite.beforeAll(function (this: Mocha.Context) {
        leavePending(this, 'Linux')
      })
      for (const title of ['has its ink', 'has no other']) suite.addTest(new Mocha.Test(title, () => {}))
    })
    expect(titles).to.deep.equal(['A plate [needs Linux] has its ink', 'A plate [needs Linux] has no other'])
  })
})

describe('The lines about skipped tests', () => {
  it('count tests and files for each reason, the most frequent first', () => {
    const lines = pendingLines([
      { title: 'Folders close [needs Linux]', file: 'a' },
      { title: 'A plate has ink [needs Ghostscript (gs)]', file: 'a' },
      { title: 'A plate [needs Ghostscript (gs)] has a name', file: 'b' },
      { title: 'Something else', file: 'c' },
    ])
    expect(lines).to.deep.equal([
      'needs Ghostscript (gs): 2 tests in 2 files',
      'needs Linux: 1 test in 1 file',
      'skipped without a reason: 1 test in 1 file',
    ])
  })
})
