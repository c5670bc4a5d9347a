/** Transactions of several statements, on both databases: all or nothing, each statement seen by the next one. */

import { expect } from 'chai'
import type { TemplateRecord } from '../../../core/service/template/template.ts'
import type { EventRecord } from '../../../core/service/webhook/event.ts'
import { UniqueViolation } from '../../../core/unique-violation.ts'
import { type OpenStore, openStore } from '../../../server/store/open.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { fillRecord } from '../../conformance/fill-store.ts'
import { DATABASES, freshDatabase, needsDatabase } from '../../support/database/postgres.ts'
import { makeId, renderRecord, stockTeam, tailOfBytes } from '../../support/database/records.ts'

const MONTH = '202611'

for (const database of DATABASES)
  describe(`Transactions of several statements on ${database}`, () => {
    let store: OpenStore
    let teamId: string
    let template: TemplateRecord
    before(async function () {
      needsDatabase(this, database)
      store = await openStore({ databaseUrl: database === 'sqlite' ? ':memory:' : await freshDatabase() })
    })
    beforeEach(async () => {
      const stock = await stockTeam(store)
      teamId = stock.teamId
      template = stock.template
    })
    after(() => store?.close())

    const event = (): EventRecord => ({
      ...{ id: makeId('event'), teamId, type: 'ping' as const, objectId: 'x' },
      ...{ object: { what: "it's ? $1" }, previous: {}, createdAt: 5 },
    })
    const thrownBy = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => error,
      )

    it('leave all of it: a render, its tail, which refers to it, two events and a count', async () => {
      const render = renderRecord(template)
      const events = [event(), event()]
      await store.transaction(async (inside) => {
        await inside.renders.insert(render)
        await inside.tails.put(teamId, render.id, tailOfBytes(Buffer.from('%%EOF ? $2')))
        for (const one of events) await inside.events.insert(one)
        await inside.usage.consume(teamId, MONTH, null)
      })
      expect(await store.renders.find(teamId, render.id)).to.deep.equal(render)
      expect(Buffer.from((await store.tails.find(teamId, render.id))?.bytes ?? []).toString()).to.equal(
        '%%EOF ? $2',
      )
      for (const one of events) expect(await store.events.find(teamId, one.id)).to.deep.equal(one)
      expect(await store.usage.read(teamId, MONTH)).to.equal(1)
    })

    it('see what they have written, of whatever kind', async () => {
      const render = renderRecord(template)
      await store.transaction(async (inside) => {
        await inside.renders.insert(render)
        expect(await inside.renders.find(teamId, render.id)).to.deep.equal(render)
        await inside.usage.consume(teamId, MONTH, null)
        expect(await inside.usage.read(teamId, MONTH)).to.equal(1)
        const one = event()
        await inside.events.insert(one)
        expect(await inside.events.find(teamId, one.id)).to.deep.equal(one)
      })
    })

    it('count as often as they are told to', async () => {
      await store.transaction(async (inside) => {
        for (let count = 0; count < 5; count += 1) await inside.usage.consume(teamId, MONTH, null)
      })
      expect(await store.usage.read(teamId, MONTH)).to.equal(5)
      const bound = await store.transaction(async (inside) => {
        await inside.usage.consume(teamId, MONTH, null)
        return [await inside.usage.consume(teamId, MONTH, 7), await inside.usage.consume(teamId, MONTH, 7)]
      })
      expect(bound).to.deep.equal([true, false])
    })

    it('leave nothing where they are given up, the inner one alone', async () => {
      const [outer, inner, given] = [event(), event(), event()]
      const reason = new Error('no')
      expect(
        await thrownBy(
          store.transaction(async (inside) => {
            await inside.events.insert(given)
            throw reason
          }),
        ),
      ).to.equal(reason)
      await store.transaction(async (inside) => {
        await inside.events.insert(outer)
        await thrownBy(
          inside.transaction(async (deeper) => {
            await deeper.events.insert(inner)
            throw reason
          }),
        )
      })
      const found = await Promise.all([outer, inner, given].map(({ id }) => store.events.find(teamId, id)))
      expect(found.map((one) => one !== null)).to.deep.equal([true, false, false])
    })

    it('fail whole, say where, and leave a connection that works', async () => {
      const one = event()
      await store.events.insert(one)
      const others = Array.from({ length: 30 }, () => event())
      for (const other of others) {
        const error = await thrownBy(
          store.transaction(async (inside) => {
            await inside.events.insert(other)
            await inside.events.insert(one)
          }),
        )
        expect(error).to.be.instanceOf(UniqueViolation).and.to.have.property('table', 'events')
      }
      const kept = await Promise.all(others.map(({ id }) => store.events.find(teamId, id)))
      expect(kept.every((found) => found === null)).to.equal(true)
      const last = event()
      await store.transaction((inside) => inside.events.insert(last))
      expect(await store.events.find(teamId, last.id)).to.deep.equal(last)
    })

    it('go on where an inner one failed and the outer one has caught it', async () => {
      const [one, outer, inner] = [event(), event(), event()]
      await store.events.insert(one)
      const caught = await store.transaction(async (inside) => {
        await inside.events.insert(outer)
        const error = await thrownBy(
          inside.transaction(async (deeper) => {
            await deeper.events.insert(inner)
            await deeper.events.insert(one)
          }),
        )
        await inside.usage.consume(teamId, MONTH, null)
        return error
      })
      expect(caught).to.be.instanceOf(UniqueViolation)
      const found = await Promise.all([outer, inner].map(({ id }) => store.events.find(teamId, id)))
      expect(found.map((kept) => kept !== null)).to.deep.equal([true, false])
      expect(await store.usage.read(teamId, MONTH)).to.equal(1)
    })

    it('replace a fill only where it stands as it was seen, in whatever words it was written', async () => {
      const seen = fillRecord(template, { quantity: 1, customerEmail: null })
      await store.fills.insert(seen)
      const changed = await store.fills.replace(seen, { quantity: 2, customerEmail: 'ada@example.com' })
      expect(changed).to.deep.equal({ ...seen, quantity: 2, customerEmail: 'ada@example.com' })
      expect(await store.fills.replace(seen, { quantity: 3 })).to.equal(null)
      expect(await store.fills.find(teamId, seen.id)).to.deep.equal(changed)
      expect(await store.fills.replace({ ...seen, id: makeId('fill') }, { quantity: 3 })).to.equal(null)

      const other = fillRecord(template)
      await store.fills.insert(other)
      const words = JSON.stringify(other.values, null, 1)
      const db = databaseOf(store)
      await db.change(db.sql('fills').where({ id: other.id }).update({ field_values: words }))
      const found = await store.transaction((inside) => inside.fills.replace(other, { quantity: 9 }))
      expect(found).to.deep.equal({ ...other, quantity: 9 })
    })
  })
