/** A server is killed in the middle of a batch, and the next one goes on: every record once, and one end. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { migratedDatabase } from '../support/database/migrated.ts'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { createServiceProcess, type ServiceProcess } from '../support/programs/service-process.ts'
import { inForm } from '../support/run/form.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'

const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const ITEMS = inForm(70, 300)

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Wire = any

for (const database of DATABASES)
  describe(`A batch whose server is killed, on ${longOn(database)}`, function () {
    // Services start, are killed and start again.
    this.timeout(240_000)
    const makeFolder = temporaryFolders()
    let service: ServiceProcess
    before(async function () {
      needsDatabase(this, database)
      service = createServiceProcess({
        DATA_DIR: await makeFolder(),
        RATE_LIMIT_KEY_PER_MINUTE: '100000',
        PLATE_CHECKS: 'none',
        ...(database === 'postgres' ? { DATABASE_URL: await migratedDatabase() } : {}),
      })
      await service.start()
    })
    after(async () => service?.stop())

    const json = async (path: string, body?: unknown): Promise<Wire> => {
      const form = body instanceof FormData
      const response = await fetch(`${service.url}/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${await service.secretKey()}`,
          ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
      })
      const reply = await response.json()
      if (response.status >= 300) throw new Error(JSON.stringify(reply))
      return reply
    }
    /** All of a list. */
    const all = async (path: string): Promise<Wire[]> => {
      const found: Wire[] = []
      for (let after = ''; ; ) {
        const page = await json(`${path}${path.includes('?') ? '&' : '?'}limit=100${after}`)
        found.push(...page.data)
        if (!page.has_more) return found
        after = `&starting_after=${page.next_starting_after}`
      }
    }
    const batchWhen = async (id: string, enough: (batch: Wire) => boolean): Promise<Wire> => {
      for (;;) {
        const { batch } = await json(`/batches/${id}`)
        const done = batch.succeeded + batch.failed + batch.skipped
        expect(done === ITEMS).to.equal(batch.status === 'completed')
        if (enough(batch)) return batch
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    }

    it('is gone on with by the next one, and prints every record once @long', async () => {
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(await readFile(CARD))]), 'card.pdf')
      const { template } = await json('/templates', form)
      const items = Array.from({ length: ITEMS }, (_, index) => ({
        values: { 'First name': `Guest ${index}`, Date: '14 June 2027', Place: 'Hartfield' },
        external_ref: String(index),
        external_order_id: 'party',
      }))
      const { batch } = await json('/batches', { kind: 'renders', template_id: template.id, items })
      const before = await batchWhen(batch.id, ({ succeeded }) => succeeded >= 20)
      await service.kill()
      expect(before.succeeded).to.be.below(ITEMS)
      await service.start()
      const done = await batchWhen(batch.id, ({ status }) => status === 'completed')
      expect(done).to.include({ total: ITEMS, succeeded: ITEMS, failed: 0, skipped: 0 })

      const found = await all(`/batches/${batch.id}/items`)
      expect(found.map((item) => item.external_ref)).to.deep.equal(items.map((item) => item.external_ref))
      const ofItems = found.map((item) => item.render_id).sort()
      const renders = await all('/renders?external_order_id=party')
      expect(renders.map((render) => render.id).sort()).to.deep.equal(ofItems)
      expect(new Set(ofItems).size).to.equal(ITEMS)
      expect(renders.every((render) => render.status === 'succeeded')).to.equal(true)
      const told = await all('/events?type=render.succeeded')
      expect(told.map((event) => event.data.object.id).sort()).to.deep.equal(ofItems)
      expect((await all('/events?type=batch.completed')).map((event) => event.data.object.id)).to.deep.equal([
        batch.id,
      ])
      expect((await json('/usage')).used).to.equal(ITEMS)
    })
  })
