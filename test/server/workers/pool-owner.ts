/** A server process in small: opens a pool, tells the ids of its workers, then ends by itself or waits. */
import { join } from 'node:path'
import { openPool } from '../../../server/workers/pool.ts'
import type { OddJobs } from './odd-jobs.ts'

const pool = openPool<OddJobs>({
  entry: join(import.meta.dirname, 'odd-jobs.ts'),
  readable: [],
  writable: [],
  addons: false,
  size: 2,
  queueLimit: 4,
  timeoutMs: 60_000,
  memoryBytes: 400 * 2 ** 20,
  recycleBytes: 400 * 2 ** 20,
  closeLimitMs: 1_000,
  failure: ({ detail }) => new Error(detail),
})

const both = await Promise.all([pool.run('whoami', 0 as never), pool.run('sleep', 200)])
const second = await Promise.all([pool.run('whoami', 0 as never), pool.run('whoami', 0 as never)])
const pids = new Set([both[0].pid, ...second.map((one) => one.pid)])
if (process.argv[2] === 'wait') {
  // A worker that cannot hear its channel, and this process without an end of its own.
  pool.run('hang', 0 as never).catch(() => {})
  setInterval(() => {}, 60_000)
}
process.send?.([...pids], () => process.disconnect())
