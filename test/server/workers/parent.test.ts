/** Workers and their server: they do not outlive it, do not keep it alive, and get no options that are V8's own affair. */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { packageFolders, workerFlags } from '../../../server/workers/launch.ts'
import { eventually } from '../../support/run/eventually.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import { processorMsOf } from '../../support/run/processor-ms.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

const OWNER = join(import.meta.dirname, 'pool-owner.ts')

describe('worker processes', () => {
  it('are gone after their server was killed, even in an endless loop @long', async function () {
    if (spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status !== 0)
      leavePending(this, 'setpriv of util-linux')
    const owner = fork(OWNER, ['wait'])
    const [pids] = (await once(owner, 'message')) as [number[]]
    expect(pids.length).to.be.at.least(1)
    expect(pids.filter(isAlive)).to.deep.equal(pids)
    const spent = () => pids.reduce((sum, pid) => sum + processorMsOf(pid), 0)
    const before = spent()
    // One of them is in its loop.
    await eventually(() => spent() > before + 100)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    await eventually(() => pids.filter(isAlive), { until: ({ length }) => length === 0 })
  })

  it('do not keep a server alive that has nothing left to do, and go with it', async () => {
    const owner = fork(OWNER, ['end'])
    const [pids] = (await once(owner, 'message')) as [number[]]
    const [code] = (await once(owner, 'exit')) as [number]
    expect(code).to.equal(0)
    await eventually(() => pids.filter(isAlive), { until: ({ length }) => length === 0 })
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

/** As pnpm lays a store outside the project, and `npm link` a package with packages of its own. */
describe('packages that are links', () => {
  const makeFolder = temporaryFolders()

  it('may be read by workers, and so may the packages that they need', async () => {
    const root = await makeFolder()
    const at = (...names: readonly string[]) => join(root, ...names)
    const make = (...names: readonly string[]) => mkdir(at(...names), { recursive: true })
    const stores = ['one', 'two', 'three'].map((name) => at('store', name, 'node_modules'))
    for (const name of ['one', 'two', 'three']) await make('store', name, 'node_modules', name)
    for (const path of ['shop/node_modules/@scope', 'linked/node_modules/own', 'other/node_modules/own'])
      await make(path)
    await symlink(at('store/one/node_modules/one'), at('shop/node_modules/one'))
    await symlink(at('store/two/node_modules/two'), at('store/one/node_modules/two'))
    await symlink(at('store/three/node_modules/three'), at('shop/node_modules/@scope/three'))
    await symlink(at('linked'), at('shop/node_modules/linked'))
    await symlink(at('nowhere'), at('shop/node_modules/gone'))
    const found = packageFolders(at('shop')).filter((folder) => folder.startsWith(root))
    const wanted = [at('shop/node_modules'), ...stores, at('linked'), at('linked/node_modules')]
    expect([...found].sort()).to.deep.equal(wanted.sort())
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
