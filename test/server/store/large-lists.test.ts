/**
 * Lists of a large shop: a page goes through few rows more than it shows, whatever is asked for. How long pages of fills
 * take beside a million is measured by `npm run bench -- list`.
 */
import { join } from 'node:path'
import { expect } from 'chai'
import type { PageRequest } from '../../../core/page.ts'
import type { AuditRecord } from '../../../core/service/access/audit-store.ts'
import type { FillFilter } from '../../../core/service/fill/fill-store.ts'
import { newDelivery } from '../../../core/service/folder/delivery.ts'
import type { HotFolderRecord } from '../../../core/service/folder/hot-folder.ts'
import { NO_LOGIN } from '../../../core/service/folder/login.ts'
import type { Store } from '../../../core/store.ts'
import type { Database } from '../../../server/store/engine/database.ts'
import { type OpenStore, openStore } from '../../../server/store/open.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { batchRecord, itemRecord } from '../../conformance/batch-store.ts'
import { addFills } from '../../support/database/many-fills.ts'
import { copyRow, nthId } from '../../support/database/many-rows.ts'
import { migratedDatabase } from '../../support/database/migrated.ts'
import { DATABASES, needsDatabase } from '../../support/database/postgres.ts'
import {
  makeId,
  renderRecord,
  revisionRecord,
  someHash,
  stockTeam,
  templateRecord,
} from '../../support/database/records.ts'
import { deliveryRecord, endpointRecord, eventRecord } from '../../support/database/webhook-records.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { visited } from './visited-rows.ts'

/** The time of the newest fill. */
const NOW = 1_790_000_000_000
const FILLS = 12_000
const OTHERS = 4_000
const LIMIT = 50
/** A page, and a page of each run of which it is merged. */
const MOST_VISITED = LIMIT * 12

