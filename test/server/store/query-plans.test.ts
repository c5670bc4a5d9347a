/** How lists are read: each page along an index, whatever is asked for, with no table gone through and nothing sorted. */

import { join } from 'node:path'
import { expect } from 'chai'
import type { PageRequest } from '../../../core/page.ts'
import type { AuditRecord } from '../../../core/service/access/audit-store.ts'
import type { FillFilter } from '../../../core/service/fill/fill-store.ts'
import { newDelivery } from '../../../core/service/folder/delivery.ts'
import type { HotFolderRecord } from '../../../core/service/folder/hot-folder.ts'
import { NO_LOGIN } from '../../../core/service/folder/login.ts'
import type { Store } from '../../../core/store.ts'
import type { Handle } from '../../../server/store/engine/database.ts'
import { type OpenStore, openStore } from '../../../server/store/open.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { batchRecord, itemRecord } from '../../conformance/batch-store.ts'
import { copyRow, nthId } from '../../support/database/many-rows.ts'
import { migratedDatabase } from '../../support/database/migrated.ts'
import { DATABASES, needsDatabase } from '../../support/database/postgres.ts'
import { makeId, renderRecord, someHash, templateRecord } from '../../support/database/records.ts'
import { deliveryRecord, endpointRecord, eventRecord } from '../../support/database/webhook-records.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { NOW, type StockedFills, stockFills } from './stocked-fills.ts'
import { type Case, expectAlongIndexes, plansOf } from './told-plans.ts'

const FILLS = 12_000
const OTHERS = 4_000

