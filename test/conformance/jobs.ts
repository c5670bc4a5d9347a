/** What every queue of jobs must do, over the processes that share it. */

import { expect } from 'chai'
import { JOB_LIMITS, type Job, type JobHandler, type Jobs } from '../../core/service/jobs.ts'
import type { WatchedStore } from '../support/database/watched-store.ts'
import { eventually } from '../support/run/eventually.ts'

/** One process's part: a connection of its own to the database, and its end of the queue. */
export interface JobsProcess extends WatchedStore {
  readonly jobs: Jobs
  /** What was logged as an error or a warning. */
  readonly said: unknown[][]
  /** The job's row becomes what the queue makes of it when it is known that the process which holds it has died. */
  bury(objectId: string): Promise<void>
  /** What waits is due now. */
  hurry(objectId: string): Promise<void>
  /** The objects of the jobs in the queue, whether they wait or run: where there are none, nothing more will run. */
  queued(): Promise<readonly string[]>
  close(): Promise<void>
}

const GROUP_LIMIT = JOB_LIMITS.webhook.perGroup

/** What was logged of single jobs: not that a busy machine kept the queue from looking, say. */
function saidOfJobs({ said }: JobsProcess): readonly unknown[] {
  return said
    .map(([about]) => about)
    .filter((about) => typeof about === 'object' && about !== null && 'object' in about)
}

