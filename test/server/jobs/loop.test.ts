/** The loop over a queue that only notes: what it asks for, and what it does when that fails. */
import { expect } from 'chai'
import type { JobKind } from '../../../core/service/jobs.ts'
import { createLoop, type HeldJob, type JobQueue, type Loop, type Wanted } from '../../../server/jobs/loop.ts'
import { eventually } from '../../support/run/eventually.ts'

const RHYTHM = { pollMs: 50, heartbeatMs: 3_600_000 }

describe('The loop of jobs', () => {
  let loop: Loop
  let waiting: HeldJob[]
  let removed: string[]
  let asked: Wanted[]
  let fault: Error | null
  let ran: string[]
  let postponed: [string, number][]
  const said: unknown[] = []

  beforeEach(() => {
    said.length = 0
    waiting = []
    removed = []
    asked = []
    fault = null
    ran = []
    postponed = []
    const queue: JobQueue = {
      async exchange(wanted) {
        const now = wanted()
        asked.push(now)
        if (fault !== null && now.done.length > 0) {
          const thrown = fault
          fault = null
          throw thrown
        }
        removed.push(...now.done.map(({ id }) => id))
        const room = new Map(now.room)
        const taken = waiting.filter(({ job: { kind } }) => {
          const places = room.get(kind) ?? 0
          room.set(kind, places - 1)
          return places > 0
        })
        waiting = waiting.filter((one) => !taken.includes(one))
        return taken
      },
      renew: async (held) => new Set(held.map(({ id }) => id)),
      retry: async () => true,
      release: async () => {},
      async postpone({ id }, delayMs) {
        postponed.push([id, delayMs])
      },
    }
    const note = (...about: unknown[]) => said.push(about)
    loop = createLoop(queue, RHYTHM, { error: note, warn: note })
  })
  afterEach(() => loop.stop(100))

  const held = (kind: JobKind, id: string): HeldJob => ({
    ...{ id, fence: 1, tries: 1, deaths: 0, died: false },
    job: { kind, teamId: 'team_1', objectId: id, runAt: 0 },
  })
  const put = (kind: JobKind, ...ids: readonly string[]) => {
    for (const id of ids) waiting.push(held(kind, id))
  }
  const noting = async ({ objectId }: { readonly objectId: string }) => {
    ran.push(objectId)
  }

  it('takes the next job of a kind that has one place as soon as the last one has ended, and removes that with it', async () => {
    put('batch', 'a', 'b', 'c')
    loop.start({ batch: noting })
    await eventually(async () => removed.length === 3)
    expect(ran).to.deep.equal(['a', 'b', 'c'])
    const withWork = asked.filter(({ done }) => done.length > 0)
    expect(withWork.map(({ done, room }) => [done.map(({ id }) => id), room.get('batch')])).to.deep.equal([
      [['a'], 1],
      [['b'], 1],
      [['c'], 1],
    ])
  })

  it('removes what is done with a later look where it could not be removed with the first', async () => {
    fault = new Error('The database is away.')
    put('batch', 'a')
    loop.start({ batch: noting })
    await eventually(async () => removed.length === 1)
    expect([ran, removed]).to.deep.equal([['a'], ['a']])
    expect(said).to.have.lengthOf(1)
  })

  it('removes what is done at its stop, and does not look for a kind that has no place', async () => {
    const held = Promise.withResolvers<void>()
    put('batch', 'a')
    loop.start({
      async batch(job) {
        await noting(job)
        await held.promise
      },
    })
    await eventually(async () => ran.length === 1)
    const stopped = loop.stop(5_000)
    const looks = asked.length
    put('batch', 'b')
    loop.wake('batch')
    held.resolve()
    await stopped
    expect([removed, waiting.map(({ id }) => id)]).to.deep.equal([['a'], ['b']])
    expect(asked.slice(looks).map(({ room }) => room.size)).to.deep.equal([0])
  })

  it('begins again at once what died with its process five times, and later each time after that, and says so', async () => {
    const deaths = [1, 5, 6, 7, 8, 100]
    for (const count of deaths) waiting.push({ ...held('webhook', `${count}`), deaths: count, died: true })
    // It has waited since.
    waiting.push({ ...held('webhook', 'waited'), deaths: 100 })
    loop.start({ webhook: noting })
    await eventually(async () => postponed.length === 4 && ran.length === 3)
    expect(ran).to.deep.equal(['1', '5', 'waited'])
    expect(postponed.map(([id]) => id)).to.deep.equal(['6', '7', '8', '100'])
    const seconds = postponed.map(([, delayMs]) => delayMs / 1000)
    for (const [at, least] of [5, 10, 20, 600].entries()) expect(seconds[at]).to.be.within(least, least * 1.5)
    expect(said.map((words) => (words as [HeldJob])[0].deaths)).to.deep.equal([6, 7, 8, 100])
  })
})
