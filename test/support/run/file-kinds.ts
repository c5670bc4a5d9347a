/** Kinds of test files, by what they and the helpers that they import hold. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, type SourceFile } from './source-tree.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Helpers that start browsers, workers, RIPs or other programs, and tests of a whole service. */
const SLOW =
  /^test\/(?:support\/(?:browser\/|rips\/|programs\/|service\/previewing\.ts)|(?:journeys|examples|server\/workers|packaging)\/)/
/** The service's own workers, and programs that a test starts by itself. */
const STARTS = /press: 'workers'|builtWorkers|node:child_process|'\/v1\/(?:assets|profiles)'/
/** A title that ends so is that of a long test. */
export const LONG = '@long'

/** Whether a file starts a browser, workers that draw, a RIP or another program. */
export const isSlow = reaching(
  ({ path, text }) => SLOW.test(path) || (path.endsWith('.test.ts') && STARTS.test(text)),
)

/** Whether a file may have long tests. */
export const mayBeLong = reaching(({ text }) => / @long['"`]|\$\{longOn\(/.test(text))

/** Whether the file, or what it imports of test/, is one of those; an imported type starts nothing. */
function reaching(isOne: (file: SourceFile) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>()
  const reaches = (path: string): boolean => {
    const before = known.get(path)
    if (before !== undefined) return before
    known.set(path, false)
    const file = { path, text: readFileSync(join(ROOT, path), 'utf8') }
    const found =
      isOne(file) ||
      importsOf(file).some(
        ({ target, typeOnly }) => !typeOnly && target.startsWith('test/') && reaches(target),
      )
    known.set(path, found)
    return found
  }
  return reaches
}
