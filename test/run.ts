/**
 * The tests, by kind; further words are passed to mocha.
 * - `npm test`: all but those whose title ends in `@long`.
 * - `npm run test:long`: those. They take several seconds each: whole journeys, more kills, pages, sizes and languages, and
 *   PostgreSQL where the same suite ran on SQLite.
 * - `npm run test:quick`: those of `npm test` that need no browser, no PostgreSQL, no RIP and no other program. A file is
 *   left out that reaches one of the folders below or has workers started.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { QUICK } from './support/database/postgres.ts'
import { importsOf } from './support/run/source-tree.ts'

const ROOT = join(import.meta.dirname, '..')
const LONG = '@long'
/** In the order in which they begin: first the folders whose single files take longest, so that none is last alone. */
const IN_ORDER = [
  /^test\/journeys\//,
  /^test\/core\/engine\/p/,
  /^test\/(?:widget|console)\//,
  /^test\/(?:server|core\/service)\//,
  /^test\/(?!core\/)/,
]
/** Begun first, as it waits for half a minute while others work. */
const FIRST = 'test/server/jobs/lost-workers.test.ts'
/**
 * What starts browsers, workers that draw, RIPs and their like, or programs; and tests that are about such as a whole, or
 * about a whole service.
 */
const SLOW =
  /^test\/(?:support\/(?:browser\/|rips\/|programs\/|service\/previewing\.ts)|(?:journeys|examples|server\/workers|packaging)\/)/
/** The service's own workers, and whatever a test starts by itself. */
const STARTS = /press: 'workers'|builtWorkers|node:child_process|'\/v1\/(?:assets|profiles)'/

/** Whether the file, or what it imports of test/, starts anything; names of types alone start nothing. */
const known = new Map<string, boolean>()
function isSlow(path: string): boolean {
  const before = known.get(path)
  if (before !== undefined) return before
  known.set(path, false)
  const text = readFileSync(join(ROOT, path), 'utf8')
  const slow =
    SLOW.test(path) ||
    (path.endsWith('.test.ts') && STARTS.test(text)) ||
    importsOf({ path, text }).some(
      ({ target, typeOnly }) => !typeOnly && target.startsWith('test/') && isSlow(target),
    )
  known.set(path, slow)
  return slow
}

function placeOf(path: string): number {
  if (path === FIRST) return -1
  const place = IN_ORDER.findIndex((folder) => folder.test(path))
  return place < 0 ? IN_ORDER.length : place
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  usual: ['--fgrep', LONG, '--invert'],
  quick: ['--fgrep', LONG, '--invert'],
  long: ['--fgrep', LONG],
}

const [kind = '', ...further] = process.argv.slice(2)
const chosen = KINDS[kind]
if (chosen === undefined) throw new Error(`The kinds of tests are ${Object.keys(KINDS).join(', ')}.`)
const files = globSync('test/**/*.test.ts', { cwd: ROOT })
  .filter((path) => kind !== 'quick' || !isSlow(path))
  .sort((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1))
const mocha = join(dirname(createRequire(import.meta.url).resolve('mocha/package.json')), 'bin/mocha.js')
const child = spawn(process.execPath, [mocha, '--parallel', '--jobs', '3', ...chosen, ...further, ...files], {
  cwd: ROOT,
  env: kind === 'quick' ? { ...process.env, [QUICK]: 'true' } : process.env,
  stdio: 'inherit',
})
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
