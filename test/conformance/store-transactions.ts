/** What every Store must do about transactions: all or nothing, one after the other, savepoints within. */

import { expect } from 'chai'
import type { RootStore } from '../../core/store.ts'
import { renderRecord, stockTeam, tailOfBytes, teamRecord } from '../support/database/records.ts'
import { countUp, readCount } from './store-counter.ts'

export function describeTransactions(current: () => RootStore): void {
  describe('in transactions', () => {
    it('keeps all that was written, and gives back what the work gave', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const render = renderRecord(template)
      const given = await store.transaction(async (inside) => {
        await inside.renders.insert(render)
        await inside.tails.put(teamId, render.id, tailOfBytes(Uint8Array.of(7)))
        return 'given'
      })
      expect(given).to.equal('given')
      expect(await store.renders.find(teamId, render.id)).to.deep.equal(render)
      expect([...((await store.tails.find(teamId, render.id))?.bytes ?? [])]).to.deep.equal([7])
    })

    it('keeps nothing of a work that throws, and throws that very error', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const render = renderRecord(template)
      const reason = new Error('no')
      const error = await store
        .transaction(async (inside) => {
          await inside.renders.insert(render)
          await inside.usage.consume(teamId, '202607', null)
          throw reason
        })
        .catch((thrown: unknown) => thrown)
      expect(error).to.equal(reason)
      expect(await store.renders.find(teamId, render.id)).to.equal(null)
      expect(await store.usage.read(teamId, '202607')).to.equal(0)
    })

    it('takes back only the inner work when that alone fails', async () => {
      const store = current()
      const outer = teamRecord()
      const inner = teamRecord()
      const later = teamRecord()
      await store.transaction(async (outside) => {
        await outside.teams.insert(outer)
        await outside
          .transaction(async (inside) => {
            await inside.teams.insert(inner)
            throw new Error('inner')
          })
          .catch(() => undefined)
        await outside.teams.insert(later)
      })
      expect(await store.teams.find(outer.id)).to.deep.equal(outer)
      expect(await store.teams.find(inner.id)).to.equal(null)
      expect(await store.teams.find(later.id)).to.deep.equal(later)
    })

    it('goes on after a refused twin that the work has caught within a savepoint', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const render = renderRecord(template)
      await store.transaction(async (outside) => {
        await outside.renders.insert(render)
        await outside.transaction((inside) => inside.renders.insert(render)).catch(() => undefined)
        await outside.usage.consume(teamId, '202607', null)
      })
      expect(await store.renders.find(teamId, render.id)).to.deep.equal(render)
      expect(await store.usage.read(teamId, '202607')).to.equal(1)
    })

    it('loses no count when many read and write at once', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      await Promise.all(Array.from({ length: 20 }, () => countUp(store, teamId, template.id)))
      expect(await readCount(store, teamId, template.id)).to.equal(20)
    })
  })
}
