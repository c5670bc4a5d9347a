/** What every Store must do about fills: keep, find, filter, page, and change only what stands as it was seen. */

import { expect } from 'chai'
import type { FillRecord } from '../../core/service/fill/fill.ts'
import type { FillFilter } from '../../core/service/fill/fill-store.ts'
import type { TemplateRecord } from '../../core/service/template/template.ts'
import type { RootStore } from '../../core/store.ts'
import { UniqueViolation } from '../../core/unique-violation.ts'
import { makeId, renderRecord, someHash, stockTeam, tailOfBytes } from '../support/database/records.ts'

const NOW = 1_750_000_000_000

/** A fill with every property set that an open one can have. */
export function fillRecord(template: TemplateRecord, changes: Partial<FillRecord> = {}): FillRecord {
  return {
    id: makeId('fill'),
    teamId: template.teamId,
    templateId: template.id,
    revision: 1,
    status: 'open',
    statusReason: null,
    source: 'api',
    draft: 'none',
    values: { fld_1: 'Zoë\nund 👩‍👩‍👧', fld_2: '' },
    colors: [{ index: 1, key: 'gold', name: 'Gold Foil', hex: '#c9a227' }],
    assignments: { fld_1: 1 },
    substrate: { key: 'kraft', name: 'Kraft', hex: '#b58b5a' },
    externalOrderId: 'order 1',
    externalCartId: 'cart 1',
    externalProductId: 'product 1',
    externalVariantId: 'variant 1',
    lineRef: 'line 1',
    quantity: 250,
    dueAt: NOW + 5,
    customerEmail: 'Zoe@Example.com',
    customerName: 'Zoë',
    embedSessionId: null,
    lastRenderId: null,
    review: 'none',
    reviewReason: null,
    reviewedAt: null,
    metadata: { project_name: 'Spring' },
    resumeTokenHash: null,
    expiresAt: NOW + 1000,
    createdAt: NOW,
    updatedAt: NOW,
    finalizedAt: null,
    expiredAt: null,
    erasedAt: null,
    ...changes,
  }
}