for (const database of DATABASES)
  describe(`Lists of a large shop on ${database}`, () => {
    const makeFolder = temporaryFolders()
    let store: OpenStore
    let db: Database
    let teamId: string
    let templateIds: readonly string[]

    before(async function () {
      needsDatabase(this, database)
      store = await openStore({
        databaseUrl:
          database === 'postgres' ? await migratedDatabase() : join(await makeFolder(), 'platen.db'),
      })
      db = databaseOf(store)
      const team = await stockFills(0, FILLS)
      teamId = team.teamId
      templateIds = team.templateIds
      await stockFills(FILLS, OTHERS)
    })
    after(() => store?.close())

    /** A team with three templates and this many fills. */
    async function stockFills(from: number, count: number) {
      const team = await stockTeam(store)
      const templates = [team.template, templateRecord(team.teamId), templateRecord(team.teamId)]
      for (const one of templates.slice(1)) {
        await store.templates.insert(one)
        await store.revisions.insert(revisionRecord(one))
      }
      const stocked = { teamId: team.teamId, templateIds: templates.map(({ id }) => id) }
      await addFills(db, { ...stocked, after: from, count, until: NOW, values: { fld_1: 'Annabel' } })
      return stocked
    }

    /** Of the first page and of a later one. What is asked for beside a time narrows the list. */
    async function expectFew<F extends object>(
      filters: readonly F[],
      list: (filter: F, page: PageRequest) => Promise<unknown>,
      later = 'zzz',
    ): Promise<void> {
      // What a database of some age knows of its tables.
      if (database === 'postgres') await db.change(db.sql.raw('analyze'))
      for (const filter of filters)
        for (const startingAfter of [null, later]) {
          const isNarrow = Object.keys(filter).some((name) => name !== 'since' && name !== 'order')
          const { rows, said } = await visited(
            db,
            () => list(filter, { limit: LIMIT, startingAfter }),
            isNarrow,
          )
          expect(rows, `${JSON.stringify(filter)} after ${startingAfter}: ${said}`).to.be.at.most(
            MOST_VISITED,
          )
        }
    }
    const fills = (filter: FillFilter, page: PageRequest) => store.fills.list(teamId, filter, page, NOW)

    it('A list of fills by status, source, template and time goes through few rows', async () => {
      const since = NOW - 1_000_000
      await expectFew<FillFilter>(
        [undefined, ...templateIds, 'tpl_none'].flatMap((templateId) =>
          [
            ...[{}, { since }, { status: 'open' }, { status: 'finalized' }, { status: 'expired' }],
            ...[{ source: 'hosted' }, { source: 'embed', since: NOW - 86_400_000 }],
            ...[
              { status: 'open', source: 'embed' },
              { status: 'finalized', source: 'hosted' },
            ],
            ...[
              { status: 'expired', source: 'embed' },
              { status: 'expired', source: 'hosted' },
            ],
          ].map(
            (filter) => ({ ...filter, ...(templateId === undefined ? {} : { templateId }) }) as FillFilter,
          ),
        ),
        fills,
      )
    })

    it('A list of fills by due date, by customer and from the oldest goes through few rows', async () => {
      const ids = db.sql('fills').where({ team_id: teamId }).whereNotNull('due_at').orderBy('id').select('id')
      const [middle] = await db.read<{ id: string }>(ids.offset(FILLS / 3).limit(1))
      await expectFew<FillFilter>(
        (['due', 'due_desc', 'customer', 'customer_desc', 'created_asc'] as const).flatMap((order) => [
          ...[{ order }, { order, productionStatus: 'to_print' } as const],
          { order, productionStatus: 'canceled' },
          { order, templateId: templateIds[0] ?? '' },
          { order, source: 'embed', productionStatus: 'approved' },
        ]),
        fills,
        middle?.id,
      )
    })

    it('A list of fills that wait for review, or of an order, a cart or a customer, goes through few rows', async () => {
      const more = [{}, { status: 'expired' }, { status: 'open' }, { source: 'embed' }] as const
      await expectFew<FillFilter>(
        [
          ...(['requested', 'refused'] as const).flatMap((review) => [
            { review },
            { review, status: 'finalized' } as const,
          ]),
          ...more.flatMap((one) => [
            { ...one, externalOrderId: 'order-7', externalCartId: 'cart-9' },
            { ...one, externalOrderId: 'order-none', templateId: templateIds[0] ?? '' },
            { ...one, externalCartId: 'cart-9' },
            { ...one, customerEmail: 'Shopper-5@example.com' },
          ]),
        ],
        fills,
      )
    })

    it('The count of fills that wait for review goes through few rows', async () => {
      await expectFew([{}], () => store.usage.readAll(teamId, '202607'))
    })

    it('What is due and what is to be swept is found among few rows', async () => {
      await expectFew([{}], () => store.fills.due(NOW, LIMIT))
      await expectFew([{}], () => store.fills.unswept(teamId, NOW, LIMIT))
    })

    it('A list of renders goes through few rows', async () => {
      const render = renderRecord(templateRecord(teamId, { id: templateIds[0] ?? '' }))
      await store.renders.insert(render)
      await copyRow(
        db,
        'renders',
        { id: render.id, count: OTHERS },
        {
          id: nthId('rnd'),
          storage_key: `'tail:' || cast(n as text)`,
          kind: `case when n % 100 = 0 then 'preview' else 'final' end`,
          status: `'succeeded'`,
          fill_id: `'fill-' || cast(n as text)`,
          external_order_id: `'order-' || cast(n / 3 as text)`,
          external_cart_id: `case when n % 2 = 0 then 'cart-' || cast(n as text) end`,
          customer_key: `'shopper-' || cast(n / 4 as text)`,
        },
      )
      await expectFew<Parameters<Store['renders']['list']>[1]>(
        [
          ...[{}, { kind: 'final' } as const, { kind: 'preview' } as const, { externalOrderId: 'order-7' }],
          { externalOrderId: 'none', externalCartId: 'cart-8', kind: 'final' },
          { externalCartId: 'cart-8', kind: 'preview' },
          { fillId: 'fill-8', kind: 'final' },
          { customerEmail: 'shopper-9' },
        ],
        (filter, page) => store.renders.list(teamId, filter, page),
      )
    })

    it('A list of events and of their deliveries goes through few rows', async () => {
      const event = eventRecord(teamId)
      await store.events.insert(event)
      await copyRow(
        db,
        'events',
        { id: event.id, count: OTHERS },
        {
          id: nthId('evt'),
          type: `case when n % 100 = 0 then 'fill.created' else 'render.succeeded' end`,
          object_id: `'rnd_' || cast(n / 2 as text)`,
        },
      )
      const endpoint = endpointRecord(teamId)
      await store.endpoints.insert(endpoint)
      const delivery = deliveryRecord(endpoint, event, { outcome: 'succeeded' })
      await store.deliveries.insert(delivery)
      const deliveries = { id: delivery.id, count: OTHERS }
      const columns = { id: nthId('del'), attempt_number: 'n + 2' }
      await copyRow(db, 'webhook_deliveries', deliveries, columns)
      await expectFew<Parameters<Store['events']['list']>[1]>(
        [
          ...[{}, { since: NOW }, { type: 'fill.created' } as const],
          { type: 'render.succeeded', since: 1 },
          { type: 'render.succeeded', objectId: 'rnd_7' },
        ],
        (filter, page) => store.events.list(teamId, filter, page),
      )
      await expectFew([{ endpoint }], (_, page) => store.deliveries.list(teamId, endpoint.id, page))
    })

    it('A list of batches and of their items goes through few rows', async () => {
      const batch = batchRecord(templateRecord(teamId, { id: templateIds[0] ?? '' }), { resultSha256: null })
      await store.batches.insert(batch)
      await copyRow(
        db,
        'batches',
        { id: batch.id, count: OTHERS },
        {
          id: nthId('bat'),
          status: `case when n % 50 = 0 then 'queued' when n % 50 > 29 then 'canceled' else 'completed' end`,
          kind: `case when n % 50 < 10 then 'previews' else 'renders' end`,
        },
      )
      await store.batches.insertItems([itemRecord(batch, 0, { status: 'succeeded' })])
      await copyRow(
        db,
        'batch_items',
        { key: 'batch_id', id: batch.id, count: OTHERS },
        { item_index: 'n + 1', status: `case when n % 100 = 0 then 'failed' else 'succeeded' end` },
      )
      await expectFew<Parameters<Store['batches']['list']>[1]>(
        [{}, { kind: 'previews' }, { status: 'queued' }, { status: 'canceled', kind: 'previews' }],
        (filter, page) => store.batches.list(teamId, filter, page),
      )
      // Few items have failed; nearly all have one of the two other statuses.
      for (const statuses of [null, ['failed'], ['pending', 'succeeded']] as const)
        await expectFew([statuses?.length === 1 ? { statuses } : {}], (_, { startingAfter }) => {
          const page = { limit: LIMIT, startingAfter: startingAfter === null ? null : 17 }
          return store.batches.items(teamId, batch.id, statuses, page)
        })
    })

    it('A list of the audit log goes through few rows', async () => {
      const entry: AuditRecord = {
        ...{ id: makeId('audit'), teamId, actor: 'key_1', action: 'fill.finalized', objectId: 'fill_1' },
        ...{ details: {}, requestId: null, createdAt: NOW },
      }
      await store.audit.insert(entry)
      await copyRow(
        db,
        'audit_events',
        { id: entry.id, count: OTHERS },
        {
          id: nthId('aud'),
          actor: `case when n % 100 < 20 then 'cli' else 'key_1' end`,
          action: `case when n % 100 > 79 then 'key.created' else 'fill.finalized' end`,
          object_id: `'fill_' || cast(n as text)`,
        },
      )
      await expectFew<Parameters<Store['audit']['list']>[1]>(
        [
          ...[{}, { action: 'fill.finalized' } as const, { actor: 'key_1' }],
          { actor: 'cli', action: 'key.created' } as const,
          { actor: 'cli', objectId: 'fill_7' },
        ],
        (filter, page) => store.audit.list(teamId, filter, page),
      )
    })

    it('A list of deliveries to a hot folder goes through few rows', async () => {
      const render = renderRecord(templateRecord(teamId, { id: templateIds[0] ?? '' }))
      await store.renders.insert(render)
      const folder: HotFolderRecord = {
        ...{ id: makeId('hotFolder'), teamId, name: 'Press', templateId: null, folder: 'a', folderKey: 'a' },
        ...{ namePattern: '{order}.pdf', holdOnFail: true, status: 'enabled', metadata: {} },
        ...{ output: null, convert: null, createdAt: NOW, updatedAt: NOW, ...NO_LOGIN },
      }
      await store.hotFolders.insert(folder)
      const delivery = newDelivery({
        ...{ id: makeId('folderDelivery'), teamId, hotFolderId: folder.id, folder: 'a', renderId: render.id },
        ...{ renderAttempt: 1, action: 'deliver', contentSha256: someHash(), sizeBytes: 1 },
        ...{ scheduledAt: NOW, createdAt: NOW },
      })
      await store.folderDeliveries.insert(delivery)
      await copyRow(
        db,
        'hot_folder_deliveries',
        { id: delivery.id, count: OTHERS },
        {
          ...{ id: nthId('hfd'), attempt_number: 'n + 2' },
          outcome: `case when n % 100 = 0 then 'failed' else 'skipped' end`,
        },
      )
      await expectFew<Parameters<Store['folderDeliveries']['list']>[2]>(
        [{}, { outcome: 'succeeded' }, { outcome: 'failed' }],
        (filter, page) => store.folderDeliveries.list(teamId, folder.id, filter, page),
      )
    })
  })
