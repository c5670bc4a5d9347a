/** What every Store must do about limits and retention: count what a team holds, and find whose words are old. */

import { expect } from 'chai'
import type { Store } from '../../core/store.ts'
import { makeId, renderRecord, stockTeam, teamRecord, templateRecord } from '../support/database/records.ts'
import { endpointRecord } from '../support/database/webhook-records.ts'
import { applicationRecord, sessionRecord } from './embed-stores.ts'
import { fillRecord } from './fill-store.ts'

const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id)

export function describeLimits(current: () => Store): void {
  describe('keeps the limits of a team', () => {
    it('as they were written, and changes what is given', async () => {
      const store = current()
      const team = teamRecord({
        billingStatus: 'inactive',
        templateLimit: 3,
        embedApplicationLimit: 0,
        webhookEndpointLimit: 2,
        retentionDays: 90,
      })
      await store.teams.insert(team)
      expect(await store.teams.find(team.id)).to.deep.equal(team)
      const changes = { billingStatus: 'active', retentionDays: null } as const
      expect(await store.teams.update(team.id, changes)).to.deep.equal({ ...team, ...changes })
      expect(await store.teams.update(team.id, {})).to.deep.equal({ ...team, ...changes })
      expect(await store.teams.update('team_x', changes)).to.equal(null)
    })

    it('and counts what of its own is in use', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      await stockTeam(store)
      await store.templates.insert(templateRecord(teamId, { status: 'archived' }))
      await store.templates.insert(templateRecord(teamId, { status: 'paused' }))
      expect(await store.templates.count(teamId)).to.equal(2)
      for (const status of ['active', 'active', 'archived'] as const)
        await store.applications.insert(applicationRecord(teamId, { status }))
      expect(await store.applications.count(teamId)).to.equal(2)
      for (const status of ['enabled', 'disabled'] as const)
        await store.endpoints.insert(endpointRecord(teamId, { status }))
      expect(await store.endpoints.count(teamId)).to.equal(1)
      expect(await store.endpoints.count(template.id)).to.equal(0)
    })

    it('and lets in so many guests a day, however many come at once', async () => {
      const store = current()
      const { teamId } = await stockTeam(store)
      const [one, two] = [applicationRecord(teamId), applicationRecord(teamId)]
      for (const application of [one, two]) await store.applications.insert(application)
      const come = (id: string, day: string) =>
        Promise.all(Array.from({ length: 6 }, () => store.applications.admitGuest(teamId, id, day, 4)))
      const admitted = (answers: readonly boolean[]) => answers.filter((yes) => yes).length
      expect(admitted(await come(one.id, '2026-07-15'))).to.equal(4)
      expect(admitted(await come(one.id, '2026-07-15'))).to.equal(0)
      expect(admitted(await come(two.id, '2026-07-15'))).to.equal(4)
      expect(admitted(await come(one.id, '2026-07-16'))).to.equal(4)
      expect(await store.applications.admitGuest(teamId, one.id, '2026-07-17', 0)).to.equal(false)
    })
  })

  describe('finds whose words are old', () => {
    it('among the fills that are done with, without one of which a render waits', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const other = await stockTeam(store)
      const at = (updatedAt: number, changes = {}) =>
        fillRecord(template, { status: 'finalized', updatedAt, ...changes })
      const [second, first, waits] = [at(20), at(10, { status: 'expired' }), at(15)]
      const rest = [
        at(5, { status: 'open' }),
        at(5, { erasedAt: 6 }),
        at(30),
        fillRecord(other.template, { updatedAt: 1 }),
      ]
      for (const fill of [second, first, waits, ...rest]) await store.fills.insert(fill)
      await store.renders.insert(renderRecord(template, { fillId: waits.id }))
      await store.renders.insert(renderRecord(template, { fillId: first.id, status: 'succeeded' }))
      expect(ids(await store.fills.unswept(teamId, 30, 10))).to.deep.equal([first.id, second.id])
      expect(ids(await store.fills.unswept(teamId, 20, 10))).to.deep.equal([first.id])
      expect(ids(await store.fills.unswept(teamId, 30, 1))).to.deep.equal([first.id])
      expect(await store.fills.byId(first.id)).to.include({ id: first.id, teamId })
      expect(await store.fills.byId('fill_x')).to.equal(null)
    })

    it('among the renders without a fill, and the sessions without one', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const render = (updatedAt: number, changes = {}) =>
        renderRecord(template, { status: 'succeeded', updatedAt, ...changes })
      const [late, early] = [render(20), render(10, { status: 'failed', kind: 'proof' })]
      const renders = [render(5, { status: 'queued' }), render(5, { fillId: makeId('fill') }), render(30)]
      renders.push(render(5, { storageKey: 'erased:rnd_1' }))
      for (const one of [late, early, ...renders]) await store.renders.insert(one)
      expect(ids(await store.renders.unswept(teamId, 30, 10))).to.deep.equal([early.id, late.id])
      expect(ids(await store.renders.unswept(teamId, 30, 1))).to.deep.equal([early.id])

      const bare = { values: {}, metadata: {}, customerEmail: null, customerName: null }
      const session = (updatedAt: number, changes = {}) =>
        sessionRecord(template, { ...bare, status: 'expired', updatedAt, ...changes })
      const holding = [
        session(1, { customerEmail: 'zoë@example.com' }),
        session(2, { customerName: 'Zoë' }),
        session(3, { values: { fld_1: 'Zoë' } }),
        session(4, { metadata: { note: 'Zoë' } }),
      ]
      const empty = [
        session(1),
        session(1, { customerName: 'Zoë', status: 'active' }),
        session(9, { customerName: 'Zoë' }),
      ]
      for (const one of [...holding, ...empty]) await store.sessions.insert(one)
      expect(ids(await store.sessions.unswept(teamId, 9, 10))).to.deep.equal(ids(holding))
      expect(ids(await store.sessions.ofCustomer(teamId, 'ZOË@example.com', 10))).to.deep.equal([
        holding[0]?.id,
      ])
    })
  })
}
