/** What every Store must do for hot folders and the deliveries to them. */

import { expect } from 'chai'
import { type FolderDelivery, newDelivery } from '../../core/service/folder/delivery.ts'
import type { HotFolderRecord } from '../../core/service/folder/hot-folder.ts'
import type { TemplateRecord } from '../../core/service/template/template.ts'
import type { Store } from '../../core/store.ts'
import { UniqueViolation } from '../../core/unique-violation.ts'
import { makeId, renderRecord, someHash, stockTeam } from '../support/database/records.ts'

const NOW = 1_750_000_000_000
const LATER = NOW + 45_000
const PAGE = { limit: 100, startingAfter: null }

export function describeFolders(current: () => Store): void {
  describe('keeps hot folders', () => {
    let store: Store
    let teamId: string
    let template: TemplateRecord
    beforeEach(async () => {
      store = current()
      const stocked = await stockTeam(store)
      teamId = stocked.teamId
      template = stocked.template
    })

    async function folderOf(changes: Partial<HotFolderRecord> = {}): Promise<HotFolderRecord> {
      const hotFolder: HotFolderRecord = {
        id: makeId('hotFolder'),
        teamId,
        name: 'Indigo 12000',
        templateId: null,
        folder: `Halle_3/${teamId}`,
        folderKey: `halle_3/${teamId}`,
        namePattern: '{order}.pdf',
        holdOnFail: true,
        output: 'pdfx4',
        convert: 'cmyk',
        status: 'enabled',
        metadata: { hall: 'Größe 3' },
        ...{ hostKey: 'SHA256:abc', login: 'key', loginCiphertext: 'v1:abc', publicKey: 'ssh-ed25519 abc' },
        createdAt: NOW,
        updatedAt: NOW,
        ...changes,
      }
      await store.hotFolders.insert(hotFolder)
      return hotFolder
    }

    async function deliver(hotFolder: HotFolderRecord, changes: Partial<FolderDelivery> = {}) {
      const render = renderRecord(template)
      await store.renders.insert(render)
      const delivery = newDelivery({
        ...{ id: makeId('folderDelivery'), teamId, hotFolderId: hotFolder.id, folder: hotFolder.folder },
        ...{ renderId: render.id, renderAttempt: 1, action: 'deliver', contentSha256: someHash() },
        ...{ sizeBytes: 5_000_000_000, scheduledAt: NOW, createdAt: NOW },
        ...changes,
      })
      await store.folderDeliveries.insert(delivery)
      return delivery
    }

    const twice = (work: Promise<unknown>) =>
      work.then(
        () => expect.fail('It was kept twice.'),
        (error) => expect(error).to.be.instanceOf(UniqueViolation),
      )

    it('gives back each record as it was written, to its own team alone', async () => {
      const hotFolder = await folderOf({ templateId: template.id })
      const full = { fileName: 'a.pdf', nameKey: 'a.pdf', stagedAt: NOW, fileStatus: 'placed' } as const
      const delivery = await deliver(hotFolder, {
        ...{ ...full, outcome: 'succeeded', earlierFile: 'already_taken', errorCode: 'disk_full' },
        ...{ attemptedAt: NOW, nextAttemptAt: NOW, lease: 3, leaseUntil: NOW, skipReason: 'erased' },
      })
      expect(await store.hotFolders.find(teamId, hotFolder.id)).to.deep.equal(hotFolder)
      expect((await store.hotFolders.list(teamId, PAGE)).items).to.deep.equal([hotFolder])
      expect(await store.folderDeliveries.find(teamId, delivery.id)).to.deep.equal(delivery)
      expect(await store.folderDeliveries.ofRender(teamId, delivery.renderId)).to.deep.equal([delivery])

      const other = (await stockTeam(store)).teamId
      expect(await store.hotFolders.find(other, hotFolder.id)).to.equal(null)
      expect((await store.hotFolders.list(other, PAGE)).items).to.deep.equal([])
      expect(await store.hotFolders.applying(other, template.id)).to.equal(null)
      expect(await store.hotFolders.update(other, hotFolder.id, { name: 'Mine' })).to.equal(null)
      expect(await store.folderDeliveries.find(other, delivery.id)).to.equal(null)
      expect(await store.folderDeliveries.ofRender(other, delivery.renderId)).to.deep.equal([])
      expect((await store.folderDeliveries.list(other, hotFolder.id, {}, PAGE)).items).to.deep.equal([])
      expect(await store.folderDeliveries.claim(other, delivery.id, NOW, LATER)).to.equal(null)
      expect(await store.folderDeliveries.update(other, delivery.id, delivery, { lease: 9 })).to.equal(null)
    })

    it("finds the template's own folder before the team's, and neither where it is disabled", async () => {
      const own = await folderOf({ templateId: template.id })
      const team = await folderOf()
      const applying = async (id = template.id) => (await store.hotFolders.applying(teamId, id))?.id
      expect([await applying(), await applying('tpl_other')]).to.deep.equal([own.id, team.id])
      await twice(folderOf())
      await twice(folderOf({ templateId: template.id }))
      await store.hotFolders.update(teamId, own.id, { status: 'disabled' })
      expect(await applying()).to.equal(team.id)
      await folderOf({ templateId: template.id })
      await twice(store.hotFolders.update(teamId, own.id, { status: 'enabled' }))
    })

    it('knows the folders of other teams, those inside and those around', async () => {
      const { folderKey } = await folderOf()
      const other = (await stockTeam(store)).teamId
      for (const key of [folderKey, 'halle_3', `${folderKey}/in`])
        expect(await store.hotFolders.isOthers(other, key), key).to.equal(true)
      for (const key of [`${folderKey}2`, folderKey.replace('_', 'x'), folderKey.slice(0, -1)])
        expect(await store.hotFolders.isOthers(other, key), key).to.equal(false)
    })

    it('keeps one delivery of an attempt, and one file of a name while it may lie there', async () => {
      const hotFolder = await folderOf()
      const first = await deliver(hotFolder)
      await twice(store.folderDeliveries.insert({ ...first, id: makeId('folderDelivery') }))
      const { update } = store.folderDeliveries
      const named = await update(teamId, first.id, first, { fileName: 'A.pdf', nameKey: 'a.pdf' })
      const second = await deliver(hotFolder)
      await twice(update(teamId, second.id, second, { fileName: 'a.pdf', nameKey: 'a.pdf' }))
      await update(teamId, first.id, named ?? first, { outcome: 'failed' })
      expect(await update(teamId, second.id, second, { nameKey: 'a.pdf' })).to.include({ nameKey: 'a.pdf' })
    })

    it('gives a due delivery to one worker until its lease is over, and fences the others off', async () => {
      const { claim, update } = store.folderDeliveries
      const delivery = await deliver(await folderOf(), { scheduledAt: NOW + 1 })
      expect(await claim(teamId, delivery.id, NOW, LATER)).to.equal(null)
      const claims = await Promise.all([1, 2, 3].map(() => claim(teamId, delivery.id, NOW + 1, LATER)))
      const [held] = claims.filter((one) => one !== null)
      expect(claims.filter((one) => one !== null)).to.have.lengthOf(1)
      expect(held).to.include({ lease: 1, leaseUntil: LATER })
      expect(await claim(teamId, delivery.id, LATER - 1, LATER)).to.equal(null)
      expect(await claim(teamId, delivery.id, LATER, LATER + 1)).to.include({ lease: 2 })
      expect(await update(teamId, delivery.id, held ?? delivery, { outcome: 'succeeded' })).to.equal(null)
      // The heir of a dead worker does not wait.
      expect(await claim(teamId, delivery.id, LATER, LATER + 1)).to.equal(null)
      expect(await claim(teamId, delivery.id, LATER, LATER + 1, true)).to.include({ lease: 3 })
      const fence = { lease: 3, outcome: 'pending' } as const
      expect(await update(teamId, delivery.id, fence, { outcome: 'failed' })).to.include({
        outcome: 'failed',
      })
      expect(await claim(teamId, delivery.id, LATER * 2, LATER * 2, true)).to.equal(null)
    })

    it('lists by render and outcome, and what waits page by page', async () => {
      const hotFolder = await folderOf()
      const [one, two] = [await deliver(hotFolder), await deliver(hotFolder)]
      const held = await deliver(hotFolder, { outcome: 'held' })
      const leased = await deliver(hotFolder, { leaseUntil: LATER })
      const listed = async (filter: object) =>
        (await store.folderDeliveries.list(teamId, hotFolder.id, filter, PAGE)).items.map(({ id }) => id)
      expect(await listed({})).to.deep.equal([leased.id, held.id, two.id, one.id])
      expect(await listed({ outcome: 'held' })).to.deep.equal([held.id])
      expect(await listed({ renderId: two.renderId })).to.deep.equal([two.id])
      const waiting = async (now: number, afterId: string, limit = 100) =>
        (await store.folderDeliveries.waiting(now, afterId, limit))
          .filter((row) => row.teamId === teamId)
          .map(({ id }) => id)
      expect(await waiting(NOW, '')).to.deep.equal([one.id, two.id])
      expect(await waiting(LATER, one.id)).to.deep.equal([two.id, leased.id])
      expect(await waiting(NOW - 1, '')).to.deep.equal([])
    })
  })
}
