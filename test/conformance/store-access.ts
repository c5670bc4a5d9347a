/** What every Store must do for the audit log and for idempotency keys. */

import { expect } from 'chai'
import type { AuditRecord } from '../../core/service/access/audit-store.ts'
import { IDEMPOTENCY_LIFE_MS } from '../../core/service/access/idempotency.ts'
import type { IdempotencyRecord } from '../../core/service/access/idempotency-store.ts'
import type { RootStore } from '../../core/store.ts'
import { makeId, stockTeam } from '../support/database/records.ts'

const entry = (teamId: string, changes: Partial<AuditRecord> = {}): AuditRecord => ({
  id: makeId('audit'),
  teamId,
  actor: 'key_1',
  action: 'template.published',
  objectId: 'tpl_1',
  details: { revision: 2, changed: ['ü'] },
  requestId: null,
  createdAt: 1_750_000_000_123,
  ...changes,
})

const request = (teamId: string, changes: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
  teamId,
  scope: 'a scope',
  requestHash: 'a hash',
  replyStatus: null,
  replyBody: null,
  createdAt: 1_750_000_000_000,
  lockedUntil: 1_750_000_060_000,
  ...changes,
})

export function describeAccess(current: () => RootStore): void {
  describe('keeps the audit log', () => {
    const page = { limit: 2, startingAfter: null }

    it('as it was written, newest first, by action, object and actor, and apart for each team', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const { teamId: stranger } = await stockTeam(store)
      const first = entry(teamId)
      const second = entry(teamId, { action: 'key.revoked', objectId: 'key_9', requestId: 'req_1' })
      const third = entry(teamId, { actor: 'cli' })
      for (const one of [first, second, third]) await store.audit.insert(one)
      expect(await store.audit.find(teamId, second.id)).to.deep.equal(second)
      expect(await store.audit.find(stranger, second.id)).to.equal(null)
      expect(await store.audit.list(teamId, {}, page)).to.deep.equal({
        items: [third, second],
        hasMore: true,
      })
      const only = async (filter: object) => (await store.audit.list(teamId, filter, page)).items
      expect(await only({ action: 'key.revoked' })).to.deep.equal([second])
      expect(await only({ objectId: 'tpl_1', actor: 'key_1' })).to.deep.equal([first])
      expect((await store.audit.list(stranger, {}, page)).items).to.deep.equal([])
    })
  })

  describe('keeps idempotency keys', () => {
    it('one at a time, for each team and scope, however many begin at once', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const { teamId: other } = await stockTeam(store)
      const record = request(teamId)
      const begun = await Promise.all(
        Array.from({ length: 8 }, () => store.idempotency.begin(record, record.createdAt)),
      )
      expect(begun.filter((earlier) => earlier === null)).to.have.lengthOf(1)
      expect(begun.find((earlier) => earlier !== null)).to.deep.equal(record)
      expect(await store.idempotency.begin(request(other), record.createdAt)).to.equal(null)
      expect(await store.idempotency.begin({ ...record, scope: 'b' }, record.createdAt)).to.equal(null)
    })

    it('with their reply for a day, then no more', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const record = request(teamId)
      await store.idempotency.begin(record, record.createdAt)
      await store.idempotency.finish(record, 201, 'sealed', ['fill_1'])
      const done = { ...record, replyStatus: 201, replyBody: 'sealed' }
      const end = record.createdAt + IDEMPOTENCY_LIFE_MS
      expect(await store.idempotency.begin(record, end - 1)).to.deep.equal(done)
      const next = { ...record, createdAt: end, lockedUntil: end + 60_000 }
      expect(await store.idempotency.begin(next, end)).to.equal(null)
      await store.idempotency.removeBefore(end, 1000)
      expect(await store.idempotency.begin(record, end)).not.to.equal(null)
      expect(await store.idempotency.removeBefore(end + 1, 1000)).to.be.greaterThan(0)
      expect(await store.idempotency.begin(record, end)).to.equal(null)
    })

    it('free again when released, dead, or finished without a reply for the same request', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const record = request(teamId)
      const begin = (at: number, hash = 'a hash') =>
        store.idempotency.begin({ ...record, requestHash: hash, createdAt: at, lockedUntil: at + 60_000 }, at)
      const start = record.createdAt
      await begin(start)
      await store.idempotency.release(record)
      expect(await begin(start)).to.equal(null)
      await store.idempotency.extend(record, start + 90_000)
      expect(await begin(start + 89_999)).not.to.equal(null)
      expect(await begin(start + 90_000)).to.equal(null)
      // The first one, if it is not dead after all, changes nothing any more.
      await store.idempotency.finish(record, 200, 'too late', [])
      await store.idempotency.release(record)
      const later = { ...record, createdAt: start + 90_000 }
      await store.idempotency.finish(later, 200, null, [])
      expect((await begin(start + 90_001, 'another'))?.replyStatus).to.equal(200)
      expect(await begin(start + 90_001)).to.equal(null)
    })

    it('with what was made before their request died, for one who goes on with it', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const record = request(teamId)
      const { createdAt: start, lockedUntil: dead } = record
      const begin = (at: number) =>
        store.idempotency.begin({ ...record, createdAt: at, lockedUntil: at + 60_000 }, at)
      await begin(start)
      const undone = store.transaction(async (inside) => {
        await inside.idempotency.note(record, 'rolled back', ['fill_1'])
        throw new Error('undone')
      })
      await undone.catch(() => {})
      expect((await begin(start))?.replyBody).to.equal(null)
      expect(await store.idempotency.note(record, 'made', ['fill_1'])).to.equal(true)
      const noted = { ...record, replyBody: 'made' }
      expect(await begin(dead)).to.deep.equal(noted)
      const taken = await Promise.all([1, 2, 3].map(() => store.idempotency.takeOver(noted, dead + 60_000)))
      expect(taken.filter((one) => one)).to.have.lengthOf(1)
      expect(await begin(dead)).to.deep.equal({ ...noted, lockedUntil: dead + 60_000 })
      await store.idempotency.finish(record, 201, 'reply', ['fill_1'])
      expect(await store.idempotency.takeOver({ ...noted, lockedUntil: dead + 60_000 }, dead)).to.equal(false)
      expect(await store.idempotency.note(record, 'too late', [])).to.equal(false)
      expect((await begin(dead))?.replyBody).to.equal('reply')
    })

    it('without the replies that tell of what is forgotten', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const { teamId: stranger } = await stockTeam(store)
      const record = request(teamId)
      await store.idempotency.begin(record, record.createdAt)
      await store.idempotency.finish(record, 200, 'sealed', ['fill_1', 'rnd_2'])
      const body = async () =>
        (await store.idempotency.begin({ ...record, requestHash: 'x' }, record.createdAt))?.replyBody
      await store.idempotency.forget(teamId, ['rnd_3'])
      await store.idempotency.forget(stranger, ['rnd_2'])
      expect(await body()).to.equal('sealed')
      await store.idempotency.forget(teamId, ['rnd_2'])
      expect(await body()).to.equal(null)
    })
  })
}
