/**
 * `npm run test:quick`, for the loop of a developer: the tests that need no browser, no PostgreSQL, no RIP and no other
 * program. A file is left out that reaches one of the folders below or has workers started; what runs on both databases
 * runs on SQLite alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { QUICK } from './support/database/postgres.ts'
import { importsOf } from './support/run/source-tree.ts'

const ROOT = join(import.meta.dirname, '..')
/**
 * What starts browsers, workers that draw, RIPs and their like, or programs; and tests that are about such as a whole, or
 * about a whole service.
 */
const SLOW =
  /^test\/(?:support\/(?:browser\/|rips\/|programs\/|service\/previewing\.ts)|(?:journeys|examples|server\/workers|packaging)\/)/
/** The service's own workers, and whatever a test starts by itself. */
const STARTS = /press: 'workers'|builtWorkers|node:child_process/

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

/** Begun first, as it waits for half a minute while others work. */
const FIRST = 'test/server/jobs/lost-workers.test.ts'
const files = globSync('test/**/*.test.ts', { cwd: ROOT }).filter((path) => !isSlow(path))
const inOrder = (paths: readonly string[]) => [FIRST, ...paths.filter((path) => path !== FIRST).sort()]
const mocha = join(dirname(createRequire(import.meta.url).resolve('mocha/package.json')), 'bin/mocha.js')
const child = spawn(process.execPath, [mocha, '--parallel', '--jobs', '3', ...inOrder(files)], {
  cwd: ROOT,
  env: { ...process.env, [QUICK]: 'true' },
  stdio: 'inherit',
})
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
