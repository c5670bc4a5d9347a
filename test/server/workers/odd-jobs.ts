/** A worker whose jobs go wrong in every way that a stranger's file can make them. */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../../../core/errors.ts'
import { serveJobs } from '../../../server/workers/serve-jobs.ts'
import { burn } from './burn.ts'

const kept: unknown[] = []

const JOBS = {
  echo: async (value: unknown) => value,
  whoami: async () => ({ pid: process.pid, environment: Object.keys(process.env) }),
  /** Milliseconds since 1970. */
  bornAt: async () => performance.timeOrigin,
  // Time passes: the job takes its time, and nothing of the processor.
  sleep: (ms: number) => delay(ms, ms),
  exit: async (code: number) => process.exit(code),
  abort: async () => process.abort(),
  hang: async () => {
    for (;;);
  },
  /** Takes so many milliseconds of the processor, however long that is by the clock. */
  burn: async (ms: number) => {
    burn(ms)
    return ms
  },
  throwLater: async () => {
    process.nextTick(() => {
      throw new Error('nobody catches this')
    })
    await new Promise(() => {})
  },
  fillHeap: async () => {
    for (;;) kept.push({ text: `${kept.length}`, list: [kept.length] })
  },
  fillBuffers: async () => {
    for (;;) {
      kept.push(Buffer.alloc(8 * 2 ** 20, 1))
      await nextTurn()
    }
  },
  /** Keeps buffers after the job, as native memory stays that is not given back. */
  keep: async (bytes: number) => {
    kept.push(Buffer.alloc(bytes, 1))
    return process.pid
  },
  resident: async () => process.memoryUsage.rss(),
  read: (path: string) => readFile(path, 'utf8'),
  write: (path: string) => writeFile(path, 'written'),
  spawn: async () => execFileSync(process.execPath, ['--version']).toString(),
  thread: async () => new Worker('', { eval: true }).threadId,
  generate: async () => new Function('return 1')() as number,
  refuse: async () => {
    throw new ServiceError('too_many_pages', {
      message: 'The PDF has 201 pages.',
      param: 'file',
      details: [{ code: 'too_many_pages', message: 'Too many.', found: 201, expected: 200 }],
      extra: { limit: 200 },
      cause: new RangeError('the reason beneath'),
    })
  },
  stumble: async () => {
    throw new TypeError('a fault of the program')
  },
  unsendable: async () => () => 'a function cannot be cloned',
}

export type OddJobs = typeof JOBS

serveJobs(JOBS)
