/** Lists of fills page by page: with every filter and pair of filters the same as going through all fills one by one. */
import { join } from 'node:path'
import { expect } from 'chai'
import { FILL_SOURCES, FILL_STATUSES, type FillRecord } from '../../../core/service/fill/fill.ts'
import type { FillFilter } from '../../../core/service/fill/fill-store.ts'
import { type OpenStore, openStore } from '../../../server/store/open.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { addFills } from '../../support/database/many-fills.ts'
import { migratedDatabase } from '../../support/database/migrated.ts'
import { DATABASES, needsDatabase } from '../../support/database/postgres.ts'
import { revisionRecord, stockTeam, templateRecord } from '../../support/database/records.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

const NOW = 1_790_000_000_000
const COUNT = 3_000
const LIMIT = 37

for (const database of DATABASES)
  describe(`Lists of fills on ${database}`, () => {
    const makeFolder = temporaryFolders()
    let store: OpenStore
    let teamId: string
    let templateIds: readonly string[]
    let all: readonly FillRecord[]

    before(async function () {
      needsDatabase(this, database)
      store = await openStore({
        databaseUrl:
          database === 'postgres' ? await migratedDatabase() : join(await makeFolder(), 'platen.db'),
      })
      const stocked = await stockTeam(store)
      teamId = stocked.teamId
      const second = templateRecord(teamId)
      await store.templates.insert(second)
      await store.revisions.insert(revisionRecord(second))
      templateIds = [stocked.template.id, second.id]
      const db = databaseOf(store)
      const other = await stockTeam(store)
      const shared = { until: NOW, values: {} }
      await addFills(db, { ...shared, teamId, templateIds, after: 0, count: COUNT })
      await addFills(db, {
        ...{ ...shared, teamId: other.teamId, templateIds: [other.template.id], after: COUNT, count: 500 },
      })
      // Of the open ones some have no end, and some have lapsed and wait for the sweep.
      const lapse = (ids: string, expires_at: number | null) => {
        const open = db.sql('fills').where({ team_id: teamId, status: 'open' })
        return db.change(open.where('id', 'like', ids).update({ expires_at }))
      }
      await lapse('%3', null)
      await lapse('%8', NOW - 1)
      await lapse('%2', NOW)
      all = await pages({})
    })
    after(() => store?.close())

    /** All that the list has, page by page. */
    async function pages(filter: FillFilter): Promise<FillRecord[]> {
      const found: FillRecord[] = []
      for (let startingAfter: string | null = null; ; ) {
        const page = await store.fills.list(teamId, filter, { limit: LIMIT, startingAfter }, NOW)
        found.push(...page.items)
        const last = page.items.at(-1)
        if (!page.hasMore || last === undefined) return found
        expect(page.items).to.have.length(LIMIT)
        startingAfter = last.id
      }
    }

    function fits(fill: FillRecord, filter: FillFilter): boolean {
      const { expiresAt } = fill
      const lapsed = fill.status === 'open' && expiresAt !== null && expiresAt <= NOW
      return (
        (filter.templateId ?? fill.templateId) === fill.templateId &&
        (filter.status ?? (lapsed ? 'expired' : fill.status)) === (lapsed ? 'expired' : fill.status) &&
        (filter.source ?? fill.source) === fill.source &&
        (filter.externalOrderId ?? fill.externalOrderId) === fill.externalOrderId &&
        (filter.externalCartId ?? fill.externalCartId) === fill.externalCartId &&
        (filter.customerEmail ?? fill.customerEmail) === fill.customerEmail &&
        (filter.since ?? 0) <= fill.createdAt
      )
    }

    async function expectAsOneByOne(filter: FillFilter): Promise<void> {
      const expected = all.filter((fill) => fits(fill, filter)).map(({ id }) => id)
      const listed = (await pages(filter)).map(({ id }) => id)
      expect(listed, JSON.stringify(filter)).to.deep.equal(expected)
    }

    it('have all of the team, newest first, each once', () => {
      expect(all).to.have.length(COUNT)
      const ids = all.map(({ id }) => id)
      expect(ids).to.deep.equal([...new Set(ids)].sort().reverse())
    })

    it('by template, status, source and time @long', async () => {
      const since = all[1_000]?.createdAt ?? 0
      for (const status of [undefined, ...FILL_STATUSES])
        for (const source of [undefined, ...FILL_SOURCES])
          for (const templateId of [undefined, ...templateIds, 'tpl_none'])
            for (const from of [undefined, since])
              await expectAsOneByOne({
                ...(status === undefined ? {} : { status }),
                ...(source === undefined ? {} : { source }),
                ...(templateId === undefined ? {} : { templateId }),
                ...(from === undefined ? {} : { since: from }),
              })
      expect(
        all.filter((fill) => fits(fill, { status: 'expired' }) && fill.status === 'open'),
      ).to.not.have.length(0)
    })

    it('in the order of time, due date and customer, with and without filters, page by page @long', async () => {
      const db = databaseOf(store)
      const due = (ids: string, at: number) =>
        db.change(db.sql('fills').where({ team_id: teamId }).where('id', 'like', ids).update({ due_at: at }))
      for (const [ids, at] of [
        ['%1', 5],
        ['%4', 3],
        ['%7', 5],
      ] as const)
        await due(ids, NOW + at)
      const named = all.filter(({ id }) => /[259]$/.test(id))
      const names = ['Émile', 'emil', 'Zoë', 'Änne', 'anna', 'de Groot']
      for (const [at, { id, status }] of named.slice(0, 400).entries())
        await store.fills.update(teamId, id, status, { customerName: names[at % names.length] ?? null })
      const now = await pages({})
      const keys = {
        due: (fill: FillRecord) => fill.dueAt,
        customer: ({ customerName }: FillRecord) =>
          customerName === null ? null : customerName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
      }
      const compare = (one: string | number, other: string | number) =>
        one < other ? -1 : one > other ? 1 : 0
      for (const filter of [
        {},
        { draft: false },
        { productionStatus: 'to_print' },
        { productionStatus: 'canceled' },
        { templateId: templateIds[1] ?? '' },
        { status: 'expired', since: now[2_000]?.createdAt ?? 0 },
        { source: 'embed', until: now[500]?.createdAt ?? 0 },
      ] as readonly FillFilter[]) {
        const listed = await pages(filter)
        expect(listed).not.to.have.length(0)
        const oldest = (await pages({ ...filter, order: 'created_asc' })).map(({ id }) => id)
        expect(oldest, JSON.stringify(filter)).to.deep.equal(listed.map(({ id }) => id).reverse())
        for (const name of ['due', 'customer'] as const)
          for (const [order, sign] of [
            [name, 1],
            [`${name}_desc`, -1],
          ] as const) {
            const keyed = listed.filter((fill) => keys[name](fill) !== null)
            const sorted = keyed.sort(
              (one, other) =>
                sign * compare(keys[name](one) ?? '', keys[name](other) ?? '') ||
                sign * compare(one.id, other.id),
            )
            const rest = listed.filter((fill) => keys[name](fill) === null)
            const found = (await pages({ ...filter, order })).map(({ id }) => id)
            expect(found, `${order} ${JSON.stringify(filter)}`).to.deep.equal(
              [...sorted, ...rest].map(({ id }) => id),
            )
          }
      }
    })

    it('by order, cart and customer, with and without the others', async () => {
      const ordered = all.filter(({ externalOrderId }) => externalOrderId !== null).slice(0, 8)
      for (const { externalOrderId, externalCartId, customerEmail, templateId } of ordered)
        for (const rare of [
          { externalOrderId },
          { externalCartId },
          { customerEmail },
          { externalOrderId, customerEmail },
        ])
          for (const more of [
            {},
            { status: 'expired' },
            { status: 'finalized', templateId },
            { source: 'embed' },
          ])
            await expectAsOneByOne({ ...rare, ...more } as FillFilter)
      for (const status of [undefined, 'open', 'expired'] as const)
        await expectAsOneByOne({ externalCartId: 'cart-none', ...(status === undefined ? {} : { status }) })
    })
  })
