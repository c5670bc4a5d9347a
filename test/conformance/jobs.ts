/** What every queue of jobs must do, over the processes that share it. */

import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { JOB_LIMITS, type Job, type JobHandler, type Jobs } from '../../core/service/jobs.ts'
import type { RootStore } from '../../core/store.ts'
import { eventually } from '../support/run/eventually.ts'

/** One process's part: a connection of its own to the database, and its end of the queue. */
export interface JobsProcess {
  readonly store: RootStore
  readonly jobs: Jobs
  /** What was logged as an error or a warning. */
  readonly said: unknown[][]
  /** The job's row becomes what the queue makes of it when it is known that the process which holds it has died. */
  bury(objectId: string): Promise<void>
  /** What waits is due now. */
  hurry(objectId: string): Promise<void>
  close(): Promise<void>
}

/** Long enough for a job that is there to be found. */
const A_WHILE_MS = 800
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
    await enter(handler)
    const wanted = job({ group: 'we_1' })
    let committing = false
    let early = 0
    await asking.store.transaction(async (inside) => {
      await asking.jobs.enqueue(inside, wanted)
      await delay(A_WHILE_MS)
      early = ran.length
      committing = true
    })
    await eventually(async () => ran.length === 1)
    expect([committing, early, ran]).to.deep.equal([true, 0, [wanted.objectId]])
    await delay(A_WHILE_MS)
    expect(ran).to.have.lengthOf(1)
  })

  it('gives the handler the job as it was asked for', async () => {
    const given: Job[] = []
    const process = await enter(async (one) => {
      given.push(one)
    })
    const wanted = [job({ group: 'we_1' }), job()]
    for (const one of wanted) await ask(process, one)
    await eventually(async () => given.length === 2)
    for (const one of given) expect(one.runAt).to.be.a('number')
    expect(given.map(({ runAt: _at, ...rest }) => rest)).to.have.deep.members(wanted)
  })

  it('never runs a job whose transaction was rolled back', async () => {
    const { ran, handler } = recording()
    const process = await enter(handler)
    const failing = process.store.transaction(async (inside) => {
      await process.jobs.enqueue(inside, job())
      throw new Error('It was not to be.')
    })
    expect(await failing.catch((error: Error) => error.message)).to.equal('It was not to be.')
    await delay(A_WHILE_MS)
    expect(ran).to.deep.equal([])
  })

  it('runs a job at its time, others meanwhile', async () => {
    const ranAt = new Map<string, number>()
    const process = await enter(async ({ objectId }) => {
      ranAt.set(objectId, Date.now())
    })
    const at = Date.now() + 3 * A_WHILE_MS
    const [later, now] = [job({ runAt: at }), job()]
    for (const one of [later, now]) await ask(process, one)
    await eventually(async () => ranAt.size === 2)
    expect(ranAt.get(now.objectId)).to.be.below(at)
    expect(ranAt.get(later.objectId)).to.be.at.least(at)
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
    await eventually(async () => ran.length === 1)
    await delay(A_WHILE_MS)
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
    await eventually(async () => runs === 2)
    await delay(A_WHILE_MS)
    expect(runs).to.equal(2)
  })

  it('lets a job that was asked for again see what was written with that', async () => {
    const asking = await enter()
    const wanted = job()
    await ask(asking, wanted)
    let written = false
    const seen: boolean[] = []
    let working: Promise<JobsProcess> | null = null
    await asking.store.transaction(async (inside) => {
      await asking.jobs.enqueue(inside, wanted)
      working = enter(async () => {
        seen.push(written)
      })
      await delay(A_WHILE_MS)
      written = true
    })
    await working
    await eventually(async () => seen.at(-1) === true)
  })

  it('runs so many of a group at once over all processes, and others beside them', async () => {
    const now = new Map<string, number>()
    const most = new Map<string, number>()
    let ended = 0
    const handler: JobHandler = async ({ group = 'none' }) => {
      now.set(group, (now.get(group) ?? 0) + 1)
      most.set(group, Math.max(most.get(group) ?? 0, now.get(group) ?? 0))
      await delay(group === 'slow' ? 400 : 150)
      now.set(group, (now.get(group) ?? 0) - 1)
      ended += 1
    }
    const asking = await enter()
    await asking.store.transaction(async (inside) => {
      for (let at = 0; at < 12; at++) await asking.jobs.enqueue(inside, job({ group: 'slow' }))
      for (let at = 0; at < 6; at++) await asking.jobs.enqueue(inside, job({ group: 'other' }))
      for (let at = 0; at < 10; at++) await asking.jobs.enqueue(inside, job())
    })
    await Promise.all([enter(handler), enter(handler)])
    await eventually(async () => ended === 28)
    expect(most.get('slow')).to.equal(GROUP_LIMIT)
    expect(most.get('other')).to.equal(GROUP_LIMIT)
    expect(most.get('none')).to.be.greaterThan(GROUP_LIMIT)
  })

  it('runs a job again that failed, and says so without the words of its row', async () => {
    let runs = 0
    const process = await enter(async () => {
      runs += 1
      if (runs === 1) throw new Error('not this time')
    })
    const wanted = job()
    await ask(process, wanted)
    await eventually(async () => runs === 2)
    await delay(A_WHILE_MS)
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
    await eventually(async () => ran.length === 1)
    await ask(stopping, second)
    const stopped = stopping.jobs.stop(10_000)
    await delay(300)
    const other = recording()
    await enter(other.handler, 'folder')
    letGo()
    await stopped
    await eventually(async () => other.ran.length === 1)
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
    await eventually(async () => begun.length === 2)
    const other = recording()
    await enter(other.handler, 'folder')
    await stopping.jobs.stop(300)
    await eventually(async () => other.ran.length === 2)
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
    await eventually(async () => ran.length === 1)
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
      await eventually(async () => runs === deaths)
      await process.bury(wanted.objectId)
      if (deaths <= 5) continue
      await eventually(async () => saidOfJobs(process).length === deaths - 5)
      // Whoever asks for it meanwhile does not bring it back sooner.
      await ask(process, wanted)
      if (deaths === 6) await delay(A_WHILE_MS)
      expect(runs).to.equal(deaths)
      await process.hurry(wanted.objectId)
    }
    await eventually(async () => runs === 14)
    await delay(A_WHILE_MS)
    expect(runs).to.equal(14)
    const said = saidOfJobs(process) as { deaths?: number; tries: number; object: string }[]
    expect(said.map(({ deaths }) => deaths)).to.deep.equal([6, 7, 8, 9, 10, 11, 12, undefined])
    for (const one of said) expect(one).to.include({ tries: 1, object: wanted.objectId })
    end()
  })
}
