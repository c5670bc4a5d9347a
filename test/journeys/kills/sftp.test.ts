/** Print files on their way to an SFTP server come whole and once, with kills and resets in mid-upload. */
import { keepsAll } from '../../support/kills/run-plan.ts'
import { sftpPlan } from './sftp.ts'

const KILLS = 5

describe('Uploads over SFTP under kills', function () {
  // Services are killed and started again, and the lease of the last dead one is waited for.
  this.timeout(300_000)

  it(`${KILLS} kills in the middle of uploads over SFTP leave no half file, lose none and place none twice @long`, async () => {
    await keepsAll(sftpPlan('without extensions', KILLS))
  })
})
