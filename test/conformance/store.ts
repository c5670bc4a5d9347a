/** What every Store must do, run once for each implementation. */

import { expect } from 'chai'
import type { RootStore } from '../../core/store.ts'
import { UniqueViolation } from '../../core/unique-violation.ts'
import {
  keyRecord,
  PLAN,
  renderRecord,
  revisionRecord,
  someHash,
  stockTeam,
  tailOfBytes,
  teamRecord,
  templateRecord,
} from '../support/database/records.ts'
import { describeBatches } from './batch-store.ts'
import { describeEmbedStores } from './embed-stores.ts'
import { describeFills } from './fill-store.ts'
import { describeFolders } from './folder-store.ts'
import { describeAccess } from './store-access.ts'
import { describeLimits } from './store-limits.ts'
import { describePages } from './store-pages.ts'
import { describeTenants } from './store-tenants.ts'
import { describeTransactions } from './store-transactions.ts'
import { describeStorefrontRows } from './storefront-store.ts'
import { describeTeamResources } from './team-resource-stores.ts'
import { describeWebhooks } from './webhook-store.ts'

export interface StoreUnderTest {
  readonly store: RootStore
  close(): Promise<void>
}

/** `open` gives an empty store. */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the store on ${name}`, () => {
    let opened: StoreUnderTest
    const current = () => opened.store
    before(async () => {
      opened = await open()
    })
    after(() => opened.close())

    describeRecords(current)
    describeUniqueness(current)
    describeTenants(current)
    describePages(current)
    describeTransactions(current)
    describeFills(current)
    describeBatches(current)
    describeAccess(current)
    describeEmbedStores(current)
    describeWebhooks(current)
    describeFolders(current)
    describeStorefrontRows(current)
    describeLimits(current)
    describeTeamResources(current)
  })
}

function describeRecords(current: () => RootStore): void {
  describe('keeps records', () => {
    it('gives back each record as it was written', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      expect(await store.templates.find(teamId, template.id)).to.deep.equal(template)
      expect(await store.templates.findBySlug(template.slug)).to.deep.equal(template)
      expect(await store.templates.findBySource(teamId, template.sourceSha256)).to.deep.equal(template)
      expect(await store.revisions.find(teamId, template.id, 1)).to.deep.equal(revisionRecord(template))

      const team = teamRecord({ renderLimitMonthly: 500 })
      await store.teams.insert(team)
      expect(await store.teams.find(team.id)).to.deep.equal(team)
      expect(await store.teams.list()).to.deep.include(team)

      const key = keyRecord(teamId)
      await store.keys.insert(key)
      expect(await store.keys.findByHash(key.keyHash)).to.deep.equal(key)
      expect(await store.keys.find(teamId, key.id)).to.deep.equal(key)
      expect(await store.keys.list(teamId)).to.deep.equal([key])

      const render = renderRecord(template, { colors: null, substrate: { key: 'k', name: 'n', hex: '#fff' } })
      await store.renders.insert(render)
      expect(await store.renders.find(teamId, render.id)).to.deep.equal(render)
    })

    it('finds many at once, each once, and leaves out what is not there', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const second = templateRecord(teamId)
      await store.templates.insert(second)
      const ids = [template.id, 'tpl_x', second.id, template.id]
      expect(await store.templates.findMany(teamId, ids)).to.have.deep.members([template, second])
      expect(await store.templates.findMany(teamId, [])).to.deep.equal([])

      const newer = revisionRecord(template, { revision: 2 })
      const other = revisionRecord(second, { revision: 2 })
      for (const revision of [newer, other, revisionRecord(second)]) await store.revisions.insert(revision)
      const wanted = [
        { templateId: template.id, revision: 1 },
        { templateId: second.id, revision: 2 },
        { templateId: second.id, revision: 3 },
      ]
      const found = await store.revisions.findMany(teamId, wanted)
      expect(found).to.have.deep.members([revisionRecord(template), other])
      expect(await store.revisions.findMany(teamId, [])).to.deep.equal([])
    })

    it('lists the revisions of one template from the newest on, without what they print', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      for (const revision of [2, 3]) await store.revisions.insert(revisionRecord(template, { revision }))
      const list = (limit: number, before: number | null) =>
        store.revisions.list(teamId, template.id, { limit, before })
      const first = await list(2, null)
      expect(first.items.map(({ revision }) => revision)).to.deep.equal([3, 2])
      expect(first.items[0]).to.have.keys(['revision', 'origin', 'createdAt'])
      expect(first.hasMore).to.equal(true)
      expect((await list(2, 2)).items.map(({ revision }) => revision)).to.deep.equal([1])
      expect((await store.revisions.list('team_x', template.id, { limit: 2, before: null })).items).to.be
        .empty
    })

    it('answers null for what is not there', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      expect(await store.teams.find('team_x')).to.equal(null)
      expect(await store.keys.findByHash(someHash())).to.equal(null)
      expect(await store.templates.find(teamId, 'tpl_x')).to.equal(null)
      expect(await store.templates.findBySlug('no-such-slug')).to.equal(null)
      expect(await store.renders.find(teamId, 'rnd_x')).to.equal(null)
      expect(await store.tails.find(teamId, 'rnd_x')).to.equal(null)
      expect(await store.usage.read(teamId, '202607')).to.equal(0)
    })

    it('changes of a template what is named, and nothing else', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const plan = { ...PLAN, bodyBytes: 99 }
      const changed = await store.templates.update(teamId, template.id, { plan, liveRevision: 1 })
      expect(changed).to.deep.equal({ ...template, plan, liveRevision: 1 })
      expect(await store.templates.find(teamId, template.id)).to.deep.equal(changed)
      const back = await store.templates.update(teamId, template.id, { liveRevision: null })
      expect(back?.liveRevision).to.equal(null)
      expect(await store.templates.update(teamId, template.id, {})).to.deep.equal(back)
    })

    it('changes a render only at the attempt that the caller knows', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const render = renderRecord(template)
      await store.renders.insert(render)
      const second = await store.renders.update(teamId, render.id, 1, { attempt: 2 })
      expect(second).to.deep.equal({ ...render, attempt: 2 })

      expect(await store.renders.update(teamId, render.id, 1, { status: 'succeeded' })).to.equal(null)
      expect(await store.renders.update(teamId, render.id, 1, {})).to.equal(null)
      expect(await store.renders.find(teamId, render.id)).to.deep.equal(second)
      expect(await store.renders.update(teamId, render.id, 2, {})).to.deep.equal(second)
    })

    it('keeps one tail for each render and replaces it whole', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const render = renderRecord(template)
      await store.renders.insert(render)
      const long = Uint8Array.from({ length: 256 * 1024 }, (_, at) => at % 251)
      await store.tails.put(teamId, render.id, tailOfBytes(long))
      expect(
        Buffer.compare((await store.tails.find(teamId, render.id))?.bytes ?? Buffer.alloc(0), long),
      ).to.equal(0)
      await store.tails.put(teamId, render.id, tailOfBytes(Uint8Array.of(0, 255, 10)))
      expect([...((await store.tails.find(teamId, render.id))?.bytes ?? [])]).to.deep.equal([0, 255, 10])
    })

    it('keeps the parts of a tail, and tells its own file', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const { teamId: stranger } = await stockTeam(store)
      const render = renderRecord(template)
      await store.renders.insert(render)
      expect(await store.tails.ownFile(teamId, render.id)).to.equal(null)
      const [own, picture] = [someHash(), someHash()]
      const segments = [
        { file: own, start: 16, bytes: 300_000 },
        { file: picture, start: 0, bytes: 70_000 },
      ]
      const tail = { bytes: new Uint8Array(), segments, ownFile: own }
      await store.tails.put(teamId, render.id, tail)
      const found = await store.tails.find(teamId, render.id)
      expect({ ...found, bytes: [...(found?.bytes ?? [1])] }).to.deep.equal({ ...tail, bytes: [] })
      expect(await store.tails.ownFile(teamId, render.id)).to.equal(own)
      expect(await store.tails.ownFile(stranger, render.id)).to.equal(null)
      await store.tails.put(teamId, render.id, tailOfBytes(Uint8Array.of(7)))
      expect(await store.tails.find(teamId, render.id)).to.deep.include({ segments: null, ownFile: null })
    })

    it('tells files that are to be removed once their time has come, unless they are kept', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const { teamId: stranger } = await stockTeam(store)
      const [first, second, third] = [someHash(), someHash(), someHash()]
      await store.removals.plan(teamId, first, 2000)
      await store.removals.plan(teamId, second, 1000)
      await store.removals.plan(teamId, third, 1500)
      await store.removals.plan(teamId, third, 9000)
      const due = async (now: number, limit = 10) =>
        (await store.removals.due(now, limit))
          .filter((one) => one.teamId === teamId)
          .map(({ sha256 }) => sha256)
      expect(await due(999)).to.deep.equal([])
      expect(await due(2000)).to.deep.equal([second, first])
      expect(await due(2000, 1)).to.deep.equal([second])
      expect(await store.removals.cancel(stranger, second)).to.equal(false)
      expect(await store.removals.cancel(teamId, second)).to.equal(true)
      expect(await store.removals.cancel(teamId, second)).to.equal(false)
      expect(await due(9000)).to.deep.equal([first, third])
    })

    it('revokes a key once, sets its end and never moves its last use back', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const key = keyRecord(teamId)
      await store.keys.insert(key)
      expect((await store.keys.expire(teamId, key.id, 5_000))?.expiresAt).to.equal(5_000)
      await store.keys.touch(key.id, 2_000)
      await store.keys.touch(key.id, 1_000)
      expect((await store.keys.revoke(teamId, key.id, 7_000))?.revokedAt).to.equal(7_000)
      const again = await store.keys.revoke(teamId, key.id, 9_000)
      expect(again).to.deep.equal({ ...key, expiresAt: 5_000, lastUsedAt: 2_000, revokedAt: 7_000 })
    })

    it('counts renders up to the limit and not beyond, however many come at once', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const many = Array.from({ length: 50 }, () => store.usage.consume(teamId, '202607', 20))
      const counted = await Promise.all(many)
      expect(counted.filter((one) => one)).to.have.length(20)
      expect(await store.usage.read(teamId, '202607')).to.equal(20)
      expect(await store.usage.consume(teamId, '202607', null)).to.equal(true)
      expect(await store.usage.consume(teamId, '202608', 0)).to.equal(false)
      expect(await store.usage.read(teamId, '202608')).to.equal(0)
      const allowance = (limit: number | null, month: string) =>
        store.teams
          .update(teamId, { renderLimitMonthly: limit })
          .then(() => store.usage.readAllowance(teamId, month))
      expect(await allowance(null, '202607')).to.eql({ used: 21, limit: null })
      expect(await allowance(25, '202607')).to.eql({ used: 21, limit: 25 })
      expect(await allowance(25, '202608')).to.eql({ used: 0, limit: 25 })
    })
  })
}

function describeUniqueness(current: () => RootStore): void {
  describe('refuses twins', () => {
    const refused = async (insert: Promise<void>, table: string, columns: readonly string[]) => {
      const error = await insert.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).to.be.instanceOf(UniqueViolation)
      expect((error as UniqueViolation).table).to.equal(table)
      expect((error as UniqueViolation).columns).to.include.members([...columns])
    }

    it('of a source in one team, and takes it in two, and copies of it', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const { sourceSha256 } = template
      const twin = templateRecord(teamId, { sourceSha256 })
      await refused(store.templates.insert(twin), 'templates', ['team_id', 'source_sha256'])
      const other = await stockTeam(store)
      await store.templates.insert(templateRecord(other.teamId, { sourceSha256 }))
      for (const title of ['One', 'Another'])
        await store.templates.insert(templateRecord(teamId, { sourceSha256, copiedFrom: template.id, title }))
      expect((await store.templates.findBySource(teamId, sourceSha256))?.id).to.equal(template.id)
    })

    it('of a slug in the whole service', async () => {
      const store = current()
      const { template } = await stockTeam(store)
      const other = await stockTeam(store)
      await refused(
        store.templates.insert(templateRecord(other.teamId, { slug: template.slug })),
        'templates',
        ['slug'],
      )
    })

    it('of a revision, a key and an id', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      await refused(store.revisions.insert(revisionRecord(template)), 'template_revisions', [
        'template_id',
        'revision',
      ])
      const key = keyRecord(teamId)
      await store.keys.insert(key)
      await refused(store.keys.insert(keyRecord(teamId, { keyHash: key.keyHash })), 'api_keys', ['key_hash'])
      await refused(store.templates.insert(templateRecord(teamId, { id: template.id })), 'templates', ['id'])
    })

    it('of a final render of one fill, and takes other kinds and renders without a fill', async () => {
      const store = current()
      const { template } = await stockTeam(store)
      await store.renders.insert(renderRecord(template, { fillId: 'fill_1' }))
      await refused(store.renders.insert(renderRecord(template, { fillId: 'fill_1' })), 'renders', [
        'fill_id',
      ])
      await store.renders.insert(renderRecord(template, { fillId: 'fill_1', kind: 'proof' }))
      await store.renders.insert(renderRecord(template, { fillId: 'fill_1', kind: 'preview' }))
      await store.renders.insert(renderRecord(template))
      await store.renders.insert(renderRecord(template))
    })

    it('of one picture of a team in the ledger, whose old rows go together', async () => {
      const store = current()
      const [one, other] = [await stockTeam(store), await stockTeam(store)]
      const picture = { kind: 'preview', storageKey: 'picture:1', createdAt: 500 } as const
      const kept = renderRecord(one.template, picture)
      await store.renders.insert(kept)
      await refused(store.renders.insert(renderRecord(one.template, picture)), 'renders', [
        'team_id',
        'storage_key',
      ])
      await store.renders.insert(renderRecord(other.template, picture))
      expect(await store.renders.findPicture(one.teamId, 'picture:1')).to.deep.equal(kept)
      expect(await store.renders.findPicture(one.teamId, 'picture:2')).to.equal(null)
      await store.renders.insert(renderRecord(one.template, { createdAt: 500 }))
      await store.renders.insert(
        renderRecord(one.template, { ...picture, storageKey: 'picture:2', createdAt: 501 }),
      )
      const gone = await store.renders.removePictures(501, 100)
      expect(gone.filter(({ teamId }) => teamId === one.teamId).map(({ id }) => id)).to.deep.equal([kept.id])
      expect(await store.renders.findPicture(other.teamId, 'picture:1')).to.equal(null)
      expect(await store.renders.findPicture(one.teamId, 'picture:2')).to.not.equal(null)
    })
  })
}
