/** A test file that leaves a server, a program, a connection, a thread or a timer behind fails: nothing ends it by force. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'mocha'
import { keptForTheRun } from './for-the-run.ts'

/** What keeps a process alive, as Node names it. Files are closed by the streams that read them. */
const KINDS = ['TCPServerWrap', 'TCPSocketWrap', 'PipeServerWrap', 'ProcessWrap', 'Timeout']
/** Connections are closed a moment after what they belonged to. */
const PATIENCE_MS = 25_000
const STEP_MS = 50

type Counts = ReadonlyMap<string, number>

let threads = 0
process.on('worker', (thread) => {
  threads += 1
  thread.once('exit', () => {
    threads -= 1
  })
})

/** Runs once for all files, or, in parallel, for each: so every suite of a file gets a hook of its own, behind all others. */
export const mochaHooks = {
  async beforeAll(this: Context): Promise<void> {
    // A turn later, here as below, mocha's own timer of this hook has begun and is counted both times.
    await null
    let before = alive()
    for (const suite of this.test?.parent?.suites ?? [])
      suite.afterAll('leaves nothing behind', async function (this: Context): Promise<void> {
        this.timeout(4 * PATIENCE_MS)
        await null
        const left = await leftBehind(before)
        // What one suite left is not blamed on the next.
        before = alive()
        if (left.length > 0) throw new Error(`${suite.file} left behind ${left.join(', ')}.`)
      })
  },
}

async function leftBehind(before: Counts): Promise<readonly string[]> {
  let left = more(before)
  for (let waited = 0; left.length > 0 && waited < PATIENCE_MS; waited += STEP_MS) {
    // Time passes: what is being closed ends.
    await sleep(STEP_MS, undefined, { ref: false })
    left = more(before)
  }
  return left
}

function more(before: Counts): readonly string[] {
  return [...alive()]
    .map(([kind, count]) => ({ kind, count: count - (before.get(kind) ?? 0) }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`)
}

/** Without what is meant to live on for the files to come. */
function alive(): Counts {
  const counts = new Map<string, number>([['Thread', threads]])
  const add = (kind: string, count: number) => counts.set(kind, (counts.get(kind) ?? 0) + count)
  for (const kind of process.getActiveResourcesInfo()) if (KINDS.includes(kind)) add(kind, 1)
  add('ProcessWrap', -keptForTheRun().length)
  return counts
}
