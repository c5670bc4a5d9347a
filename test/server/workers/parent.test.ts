/** Workers and their server: they do not outlive it, do not keep it alive, and get no options that are V8's own affair. */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { workerFlags } from '../../../server/workers/launch.ts'

/** Less than the limit of a test; on a quiet machine they are gone within some milliseconds. */
const PATIENCE_MS = 15_000
const OWNER = join(import.meta.dirname, 'pool-owner.ts')

describe('worker processes', () => {
  it('are gone after their server was killed, even in an endless loop', async function () {
    if (spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status !== 0) this.skip()
    const owner = fork(OWNER, ['wait'])
    const [pids] = (await once(owner, 'message')) as [number[]]
    expect(pids.length).to.be.at.least(1)
    expect(pids.filter(isAlive)).to.deep.equal(pids)
    await setTimeout(200)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const began = performance.now()
    while (pids.some(isAlive) && performance.now() - began < PATIENCE_MS) await setTimeout(20)
    expect(pids.filter(isAlive)).to.deep.equal([])
  })

  it('do not keep a server alive that has nothing left to do, and go with it', async () => {
    const owner = fork(OWNER, ['end'])
    const [pids] = (await once(owner, 'message')) as [number[]]
    const [code] = (await once(owner, 'exit')) as [number]
    expect(code).to.equal(0)
    const began = performance.now()
    while (pids.some(isAlive) && performance.now() - began < PATIENCE_MS) await setTimeout(20)
    expect(pids.filter(isAlive)).to.deep.equal([])
  })

  it('start with options that Node documents, and no others', () => {
    const launch = {
      entry: OWNER,
      readable: ['/data'],
      writable: ['/cache'],
      addons: true,
      heapBytes: 2 ** 29,
    }
    const names = workerFlags(launch).map((flag) => flag.replace(/=.*/, ''))
    expect(names).to.include.members(['--permission', '--max-old-space-size'])
    for (const name of names) expect(process.allowedNodeEnvironmentFlags.has(name), name).to.equal(true)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
