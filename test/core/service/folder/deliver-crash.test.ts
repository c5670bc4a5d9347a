/** A print file reaches its press once, wherever the machine stops on the way: on the disk and in the database. */

import { expect } from 'chai'
import type { Ports } from '../../../../core/ports.ts'
import { workOnDelivery } from '../../../../core/service/folder/deliver/work.ts'
import type { FolderDelivery } from '../../../../core/service/folder/delivery.ts'
import type { HotFolderRecord } from '../../../../core/service/folder/hot-folder.ts'
import type { RootStore, Store } from '../../../../core/store.ts'
import { createDiskTray } from '../../../../server/folders/disk-tray.ts'
import {
  type ForgetfulFileSystem,
  forgetfulFileSystem,
} from '../../../support/database/forgetful-file-system.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { finalize, type LiveTemplate, liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

const FOLDER = '/hot/press'
/** More than any of these works takes. */
const MOST_STEPS = 80

describe('A crash', () => {
  let test: TestServer
  let template: LiveTemplate
  let hotFolder: HotFolderRecord

  before(async () => {
    test = await openTestServer({ press: openSamplePress(), env: { ROLES: 'api,press' } })
    template = await liveTemplate(test)
    const draft = {
      name: 'Press',
      templateId: null,
      folder: 'press',
      namePattern: '{order}.pdf',
      holdOnFail: false,
      output: null,
      convert: null,
    }
    hotFolder = await test.server.service.hotFolders.create({
      teamId: test.team.id,
      draft: { ...draft, metadata: {} },
    })
  })
  after(() => test.close())

  /** A machine with a disk of its own on which the work is done, and a press that looks into the folder. */
  function machine(renames: 'lost' | 'early') {
    const disk = forgetfulFileSystem(FOLDER, renames)
    const taken: Uint8Array[] = []
    let tickets = 0
    return {
      disk,
      taken,
      get tickets() {
        return tickets
      },
      ports: (writes = Number.POSITIVE_INFINITY): Ports => ({
        ...test.server.ports,
        hotFolders: createDiskTray('/hot', disk),
        store: failingStore(test.server.ports.store, disk, writes),
      }),
      async names(folder = FOLDER): Promise<readonly string[]> {
        return [...(await disk.readdir(folder))].filter((name) => name !== 'withdrawn').sort()
      },
      /** As a press does, it takes what is not hidden. */
      async press(): Promise<void> {
        for (const name of await disk.readdir(FOLDER)) {
          if (name.startsWith('.') || name === 'withdrawn') continue
          if (name.endsWith('.pdf')) taken.push(disk.bytesOf(`${FOLDER}/${name}`) ?? new Uint8Array())
          else tickets += 1
          await disk.unlink(`${FOLDER}/${name}`)
        }
        const folder = await disk.openFolder(FOLDER)
        await folder.sync()
      },
    }
  }
  type Machine = ReturnType<typeof machine>

  async function order(name: string) {
    const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
    const { body } = await finalize(test, fill.id, { external_order_id: name })
    const download = await test.send(`/v1/renders/${body.render.id}/download`)
    return { fillId: fill.id as string, renderId: body.render.id as string, bytes: await bytesOf(download) }
  }
  const rowsOf = (renderId: string) =>
    test.server.ports.store.folderDeliveries.ofRender(test.team.id, renderId)
  const pendingOf = async (renderId: string): Promise<FolderDelivery | undefined> =>
    (await rowsOf(renderId)).findLast((row) => row.outcome === 'pending')

  /** Works until nothing waits; a lease that died with a machine ends first. */
  async function workToTheEnd(ports: Ports, renderId: string): Promise<void> {
    for (let tries = 0; tries < 20; tries += 1) {
      const row = await pendingOf(renderId)
      if (row === undefined) return
      test.clock.set(Math.max(test.clock.now(), row.scheduledAt, row.leaseUntil ?? 0))
      await workOnDelivery(ports, row.teamId, row.id)
    }
    expect.fail('The delivery came to no end.')
  }

  /** Runs the newest delivery with a crash; answers whether there was one. */
  async function crashing(at: Machine, renderId: string, crash: Crash): Promise<boolean> {
    const row = await pendingOf(renderId)
    if (row === undefined) throw new Error('Nothing waits.')
    if ('step' in crash) at.disk.crashAt(crash.step)
    const ended = await workOnDelivery(
      at.ports('write' in crash ? crash.write : undefined),
      row.teamId,
      row.id,
    ).then(
      () => true,
      (error: Error) => {
        expect(error.message).to.match(/machine/)
        return false
      },
    )
    return !ended
  }

  for (const renames of ['lost', 'early'] as const)
    for (const kind of ['step', 'write'] as const)
      for (const patient of [false, true]) {
        const press = patient ? 'looks later' : 'takes what it finds after the crash'
        const about = `(${kind === 'step' ? 'disk' : 'database'}, unsynced renames ${renames}, the press ${press})`

        it(`at any moment of a delivery loses and doubles nothing ${about}${patient ? ' @long' : ''}`, async () => {
          let crashes = 0
          for (let at = 0; at < MOST_STEPS; at += 1) {
            const { renderId, bytes } = await order(`${renames}${kind}${patient}${at}`)
            const here = machine(renames)
            const crashed = await crashing(here, renderId, kind === 'step' ? { step: at } : { write: at })
            here.disk.restart()
            if (!patient) await here.press()
            await workToTheEnd(here.ports(), renderId)
            await here.press()
            const said = `crash at ${kind} ${at}: ${here.disk.done.join(', ')}`
            expect(
              here.taken.map((one) => Buffer.from(one).equals(bytes)),
              said,
            ).to.deep.equal([true])
            expect(here.tickets, said).to.equal(1)
            const rows = await rowsOf(renderId)
            expect(
              rows.map((row) => [row.outcome, row.fileStatus]),
              said,
            ).to.deep.equal([['succeeded', 'placed']])
            expect(await here.names(), said).to.deep.equal([])
            if (!crashed) break
            crashes += 1
          }
          expect(crashes).to.be.within(kind === 'step' ? 10 : 3, MOST_STEPS - 1)
        })
      }

  for (const kind of ['step', 'write'] as const)
    it(`at any moment of a correction leaves the right file alone to the press (${kind})`, async () => {
      for (let at = 0; at < MOST_STEPS; at += 1) {
        const { renderId } = await order(`corrected ${kind} ${at}`)
        const here = machine('early')
        await workToTheEnd(here.ports(), renderId)
        const retry = await test.json(`/v1/renders/${renderId}/retry`, {
          body: { values: { Name: 'Grace' } },
        })
        expect(retry.status).to.equal(200)
        const crashed = await crashing(here, renderId, kind === 'step' ? { step: at } : { write: at })
        here.disk.restart()
        await workToTheEnd(here.ports(), renderId)
        const stem = `corrected ${kind} ${at}`
        expect(await here.names()).to.deep.equal([`${stem}-2.json`, `${stem}-2.pdf`])
        expect(await here.names(`${FOLDER}/withdrawn`)).to.deep.equal([`${stem}.json`, `${stem}.pdf`])
        const rows = await rowsOf(renderId)
        expect(rows.map((row) => [row.outcome, row.fileStatus, row.earlierFile])).to.deep.equal([
          ['succeeded', 'withdrawn', null],
          ['succeeded', 'placed', 'withdrawn'],
        ])
        if (!crashed) return
      }
      expect.fail('The crashes came to no end.')
    })

  for (const kind of ['step', 'write'] as const)
    it(`at any moment of giving up what is staged keeps it from the press (${kind})`, async () => {
      for (let at = 0; at < MOST_STEPS; at += 1) {
        const { renderId, fillId } = await order(`given up ${kind} ${at}`)
        const here = machine('early')
        const healthy = here.ports()
        const [row] = await rowsOf(renderId)
        if (row === undefined) throw new Error('Nothing waits.')
        const place = () => Promise.reject(new Error('The machine went down.'))
        const stuck = { ...healthy, hotFolders: { ...healthy.hotFolders, place } }
        await workOnDelivery(stuck, row.teamId, row.id).catch(() => {})
        expect((await pendingOf(renderId))?.stagedAt).to.be.a('number')
        await test.json(`/v1/fills/${fillId}/status`, { body: { status: 'refunded' } })
        if (kind === 'step') here.disk.crashAt(at)
        const ports = here.ports(kind === 'write' ? at : undefined)
        const ended = await workOnDelivery(ports, row.teamId, row.id).then(
          () => true,
          () => false,
        )
        here.disk.restart()
        await workToTheEnd(here.ports(), renderId)
        expect((await rowsOf(renderId))[0]).to.include({ outcome: 'skipped', skipReason: 'withdrawn' })
        expect(await here.names()).to.deep.equal([])
        if (ended) return
      }
      expect.fail('The crashes came to no end.')
    })

  for (const action of ['refunded', 'erased'] as const)
    it(`at any moment of taking a file back leaves none of it to the press (${action})`, async () => {
      for (let at = 0; at < MOST_STEPS; at += 1) {
        const name = `${action} ${at}`
        const { renderId, fillId } = await order(name)
        const here = machine('early')
        await workToTheEnd(here.ports(), renderId)
        if (action === 'erased') await test.json(`/v1/fills/${fillId}/erase`, { method: 'POST' })
        else await test.json(`/v1/fills/${fillId}/status`, { body: { status: 'refunded' } })
        const crashed = await crashing(here, renderId, { step: at })
        here.disk.restart()
        await workToTheEnd(here.ports(), renderId)
        expect(await here.names()).to.deep.equal([])
        if (action === 'refunded')
          expect(await here.names(`${FOLDER}/withdrawn`)).to.deep.equal([`${name}.json`, `${name}.pdf`])
        const last = (await rowsOf(renderId)).at(-1)
        expect(last).to.include({
          action: action === 'erased' ? 'erase' : 'withdraw',
          hotFolderId: hotFolder.id,
        })
        expect(last?.fileStatus, `crash at ${at}`).to.equal(action === 'erased' ? 'erased' : 'withdrawn')
        if (!crashed) return
      }
      expect.fail('The crashes came to no end.')
    })
})

type Crash = { readonly step: number } | { readonly write: number }

/** The store of a machine that crashes before its write `writes`; with the machine down, it writes nothing. */
function failingStore(store: RootStore, disk: ForgetfulFileSystem, writes: number): RootStore {
  let left = writes
  const check = (): void => {
    if (disk.down) throw new Error('The machine is down.')
    if (left === 0) {
      disk.crash()
      disk.crashAt(0)
      throw new Error('The machine went down.')
    }
    left -= 1
  }
  const guarded = <S extends Store>(inner: S): S => ({
    ...inner,
    folderDeliveries: {
      ...inner.folderDeliveries,
      claim: async (...request) => {
        check()
        return inner.folderDeliveries.claim(...request)
      },
      update: async (...change) => {
        check()
        return inner.folderDeliveries.update(...change)
      },
    },
  })
  return { ...guarded(store), transaction: (work) => store.transaction((inside) => work(guarded(inside))) }
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}
