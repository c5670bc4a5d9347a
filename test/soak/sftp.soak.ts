/** SFTP at length: KILLS in the middle of uploads, to a server with an atomic rename and to one without. */
import { expect } from 'chai'
import { needsOpenSsh } from '../support/programs/openssh-server.ts'
import { runSftpKills } from '../support/programs/sftp-kill-run.ts'
import { someSeed } from '../support/run/seeded-chance.ts'

const KILLS = Number(process.env.KILLS ?? 50)

for (const kind of ['OpenSSH', 'without extensions'] as const)
  describe(`${KILLS} kills in the middle of uploads to a server (${kind})`, function () {
    // Services are killed and started again, many times.
    this.timeout(1_800_000)
    before(function () {
      if (kind === 'OpenSSH') needsOpenSsh(this)
    })

    it('leave no half file, lose none and place none twice', async () => {
      const seed = someSeed()
      const { breaches, ...counts } = await runSftpKills(kind, KILLS, seed)
      console.log(`      seed ${seed}`, counts)
      expect(breaches.slice(0, 10), `PLATEN_TEST_SEED=${seed}`).to.deep.equal([])
    })
  })
