/** What every Store must do for product mappings, embed applications and embed sessions. */

import { expect } from 'chai'
import type { ApplicationRecord } from '../../core/service/application/application.ts'
import type { SessionRecord } from '../../core/service/embed/session.ts'
import type { MappingRecord } from '../../core/service/mapping/mapping.ts'
import type { TemplateRecord } from '../../core/service/template/template.ts'
import type { Store } from '../../core/store.ts'
import { UniqueViolation } from '../../core/unique-violation.ts'
import { makeId, someHash, stockTeam } from '../support/database/records.ts'
import { fillRecord } from './fill-store.ts'

const PAGE = { limit: 100, startingAfter: null }
const TIMES = { createdAt: 1_750_000_000_123, updatedAt: 1_750_000_000_456, archivedAt: null }

function mappingRecord(template: TemplateRecord, changes: Partial<MappingRecord> = {}): MappingRecord {
  return {
    id: makeId('mapping'),
    teamId: template.teamId,
    externalProductId: 'gid://shop/Product/1',
    externalVariantId: null,
    templateId: template.id,
    embedApplicationId: null,
    options: { defaultValues: { fld_1: 'Zoë' }, lockedFieldIds: ['fld_1'], colors: null },
    status: 'active',
    metadata: { shelf: '3' },
    ...TIMES,
    ...changes,
  }
}

export function applicationRecord(
  teamId: string,
  changes: Partial<ApplicationRecord> = {},
): ApplicationRecord {
  const id = makeId('application')
  return {
    id,
    teamId,
    name: 'Shop',
    allowedOrigins: [`https://${id.slice(4)}.example`, 'https://b.example'],
    allowNoOrigin: true,
    accentColor: '#7a1f2b',
    sessionTtlSeconds: 600,
    status: 'active',
    metadata: {},
    keyCiphertext: null,
    ...TIMES,
    ...changes,
  }
}

export function sessionRecord(template: TemplateRecord, changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: makeId('session'),
    teamId: template.teamId,
    status: 'active',
    source: 'guest',
    secretHash: someHash(),
    embedApplicationId: null,
    templateId: template.id,
    productMappingId: null,
    fillId: null,
    origin: 'https://shop.example',
    externalProductId: 'mug',
    externalVariantId: null,
    externalCartId: 'cart 1',
    customerEmail: null,
    customerName: null,
    values: { fld_1: 'Ada' },
    metadata: {},
    lifetimeSeconds: 600,
    expiresAt: 2_000,
    createdAt: 1_000,
    updatedAt: 1_000,
    completedAt: null,
    canceledAt: null,
    ...changes,
  }
}

