/**
 * The tests, by kind, the longest files first, on all cores.
 * - `npm test`: all but those whose title ends in `@long`.
 * - `npm run test:long`: those. They take several seconds each: whole journeys, more kills, pages, sizes and languages, and
 *   PostgreSQL where the same suite ran on SQLite.
 * - `npm run test:quick`: those of `npm test` that need no browser, no PostgreSQL, no RIP and no other program.
 *
 * Behind `--`: `--shard 1/4` runs a fourth of the files, `--list` prints the files of the run instead, `--record` renews
 * test/durations.json and prints the slowest files, and further words are passed to mocha.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { QUICK } from './support/database/postgres.ts'
import { durationsOf, filesOfShard, keepRecord, type Shard } from './support/run/durations.ts'
import { isSlow, LONG, mayBeLong } from './support/run/file-kinds.ts'
import { RECORD } from './support/run/record-durations.ts'

const ROOT = join(import.meta.dirname, '..')
/** One more than the cores: tests wait for browsers, workers and databases. */
const WAITING_JOBS = 1
/** With one, mocha loads all files in its own process, and refuses those that wait while they load. */
const LEAST_JOBS = 2
/** A process of tests, its browser and its workers. */
const JOB_BYTES = 1.5 * 2 ** 30

interface Kind {
  readonly picks: (path: string) => boolean
  readonly titles: readonly string[]
  /** Of durations.json. */
  readonly durations: string
}

const USUAL: Kind = { picks: () => true, titles: ['--fgrep', LONG, '--invert'], durations: 'usual' }
const KINDS = new Map<string, Kind>([
  ['usual', USUAL],
  ['quick', { ...USUAL, picks: (path) => !isSlow(path) }],
  ['long', { picks: mayBeLong, titles: ['--fgrep', LONG], durations: 'long' }],
])

const [name = '', ...words] = process.argv.slice(2)
const kind = KINDS.get(name) ?? refuse(`The kinds of tests are ${[...KINDS.keys()].join(', ')}.`)
const listing = taken('--list')
const recording = taken('--record')
const shard = takenShard()

const all = globSync('test/**/*.test.ts', { cwd: ROOT })
const files = filesOfShard(all.filter(kind.picks), durationsOf(kind.durations), shard)
if (listing) process.stdout.write(files.map((path) => `${path}\n`).join(''))
else process.exitCode = await run()

async function run(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-record-'))
  try {
    const record = join(folder, 'durations')
    writeFileSync(record, '')
    const env = {
      ...process.env,
      ...(name === 'quick' ? { [QUICK]: 'true' } : {}),
      ...(recording ? { [RECORD]: record } : {}),
    }
    const mocha = join(dirname(createRequire(import.meta.url).resolve('mocha/package.json')), 'bin/mocha.js')
    const recorder = recording ? ['--require', './test/support/run/record-durations.ts'] : []
    const options = ['--parallel', '--jobs', String(jobs()), ...kind.titles, ...recorder, ...words]
    const child = spawn(process.execPath, [mocha, ...options, ...files], { cwd: ROOT, env, stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (recording) keepRecord(kind.durations, record, all)
    return code ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function jobs(): number {
  const roomFor = Math.floor(process.availableMemory() / JOB_BYTES)
  return Math.max(LEAST_JOBS, Math.min(availableParallelism() + WAITING_JOBS, roomFor))
}

/** Takes a switch out of the words for mocha. */
function taken(word: string): boolean {
  const at = words.indexOf(word)
  if (at >= 0) words.splice(at, 1)
  return at >= 0
}

function takenShard(): Shard {
  const at = words.indexOf('--shard')
  if (at < 0) return { number: 1, of: 1 }
  const [, value = ''] = words.splice(at, 2)
  const [, number, of] = (/^(\d+)\/(\d+)$/.exec(value) ?? []).map(Number)
  if (number === undefined || of === undefined || number < 1 || number > of)
    return refuse(`--shard takes a number and a count, such as 1/4, instead of "${value}".`)
  return { number, of }
}

function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}
