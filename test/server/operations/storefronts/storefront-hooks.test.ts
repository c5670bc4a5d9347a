/** Hooks that could not be understood: staff see which and why, try them again, and what they said is not kept for ever. */
import { expect } from 'chai'
import type { AdapterKind } from '../../../../core/service/storefront/contract.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { eventually } from '../../../support/run/eventually.ts'
import { jobsDone } from '../../../support/service/jobs-done.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

const PATH = '/v1/storefront/hooks'
const NAME = 'Ada Lovelace'

for (const database of DATABASES)
  describe(`Hooks of storefronts, on ${longOn(database)}`, () => {
    let test: TestServer
    let broken = true
    let read: string[] = []
    /** What a reading waits for before it ends. */
    let held: Promise<void> | null = null
    let [begun, ended] = [0, 0]

    /** Believes everything, and understands nothing while it is broken. */
    const kind: AdapterKind = {
      name: 'odd',
      settings: [],
      open: () => ({
        ...{ hooks: ['/in'], binding: 'match' },
        prove: async ({ headers }) => ({ shop: 'corner', id: headers['x-id'] ?? null, topic: 'order' }),
        async translate({ body }) {
          const isBroken = broken
          begun += 1
          await held
          ended += 1
          if (isBroken) throw new Error('There is no order in it.')
          read.push(Buffer.from(body).toString())
          return []
        },
        shops: async () => ['corner'],
      }),
    }
    before(function () {
      needsDatabase(this, database)
    })
    beforeEach(async () => {
      test = await openTestServer({ database, adapters: [kind] })
      broken = true
      read = []
      held = null
      begun = ended = 0
    })
    afterEach(() => test?.close())

    const tell = async (id: string): Promise<string> => {
      const sent = await test.json('/adapters/odd/in', { key: null, body: NAME, headers: { 'x-id': id } })
      return sent.body.id
    }
    const list = async (query = '') => (await test.json(`${PATH}${query}`)).body.data
    const inState = (id: string, state: string) =>
      eventually(async () => (await list()).find((hook: { id: string }) => hook.id === id)?.state === state)
    const retry = (id: string) => test.json(`${PATH}/${id}/retry`, { method: 'POST' })

    it('are listed with their fault, by state, adapter and shop, and show nothing of what they said', async () => {
      const [one, two] = [await tell('1'), await tell('2')]
      await inState(one, 'failed')
      await inState(two, 'failed')
      const failed = await list('?state=failed&adapter=odd&shop=corner')
      expect(failed.map(({ id }: { id: string }) => id)).to.deep.equal([two, one])
      expect(failed[0]).to.deep.include({
        ...{ object: 'storefront_hook', adapter: 'odd', shop: 'corner', topic: 'order', state: 'failed' },
        ...{ external_hook_id: '2', error: 'There is no order in it.', attempts: 1, retryable: true },
      })
      expect(JSON.stringify(failed)).not.to.include(NAME)
      expect((await list('?limit=1')).map(({ id }: { id: string }) => id)).to.deep.equal([two])
      expect(await list(`?limit=1&starting_after=${two}`)).to.have.lengthOf(1)
      for (const query of ['?state=done', '?adapter=rest', '?shop=other'])
        expect(await list(query), query).to.deep.equal([])
    })

    it('are read again as they came once the fault is mended, and once only', async () => {
      const id = await tell('1')
      await inState(id, 'failed')
      broken = false
      const again = await retry(id)
      expect([again.status, again.body.storefront_hook.state]).to.deep.equal([200, 'pending'])
      await inState(id, 'done')
      // A job may come twice, as when the sweep finds the hook while its job is under way.
      const times = read.length
      expect([...new Set(read)]).to.deep.equal([NAME])
      const done = await retry(id)
      expect([done.status, done.body.error.code, done.body.error.state]).to.deep.equal([
        ...[409, 'hook_status_conflict', 'done'],
      ])
      const audited = (await test.json('/v1/audit_events')).body.data
      expect(audited[0]).to.deep.include({ action: 'storefront_hook.retried', object_id: id })
      expect(read).to.have.lengthOf(times)
    })

    it('stay done whatever comes of a reading that began before', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      const id = await tell('1')
      await eventually(async () => begun > 0)
      held = null
      broken = false
      await retry(id)
      await inState(id, 'done')
      resolve()
      await eventually(async () => ended === begun)
      await jobsDone(test)
      expect((await list())[0]).to.deep.include({ id, state: 'done', error: null })
    })

    it('lose what they said when a customer is erased, and keep their fault', async () => {
      const id = await tell('1')
      await inState(id, 'failed')
      const erased = await test.json('/v1/fills/erase?customer_email=ada%40example.com', { method: 'POST' })
      expect(erased.status).to.equal(200)
      const [hook] = await list()
      expect(hook).to.deep.include({ id, retryable: false, error: 'There is no order in it.' })
      const refused = await retry(id)
      expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'hook_status_conflict'])
    })

    it('are those of the own team alone', async () => {
      const id = await tell('1')
      const other = await test.makeTeam('Another')
      expect((await test.json(PATH, { key: other.key })).body.data).to.deep.equal([])
      const reply = await test.json(`${PATH}/${id}/retry`, { method: 'POST', key: other.key })
      expect([reply.status, reply.body.error.code]).to.deep.equal([404, 'not_found'])
    })
  })
