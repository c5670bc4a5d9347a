/** A test file that leaves a server, a worker, a connection or a timer behind fails: nothing ends it by force. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'mocha'

/** What keeps a process alive, as Node names it. Files are closed by the streams that read them. */
const KINDS = ['TCPServerWrap', 'TCPSocketWrap', 'PipeServerWrap', 'ProcessWrap', 'Timeout', 'Worker']
/** Connections are closed a moment after what they belonged to. */
const PATIENCE_MS = 5_000
const STEP_MS = 50

let before = new Map<string, number>()

export const mochaHooks = {
  beforeAll(): void {
    before = alive()
  },
  async afterAll(this: Context): Promise<void> {
    let left = leaked()
    for (let waited = 0; left.length > 0 && waited < PATIENCE_MS; waited += STEP_MS) {
      await sleep(STEP_MS, undefined, { ref: false })
      left = leaked()
    }
    if (left.length === 0) return
    const file = this.test?.parent?.suites[0]?.file ?? 'a test file'
    throw new Error(`${file} left behind ${left.join(', ')}.`)
  },
}

function alive(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo())
    if (KINDS.includes(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

function leaked(): readonly string[] {
  return [...alive()]
    .map(([kind, count]) => ({ kind, more: count - (before.get(kind) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => `${more} ${kind}`)
}
