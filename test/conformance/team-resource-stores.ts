/** What every Store must do for pictures, fonts, output profiles and selection sets. */

import { expect } from 'chai'
import type { SelectionSetRecord } from '../../core/service/selection/selection-set.ts'
import type { Store } from '../../core/store.ts'
import { UniqueViolation } from '../../core/unique-violation.ts'
import { makeId, someHash, stockTeam } from '../support/database/records.ts'
import { assetRecord, fontRecord, profileRecord } from '../support/database/team-resources.ts'

const PAGE = { limit: 100, startingAfter: null }

function setRecord(teamId: string, changes: Partial<SelectionSetRecord> = {}): SelectionSetRecord {
  return {
    id: makeId('selectionSet'),
    teamId,
    name: 'Größen',
    options: [{ value: 's', label: 'Klein „S“', disabled: false, assetId: null, retired: true }],
    metadata: { season: 'winter' },
    createdAt: 1_750_000_000_123,
    updatedAt: 1_750_000_000_456,
    archivedAt: null,
    ...changes,
  }
}

export function describeTeamResources(current: () => Store): void {
  describe('keeps what teams bring', () => {
    let store: Store
    let teamId: string
    let stranger: string
    beforeEach(async () => {
      store = current()
      teamId = (await stockTeam(store)).teamId
      stranger = (await stockTeam(store)).teamId
    })

    const twice = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => expect.fail('It was kept twice.'),
        (thrown: unknown) => thrown,
      )
      expect(error).to.be.instanceOf(UniqueViolation)
    }

    it('gives back each record as it was written, to its own team alone', async () => {
      const [asset, font, set] = [assetRecord(teamId, { mask: null }), fontRecord(teamId), setRecord(teamId)]
      await store.assets.insert(asset)
      await store.fonts.insert(font)
      await store.selectionSets.insert(set)
      expect(await store.assets.find(teamId, asset.id)).to.deep.equal(asset)
      expect(await store.assets.byId(asset.id)).to.include({ id: asset.id, teamId })
      expect(await store.assets.findBySource(teamId, asset.sourceSha256)).to.deep.equal(asset)
      expect(await store.assets.findMany(teamId, [asset.id, 'ast_none'])).to.deep.equal([asset])
      expect(await store.fonts.find(teamId, font.id)).to.deep.equal(font)
      expect(await store.fonts.findBySource(teamId, font.sourceSha256)).to.deep.equal(font)
      expect(await store.fonts.active(teamId)).to.deep.equal([font])
      expect(await store.selectionSets.find(teamId, set.id)).to.deep.equal(set)
      expect(await store.selectionSets.findMany(teamId, [set.id])).to.deep.equal([set])

      expect(await store.assets.find(stranger, asset.id)).to.equal(null)
      expect(await store.assets.findBySource(stranger, asset.sourceSha256)).to.equal(null)
      expect(await store.assets.findMany(stranger, [asset.id])).to.deep.equal([])
      expect((await store.assets.list(stranger, {}, PAGE)).items).to.deep.equal([])
      expect(await store.assets.update(stranger, asset.id, { name: 'taken' })).to.equal(null)
      expect(await store.fonts.find(stranger, font.id)).to.equal(null)
      expect(await store.fonts.findBySource(stranger, font.sourceSha256)).to.equal(null)
      expect(await store.fonts.active(stranger)).to.deep.equal([])
      expect((await store.fonts.list(stranger, PAGE)).items).to.deep.equal([])
      expect(await store.fonts.update(stranger, font.id, { archivedAt: 1 })).to.equal(null)
      expect(await store.selectionSets.find(stranger, set.id)).to.equal(null)
      expect(await store.selectionSets.findForUpdate(stranger, set.id)).to.equal(null)
      expect(await store.selectionSets.findMany(stranger, [set.id])).to.deep.equal([])
      expect((await store.selectionSets.list(stranger, PAGE)).items).to.deep.equal([])
      expect(await store.selectionSets.update(stranger, set.id, { name: 'taken' })).to.equal(null)
    })

    it('gives back profiles as they were written, to their own team alone, and each upload once', async () => {
      const profile = profileRecord(teamId)
      const { fileSha256 } = profile
      await store.profiles.insert(profile)
      await twice(store.profiles.insert(profileRecord(teamId, { fileSha256 })))
      await store.profiles.insert(profileRecord(stranger, { fileSha256 }))
      expect(await store.profiles.find(teamId, profile.id)).to.deep.equal(profile)
      expect(await store.profiles.findByFile(teamId, fileSha256)).to.deep.equal(profile)
      expect((await store.profiles.list(teamId, PAGE)).items).to.deep.equal([profile])
      expect(await store.profiles.find(stranger, profile.id)).to.equal(null)
      expect(await store.profiles.update(stranger, profile.id, { name: 'taken' })).to.equal(null)
      const changed = await store.profiles.update(teamId, profile.id, { archivedAt: 5 })
      expect(changed).to.deep.equal({ ...profile, archivedAt: 5 })
      expect((await store.profiles.list(teamId, PAGE)).items).to.deep.equal([])
      expect(await store.profiles.findByFile(teamId, fileSha256)).to.deep.equal(changed)
    })

    it('finds pictures by a whole tag, and archived ones only where they are asked for', async () => {
      const tagged = assetRecord(teamId, { tags: ['oak', 'oak-leaf'] })
      const other = assetRecord(teamId, { tags: ['leaf'] })
      const gone = assetRecord(teamId, { tags: ['oak'], archivedAt: 5 })
      for (const asset of [tagged, other, gone, assetRecord(teamId, { tags: [] })])
        await store.assets.insert(asset)
      const ids = async (filter: { tag?: string; archived?: true }) =>
        (await store.assets.list(teamId, filter, PAGE)).items.map(({ id }) => id)
      expect(await ids({ tag: 'oak' })).to.deep.equal([tagged.id])
      expect(await ids({ tag: 'leaf' })).to.deep.equal([other.id])
      expect(await ids({ archived: true })).to.deep.equal([gone.id])
      expect(await ids({})).to.have.length(3)
    })

    it('keeps one upload of a team once, and one active font of a name', async () => {
      const asset = assetRecord(teamId)
      await store.assets.insert(asset)
      await twice(store.assets.insert(assetRecord(teamId, { sourceSha256: asset.sourceSha256 })))
      await store.assets.insert(assetRecord(stranger, { sourceSha256: asset.sourceSha256 }))
      const font = fontRecord(teamId)
      const { postScriptName } = font
      await store.fonts.insert(font)
      await twice(store.fonts.insert(fontRecord(teamId, { sourceSha256: font.sourceSha256 })))
      await twice(store.fonts.insert(fontRecord(teamId, { postScriptName })))
      await store.fonts.insert(fontRecord(stranger, { postScriptName }))
      const gone = fontRecord(teamId, { postScriptName, archivedAt: 7, sourceSha256: someHash() })
      await store.fonts.insert(gone)
      await twice(store.fonts.update(teamId, gone.id, { archivedAt: null }))
      await store.fonts.update(teamId, font.id, { archivedAt: 8 })
      expect(await store.fonts.update(teamId, gone.id, { archivedAt: null })).to.include({ archivedAt: null })
    })
  })
}
