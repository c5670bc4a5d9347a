/**
 * However slow the machine is and whatever else it does: no test and no hook is given up before five minutes. How long
 * something takes is measured by the benchmarks; here a limit finds only what hangs.
 */
import type { Context, Hook, Runnable, Suite } from 'mocha'

const PATIENCE_MS = 300_000
const HOOKS = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] as const

export const mochaHooks = {
  beforeAll(this: Context): void {
    const root = this.test?.parent
    if (root !== undefined) allow(root)
  },
}

function allow(suite: Suite): void {
  for (const one of [...suite.tests, ...HOOKS.flatMap((name) => hooksOf(suite, name))]) wait(one)
  for (const inner of suite.suites) allow(inner)
}

/** None, where a debugger holds it up. */
function wait(one: Runnable): void {
  const limit = one.timeout()
  if (limit > 0 && limit < PATIENCE_MS) one.timeout(PATIENCE_MS)
}

function hooksOf(suite: Suite, name: (typeof HOOKS)[number]): readonly Hook[] {
  return (suite as Suite & { getHooks(name: string): readonly Hook[] }).getHooks(name)
}
