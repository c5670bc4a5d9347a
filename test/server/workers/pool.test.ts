/** The worker pool with real processes: whatever happens to one job, the others and the server go on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { openPool, type Pool, type PoolOptions } from '../../../server/workers/pool.ts'
import { childrenOf } from '../../support/programs/children-of.ts'
import { killStarting } from '../../support/programs/kill-starting.ts'
import { eventually } from '../../support/run/eventually.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import type { OddJobs } from './odd-jobs.ts'

const MB = 2 ** 20
const ENTRY = join(import.meta.dirname, 'odd-jobs.ts')
const LATER = join(import.meta.dirname, 'odd-jobs-later.ts')

describe('worker pool', () => {
  let folder: string
  const open: Pool<OddJobs>[] = []

  const pool = (changes: Partial<PoolOptions> = {}): Pool<OddJobs> => {
    const opened = openPool<OddJobs>({
      entry: ENTRY,
      readable: [folder],
      writable: [folder],
      addons: false,
      size: 2,
      queueLimit: 8,
      timeoutMs: 60_000,
      memoryBytes: 200 * MB,
      recycleBytes: 190 * MB,
      closeLimitMs: 60_000,
      failure: ({ how, time }) =>
        new ServiceError('pdf_too_complex', { extra: time === undefined ? { how } : { how, time } }),
      ...changes,
    })
    open.push(opened)
    return opened
  }

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-pool-'))
  })
  afterEach(() => Promise.all(open.splice(0).map((one) => one.close())))
  after(() => rmSync(folder, { recursive: true }))

  it('does jobs and gives bytes and structured values back', async () => {
    const { run } = pool()
    const value = {
      bytes: new Uint8Array([1, 2, 3]),
      map: new Map([['a', 1]]),
      at: new Date(0),
      none: undefined,
    }
    const back = (await run('echo', value)) as typeof value
    expect([...back.bytes]).to.deep.equal([1, 2, 3])
    expect({ ...back, bytes: null }).to.deep.equal({ ...value, bytes: null })
  })

  it('runs as many jobs at once as it has places', async () => {
    const { run } = pool()
    await run('echo', 'warm')
    const pids = await Promise.all([run('sleep', 150), run('whoami', undefined as never)])
    expect(pids[1]).to.have.property('pid').that.is.not.equal(process.pid)
    const began = performance.now()
    await Promise.all([1, 2, 3, 4].map(() => run('sleep', 200)))
    expect(performance.now() - began).to.be.above(390)
  })

  const deaths = [
    { job: 'exit', how: 'crash', input: 0 },
    { job: 'abort', how: 'crash' },
    { job: 'throwLater', how: 'crash' },
    { job: 'hang', how: 'timeout', processorMs: 600 },
    { job: 'fillHeap', how: 'memory', memoryBytes: 150 * MB },
    { job: 'fillBuffers', how: 'memory', memoryBytes: 150 * MB },
  ] as const

  for (const { job, how, ...rest } of deaths) {
    const long = ['abort', 'throwLater', 'fillHeap'].includes(job) ? ' @long' : ''
    it(`answers for a worker that dies (${job}) and harms no other job${long}`, async () => {
      const { input, ...limits } = { input: undefined, ...rest }
      const { run } = pool(limits)
      await run('echo', 'warm')
      const neighbour = run('sleep', 400)
      const doomed = refusal(run(job, input as never))
      const queued = [run('echo', 1), run('echo', 2), run('echo', 3)]
      const error = await doomed
      expect(error.code).to.equal('pdf_too_complex')
      expect(error.facts.extra).to.include({ how })
      expect(await neighbour).to.equal(400)
      expect(await Promise.all(queued)).to.deep.equal([1, 2, 3])
      expect(await run('echo', 'still there')).to.equal('still there')
    })
  }

  it('ends a job by what it takes of the processor', async () => {
    const { run } = pool({ size: 1, processorMs: 600, timeoutMs: 60_000 })
    await run('echo', 'warm')
    const error = await refusal(run('hang', undefined as never))
    expect(error.facts.extra).to.deep.equal({ how: 'timeout', time: 'processor' })
    expect(await run('echo', 'still there')).to.equal('still there')
  })

  it('counts the processor for each job anew', async () => {
    const { run } = pool({ size: 1, spares: 0, processorMs: 900, timeoutMs: 60_000 })
    const { pid } = await run('whoami', undefined as never)
    for (let job = 0; job < 4; job += 1) expect(await run('burn', 400)).to.equal(400)
    expect(await run('whoami', undefined as never)).to.have.property('pid', pid)
  })

  it('leaves a job alone that waits for the processor for a second, as on a busy machine', async () => {
    const { run } = pool({ size: 1, spares: 0, processorMs: 600, timeoutMs: 60_000 })
    const { pid } = await run('whoami', undefined as never)
    const waiting = run('burn', 100)
    process.kill(pid, 'SIGSTOP')
    // Time passes: more than the job may take of the processor.
    await delay(1_000)
    process.kill(pid, 'SIGCONT')
    expect(await waiting).to.equal(100)
  })

  it('ends a job by the clock in the end, whatever it takes of the processor', async () => {
    const { run } = pool({ size: 1, processorMs: 60_000, timeoutMs: 1_500 })
    await run('echo', 'warm')
    const error = await refusal(run('sleep', 30_000))
    expect(error.facts.extra).to.deep.equal({ how: 'timeout', time: 'clock' })
  })

  it('has a spare at hand when a worker is killed', async function () {
    if (process.platform !== 'linux') leavePending(this, 'Linux')
    const others = childrenOf(process.pid).length
    const { run } = pool({ size: 1, processorMs: 500 })
    await run('echo', 'warm')
    await eventually(() => childrenOf(process.pid).length === others + 2)
    const before = Date.now()
    await refusal(run('hang', undefined as never))
    expect(await run('bornAt', undefined as never)).to.be.below(before)
  })

  it('replaces a worker that has grown too large', async () => {
    // Node itself takes more on some machines, and in some runs, than in others.
    const idleBytes = await pool({ size: 1 }).run('resident', undefined as never)
    const { run } = pool({
      ...{ size: 1, memoryBytes: idleBytes + 600 * MB, recycleBytes: idleBytes + 150 * MB },
    })
    const small = await run('keep', MB)
    expect(await run('keep', 300 * MB)).to.equal(small)
    expect(await run('keep', MB)).to.not.equal(small)
  })

  it('gives a worker no secret and no file but its own', async () => {
    const { run } = pool()
    const allowed = join(folder, 'allowed.txt')
    writeFileSync(allowed, 'for the worker')
    writeFileSync(`${folder}.outside`, 'not for the worker')
    expect(await run('read', allowed)).to.equal('for the worker')
    await run('write', join(folder, 'result.txt'))
    expect((await run('whoami', undefined as never)).environment).to.not.include('PATH')
    const attempts = {
      'another file': run('read', `${folder}.outside`),
      'a way out of the folder': run('read', `${folder}/../${folder.split('/').at(-1)}.outside`),
      'a system file': run('read', '/etc/passwd'),
      'a file of the project': run('read', join(import.meta.dirname, '../../../package-lock.json')),
      'writing elsewhere': run('write', `${folder}.outside`),
      'writing into the code': run('write', join(import.meta.dirname, 'new.txt')),
      'a process': run('spawn', undefined as never),
      'a thread': run('thread', undefined as never),
    }
    const refused = Object.entries(attempts).map(async ([what, attempt]) => {
      const error = await refusal(attempt)
      expect(error.code, what).to.equal('internal_error')
      expect((error.facts.cause as Error).message, what).to.match(/Access to this API has been restricted/)
    })
    await Promise.all(refused)
    rmSync(`${folder}.outside`)
    const generated = await refusal(run('generate', undefined as never))
    expect((generated.facts.cause as Error).message).to.match(/Code generation from strings/)
  })

  it('carries a ServiceError over with its code, facts and cause', async () => {
    const { run } = pool()
    const error = await refusal(run('refuse', undefined as never))
    expect(error.code).to.equal('too_many_pages')
    expect(error.message).to.equal('The PDF has 201 pages.')
    const { cause, ...facts } = error.facts
    expect(facts).to.deep.equal({
      message: 'The PDF has 201 pages.',
      param: 'file',
      details: [{ code: 'too_many_pages', message: 'Too many.', found: 201, expected: 200 }],
      extra: { limit: 200 },
    })
    expect((cause as Error).stack).to.match(/RangeError: the reason beneath[\s\S]*odd-jobs/)
  })

  it('answers internal_error for other errors and keeps them for the log', async () => {
    const { run } = pool()
    for (const [job, words] of [
      ['stumble', /TypeError: a fault of the program[\s\S]*odd-jobs/],
      ['unsendable', /could not be cloned/],
      ['noSuchJob', /does not support the job noSuchJob/],
    ] as const) {
      const error = await refusal(run(job as 'stumble', undefined as never))
      expect(error.code).to.equal('internal_error')
      expect(error.message).to.not.match(words)
      expect((error.facts.cause as Error).stack).to.match(words)
    }
    const error = await refusal(run('echo', () => 'a function'))
    expect((error.facts.cause as Error).message).to.match(/could not be cloned/)
    expect(await run('echo', 1)).to.equal(1)
  })

  it('refuses a job when too many wait', async () => {
    const { run } = pool({ size: 1, queueLimit: 2 })
    const jobs = [run('sleep', 100), run('sleep', 1), run('sleep', 1)]
    const error = await refusal(run('sleep', 1))
    expect(error.code).to.equal('overloaded')
    expect(error.facts.retryAfterSeconds).to.be.within(1, 5)
    await Promise.all(jobs)
    expect(await run('echo', 'again')).to.equal('again')
  })

  it('asks the jobs of a worker that cannot start to come again, and only those', async () => {
    const broken = join(folder, 'broken.ts')
    writeFileSync(broken, "throw new Error('broken from the start')")
    const { run } = pool({ entry: broken, size: 1 })
    const errors = await Promise.all([1, 2].map(() => refusal(run('echo', 1))))
    for (const error of errors) {
      expect(error.code).to.equal('overloaded')
      expect(error.facts.retryAfterSeconds).to.be.within(1, 5)
      expect((error.facts.cause as Error).message).to.match(/broken from the start/)
    }
  })

  for (const spares of [0, 2])
    it(`does jobs in other workers when those that start for them are killed (${spares} spares)`, async function () {
      if (process.platform !== 'linux') leavePending(this, 'Linux')
      const { run } = pool({ entry: LATER, size: 2, spares })
      const done = await killStarting(1, () => Promise.all([run('echo', 'first'), run('echo', 'second')]))
      expect(done).to.deep.equal(['first', 'second'])
    })

  it('asks a job to come again when the second worker that starts for it is killed, too', async function () {
    if (process.platform !== 'linux') leavePending(this, 'Linux')
    const { run } = pool({ entry: LATER, size: 1, spares: 0 })
    const error = await killStarting(2, () => refusal(run('echo', 'none')))
    expect(error.code).to.equal('overloaded')
    expect(error.facts.retryAfterSeconds).to.be.within(1, 5)
    expect(await run('echo', 'again')).to.equal('again')
  })

  it('closes: running jobs end, waiting ones are refused, nothing new is taken', async () => {
    const { run, close } = pool({ size: 1 })
    const { pid } = await run('whoami', undefined as never)
    const running = run('sleep', 300)
    const waiting = refusal(run('sleep', 1))
    const closed = close()
    expect((await waiting).code).to.equal('shutting_down')
    expect((await refusal(run('echo', 1))).code).to.equal('shutting_down')
    expect(await running).to.equal(300)
    await closed
    expect(() => process.kill(pid, 0)).to.throw('ESRCH')
  })

  it('closes in time when a running job does not end', async () => {
    const { run, close } = pool({ size: 1, closeLimitMs: 200 })
    await run('echo', 'warm')
    const running = refusal(run('hang', undefined as never))
    // It would never end by itself.
    await close()
    expect((await running).code).to.equal('shutting_down')
  })

  it('leaves the event loop free while a worker fills its memory @long', async () => {
    const { run } = pool({ memoryBytes: 300 * MB })
    await run('echo', 'warm')
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    await Promise.all([refusal(run('fillHeap', undefined as never)), run('sleep', 300)])
    delay.disable()
    // Measured: 11 to 20 ms on a quiet machine. The bound leaves room for a busy one.
    expect(delay.max / 1e6).to.be.below(1_000)
  })
})

async function refusal(attempt: Promise<unknown>): Promise<ServiceError> {
  const outcome = await attempt.then(
    (value) => new Error(`Not refused: ${String(value)}`),
    (error: unknown) => error,
  )
  expect(outcome).to.be.instanceOf(ServiceError)
  return outcome as ServiceError
}
