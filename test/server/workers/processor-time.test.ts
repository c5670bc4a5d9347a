/** What a process has taken of the processor, as Linux and as every other system tells it. */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { processorMs } from '../../../server/workers/processor-time.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import { burn } from './burn.ts'

describe('the processor time of a process', () => {
  // Told in hundredths of a second, or in whole ones.
  for (const [platform, burntMs, leastMs] of [
    ['linux', 300, 250],
    ['darwin', 1_200, 1_000],
  ] as const)
    it(`grows by what the process takes, asked as on ${platform}`, async function () {
      if (platform === 'linux' && process.platform !== 'linux') return leavePending(this, 'Linux')
      if (platform === 'darwin' && !hasPs()) return leavePending(this, 'ps')
      const before = await processorMs(process.pid, platform)
      burn(burntMs)
      const after = await processorMs(process.pid, platform)
      expect((after ?? 0) - (before ?? 0)).to.be.at.least(leastMs)
      const { user, system } = process.cpuUsage()
      expect(after).to.be.at.most((user + system) / 1000 + 50)
    })

  it('is none of a process that is gone', async () => {
    const child = fork(join(import.meta.dirname, 'pool-owner.ts'), ['end'])
    await once(child, 'exit')
    for (const platform of ['linux', 'darwin'])
      expect(await processorMs(child.pid ?? 0, platform)).to.equal(null)
  })
})

function hasPs(): boolean {
  try {
    return execFileSync('ps', ['-o', 'time=', '-p', String(process.pid)]).length > 0
  } catch {
    return false
  }
}
