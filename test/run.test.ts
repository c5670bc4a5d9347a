/** The command that runs the tests: its shards, and what it refuses. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesOfShard, longestFirst } from './support/run/durations.ts'

const ROOT = join(import.meta.dirname, '..')

const command = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/run.ts', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, files: stdout.split('\n').slice(0, -1), said: stderr.trim() }
}
const shards = (kind: string, of: number) =>
  Array.from({ length: of }, (_, at) => command(kind, '--shard', `${at + 1}/${of}`, '--list').files)

describe('The command of the tests', () => {
  it('lists every file of the tests for the usual run', () => {
    const { files } = command('usual', '--list')
    expect([...files].sort()).to.deep.equal(globSync('test/**/*.test.ts', { cwd: ROOT }).sort())
  })

  for (const kind of ['usual', 'long'])
    it(`spreads the ${kind} run over four shards that hold each of its files once`, () => {
      const { files } = command(kind, '--list')
      expect(files).to.have.length.above(100)
      expect(shards(kind, 4).flat().sort()).to.deep.equal([...files].sort())
    })

  it('refuses a shard that is not one of its count, and an unknown kind', () => {
    for (const value of ['5/4', '0/4', '1', ''])
      expect(command('long', '--list', '--shard', value)).to.deep.equal({
        status: 2,
        files: [],
        said: `--shard takes a number and a count, such as 1/4, instead of "${value}".`,
      })
    expect(command('all', '--list')).to.deep.include({
      status: 2,
      said: 'The kinds of tests are usual, quick, long.',
    })
  })
})

describe('Files of a shard', () => {
  const seconds: Readonly<Record<string, number>> = { a: 1, b: 9, c: 5, d: 4, e: 1, f: 2 }
  const secondsOf = (path: string) => seconds[path] ?? 0
  const files = Object.keys(seconds)

  it('begin with the one that takes longest, and with the first name among equals', () => {
    expect(longestFirst(files, secondsOf).join('')).to.equal('bcdfae')
  })

  it('take as long as those of the other shards, whatever the order of the files', () => {
    for (const given of [files, [...files].reverse()])
      expect(
        [1, 2].map((number) => filesOfShard(given, secondsOf, { number, of: 2 }).join('')),
      ).to.deep.equal(['bf', 'cdae'])
  })
})