export function describeEmbedStores(current: () => Store): void {
  describe('keeps product mappings', () => {
    const isTwin = async (insert: Promise<void>) => {
      const error = await insert.catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(UniqueViolation)
      expect((error as UniqueViolation).columns).to.include('external_product_id')
    }

    it('one for a product and one for each variant, as long as they are active', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const product = mappingRecord(template)
      const variant = mappingRecord(template, { externalVariantId: 'blue' })
      for (const mapping of [product, variant]) await store.mappings.insert(mapping)
      await isTwin(store.mappings.insert(mappingRecord(template)))
      await isTwin(store.mappings.insert(mappingRecord(template, { externalVariantId: 'blue' })))
      const other = await stockTeam(store)
      await store.mappings.insert(mappingRecord(other.template))

      const { externalProductId } = product
      expect(await store.mappings.findActive(teamId, externalProductId, null)).to.deep.equal(product)
      expect(await store.mappings.findActive(teamId, externalProductId, 'blue')).to.deep.equal(variant)
      expect(await store.mappings.findActive(teamId, externalProductId, 'red')).to.equal(null)
      await store.mappings.update(teamId, product.id, { status: 'archived', archivedAt: 5 })
      expect(await store.mappings.findActive(teamId, externalProductId, null)).to.equal(null)
      const again = mappingRecord(template)
      await store.mappings.insert(again)
      const { items } = await store.mappings.list(teamId, {}, PAGE)
      expect(items).to.deep.equal([again, variant])
      expect((await store.mappings.list(teamId, { externalProductId: 'x' }, PAGE)).items).to.deep.equal([])
      expect(await store.mappings.ofTemplate(teamId, template.id)).to.deep.equal([again, variant])
    })

    it('apart for each team', async () => {
      const store = current()
      const mine = await stockTeam(store)
      const { teamId: stranger } = await stockTeam(store)
      const mapping = mappingRecord(mine.template)
      await store.mappings.insert(mapping)
      expect(await store.mappings.find(stranger, mapping.id)).to.equal(null)
      expect(await store.mappings.update(stranger, mapping.id, { status: 'archived' })).to.equal(null)
      expect(await store.mappings.ofTemplate(stranger, mine.template.id)).to.deep.equal([])
      expect(await store.mappings.find(mine.teamId, mapping.id)).to.deep.equal(mapping)
      const foreign = mappingRecord(mine.template, { teamId: stranger, externalProductId: 'x' })
      expect(await store.mappings.insert(foreign).catch(() => 'refused')).to.equal('refused')
    })
  })

  describe('keeps embed applications', () => {
    it('and finds the active ones of all teams by each of their origins as they are now', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const { teamId: other } = await stockTeam(store)
      const origin = `https://${makeId('request').slice(4)}.example`
      const first = applicationRecord(teamId, { allowedOrigins: [origin, 'https://a.example'] })
      const second = applicationRecord(other, { allowedOrigins: [origin] })
      for (const application of [first, second]) await store.applications.insert(application)
      expect(await store.applications.find(teamId, first.id)).to.deep.equal(first)
      expect(await store.applications.find(other, first.id)).to.equal(null)
      expect(await store.applications.byOrigin(origin)).to.deep.equal([first, second])
      expect(await store.applications.byOrigin(`${origin}.evil`)).to.deep.equal([])

      expect(await store.applications.update(other, first.id, { allowedOrigins: [] })).to.equal(null)
      await store.applications.update(teamId, first.id, { allowedOrigins: ['https://a.example'] })
      expect(await store.applications.byOrigin(origin)).to.deep.equal([second])
      const renamed = await store.applications.update(teamId, first.id, { name: 'New', allowNoOrigin: false })
      expect(renamed).to.include({ name: 'New', allowNoOrigin: false })
      await store.applications.update(other, second.id, { status: 'archived', archivedAt: 9 })
      expect(await store.applications.byOrigin(origin)).to.deep.equal([])
      expect((await store.applications.list(other, PAGE)).items).to.deep.equal([])
      expect((await store.applications.list(teamId, PAGE)).items).to.deep.equal([renamed])
    })
  })

  describe('keeps embed sessions', () => {
    it('found by the hash of their secret, changed only from a status that the caller names', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const { teamId: stranger } = await stockTeam(store)
      const session = sessionRecord(template)
      await store.sessions.insert(session)
      expect(await store.sessions.findBySecret(session.secretHash)).to.deep.equal(session)
      expect(await store.sessions.findBySecret(someHash())).to.equal(null)
      expect(await store.sessions.find(stranger, session.id)).to.equal(null)
      expect((await store.sessions.list(stranger, PAGE)).items).to.deep.equal([])
      const changes = { status: 'completed', completedAt: 1_500 } as const
      expect(await store.sessions.update(stranger, session.id, ['active'], changes)).to.equal(null)
      expect(await store.sessions.update(teamId, session.id, ['expired'], changes)).to.equal(null)
      const completed = await store.sessions.update(teamId, session.id, ['active', 'expired'], changes)
      expect(completed).to.deep.equal({ ...session, ...changes })
      expect(await store.sessions.update(teamId, session.id, ['active'], {})).to.equal(null)
      const twin = sessionRecord(template, { secretHash: session.secretHash })
      expect(await store.sessions.insert(twin).catch((error) => error)).to.be.instanceOf(UniqueViolation)
    })

    it('and tells when an application was last visited and ordered from, and of no other', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const [shop, other] = [applicationRecord(teamId), applicationRecord(teamId)]
      for (const one of [shop, other]) await store.applications.insert(one)
      const never = { lastSessionAt: null, lastOrderAt: null }
      expect(await store.sessions.activityOf(teamId, shop.id)).to.deep.equal(never)
      const [open, ordered] = [fillRecord(template), fillRecord(template, { finalizedAt: 7_000 })]
      for (const fill of [open, ordered]) await store.fills.insert(fill)
      const of = { embedApplicationId: shop.id }
      await store.sessions.insert(sessionRecord(template, { ...of, createdAt: 5_000, fillId: ordered.id }))
      await store.sessions.insert(sessionRecord(template, { ...of, createdAt: 6_000, fillId: open.id }))
      const activity = { lastSessionAt: 6_000, lastOrderAt: 7_000 }
      expect(await store.sessions.activityOf(teamId, shop.id)).to.deep.equal(activity)
      expect(await store.sessions.activityOf(teamId, other.id)).to.deep.equal(never)
      const { teamId: stranger } = await stockTeam(store)
      expect(await store.sessions.activityOf(stranger, shop.id)).to.deep.equal(never)
    })

    it('and tells the active ones of a fill or an application, and those whose time is over', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const application = applicationRecord(teamId)
      await store.applications.insert(application)
      const ofFill = sessionRecord(template, { fillId: 'fill_1', expiresAt: 20 })
      const ofApplication = sessionRecord(template, { embedApplicationId: application.id, expiresAt: 10 })
      const ended = sessionRecord(template, { fillId: 'fill_1', status: 'canceled', expiresAt: 5 })
      for (const session of [ofFill, ofApplication, ended]) await store.sessions.insert(session)
      expect(await store.sessions.active(teamId, { fillId: 'fill_1' })).to.deep.equal([ofFill])
      const byApplication = await store.sessions.active(teamId, { applicationId: application.id })
      expect(byApplication).to.deep.equal([ofApplication])
      expect(await store.sessions.due(9, 10)).to.deep.equal([])
      expect(await store.sessions.due(20, 1)).to.deep.equal([ofApplication])
      expect(await store.sessions.due(20, 10)).to.deep.equal([ofApplication, ofFill])
    })
  })
}
