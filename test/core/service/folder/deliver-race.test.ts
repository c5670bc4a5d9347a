/** A print file reaches its press once, however many work on it, and however long one of them stood still. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Ports } from '../../../../core/ports.ts'
import { wakeFolderDeliveries } from '../../../../core/service/folder/deliver/sweep.ts'
import { workOnDelivery } from '../../../../core/service/folder/deliver/work.ts'
import type { FolderDelivery } from '../../../../core/service/folder/delivery.ts'
import type { OutTray } from '../../../../core/service/folder/out-tray.ts'
import { databaseOf } from '../../../../server/store/store.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { tailOfBytes } from '../../../support/database/records.ts'
import { type HotFolder, openHotFolder } from '../../../support/service/hot-folder.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { type LiveTemplate, liveTemplate } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

/** Longer than any lease. */
const LATE_MS = 120_000

for (const database of DATABASES)
  describe(`A delivery to a hot folder, on ${longOn(database)}`, () => {
    let root: string
    let test: TestServer
    let template: LiveTemplate
    let folder: HotFolder

    beforeEach(async function () {
      needsDatabase(this, database)
      root = await mkdtemp(join(tmpdir(), 'platen-hot-'))
      const env = { HOT_FOLDERS: root, ROLES: 'api,press' }
      test = await openTestServer({ press: openSamplePress(), database, env })
      template = await liveTemplate(test)
      folder = await openHotFolder(test, root, { name_pattern: '{order}.pdf' })
    })
    afterEach(async () => {
      await test?.close()
      await rm(root, { recursive: true, force: true })
    })

    const ports = (changes: Partial<OutTray> = {}): Ports => ({
      ...test.server.ports,
      hotFolders: { ...test.server.ports.hotFolders, ...changes },
    })
    const render = async (order: string): Promise<string> => {
      const body = {
        template_id: template.id,
        kind: 'final',
        external_order_id: order,
        values: { Name: order },
      }
      return (await test.json('/v1/renders', { body })).body.render.id
    }
    const rowOf = async (renderId: string): Promise<FolderDelivery> => {
      const [row] = await test.server.ports.store.folderDeliveries.ofRender(test.team.id, renderId)
      if (row === undefined) throw new Error('There is no delivery.')
      return row
    }
    const work = (row: FolderDelivery, by: Ports = ports()) => workOnDelivery(by, row.teamId, row.id)

    it('is made once by workers that come at once', async () => {
      const ids = []
      for (let count = 0; count < 8; count += 1) ids.push(await render(`order ${count % 3}`))
      const rows = await Promise.all(ids.map(rowOf))
      await Promise.all([...rows, ...rows, ...rows].map((row) => work(row)))
      const names = await folder.files()
      expect(names.filter((name) => name.endsWith('.pdf'))).to.have.lengthOf(8)
      expect(names.filter((name) => name.endsWith('.json'))).to.have.lengthOf(8)
      expect(await folder.hidden()).to.deep.equal([])
      for (const id of ids) {
        const { outcome, fileName } = await rowOf(id)
        expect(outcome).to.equal('succeeded')
        expect(await folder.ticket(fileName?.replace(/pdf$/, 'json') ?? '')).to.include({ render: id })
      }
    })

    for (const step of ['isFree', 'stage', 'place'] as const)
      it(`is not made again by a worker that stood still before its step ${step}, and whose lease another has`, async () => {
        const row = await rowOf(await render('late'))
        const reached = Promise.withResolvers<void>()
        const goOn = Promise.withResolvers<void>()
        const tray = test.server.ports.hotFolders
        const stopped = work(
          row,
          ports({
            [step]: async (...request: never[]) => {
              reached.resolve()
              await goOn.promise
              return (tray[step] as (...args: never[]) => unknown)(...request)
            },
          }),
        )
        await reached.promise
        // Whoever comes too early is sent away.
        await work(row)
        expect(await folder.files()).to.deep.equal([])
        test.clock.advance(LATE_MS)
        await work(row)
        expect(await folder.files()).to.deep.equal(['late.json', 'late.pdf'])
        await folder.take('late.pdf', 'late.json')
        const before = await rowOf(row.renderId)
        goOn.resolve()
        await stopped
        expect(await folder.files()).to.deep.equal([])
        expect(await folder.hidden()).to.deep.equal([])
        expect(await rowOf(row.renderId))
          .to.deep.equal(before)
          .and.to.include({ outcome: 'succeeded', lease: 2 })
      })

    it('goes on with what a stopped worker staged, and that one finds nothing left to do', async () => {
      const row = await rowOf(await render('late'))
      const reached = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      const tray = test.server.ports.hotFolders
      let staged = 0
      const stage: OutTray['stage'] = async (...request) => {
        staged += 1
        await tray.stage(...request)
      }
      const stopped = work(
        row,
        ports({
          stage,
          place: async (...request) => {
            reached.resolve()
            await goOn.promise
            return tray.place(...request)
          },
        }),
      )
      await reached.promise
      test.clock.advance(LATE_MS)
      await work(row, ports({ stage }))
      goOn.resolve()
      await stopped
      expect(staged).to.equal(1)
      expect(await folder.files()).to.deep.equal(['late.json', 'late.pdf'])
    })

    it('is made once of a render that was corrected and corrected back before its turn', async () => {
      const id = await render('back')
      for (const Name of ['Grace', 'back'])
        await test.json(`/v1/renders/${id}/retry`, { body: { values: { Name } } })
      const rows = await test.server.ports.store.folderDeliveries.ofRender(test.team.id, id)
      expect(rows.map((row) => row.contentSha256 === rows[0]?.contentSha256)).to.deep.equal([
        true,
        false,
        true,
      ])
      await Promise.all(rows.map((row) => work(row)))
      test.clock.advance(LATE_MS)
      for (const row of rows) await work(row)
      const ended = await test.server.ports.store.folderDeliveries.ofRender(test.team.id, id)
      expect(ended.map(({ outcome }) => outcome)).to.deep.equal(['skipped', 'skipped', 'succeeded'])
      expect((await folder.files()).filter((name) => name.endsWith('.pdf'))).to.have.lengthOf(1)
    })

    it('gives way to a stranger whose file takes the name at the last moment', async () => {
      const row = await rowOf(await render('mine'))
      const tray = test.server.ports.hotFolders
      let strangers = 0
      await work(
        row,
        ports({
          place: async (place, staged, fileName) => {
            strangers += 1
            if (strangers === 1) await writeFile(join(folder.path, fileName), 'a stranger')
            return tray.place(place, staged, fileName)
          },
        }),
      )
      expect(await folder.files()).to.deep.equal(['mine-2.json', 'mine-2.pdf', 'mine.pdf'])
      expect(await readFile(join(folder.path, 'mine.pdf'), 'utf8')).to.equal('a stranger')
      expect(await folder.ticket('mine-2.json')).to.have.nested.property('file.name', 'mine-2.pdf')
    })

    it('never places a print file whose bytes are not the ones that were made', async () => {
      const row = await rowOf(await render('damaged'))
      await test.server.ports.store.tails.put(row.teamId, row.renderId, tailOfBytes(Buffer.from('%%EOF\n')))
      await work(row)
      expect(await rowOf(row.renderId)).to.include({ outcome: 'failed', errorCode: 'print_file_unreadable' })
      expect([await folder.files(), await folder.hidden()]).to.deep.equal([[], []])
    })

    it('is decided later where the disk does not say whether the file was placed', async () => {
      const row = await rowOf(await render('unsure'))
      const tray = test.server.ports.hotFolders
      const lost = ports({
        place: async (...request) => {
          await tray.place(...request)
          await rm(folder.path, { recursive: true })
          throw Object.assign(new Error('EIO'), { code: 'EIO' })
        },
      })
      await work(row, lost).catch(() => {})
      test.clock.advance(LATE_MS)
      await work(row)
      const waiting = await rowOf(row.renderId)
      expect(waiting).to.include({ outcome: 'pending', errorCode: 'folder_missing', leaseUntil: null })
      await mkdir(folder.path)
      test.clock.set(waiting.scheduledAt)
      await work(row)
      const rows = await test.server.ports.store.folderDeliveries.ofRender(row.teamId, row.renderId)
      expect(rows.map(({ outcome, fileStatus }) => [outcome, fileStatus])).to.deep.equal([
        ['succeeded', 'placed'],
      ])
      expect(await folder.files()).to.deep.equal([])
    })

    it('cleans up behind attempts that died, and leaves what is not known', async () => {
      const done = await rowOf(await render('done'))
      await work(done)
      const stale = `.${done.id}.7.file.part`
      const unknown = '.hfd_00000000000000000000000000.1.file'
      for (const name of [stale, unknown, '.DS_Store']) await writeFile(join(folder.path, name), 'x')
      await work(await rowOf(await render('next')))
      expect(await folder.hidden()).to.deep.equal(['.DS_Store', unknown])
    })

    it('gets a job again where its own is lost', async () => {
      const row = await rowOf(await render('lost'))
      const db = databaseOf(test.server.ports.store)
      const ofRow = () => db.sql('jobs').where({ kind: 'folder', object_id: row.id })
      const jobs = () => db.read(ofRow())
      expect(await jobs()).to.have.lengthOf(1)
      await db.change(ofRow().delete())
      for (const afterId of ['', '', row.id]) await wakeFolderDeliveries(test.server.ports, afterId, 100)
      expect(await jobs()).to.have.lengthOf(1)
    })
  })
