/** What every Store must do about batches: keep, page, change only what stands as seen, and show none half written. */

import { expect } from 'chai'
import type { BatchRecord } from '../../core/service/batch/batch.ts'
import type { ItemRecord } from '../../core/service/batch/item.ts'
import type { TemplateRecord } from '../../core/service/template/template.ts'
import type { Store } from '../../core/store.ts'
import { makeId, renderRecord, someHash, stockTeam } from '../support/database/records.ts'

const NOW = 1_750_000_000_000

/** A batch with every property set. */
export function batchRecord(template: TemplateRecord, changes: Partial<BatchRecord> = {}): BatchRecord {
  return {
    id: makeId('batch'),
    teamId: template.teamId,
    kind: 'renders',
    result: 'merged',
    status: 'queued',
    templateId: template.id,
    revision: 1,
    colors: [{ index: 1, key: 'gold', name: 'Gold Foil', hex: '#c9a227' }],
    assignments: { fld_1: 1 },
    columns: [
      { name: 'Name', field: 'fld_1' },
      { name: 'Menge', reference: 'quantity' },
    ],
    retryOf: makeId('batch'),
    total: 3,
    succeeded: 0,
    failed: 0,
    skipped: 0,
    metadata: { event: 'Grüße' },
    attempt: 2,
    faults: 1,
    counted: { '202607': 2 },
    resultSha256: someHash(),
    sizeBytes: 5_000_000_000,
    output: 'pdfx4',
    createdAt: NOW,
    updatedAt: NOW,
    startedAt: NOW + 1,
    completedAt: NOW + 2,
    canceledAt: NOW + 3,
    erasedAt: NOW + 4,
    ...changes,
  }
}

export function itemRecord(batch: BatchRecord, index: number, changes: Partial<ItemRecord> = {}): ItemRecord {
  return {
    teamId: batch.teamId,
    batchId: batch.id,
    index,
    row: index + 2,
    cells: ['Zoë', '12'],
    templateId: batch.templateId ?? '',
    revision: 1,
    values: { fld_1: 'Zoë\nund 👩‍👩‍👧', fld_2: '' },
    colors: [{ index: 1, key: 'gold', name: 'Gold Foil', hex: '#c9a227' }],
    assignments: { fld_1: 1 },
    substrate: { key: 'kraft', name: 'Kraft', hex: '#b58b5a' },
    externalRef: `ref ${index}`,
    externalOrderId: 'order 1',
    externalCartId: 'cart 1',
    customerEmail: `Guest${index}@Example.com`,
    quantity: 12,
    metadata: { gift: 'yes' },
    status: 'pending',
    renderId: makeId('render'),
    error: { code: 'invalid_option', message: 'No.', param: 'values.a', details: [] },
    retryBatchId: makeId('batch'),
    preflightStatus: 'warn',
    erasedAt: null,
    ...changes,
  }
}

