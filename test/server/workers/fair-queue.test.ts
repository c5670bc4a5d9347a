/** The queue in which teams take turns. */
import { mock } from 'node:test'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { createFairQueue, type FairQueueOptions } from '../../../server/workers/fair-queue.ts'

const OPTIONS: FairQueueOptions = { size: 1, mostWaiting: 20, mostOfTeam: 8, slowAtOnce: 1, teamAtOnce: 2 }

/** Tasks that end when they are told to, and the order in which they began. */
function tasks(options: Partial<FairQueueOptions> = {}) {
  const turns = createFairQueue({ ...OPTIONS, ...options })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    turns,
    add(teamId: string, name: string, { topic = name, slow = false } = {}) {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      return turns.run({ teamId, topic, isSlow: () => slow }, () => {
        begun.push(name)
        return promise
      })
    },
    async end(name: string) {
      ends.get(name)?.()
      await settle()
    },
  }
}

describe('turns', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  it('serves teams one after the other, whoever asked more', async () => {
    const { add, begun, end } = tasks()
    for (const name of ['a1', 'a2', 'a3']) void add('a', name)
    for (const name of ['b1', 'b2']) void add('b', name)
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(name)
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('refuses what is too much, of one team and of all, and says when to come again', async () => {
    const { add } = tasks({ mostWaiting: 4, mostOfTeam: 3 })
    void add('a', 'running')
    for (const name of ['a1', 'a2', 'a3']) void add('a', name)
    const refused = await add('a', 'a4').catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(ServiceError).with.property('code', 'overloaded')
    expect((refused as ServiceError).facts.retryAfterSeconds).to.be.within(1, 5)
    void add('b', 'b1')
    expect(await add('c', 'c1').catch((error: ServiceError) => error.code)).to.equal('overloaded')
  })

  it('keeps a place free of what takes long, and does nothing that takes long twice', async () => {
    const { add, begun, end } = tasks({ size: 2 })
    void add('a', 'slow1', { slow: true, topic: 'page' })
    void add('a', 'slow2', { slow: true })
    void add('a', 'same', { topic: 'page' })
    void add('b', 'quick')
    expect(begun).to.deep.equal(['slow1', 'quick'])
    await end('slow1')
    expect(begun).to.deep.equal(['slow1', 'quick', 'slow2'])
    await end('quick')
    expect(begun).to.deep.equal(['slow1', 'quick', 'slow2', 'same'])
  })

  it('begins the task of another team at once beside a flood, and one of each in turn where no place is free', async () => {
    const { add, begun, end } = tasks({ size: 2, teamAtOnce: 1 })
    for (let n = 1; n <= 4; n += 1) void add('a', `a${n}`)
    expect(begun).to.deep.equal(['a1'])
    void add('b', 'b1')
    expect(begun).to.deep.equal(['a1', 'b1'])
    for (const name of ['b2', 'c1', 'c2']) void add(name[0]!, name)
    for (const name of ['b1', 'a1', 'b2', 'a2', 'c1']) await end(name)
    expect(begun.slice(2)).to.deep.equal(['b2', 'a2', 'c1', 'a3', 'c2'])
  })

  it('lets a flood make way for a quick task that another team has alone and until its reply is sent, and for none that begins later', async () => {
    const { add, begun, end } = tasks({ size: 2, teamAtOnce: 1 })
    for (let n = 1; n <= 6; n += 1) void add('a', `a${n}`)
    void add('b', 'b1')
    await end('a1')
    expect(begun).to.deep.equal(['a1', 'b1'])
    void add('c', 'c1')
    expect(begun).to.deep.equal(['a1', 'b1', 'c1'])
    await end('b1')
    mock.timers.tick(9)
    expect(begun).to.deep.equal(['a1', 'b1', 'c1'])
    mock.timers.tick(1)
    expect(begun).to.deep.equal(['a1', 'b1', 'c1', 'a2'])
  })

  it('lets no team make way that has a few tasks, nor for a task that takes long', async () => {
    const few = tasks({ size: 2, teamAtOnce: 1 })
    for (let n = 1; n <= 4; n += 1) void few.add('a', `a${n}`)
    void few.add('b', 'b1')
    await few.end('a1')
    expect(few.begun).to.deep.equal(['a1', 'b1', 'a2'])
    const slow = tasks({ size: 2, teamAtOnce: 1 })
    for (let n = 1; n <= 6; n += 1) void slow.add('a', `a${n}`)
    void slow.add('b', 'b1', { slow: true })
    await slow.end('a1')
    expect(slow.begun).to.deep.equal(['a1', 'b1', 'a2'])
  })

  it('does all tasks of a flood with one place always free', async () => {
    const { add, begun, end } = tasks({ size: 3, teamAtOnce: 2 })
    for (let n = 1; n <= 5; n += 1) void add('a', `a${n}`)
    for (let n = 1; n <= 5; n += 1) {
      expect(begun).to.have.length(Math.min(5, n + 1))
      await end(`a${n}`)
    }
  })

  it('goes on after a task that fails', async () => {
    const { turns } = tasks()
    const turn = { teamId: 'a', topic: 'x', isSlow: () => false }
    const failed = turns.run(turn, () => Promise.reject(new Error('no')))
    const next = turns.run(turn, () => Promise.resolve('yes'))
    expect(await failed.catch((error: Error) => error.message)).to.equal('no')
    expect(await next).to.equal('yes')
  })

  it('refuses all that waits when it is cleared', async () => {
    const { add, turns } = tasks()
    void add('a', 'a1')
    const waiting = add('a', 'a2')
    turns.clear(() => new ServiceError('shutting_down'))
    expect(await waiting.catch((error: ServiceError) => error.code)).to.equal('shutting_down')
  })
})
