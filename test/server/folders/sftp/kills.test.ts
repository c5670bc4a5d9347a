/** Print files on their way to an SFTP server come whole and once, with kills and resets in mid-upload. */
import { expect } from 'chai'
import { runSftpKills } from '../../../support/programs/sftp-kill-run.ts'
import { someSeed } from '../../../support/run/seeded-chance.ts'

const KILLS = 5

describe(`${KILLS} kills in the middle of uploads over SFTP`, function () {
  // Services are killed and started again, and the lease of the last dead one is waited for.
  this.timeout(300_000)

  it('leave no half file, lose none and place none twice @long', async () => {
    const seed = someSeed()
    const { breaches, ...counts } = await runSftpKills('without extensions', KILLS, seed)
    expect(breaches.slice(0, 10), `PLATEN_TEST_SEED=${seed} ${JSON.stringify(counts)}`).to.deep.equal([])
  })
})
