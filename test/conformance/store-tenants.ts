/** What every Store must keep from other teams, in every read and in every write. */

import { expect } from 'chai'
import type { Store } from '../../core/store.ts'
import { UniqueViolation } from '../../core/unique-violation.ts'
import {
  keyRecord,
  renderRecord,
  revisionRecord,
  stockTeam,
  tailOfBytes,
} from '../support/database/records.ts'

export function describeTenants(current: () => Store): void {
  describe('keeps teams apart', () => {
    const refused = async (insert: Promise<void>) => {
      const error = await insert.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).to.be.instanceOf(Error)
      expect(error).not.to.be.instanceOf(UniqueViolation)
    }

    it('in every read: the rows of another team are not there', async () => {
      const store = current()
      const mine = await stockTeam(store)
      const { teamId: stranger } = await stockTeam(store)
      const key = keyRecord(mine.teamId)
      const render = renderRecord(mine.template)
      await store.keys.insert(key)
      await store.renders.insert(render)
      await store.tails.put(mine.teamId, render.id, tailOfBytes(Uint8Array.of(1)))
      await store.usage.consume(mine.teamId, '202607', null)
      const page = { limit: 100, startingAfter: null }

      expect(await store.keys.find(stranger, key.id)).to.equal(null)
      expect(await store.keys.list(stranger)).to.deep.equal([])
      expect(await store.templates.find(stranger, mine.template.id)).to.equal(null)
      expect(await store.templates.findBySource(stranger, mine.template.sourceSha256)).to.equal(null)
      const templates = await store.templates.list(stranger, page)
      expect(templates.items.map((item) => item.id)).not.to.include(mine.template.id)
      expect(await store.templates.findMany(stranger, [mine.template.id])).to.deep.equal([])
      expect(await store.revisions.find(stranger, mine.template.id, 1)).to.equal(null)
      const wanted = [{ templateId: mine.template.id, revision: 1 }]
      expect(await store.revisions.findMany(stranger, wanted)).to.deep.equal([])
      expect(await store.renders.find(stranger, render.id)).to.equal(null)
      expect((await store.renders.list(stranger, {}, page)).items).to.deep.equal([])
      expect(await store.tails.find(stranger, render.id)).to.equal(null)
      expect(await store.usage.read(stranger, '202607')).to.equal(0)
    })

    it('in every write: a row of another team does not change', async () => {
      const store = current()
      const mine = await stockTeam(store)
      const { teamId: stranger, template: theirs } = await stockTeam(store)
      const key = keyRecord(mine.teamId)
      const render = renderRecord(mine.template)
      await store.keys.insert(key)
      await store.renders.insert(render)
      await store.tails.put(mine.teamId, render.id, tailOfBytes(Uint8Array.of(1)))

      expect(await store.keys.revoke(stranger, key.id, 1)).to.equal(null)
      expect(await store.keys.expire(stranger, key.id, 1)).to.equal(null)
      expect(await store.templates.update(stranger, mine.template.id, { title: 'taken' })).to.equal(null)
      expect(await store.renders.update(stranger, render.id, 1, { status: 'failed' })).to.equal(null)
      await refused(store.tails.put(stranger, render.id, tailOfBytes(Uint8Array.of(2))))
      await refused(store.revisions.insert(revisionRecord(mine.template, { teamId: stranger, revision: 2 })))
      await refused(store.renders.insert(renderRecord(mine.template, { teamId: stranger })))
      await refused(store.renders.insert(renderRecord(theirs, { revision: 7 })))

      expect(await store.keys.find(mine.teamId, key.id)).to.deep.equal(key)
      expect(await store.templates.find(mine.teamId, mine.template.id)).to.deep.equal(mine.template)
      expect(await store.renders.find(mine.teamId, render.id)).to.deep.equal(render)
      expect([...((await store.tails.find(mine.teamId, render.id))?.bytes ?? [])]).to.deep.equal([1])
    })
  })
}
