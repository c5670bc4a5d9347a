/** SFTP at length: KILLS in the middle of uploads, to a server with an atomic rename and to one without. */
import { sftpPlan } from '../journeys/kills/sftp.ts'
import { keepsAll } from '../support/kills/run-plan.ts'
import { needsOpenSsh } from '../support/programs/openssh-server.ts'

const KILLS = Number(process.env.KILLS ?? 50)

for (const kind of ['OpenSSH', 'without extensions'] as const)
  describe(`Uploads to an SFTP server (${kind}) under kills`, function () {
    // Services are killed and started again, many times.
    this.timeout(1_800_000)
    before(function () {
      if (kind === 'OpenSSH') needsOpenSsh(this)
    })

    it(`${KILLS} kills in the middle of uploads leave no half file, lose none and place none twice`, async () => {
      console.log(`     `, await keepsAll(sftpPlan(kind, KILLS)))
    })
  })