export function describeBatches(current: () => Store): void {
  const whole = { limit: 1000, startingAfter: null }

  async function stockBatch(count: number, changes: Partial<BatchRecord> = {}) {
    const store = current()
    const { teamId, template } = await stockTeam(store)
    const batch = batchRecord(template, { total: count, ...changes })
    await store.batches.insert(batch)
    const items = Array.from({ length: count }, (_, index) => itemRecord(batch, index))
    await store.batches.insertItems(items)
    return { store, teamId, template, batch, items }
  }

  describe('keeps batches', () => {
    it('and their items as they were written, full and bare', async () => {
      const { store, teamId, template, batch, items } = await stockBatch(2)
      expect(await store.batches.find(teamId, batch.id)).to.deep.equal(batch)
      expect(await store.batches.findForUpdate(teamId, batch.id)).to.deep.equal(batch)
      expect(await store.batches.byId(batch.id)).to.include({ id: batch.id, teamId })
      expect(await store.batches.byId('bat_0')).to.equal(null)
      expect((await store.batches.items(teamId, batch.id, null, whole)).items).to.deep.equal(items)
      const bare = batchRecord(template, {
        templateId: null,
        revision: null,
        colors: null,
        resultSha256: null,
      })
      await store.batches.insert({ ...bare, sizeBytes: null, completedAt: null, erasedAt: null })
      expect((await store.batches.find(teamId, bare.id))?.templateId).to.equal(null)
      const item = itemRecord(bare, 0, {
        row: null,
        colors: null,
        substrate: null,
        customerEmail: null,
        error: null,
      })
      await store.batches.insertItems([item])
      expect((await store.batches.items(teamId, bare.id, null, whole)).items).to.deep.equal([item])
    })

    it('by pages of items, in the order of their indexes', async () => {
      const { store, teamId, batch, items } = await stockBatch(123)
      const seen: ItemRecord[] = []
      for (let startingAfter: number | null = null, more = true; more; ) {
        const page = await store.batches.items(teamId, batch.id, null, { limit: 50, startingAfter })
        seen.push(...page.items)
        startingAfter = page.items.at(-1)?.index ?? null
        more = page.hasMore
      }
      expect(seen).to.deep.equal(items)
      await store.batches.updateItem(items[7] as ItemRecord, { status: 'failed' })
      const failed = await store.batches.items(teamId, batch.id, ['failed', 'skipped'], whole)
      expect(failed.items.map((item) => item.index)).to.deep.equal([7])
    })

    it('for nobody of another team', async () => {
      const { store, batch, items } = await stockBatch(1)
      const { teamId: stranger } = await stockTeam(store)
      expect(await store.batches.find(stranger, batch.id)).to.equal(null)
      expect((await store.batches.items(stranger, batch.id, null, whole)).items).to.deep.equal([])
      expect(
        (await store.batches.list(stranger, {}, { limit: 10, startingAfter: null })).items,
      ).to.deep.equal([])
      expect(await store.batches.update(stranger, batch.id, ['queued'], { failed: 1 })).to.equal(null)
      const [item] = items
      if (item === undefined) throw new Error('There is no item.')
      expect(await store.batches.updateItem({ ...item, teamId: stranger }, { status: 'failed' })).to.equal(
        false,
      )
      expect(await store.batches.itemsOfCustomer(stranger, 'guest0@example.com', 10)).to.deep.equal([])
    })

    it('and changes them only from a status that was seen', async () => {
      const { store, teamId, batch } = await stockBatch(1)
      expect(await store.batches.update(teamId, batch.id, ['processing'], { failed: 1 })).to.equal(null)
      const changed = await store.batches.update(teamId, batch.id, ['queued', 'processing'], {
        status: 'processing',
      })
      expect(changed).to.deep.equal({ ...batch, status: 'processing' })
    })

    it('and changes items only where status and erasure are as they were seen', async () => {
      const { store, teamId, batch, items } = await stockBatch(1)
      const [item] = items
      if (item === undefined) throw new Error('There is no item.')
      const tries = await Promise.all(
        [1, 2, 3].map((one) =>
          store.batches.updateItem(item, { status: 'succeeded', renderId: `rnd_${one}` }),
        ),
      )
      expect(tries.filter((changed) => changed).length).to.equal(1)
      const succeeded = { ...item, status: 'succeeded' } as const
      expect(await store.batches.updateItem({ ...succeeded, erasedAt: 5 }, { values: {} })).to.equal(false)
      expect(await store.batches.updateItem(succeeded, { values: {}, erasedAt: 5 })).to.equal(true)
      expect(await store.batches.updateItem(succeeded, { status: 'failed' })).to.equal(false)
      expect((await store.batches.items(teamId, batch.id, null, whole)).items[0]?.values).to.deep.equal({})
    })

    it('and finds a customer by the address, however typed, until it is erased', async () => {
      const { store, teamId, items } = await stockBatch(3)
      const found = await store.batches.itemsOfCustomer(teamId, 'gUEST1@example.COM', 10)
      expect(found).to.deep.equal([items[1]])
      await store.batches.updateItem(found[0] as ItemRecord, { customerEmail: null, erasedAt: 1 })
      expect(await store.batches.itemsOfCustomer(teamId, 'guest1@example.com', 10)).to.deep.equal([])
    })

    it('that stand still, by id, until they are over', async () => {
      const { store, teamId, batch } = await stockBatch(1)
      const idsFrom = async (after: string, before: number) =>
        (await store.batches.unfinished(after, before, 1000)).map(({ id }) => id)
      expect(await idsFrom('', NOW)).to.include(batch.id)
      expect(await idsFrom('', NOW - 1)).not.to.include(batch.id)
      expect(await idsFrom(batch.id, NOW)).not.to.include(batch.id)
      await store.batches.update(teamId, batch.id, ['queued'], { status: 'completed' })
      expect(await idsFrom('', NOW)).not.to.include(batch.id)
    })

    it('and knows which files are their results, and which words are there still', async () => {
      const { store, teamId, batch } = await stockBatch(1, { erasedAt: null })
      expect(await store.batches.isResult(batch.resultSha256 ?? '')).to.equal(true)
      expect(await store.batches.isResult(someHash())).to.equal(false)
      expect(await store.batches.unswept(teamId, NOW + 1, 10)).to.deep.equal([])
      await store.batches.update(teamId, batch.id, ['queued'], { status: 'canceled', resultSha256: null })
      expect((await store.batches.unswept(teamId, NOW + 1, 10)).map(({ id }) => id)).to.deep.equal([batch.id])
      expect(await store.batches.unswept(teamId, NOW, 10)).to.deep.equal([])
      await store.batches.update(teamId, batch.id, ['canceled'], { erasedAt: NOW })
      expect(await store.batches.unswept(teamId, NOW + 1, 10)).to.deep.equal([])
      expect(await store.batches.isResult(batch.resultSha256 ?? '')).to.equal(false)
    })

    it('unseen while their items are being written, and gone when these are given up', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const [kept, left] = [batchRecord(template), batchRecord(template)]
      for (const batch of [kept, left]) {
        await store.batches.insert(batch, { staged: true })
        await store.batches.insertItems(Array.from({ length: 5 }, (_, index) => itemRecord(batch, index)))
      }
      expect(await store.batches.find(teamId, kept.id)).to.equal(null)
      expect(await store.batches.byId(kept.id)).to.equal(null)
      expect(await store.batches.update(teamId, kept.id, ['queued'], { failed: 1 })).to.equal(null)
      expect((await store.batches.list(teamId, {}, { limit: 10, startingAfter: null })).items).to.deep.equal(
        [],
      )
      expect(await store.batches.itemsOfCustomer(teamId, 'guest1@example.com', 10)).to.deep.equal([])
      const unfinished = await store.batches.unfinished('', NOW, 1000)
      expect(unfinished.map(({ id }) => id)).not.to.include(kept.id)
      const idsOf = async () => (await store.batches.staged(NOW + 1, 1000)).map(({ id }) => id)
      expect(await idsOf()).to.include.members([kept.id, left.id])

      const admitted = await store.batches.admit(teamId, kept.id, { total: 5, failed: 2 })
      expect(admitted).to.deep.equal({ ...kept, total: 5, failed: 2 })
      expect(await store.batches.admit(teamId, kept.id, { total: 5, failed: 2 })).to.equal(null)
      expect(await store.batches.discard(teamId, kept.id, 100), 'what is shown is not discarded').to.equal(
        true,
      )
      expect((await store.batches.items(teamId, kept.id, null, whole)).items.length).to.equal(5)

      expect(await store.batches.discard(teamId, left.id, 3)).to.equal(false)
      expect(await store.batches.discard(teamId, left.id, 3)).to.equal(true)
      expect((await store.batches.items(teamId, left.id, null, whole)).items).to.deep.equal([])
      expect(await idsOf()).not.to.include.members([left.id])
    })
  })

  describe('counts renders and finds those that wait', () => {
    it('takes back what was counted, and never more', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      for (let count = 0; count < 5; count += 1) await store.usage.consume(teamId, '202607', null)
      await store.usage.release(teamId, '202607', 2)
      expect(await store.usage.read(teamId, '202607')).to.equal(3)
      await store.usage.release(teamId, '202606', 1)
      await store.usage.release(teamId, '202607', 9)
      expect(await store.usage.read(teamId, '202607')).to.equal(0)
      expect(await store.usage.read(teamId, '202606')).to.equal(0)
    })

    it('by id, once they have waited long enough', async () => {
      const store = current()
      const { template } = await stockTeam(store)
      const waiting = [1, 2, 3].map(() => renderRecord(template, { updatedAt: NOW }))
      for (const render of waiting) await store.renders.insert(render)
      await store.renders.insert(renderRecord(template, { status: 'succeeded', updatedAt: NOW }))
      const ids = waiting.map(({ id }) => id).sort()
      const found = await store.renders.waiting('', NOW, 1000)
      expect(found.filter(({ templateId }) => templateId === template.id).map(({ id }) => id)).to.deep.equal(
        ids,
      )
      expect((await store.renders.waiting(ids[0] ?? '', NOW, 1)).map(({ id }) => id)).to.deep.equal([ids[1]])
      const early = await store.renders.waiting('', NOW - 1, 1000)
      expect(early.filter(({ templateId }) => templateId === template.id)).to.deep.equal([])
    })
  })
}
