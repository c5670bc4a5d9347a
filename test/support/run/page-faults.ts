/** Faults that a page met: replies of 404 and from 500 up and uncaught errors fail a test that does not expect them. */
import type { Context, Hook, Runnable, Suite, Test } from 'mocha'
import type { BrowserContext } from 'playwright-core'

/** What asks for pictures of a service that has no role to draw them. */
export const NO_PICTURES = /^GET 503 \S+\/preview\?/

let met: string[] = []
const expected = new WeakMap<Runnable | Suite, RegExp[]>()
const watched = new WeakSet<Suite>()

/** Notes a fault of a page that runs in no browser, in such a line. */
export function noteFault(line: string): void {
  met.push(line)
}

/** Notes what a browser meets, in lines such as `GET 503 http://platen.localhost:1234/v1/…` and `uncaught: …`. */
export function noteFaults(browser: BrowserContext): void {
  browser.on('weberror', (error) => met.push(`uncaught: ${error.error().message}`))
  browser.on('response', (response) => {
    // A page knows what it asks for: 404 means that it asked too early, or for something that is gone.
    if (response.status() < 500 && response.status() !== 404) return
    met.push(`${response.request().method()} ${response.status()} ${response.url()}`)
  })
}

/** In a test: for this test; in a hook: for all tests of its suite. Lines that a pattern fits are then no faults. */
export function expectFaults(context: Context, ...lines: readonly RegExp[]): void {
  const test = context.test as Hook | Test | undefined
  const owner = test?.type === 'test' ? test : test?.parent
  if (owner === undefined) throw new Error('There is no test that could expect a fault.')
  expected.set(owner, [...(expected.get(owner) ?? []), ...lines])
}

/**
 * From now on each test of the suite answers for what its browsers met. What they meet while the suite's last hooks
 * close the service (503 `shutting_down`) is nobody's fault, and must not be laid on the next file of this process.
 */
export function failOnFaults(suite: Suite): void {
  if (watched.has(suite)) return
  watched.add(suite)
  suite.afterEach('meets no fault that is not expected', function (this: Context) {
    const all = met
    met = []
    const lines = expectedBy(this.currentTest)
    const left = all.filter((one) => !lines.some((line) => line.test(one)))
    if (left.length > 0) throw new Error(`The page met what the test does not expect:\n${left.join('\n')}`)
  })
  suite.afterAll('forgets what its browsers met while it closed', () => {
    met = []
  })
}

function expectedBy(test: Runnable | undefined): readonly RegExp[] {
  const lines = [...(test === undefined ? [] : (expected.get(test) ?? []))]
  for (let suite = test?.parent; suite !== undefined; suite = suite.parent)
    lines.push(...(expected.get(suite) ?? []))
  return lines
}
