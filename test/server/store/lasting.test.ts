/** What SQLite has committed: seen by nobody before it is on the disk, and on the disk for good. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect } from 'chai'
import { workOnDelivery } from '../../../core/service/folder/deliver/work.ts'
import { removeFiles } from '../../../core/service/own-files.ts'
import { openStore } from '../../../server/store/open.ts'
import { teamRecord } from '../../support/database/records.ts'
import { needs } from '../../support/rips/oracles.ts'
import { eventually } from '../../support/run/eventually.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { openHotFolder } from '../../support/service/hot-folder.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { liveTemplate } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'
import { openSlowDisk, type SlowDisk, SYNC_MS } from './slow-disk.ts'

describe('A commit of SQLite that is on its way to the disk', () => {
  const makeFolder = temporaryFolders()
  let root: string
  let test: TestServer
  let disk: SlowDisk
  before(async function () {
    needs(this, 'strace')
    root = await makeFolder()
    const env = { HOT_FOLDERS: root, ROLES: 'api,press' }
    test = await openTestServer({ press: openSamplePress(), database: 'sqlite', env })
    disk = await openSlowDisk(test.databasePath)
  })
  after(async () => {
    await disk?.close()
    await test?.close()
  })

  it('is seen by nobody, and no file is removed that it gives up', async () => {
    const { ports } = test.server
    const sink = await ports.files.begin()
    await sink.write(new TextEncoder().encode('The tail of a render that is made anew.'))
    const { sha256 } = await sink.store()
    await disk.begin(`remove ${test.team.id} ${sha256}`)
    let looks = 0
    for (const began = performance.now(); performance.now() - began < SYNC_MS / 2; await nextTurn()) {
      const seen = [await ports.store.removals.due(test.clock.now(), 10), await removeFiles(ports, 10)]
      // This process may have stood still until the commit was on the disk.
      if (disk.committed) break
      expect(seen).to.deep.equal([[], 0])
      looks += 1
    }
    expect(looks).to.be.greaterThan(0)
    await disk.untilCommitted()
    expect(await ports.files.has(sha256)).to.equal(true)
    expect(await removeFiles(ports, 10)).to.equal(1)
    expect(await ports.files.has(sha256)).to.equal(false)
  })

  it('leaves what was staged for a hot folder, which else would be taken for placed', async () => {
    const { ports } = test.server
    const { folderDeliveries } = ports.store
    const template = await liveTemplate(test)
    const folder = await openHotFolder(test, root)
    const deliveryOf = async (Name: string) => {
      const body = { template_id: template.id, kind: 'final', values: { Name } }
      const { render } = (await test.json('/v1/renders', { body })).body
      const [row] = await folderDeliveries.ofRender(test.team.id, render.id)
      if (row === undefined) throw new Error('There is no delivery.')
      return row
    }
    const [failing, other] = [await deliveryOf('Ada'), await deliveryOf('Grace')]
    const { hotFolderId } = failing
    const place = { teamId: test.team.id, hotFolderId, folder: failing.folder }
    const content = { ticket: '{}', bytes: (async function* () {})() }
    const claimed = await folderDeliveries.claim(test.team.id, failing.id, test.clock.now(), 1)
    if (claimed === null) throw new Error('The delivery was not claimed.')
    await ports.hotFolders.stage(place, { id: failing.id, lease: claimed.lease }, content, async () => {})
    await folderDeliveries.update(test.team.id, failing.id, claimed, { stagedAt: 1 })
    const staged = await folder.hidden()
    expect(staged).not.to.deep.equal([])

    // The work on the other one ends with a look at what lies hidden in the folder.
    const hotFolders: typeof ports.hotFolders = {
      ...ports.hotFolders,
      async hidden(where) {
        const writtenAt = async () => (await stat(`${test.databasePath}-wal`, { bigint: true })).mtimeNs
        const before = await writtenAt()
        await disk.begin(`fail ${test.team.id} ${failing.id}`)
        await eventually(writtenAt, { until: (at) => at !== before })
        return ports.hotFolders.hidden(where)
      },
    }
    await workOnDelivery({ ...ports, hotFolders }, test.team.id, other.id)
    expect((await folderDeliveries.find(test.team.id, other.id))?.outcome).to.equal('succeeded')
    const left = await folder.hidden()
    expect(disk.committed, 'all of this came before the commit').to.equal(false)
    expect(left).to.deep.equal(staged)
    await disk.untilCommitted()
  })
})

describe('A log of SQLite that the disk has only in part', () => {
  const makeFolder = temporaryFolders()

  it('costs nothing that was told after the next start', async () => {
    const path = join(await makeFolder(), 'platen.db')
    const child = fork(join(import.meta.dirname, 'killed-process.ts'), [path])
    const [ids] = (await once(child, 'message')) as [string[]]
    child.kill('SIGKILL')
    await once(child, 'exit')
    // What the system's memory has of it; the disk failed where it should have written the middle of it.
    const log = await readFile(`${path}-wal`)
    expect(log.length).to.be.greaterThan(HOLE.to)

    const store = await openStore({ databaseUrl: path })
    const late = teamRecord()
    await store.teams.insert(late)
    const after = join(await makeFolder(), 'platen.db')
    await copyFile(path, after)
    const disk = await readFile(`${path}-wal`)
    const hole = log.subarray(HOLE.from, HOLE.to)
    if (disk.subarray(HOLE.from, HOLE.to).equals(hole)) disk.fill(0, HOLE.from, HOLE.to)
    await writeFile(`${after}-wal`, disk)
    await store.close()

    const found = new Sqlite(after)
    const teams = found.prepare('select id from teams').pluck().all()
    found.close()
    expect(teams).to.have.members([...ids, late.id])
  })

  it('is written into the file at each start, and synced with every commit', async () => {
    const path = join(await makeFolder(), 'platen.db')
    const store = await openStore({ databaseUrl: path })
    await store.teams.insert(teamRecord())
    expect((await stat(`${path}-wal`)).size).to.be.greaterThan(0)
    const beside = await openStore({ databaseUrl: path })
    expect((await stat(`${path}-wal`)).size).to.equal(0)
    await beside.close()
    await store.close()
  })
})

/** Of the log in the order of its commits, each of at least one page of 4 kB. */
const HOLE = { from: 32 + 2 * 4120, to: 32 + 4 * 4120 }
