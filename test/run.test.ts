/** The command that runs the tests: its shards, and what it refuses. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'chai'
import { filesOfShard, longestFirst } from './support/run/durations.ts'
import { LONG } from './support/run/file-kinds.ts'

const ROOT = join(import.meta.dirname, '..')

const command = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/run.ts', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, files: stdout.split('\n').slice(0, -1), said: stderr.trim() }
}

describe('The command of the tests', () => {
  it('lists every file of the tests for the usual run', () => {
    const { files } = command('usual', '--list')
    expect([...files].sort()).to.deep.equal(globSync('test/**/*.test.ts', { cwd: ROOT }).sort())
  })

  it('spreads the long run over four shards that hold each of its files once @long', () => {
    const { files } = command('long', '--list')
    expect(files).to.have.length.above(100)
    const shards = ['1/4', '2/4', '3/4', '4/4'].map((shard) => command('long', '--shard', shard, '--list'))
    expect(shards.flatMap((shard) => shard.files).sort()).to.deep.equal([...files].sort())
  })

  it('lists every file with a long test for the long run @long', () => {
    const setup = ['--no-config', '--require', './test/support/run/compile-cache.ts']
    const words = [...setup, '--dry-run', '--reporter', 'json', '--fgrep', LONG, 'test/**/*.test.ts']
    const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/mocha'), words, {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    const { tests } = JSON.parse(stdout) as { tests: readonly { file: string }[] }
    const files = new Set(tests.map(({ file }) => relative(ROOT, file)))
    expect(files.size).to.be.above(100)
    expect(command('long', '--list').files).to.include.members([...files])
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