export function describeJobs(open: () => Promise<JobsProcess>): void {
  let processes: JobsProcess[]
  let count = 0
  beforeEach(() => {
    processes = []
  })
  afterEach(async () => {
    for (const { jobs, close } of processes) {
      await jobs.stop(0)
      await close()
    }
  })

  async function enter(handler?: JobHandler, kind: Job['kind'] = 'webhook'): Promise<JobsProcess> {
    const entered = await open()
    processes.push(entered)
    if (handler !== undefined) await entered.jobs.start({ [kind]: handler })
    return entered
  }

  function job(more: Partial<Job> = {}): Job {
    count += 1
    return { kind: 'webhook', teamId: 'team_1', objectId: `del_${Date.now()}_${count}`, ...more }
  }

  const ask = ({ store, jobs }: JobsProcess, asked: Job) =>
    store.transaction((inside) => jobs.enqueue(inside, asked))

  /** Nothing of it can happen any more. */
  const isOver = (process: JobsProcess, { objectId }: Job) =>
    eventually(() => process.queued(), { until: (ids) => !ids.includes(objectId) })

  /** A handler that keeps the ids it was called with. */
  function recording(): { readonly ran: string[]; readonly handler: JobHandler } {
    const ran: string[] = []
    return {
      ran,
      handler: async ({ objectId }) => {
        ran.push(objectId)
      },
    }
  }

  it('runs a job in another process once its transaction is committed, and not before', async () => {
    const { ran, handler } = recording()
    const asking = await enter()
    const working = await enter(handler)
    const wanted = job({ group: 'we_1' })
    await asking.store.transaction(async (inside) => {
      await asking.jobs.enqueue(inside, wanted)
      await working.looked()
      expect(ran).to.deep.equal([])
    })
    await eventually(() => ran.length > 0)
    await isOver(working, wanted)
    expect(ran).to.deep.equal([wanted.objectId])
  })

  it('gives the handler the job as it was asked for', async () => {
    const given: Job[] = []
    const process = await enter(async (one) => {
      given.push(one)
    })
    const wanted = [job({ group: 'we_1' }), job()]
    for (const one of wanted) await ask(process, one)
    await eventually(() => given.length === 2)
    for (const one of given) expect(one.runAt).to.be.a('number')
    expect(given.map(({ runAt: _at, ...rest }) => rest)).to.have.deep.members(wanted)
  })

  it('never runs a job whose transaction was rolled back', async () => {
    const { ran, handler } = recording()
    const process = await enter(handler)
    const undone = job()
    const failing = process.store.transaction(async (inside) => {
      await process.jobs.enqueue(inside, undone)
      throw new Error('It was not to be.')
    })
    expect(await failing.catch((error: Error) => error.message)).to.equal('It was not to be.')
    const next = job()
    await ask(process, next)
    await eventually(() => ran.includes(next.objectId))
    expect(ran).to.deep.equal([next.objectId])
    expect(await process.queued()).to.not.include(undone.objectId)
  })

  it('runs a job at its time, others meanwhile', async () => {
    const ranAt = new Map<string, number>()
    const process = await enter(async ({ objectId }) => {
      ranAt.set(objectId, Date.now())
    })
    const at = Date.now() + 1_000
    const [inAnHour, soon, now] = [job({ runAt: at + 3_600_000 }), job({ runAt: at }), job()]
    for (const one of [inAnHour, soon, now]) await ask(process, one)
    await eventually(() => ranAt.size === 2)
    expect([...ranAt.keys()]).to.have.members([now.objectId, soon.objectId])
    expect(ranAt.get(soon.objectId)).to.be.at.least(at)
    expect(await process.queued()).to.include(inAnHour.objectId)
  })

  it('keeps one waiting job of a kind and object, with the earliest of its times', async () => {
    const { ran, handler } = recording()
    const asking = await enter()
    const wanted = job()
    const inAnHour = Date.now() + 3_600_000
    for (const runAt of [inAnHour, undefined, inAnHour])
      await ask(asking, { ...wanted, ...(runAt === undefined ? {} : { runAt }) })
    await Promise.all([1, 2, 3].map(() => ask(asking, wanted)))
    await enter(handler)
    await isOver(asking, wanted)
    expect(ran).to.deep.equal([wanted.objectId])
  })

  it('runs once more what is asked for while it runs', async () => {
    const wanted = job()
    let runs = 0
    const process = await enter(async () => {
      runs += 1
      if (runs === 1) await ask(process, wanted)
    })
    await ask(process, wanted)
    await isOver(process, wanted)
    expect(runs).to.equal(2)
  })

  it('lets a job that was asked for again see what was written with that', async () => {
    const [asking, working] = [await enter(), await enter()]
    const wanted = job()
    await ask(asking, wanted)
    let written = false
    const seen: boolean[] = []
    await asking.store.transaction(async (inside) => {
      await asking.jobs.enqueue(inside, wanted)
      await working.jobs.start({
        async webhook() {
          seen.push(written)
        },
      })
      await eventually(() => working.hasTriedToWrite())
      written = true
    })
    await isOver(asking, wanted)
    expect(seen.at(-1)).to.equal(true)
  })

  it('runs so many of a group at once over all processes, and others beside them', async () => {
    /** What lets each running job end, by its group. */
    const running = { slow: [] as (() => void)[], other: [] as (() => void)[], none: [] as (() => void)[] }
    const most = { slow: 0, other: 0, none: 0 }
    let ended = 0
    const handler: JobHandler = async ({ group = 'none' }) => {
      const name = group as keyof typeof running
      const { promise, resolve } = Promise.withResolvers<void>()
      running[name].push(resolve)
      most[name] = Math.max(most[name], running[name].length)
      await promise
      ended += 1
    }
    const count = () => Object.values(running).map(({ length }) => length)
    const asking = await enter()
    await asking.store.transaction(async (inside) => {
      for (let at = 0; at < 12; at++) await asking.jobs.enqueue(inside, job({ group: 'slow' }))
      for (let at = 0; at < 6; at++) await asking.jobs.enqueue(inside, job({ group: 'other' }))
      for (let at = 0; at < 10; at++) await asking.jobs.enqueue(inside, job())
    })
    const working = await Promise.all([enter(handler), enter(handler)])
    await eventually(count, {
      until: (counts) => counts.every((one, at) => one >= [GROUP_LIMIT, GROUP_LIMIT, 10][at]!),
    })
    for (const process of working) await process.looked()
    expect(count()).to.deep.equal([GROUP_LIMIT, GROUP_LIMIT, 10])
    while (ended < 28) {
      await eventually(() => count().some((one) => one > 0) || ended === 28)
      for (const group of Object.values(running)) group.shift()?.()
    }
    expect(most).to.deep.equal({ slow: GROUP_LIMIT, other: GROUP_LIMIT, none: 10 })
  })

  it('runs a job again that failed, and says so without the words of its row', async () => {
    let runs = 0
    const process = await enter(async () => {
      runs += 1
      if (runs === 1) throw new Error('not this time')
    })
    const wanted = job()
    await ask(process, wanted)
    await isOver(process, wanted)
    expect(runs).to.equal(2)
    expect(saidOfJobs(process)).to.have.lengthOf(1)
    expect(saidOfJobs(process)[0]).to.deep.include({ kind: 'webhook', object: wanted.objectId, tries: 1 })
  })

  it('stops when the running jobs have ended, takes no more, and leaves the rest to others at once', async () => {
    const ran: string[] = []
    const asked: boolean[] = []
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const stopping = await enter(async ({ objectId }, signal) => {
      ran.push(objectId)
      await held
      asked.push(signal.aborted)
    }, 'folder')
    const [first, second] = [job({ kind: 'folder', group: 'f' }), job({ kind: 'folder', group: 'f' })]
    await ask(stopping, first)
    await eventually(() => ran.length === 1)
    await ask(stopping, second)
    const stopped = stopping.jobs.stop(60_000)
    const other = recording()
    await (await enter(other.handler, 'folder')).looked()
    letGo()
    await stopped
    await eventually(() => other.ran.length === 1)
    expect([ran, other.ran]).to.deep.equal([[first.objectId], [second.objectId]])
    expect(asked).to.deep.equal([true])
    expect(saidOfJobs(stopping)).to.deep.equal([])
  })

  it('gives back at its stop what does not end, and what throws because it was asked to end', async () => {
    const [stubborn, obedient] = [job({ kind: 'folder' }), job({ kind: 'folder' })]
    const begun: string[] = []
    const stopping = await enter(async ({ objectId }, signal) => {
      begun.push(objectId)
      await new Promise((_, reject) => {
        if (objectId === obedient.objectId)
          signal.addEventListener('abort', () => reject(new Error('asked to end')))
      })
    }, 'folder')
    for (const one of [stubborn, obedient]) await ask(stopping, one)
    await eventually(() => begun.length === 2)
    const other = recording()
    await enter(other.handler, 'folder')
    await stopping.jobs.stop(300)
    await eventually(() => other.ran.length === 2)
    expect(other.ran).to.have.members([stubborn.objectId, obedient.objectId])
    expect(saidOfJobs(stopping)).to.deep.equal([])
  })

  it('keeps jobs that are asked for after its stop, for others', async () => {
    const asking = await enter(async () => {})
    await asking.jobs.stop(0)
    const wanted = job()
    await ask(asking, wanted)
    const { ran, handler } = recording()
    await enter(handler)
    await eventually(() => ran.length === 1)
    expect(ran).to.deep.equal([wanted.objectId])
  })

  it('runs a job that its process died with twelve times a thirteenth time, later each time, and counts no failure @long', async () => {
    const wanted = job()
    const { promise: forever, resolve: end } = Promise.withResolvers<void>()
    let runs = 0
    const process = await enter(async ({ objectId }) => {
      if (objectId !== wanted.objectId) return
      runs += 1
      if (runs <= 12) return forever
      if (runs === 13) throw new Error('not this time')
    })
    await ask(process, wanted)
    for (let deaths = 1; deaths <= 12; deaths += 1) {
      await eventually(() => runs === deaths)
      await process.bury(wanted.objectId)
      if (deaths <= 5) continue
      await eventually(() => saidOfJobs(process).length === deaths - 5)
      // Whoever asks for it meanwhile does not bring it back sooner.
      await ask(process, wanted)
      if (deaths === 6) await process.looked()
      expect(runs).to.equal(deaths)
      await process.hurry(wanted.objectId)
    }
    await isOver(process, wanted)
    expect(runs).to.equal(14)
    const said = saidOfJobs(process) as { deaths?: number; tries: number; object: string }[]
    expect(said.map(({ deaths }) => deaths)).to.deep.equal([6, 7, 8, 9, 10, 11, 12, undefined])
    for (const one of said) expect(one).to.include({ tries: 1, object: wanted.objectId })
    end()
  })
}
