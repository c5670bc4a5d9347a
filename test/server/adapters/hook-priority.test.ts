/** Hooks before work: who waits for an answer goes first, and work goes on however many there are. */
import { expect } from 'chai'
import { createHookPriority } from '../../../server/adapters/hook-priority.ts'

describe('The turn of hooks and work', () => {
  it('lets work wait while any hook is being taken, and goes on with all of it then', async () => {
    const turn = createHookPriority()
    const done: string[] = []
    const hooks = [1, 2].map(() => Promise.withResolvers<void>())
    const taken = hooks.map(({ promise }) => turn.runHook(() => promise))
    const works = ['a', 'b'].map((name) => turn.afterHooks().then(() => done.push(name)))
    hooks[0]?.resolve()
    await taken[0]
    expect(done).to.deep.equal([])
    hooks[1]?.resolve()
    await Promise.all([taken[1], ...works])
    expect(done).to.deep.equal(['a', 'b'])
  })

  it('lets go one at a time, so that a hook that comes meanwhile goes before the next', async () => {
    const turn = createHookPriority()
    const done: string[] = []
    const hook = Promise.withResolvers<void>()
    let taken: Promise<void> | undefined
    const works = [
      turn.afterHooks().then(() => {
        done.push('a')
        taken = turn.runHook(() => hook.promise)
      }),
      turn.afterHooks().then(() => done.push('b')),
    ]
    await works[0]
    for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(done).to.deep.equal(['a'])
    hook.resolve()
    await Promise.all([taken, ...works])
    expect(done).to.deep.equal(['a', 'b'])
  })

  it('holds nothing up where nobody waits, also after a hook that failed', async () => {
    const turn = createHookPriority()
    const failed = await turn.runHook(() => Promise.reject(new Error('no'))).catch((error) => error.message)
    expect(failed).to.equal('no')
    await turn.afterHooks()
    expect(await turn.runHook(async () => 7)).to.equal(7)
  })

  it('lets work begin after a while, though a hook hangs', async () => {
    const turn = createHookPriority()
    const hanging = Promise.withResolvers<void>()
    const taken = turn.runHook(() => hanging.promise)
    await turn.afterHooks()
    hanging.resolve()
    await taken
  })
})