for (const database of DATABASES)
  describe(`Query plans on ${database}`, () => {
    const makeFolder = temporaryFolders()
    let store: OpenStore
    let db: Handle
    let team: StockedFills

    before(async function () {
      needsDatabase(this, database)
      store = await openStore({
        databaseUrl:
          database === 'postgres' ? await migratedDatabase() : join(await makeFolder(), 'platen.db'),
      })
      db = databaseOf(store)
      team = await stockFills(store, 0, FILLS)
      await stockFills(store, FILLS, OTHERS)
      // What a database of some age knows of its tables.
      if (database === 'postgres') await db.change(db.sql.raw('analyze'))
    })
    after(() => store?.close())

    const expectAlong = (one: Case, later?: PageRequest) => expectAlongIndexes(db, one, later)

    const fills = (filter: FillFilter, ...indexes: string[]): Case => [
      `fills ${JSON.stringify(filter)}`,
      (page) => store.fills.list(team.teamId, filter, page, NOW),
      indexes,
    ]

    it('lists fills by status, source and template along their runs', async () => {
      for (const templateId of [team.templateIds[0], team.templateIds[2], 'tpl_none', undefined]) {
        const template = templateId === undefined ? {} : { templateId }
        const runs = templateId === undefined ? 'fills_runs' : 'fills_template_runs'
        for (const filter of [
          { status: 'open' },
          { status: 'finalized' },
          { status: 'open', source: 'embed' },
          { status: 'finalized', source: 'hosted' },
          { source: 'hosted' },
          { source: 'embed', since: NOW - 86_400_000 },
        ] as const)
          await expectAlong(fills({ ...template, ...filter }, runs))
        // Of the two that lie by the expiry, PostgreSQL takes either: what has lapsed is as little of all teams.
        const lapsing = ['fills_lapsing', 'fills_due']
        for (const source of ['embed', 'hosted'] as const)
          await expectAlong(fills({ ...template, source, status: 'expired' }, runs, ...lapsing))
        await expectAlong(fills({ ...template, status: 'expired' }, runs, ...lapsing))
      }
    })

    it('lists all fills, those of a template and those since a time along the ids', async () => {
      await expectAlong(fills({}, 'fills_team_id_id_unique'))
      await expectAlong(fills({ since: NOW - 1_000_000 }, 'fills_team_id_id_unique'))
      for (const templateId of [...team.templateIds, 'tpl_none'])
        for (const since of [{}, { since: NOW - 1_000_000 }])
          await expectAlong(fills({ templateId, ...since }, 'fills_team_id_template_id_id_index'))
    })

    it('lists fills by due date, by customer and from the oldest along the runs of each production status', async () => {
      const middle = await db.read<{ id: string }>(
        db
          .sql('fills')
          .where({ team_id: team.teamId })
          .whereNotNull('due_at')
          .orderBy('id')
          .select('id')
          .offset(FILLS / 3)
          .limit(1),
      )
      const later = { limit: 50, startingAfter: middle[0]?.id ?? '' }
      for (const [orders, index] of [
        [['due', 'due_desc'], 'fills_due_runs'],
        [['customer', 'customer_desc'], 'fills_customer_runs'],
        [['created_asc'], 'fills_production_runs'],
      ] as const)
        for (const order of orders)
          for (const filter of [
            {},
            { productionStatus: 'to_print' },
            { productionStatus: 'canceled' },
            { templateId: team.templateIds[0] ?? '' },
            { source: 'embed', productionStatus: 'approved' },
          ] as const)
            await expectAlong(
              fills(
                { order, ...filter },
                ...[index, 'fills_lapsing', 'fills_due', 'fills_team_id_id_unique'],
                // Those without a date or a name follow, newest first; a page begins after a fill that is looked up.
                ...['fills_production_runs', 'fills_team_id_template_id_id_index', 'fills_pkey'],
              ),
              later,
            )
    })

    it('lists and counts the fills that wait for review by them', async () => {
      for (const review of ['requested', 'refused'] as const) {
        await expectAlong(fills({ review }, 'fills_review_runs'))
        await expectAlong(fills({ review, status: 'finalized' }, 'fills_review_runs'))
      }
      // Beside it, usage reads tables that are too small here for an index.
      const counted = await plansOf(db, () => store.usage.readAll(team.teamId, '202607'))
      const searched = counted.filter(({ kind }) => kind === 'index').map(({ index }) => index)
      expect(searched).to.include('fills_review_runs')
      if (database === 'sqlite') expect(counted.filter(({ kind }) => kind === 'whole')).to.deep.equal([])
    })

    it('finds the fills of an order, a cart and a customer by them, whatever else is asked', async () => {
      const templateId = team.templateIds[0] ?? ''
      for (const more of [
        {},
        { status: 'expired' },
        { status: 'open' },
        { templateId, source: 'embed' },
      ] as const) {
        for (const externalOrderId of ['order-7', 'order-none'])
          await expectAlong(fills({ externalOrderId, externalCartId: 'cart-9', ...more }, 'fills_order'))
        await expectAlong(fills({ externalCartId: 'cart-9', ...more }, 'fills_cart'))
        await expectAlong(fills({ customerEmail: 'Shopper-5@example.com', ...more }, 'fills_customer'))
      }
    })

    it('lists renders along the rarest of their filters', async () => {
      const { teamId, templateIds } = team
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
      await refresh('renders')
      const list = (filter: Parameters<Store['renders']['list']>[1], index: string): Case => [
        `renders ${JSON.stringify(filter)}`,
        (page) => store.renders.list(teamId, filter, page),
        [index],
      ]
      for (const one of [
        list({}, 'renders_team_id_id_unique'),
        list({ kind: 'final' }, 'renders_team_id_kind_id_index'),
        list({ kind: 'preview' }, 'renders_team_id_kind_id_index'),
        list({ externalOrderId: 'order-7' }, 'renders_order'),
        list({ externalOrderId: 'none', externalCartId: 'cart-8', kind: 'final' }, 'renders_order'),
        list({ externalCartId: 'cart-8', kind: 'preview' }, 'renders_cart'),
        list({ fillId: 'fill-8', kind: 'final' }, 'renders_fill'),
        list({ customerEmail: 'shopper-9' }, 'renders_customer'),
      ])
        await expectAlong(one)
    })

    it('finds what is due and what is to be swept without the rest', async () => {
      const { teamId } = team
      const cases: readonly Case[] = [
        ['due fills', () => store.fills.due(NOW, 50), ['fills_due']],
        [
          'unswept fills',
          () => store.fills.unswept(teamId, NOW, 50),
          // The second says whether a render of the fill waits.
          ['fills_unswept', 'renders_fill', 'renders_queued'],
        ],
      ]
      for (const one of cases) await expectAlong(one)
    })

    it('lists events and deliveries along theirs', async () => {
      const { teamId } = team
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
      await copyRow(
        db,
        'webhook_deliveries',
        { id: delivery.id, count: OTHERS },
        {
          id: nthId('del'),
          attempt_number: 'n + 2',
        },
      )
      await refresh('events', 'webhook_deliveries')
      const list = (filter: Parameters<Store['events']['list']>[1], index: string): Case => [
        `events ${JSON.stringify(filter)}`,
        (page) => store.events.list(teamId, filter, page),
        [index],
      ]
      for (const one of [
        list({}, 'events_team_id_id_unique'),
        list({ since: NOW }, 'events_team_id_id_unique'),
        list({ type: 'fill.created' }, 'events_team_id_type_id_index'),
        list({ type: 'render.succeeded', since: 1 }, 'events_team_id_type_id_index'),
        list({ type: 'render.succeeded', objectId: 'rnd_7' }, 'events_team_id_object_id_id_index'),
      ])
        await expectAlong(one)
      await expectAlong([
        'deliveries',
        (page) => store.deliveries.list(teamId, endpoint.id, page),
        ['webhook_deliveries_team_id_webhook_endpoint_id_id_index'],
      ])
    })

    it('lists batches and their items along theirs', async () => {
      const { teamId, templateIds } = team
      const batch = batchRecord(templateRecord(teamId, { id: templateIds[0] ?? '' }), { resultSha256: null })
      await store.batches.insert(batch)
      await copyRow(
        db,
        'batches',
        { id: batch.id, count: OTHERS },
        {
          id: nthId('bat'),
          status: `case when n % 50 = 0 then 'queued' else 'completed' end`,
          kind: `case when n % 50 < 10 then 'previews' else 'renders' end`,
        },
      )
      await store.batches.insertItems([itemRecord(batch, 0, { status: 'succeeded' })])
      await copyRow(
        db,
        'batch_items',
        { key: 'batch_id', id: batch.id, count: OTHERS },
        {
          item_index: 'n + 1',
          status: `case when n % 100 = 0 then 'failed' else 'succeeded' end`,
        },
      )
      await refresh('batches', 'batch_items')
      const list = (filter: Parameters<Store['batches']['list']>[1], index: string): Case => [
        `batches ${JSON.stringify(filter)}`,
        (page) => store.batches.list(teamId, filter, page),
        [index],
      ]
      for (const one of [
        list({}, 'batches_team_id_id_unique'),
        list({ kind: 'previews' }, 'batches_team_id_kind_id_index'),
        list({ status: 'queued' }, 'batches_team_id_status_id_index'),
        list({ status: 'canceled', kind: 'renders' }, 'batches_team_id_kind_status_id_index'),
      ])
        await expectAlong(one)
      for (const statuses of [null, ['failed'], ['pending', 'succeeded']] as const)
        await expectAlong([
          `items ${statuses}`,
          ({ startingAfter }) =>
            store.batches.items(teamId, batch.id, statuses, {
              limit: 50,
              startingAfter: startingAfter === null ? null : 17,
            }),
          [
            'batch_items_pkey',
            'sqlite_autoindex_batch_items_1',
            'batch_items_batch_id_status_item_index_index',
          ],
        ])
    })

    it('lists the audit log and deliveries to hot folders along theirs', async () => {
      const { teamId, templateIds } = team
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
          actor: `case when n % 100 < 3 then 'cli' else 'key_1' end`,
          action: `case when n % 100 > 95 then 'key.created' else 'fill.finalized' end`,
          object_id: `'fill_' || cast(n as text)`,
        },
      )
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
          id: nthId('hfd'),
          outcome: `case when n % 100 = 0 then 'failed' else 'skipped' end`,
          attempt_number: 'n + 2',
        },
      )
      await refresh('audit_events', 'hot_folder_deliveries')
      const audit = (filter: Parameters<Store['audit']['list']>[1], index: string): Case => [
        `audit ${JSON.stringify(filter)}`,
        (page) => store.audit.list(teamId, filter, page),
        [index],
      ]
      const held = (filter: Parameters<Store['folderDeliveries']['list']>[2], index: string): Case => [
        `folder deliveries ${JSON.stringify(filter)}`,
        (page) => store.folderDeliveries.list(teamId, folder.id, filter, page),
        [index],
      ]
      for (const one of [
        audit({}, 'audit_events_team_id_id_unique'),
        audit({ action: 'fill.finalized' }, 'audit_events_team_id_action_id_index'),
        audit({ actor: 'key_1' }, 'audit_events_team_id_actor_id_index'),
        audit({ actor: 'cli', action: 'key.created' }, 'audit_events_team_id_actor_action_id_index'),
        audit({ actor: 'cli', objectId: 'fill_7' }, 'audit_events_team_id_object_id_id_index'),
        held({}, 'hot_folder_deliveries_team_id_hot_folder_id_id_index'),
        held({ outcome: 'succeeded' }, 'hot_folder_deliveries_team_id_hot_folder_id_outcome_id_index'),
      ])
        await expectAlong(one)
    })

    async function refresh(...tables: readonly string[]): Promise<void> {
      if (database === 'postgres')
        for (const table of tables) await db.change(db.sql.raw('analyze ??', [table]))
    }
  })
