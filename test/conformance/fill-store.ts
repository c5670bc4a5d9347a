/** What every Store must do about fills: keep, find, filter, page, and change only what stands as it was seen. */

import { expect } from 'chai'
import {
  asOf,
  FILL_STATUSES,
  type FillRecord,
  PRODUCTION_STATUSES,
  productionStatusOf,
} from '../../core/service/fill/fill.ts'
import type { FillFilter } from '../../core/service/fill/fill-store.ts'
import type { TemplateRecord } from '../../core/service/template/template.ts'
import type { RootStore } from '../../core/store.ts'
import { UniqueViolation } from '../../core/unique-violation.ts'
import { makeId, renderRecord, someHash, stockTeam, tailOfBytes } from '../support/database/records.ts'

const NOW = 1_750_000_000_000
const HOLDS = [
  [null, 'none'],
  ['staff', 'none'],
  [null, 'requested'],
  ['staff', 'approved'],
  [null, 'refused'],
] as const

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
    refundedQuantity: 3,
    dueAt: NOW + 5,
    customerEmail: 'Zoe@Example.com',
    customerName: 'Zoë',
    embedSessionId: null,
    lastRenderId: null,
    approvedAt: NOW - 5,
    pendingChange: null,
    production: null,
    heldReason: null,
    printFailed: false,
    printedAt: null,
    notes: 'Rush',
    assignee: 'Mia',
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
      const pendingChange = {
        ...{ values: { fld_1: 'Zoé' }, colors: null, assignments: {}, substrate: null },
        startedAt: NOW,
      }
      const full = fillRecord(template, { resumeTokenHash: someHash(), pendingChange })
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

    it('by their production status, as core has it', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const fills: FillRecord[] = []
      for (const status of FILL_STATUSES)
        for (const approvedAt of [null, NOW])
          for (const production of [null, 'printing', 'done'] as const)
            for (const [heldReason, review] of HOLDS)
              for (const printFailed of [false, true])
                for (const externalOrderId of [null, 'order 1']) {
                  const state = {
                    status,
                    approvedAt,
                    production,
                    heldReason,
                    review,
                    printFailed,
                    externalOrderId,
                  }
                  const fill = fillRecord(template, state)
                  await store.fills.insert(fill)
                  fills.push(fill)
                }
      const lapsed = fillRecord(template, { expiresAt: NOW - 1 })
      await store.fills.insert(lapsed)
      for (const productionStatus of PRODUCTION_STATUSES) {
        const page = { limit: 200, startingAfter: null }
        const { items } = await store.fills.list(teamId, { productionStatus }, page, NOW)
        const wanted = [...fills, lapsed].filter(
          (fill) => productionStatusOf(asOf(fill, NOW)) === productionStatus,
        )
        expect(
          items.map(({ id }) => id),
          productionStatus,
        ).to.have.members(wanted.map(({ id }) => id))
        expect(await store.fills.count(teamId, productionStatus, NOW, 10)).to.equal(
          Math.min(10, wanted.length),
        )
      }
    })

    it('with the end of their last print file', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const fill = fillRecord(template)
      await store.fills.insert(fill)
      const last = renderRecord(template, { fillId: fill.id })
      await store.renders.insert(last)
      await store.fills.update(teamId, fill.id, 'open', { status: 'finalized', lastRenderId: last.id })
      await store.fills.notePrint(teamId, fill.id, 'rnd_other', true)
      expect((await store.fills.find(teamId, fill.id))?.printFailed).to.equal(false)
      await store.fills.notePrint(teamId, fill.id, last.id, true)
      expect((await store.fills.find(teamId, fill.id))?.printFailed).to.equal(true)
      await store.fills.update(teamId, fill.id, 'finalized', { printedAt: NOW })
      expect(await store.fills.countPrinted(teamId, NOW, 10)).to.equal(1)
      expect(await store.fills.countPrinted(teamId, NOW + 1, 10)).to.equal(0)
    })

    it('by the beginnings of their words, folded, whatever has changed of them', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const found = async (search: string, more: FillFilter = {}) => {
        const page = { limit: 10, startingAfter: null }
        const { items } = await store.fills.list(teamId, { search, ...more }, page, NOW)
        return items.map(({ id }) => id)
      }
      const plain = { values: {}, externalCartId: null }
      const one = fillRecord(template, {
        ...plain,
        externalOrderId: 'R-1001',
        customerName: 'Zoë Müller',
        values: { fld_1: 'Straße der Rosen', fld_2: 'asset_01hidden', fld_3: '東京都' },
      })
      const other = fillRecord(template, {
        ...plain,
        ...{ externalOrderId: 'R-2001', customerName: 'Zoltan', customerEmail: 'z@example.net' },
      })
      for (const fill of [one, other]) await store.fills.insert(fill)
      expect(await found('zoe')).to.deep.equal([one.id])
      expect(await found('ZO')).to.deep.equal([other.id, one.id])
      expect(await found('zo mull')).to.deep.equal([one.id])
      expect(await found('r-1001')).to.deep.equal([one.id])
      expect(await found('r1001')).to.deep.equal([one.id])
      expect(await found('1001')).to.deep.equal([one.id])
      expect(await found('r-1')).to.deep.equal([one.id])
      expect(await found('zoe@example.com')).to.deep.equal([one.id])
      expect(await found('@example.com')).to.deep.equal([one.id])
      expect(await found('京都')).to.deep.equal([one.id])
      expect(await found('strasse')).to.deep.equal([one.id])
      expect(await found('京')).to.deep.equal([one.id])
      expect(await found('asset')).to.deep.equal([])
      expect(await found('  – ')).to.deep.equal([])
      expect(await found('osen')).to.deep.equal([])
      // The title of the template, and with it a word of the fill.
      const title = template.title.split(' ')[0] ?? ''
      expect(await found(title)).to.deep.equal([other.id, one.id])
      expect(await found(`${title} zoltan`)).to.deep.equal([other.id])
      expect(await found('zo', { status: 'finalized' })).to.deep.equal([])
      expect(await found('zo', { productionStatus: 'approved', since: NOW })).to.have.length(2)
      await store.fills.update(teamId, one.id, 'open', { values: { fld_1: 'Allee' } })
      expect(await found('rosen')).to.deep.equal([])
      expect(await found('allee')).to.deep.equal([one.id])
      const seen = await store.fills.find(teamId, one.id)
      if (seen === null) throw new Error('The fill is gone.')
      await store.fills.replace(seen, { customerName: null, customerEmail: null })
      expect(await found('zoe')).to.deep.equal([])
      const page = { limit: 1, startingAfter: null }
      const all = { search: title }
      const first = await store.fills.list(teamId, all, page, NOW)
      const [last] = first.items
      const second = await store.fills.list(teamId, all, { ...page, startingAfter: last?.id ?? '' }, NOW)
      expect([...first.items, ...second.items].map(({ id }) => id)).to.deep.equal([other.id, one.id])
      expect([first.hasMore, second.hasMore]).to.deep.equal([true, false])
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