export function describeFills(current: () => RootStore): void {
  describe('keeps fills', () => {
    it('as they were written, full and bare', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const full = fillRecord(template, { resumeTokenHash: someHash() })
      const bare = fillRecord(template, {
        colors: null,
        substrate: null,
        externalOrderId: null,
        customerEmail: null,
        expiresAt: null,
        dueAt: null,
      })
      for (const fill of [full, bare]) await store.fills.insert(fill)
      expect(await store.fills.find(teamId, full.id)).to.deep.equal(full)
      expect(await store.fills.find(teamId, bare.id)).to.deep.equal(bare)
      expect(await store.fills.findByResumeToken(full.resumeTokenHash ?? '')).to.deep.equal(full)
      expect(await store.fills.findByResumeToken(someHash())).to.equal(null)
      const many = await store.fills.findMany(teamId, [full.id, 'fill_x', bare.id])
      expect(many).to.have.deep.members([full, bare])
      await store.transaction(async (inside) => {
        expect(await inside.fills.findForUpdate(teamId, full.id)).to.deep.equal(full)
        expect(await inside.fills.findForUpdate(teamId, 'fill_x')).to.equal(null)
      })
    })

    it('of browsers apart until they are approved', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const states = ['none', 'untouched', 'started', 'none', 'started'] as const
      const fills = states.map((draft) => fillRecord(template, { draft, customerEmail: null }))
      for (const fill of fills) await store.fills.insert(fill)
      const found = async (filter: object) => {
        const page = { limit: 10, startingAfter: null }
        const { items } = await store.fills.list(teamId, filter, page, NOW)
        return items.map(({ id }) => states[fills.findIndex((fill) => fill.id === id)])
      }
      for (const filter of [{}, { status: 'open' }, { source: 'api' }, { templateId: template.id }]) {
        expect(await found({ ...filter, draft: true })).to.deep.equal(['started', 'started'])
        expect(await found({ ...filter, draft: false })).to.deep.equal(['none', 'none'])
        expect(await found(filter)).to.have.length(5)
      }
    })

    it('each resume token once', async () => {
      const store = current()
      const { template } = await stockTeam(store)
      const resumeTokenHash = someHash()
      await store.fills.insert(fillRecord(template, { resumeTokenHash }))
      const again = store.fills.insert(fillRecord(template, { resumeTokenHash }))
      expect(await again.catch((thrown: unknown) => thrown)).to.be.instanceOf(UniqueViolation)
    })

    it('and changes them only at the status that the caller saw', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const fill = fillRecord(template)
      await store.fills.insert(fill)
      const changes = { status: 'finalized', finalizedAt: NOW + 9, values: {}, dueAt: null } as const
      const done = await store.fills.update(teamId, fill.id, 'open', changes)
      expect(done).to.deep.equal({ ...fill, ...changes })
      expect(await store.fills.update(teamId, fill.id, 'open', { quantity: 1 })).to.equal(null)
      expect(await store.fills.update(teamId, fill.id, 'open', {})).to.equal(null)
      expect(await store.fills.update(teamId, fill.id, 'finalized', {})).to.deep.equal(done)
      expect(await store.fills.find(teamId, fill.id)).to.deep.equal(done)
    })

    it('apart from other teams', async () => {
      const store = current()
      const { template } = await stockTeam(store)
      const stranger = (await stockTeam(store)).teamId
      const fill = fillRecord(template)
      await store.fills.insert(fill)
      expect(await store.fills.find(stranger, fill.id)).to.equal(null)
      expect(await store.fills.findForUpdate(stranger, fill.id)).to.equal(null)
      expect(await store.fills.findMany(stranger, [fill.id])).to.deep.equal([])
      expect((await store.fills.list(stranger, {}, { limit: 9, startingAfter: null }, NOW)).items).to.be.empty
      expect(await store.fills.update(stranger, fill.id, 'open', { quantity: 1 })).to.equal(null)
      const moved = store.fills.insert(fillRecord(template, { teamId: stranger }))
      expect(await moved.catch((thrown: unknown) => thrown)).to.be.instanceOf(Error)
    })

    it('and lists them newest first by every filter', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const ordinary = fillRecord(template)
      const late = fillRecord(template, { expiresAt: NOW, externalOrderId: 'order 2', createdAt: NOW + 1 })
      const done = fillRecord(template, { status: 'finalized', expiresAt: NOW - 5, externalCartId: 'cart 2' })
      const over = fillRecord(template, { status: 'expired', source: 'embed', customerEmail: 'a@b.example' })
      const forever = fillRecord(template, { expiresAt: null, source: 'hosted', customerEmail: null })
      const all = [ordinary, late, done, over, forever]
      for (const fill of all) await store.fills.insert(fill)
      const list = async (filter: FillFilter) => {
        const found: string[] = []
        for (let startingAfter: string | null = null, more = true; more; ) {
          const page = await store.fills.list(teamId, filter, { limit: 2, startingAfter }, NOW)
          found.push(...page.items.map((fill) => fill.id))
          startingAfter = page.items.at(-1)?.id ?? null
          more = page.hasMore
        }
        return found
      }
      const ids = (...fills: FillRecord[]) => fills.map((fill) => fill.id).reverse()
      expect(await list({})).to.deep.equal(ids(...all))
      expect(await list({ status: 'open' })).to.deep.equal(ids(ordinary, forever))
      expect(await list({ status: 'expired' })).to.deep.equal(ids(late, over))
      expect(await list({ status: 'finalized' })).to.deep.equal(ids(done))
      expect(await list({ source: 'embed' })).to.deep.equal(ids(over))
      expect(await list({ externalOrderId: 'order 2' })).to.deep.equal(ids(late))
      expect(await list({ externalCartId: 'cart 2' })).to.deep.equal(ids(done))
      expect(await list({ customerEmail: 'zoe@example.COM' })).to.deep.equal(ids(ordinary, late, done))
      expect(await list({ since: NOW + 1 })).to.deep.equal(ids(late))
      expect(await list({ templateId: template.id })).to.deep.equal(ids(...all))
      expect(await list({ templateId: 'tpl_x' })).to.deep.equal([])
      expect(await list({ status: 'open', source: 'hosted' })).to.deep.equal(ids(forever))
      expect(await list({ status: 'expired', externalOrderId: 'order 1' })).to.deep.equal(ids(over))
    })

    it('and finds those whose time is over, the longest first', async () => {
      const store = current()
      const { template } = await stockTeam(store)
      const [later, sooner, open, done] = [
        fillRecord(template, { expiresAt: 20 }),
        fillRecord(template, { expiresAt: 10 }),
        fillRecord(template, { expiresAt: 31 }),
        fillRecord(template, { expiresAt: 10, status: 'finalized' }),
      ]
      for (const fill of [later, sooner, open, done]) await store.fills.insert(fill)
      const due = (await store.fills.due(30, 100)).map((fill) => fill.id)
      expect(due).to.deep.equal([sooner.id, later.id])
      expect((await store.fills.due(30, 1)).map((fill) => fill.id)).to.deep.equal([sooner.id])
    })

    it('and removes a tail for good', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const render = renderRecord(template)
      const stays = renderRecord(template)
      for (const one of [render, stays]) {
        await store.renders.insert(one)
        await store.tails.put(teamId, one.id, tailOfBytes(Uint8Array.of(1)))
      }
      await store.tails.remove(teamId, render.id)
      await store.tails.remove(teamId, 'rnd_x')
      expect(await store.tails.find(teamId, render.id)).to.equal(null)
      expect(await store.tails.find(teamId, stays.id)).not.to.equal(null)
    })
  })
}
