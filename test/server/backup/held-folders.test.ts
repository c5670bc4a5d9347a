/** What waited for a hot folder when the backup was taken is held after the restore: a press may have had it since. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { runInside } from '../../support/programs/platen-cli.ts'
import { eventually } from '../../support/run/eventually.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { openHotFolder } from '../../support/service/hot-folder.ts'
import { openTestServer } from '../../support/service/open-test-server.ts'
import { finalize, liveTemplate, makeFill } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'

describe('A restored installation with a hot folder', () => {
  const makeFolder = temporaryFolders()

  it('holds what waited for it, and delivers it once it is released @long', async () => {
    const dataDir = await makeFolder()
    const first = await openTestServer({ press: openSamplePress(), env: { DATA_DIR: dataDir } })
    first.clock.set(Date.now())
    await openHotFolder(first, join(dataDir, 'hot-folders'), {}, false)
    const template = await liveTemplate(first)
    const fill = await makeFill(first, { template_id: template.id })
    expect((await finalize(first, fill.id)).status).to.equal(200)
    const backup = join(await makeFolder(), 'backup')
    expect(await runInside({ DATA_DIR: dataDir }, 'backup', backup)).to.include({ code: 0 })
    const key = first.team.key
    await first.close()

    const target = await makeFolder()
    expect(await runInside({ DATA_DIR: target }, 'restore', backup)).to.include({ code: 0 })
    const second = await openTestServer({ press: openSamplePress(), env: { DATA_DIR: target } })
    try {
      second.clock.set(Date.now())
      const path = join(target, 'hot-folders', 'press')
      await mkdir(path, { recursive: true })
      const { body } = await second.json('/v1/hot_folders', { key })
      const [hotFolder] = body.data
      const deliveries = `/v1/hot_folders/${hotFolder.id}/deliveries`
      const outcomes = async () =>
        (await second.json(deliveries, { key })).body.data.map(({ outcome }: { outcome: string }) => outcome)
      expect(await outcomes())
        .to.include('held')
        .and.not.include('pending')
        .and.not.include('succeeded')

      const [held] = (await second.json(`${deliveries}?outcome=held`, { key })).body.data
      expect((await second.json(`${deliveries}/${held.id}/retry`, { key, method: 'POST' })).status).to.equal(
        200,
      )
      await eventually(outcomes, { until: (all) => all.includes('succeeded') })
    } finally {
      await second.close()
    }
  })
})
