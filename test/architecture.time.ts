/** The rules of time in tests: how long one may take, and where it may wait for time instead of a state. */
import { fits, type Violation } from './architecture.rules.ts'
import { bareCode, isSource, lineAt, type SourceFile } from './support/run/source-tree.ts'

const USUAL_TIMEOUT_MS = 120_000

/** A test has two minutes. One that has more (or no limit, which is 0) says why in the line above. */
export function unexplainedTimeouts(files: readonly SourceFile[]): readonly Violation[] {
  return files.filter(isTest).flatMap(({ path, text }) => {
    const lines = text.split('\n')
    return [...bareCode(text).matchAll(/\.timeout\((\d[\d_]*)\)/g)].flatMap((match) => {
      const ms = Number(match[1]?.replaceAll('_', ''))
      const line = lineAt(text, match.index)
      const isLong = ms === 0 || ms > USUAL_TIMEOUT_MS
      return isLong && !/^\s*\/\/ \S/.test(lines[line - 2] ?? '')
        ? [`${path}:${line}: more than two minutes, and no comment above that says why`]
        : []
    })
  })
}

/** Where time may pass without a reason: the helper that polls, measurements, and the long forms under load. */
const MAY_WAIT = ['test/support/run/eventually.ts', 'test/bench/**', 'test/soak/**']
const TIMEOUTS = /import\s*\{[^}]*\bsetTimeout(?:\s+as\s+(\w+))?[^}]*\}\s*from\s*'(?:node:)?timers\/promises'/

/** A test waits for a state and not for time; where time itself is what it tries, the line above says `Time passes: why`. */
export function unexplainedWaits(files: readonly SourceFile[]): readonly Violation[] {
  return files
    .filter((file) => isTest(file) && !MAY_WAIT.some((one) => fits(one, file.path)))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n')
      const code = bareCode(text)
      const imported = TIMEOUTS.exec(text)
      const name = imported === null ? null : (imported[1] ?? 'setTimeout')
      const waits = [
        ...code.matchAll(/\bnew\s+Promise\s*(?:<[^>]*>)?\(\s*\(?\w*\)?\s*=>\s*\{?\s*setTimeout\s*\(/g),
        ...(name === null ? [] : code.matchAll(new RegExp(`(?<![\\w.])${name}\\s*\\(`, 'g'))),
      ]
      return waits.flatMap((match) => {
        const line = lineAt(code, match.index)
        return /^\s*\/\/ Time passes: \S/.test(lines[line - 2] ?? '')
          ? []
          : [`${path}:${line}: waits for time, and no comment above says \`Time passes: why\``]
      })
    })
}

const isTest = ({ path }: SourceFile) => path.startsWith('test/') && isSource(path)
