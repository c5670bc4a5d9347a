/** Copying a fill: what was ordered once is printed again, on its own revision and under an id of its own. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { finalize, type LiveTemplate, liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

for (const database of DATABASES)
  describe(`Copying a fill on ${longOn(database)}`, () => {
    let test: TestServer
    let template: LiveTemplate
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: openSamplePress(), env: { ROLES: 'api' }, database })
      template = await liveTemplate(test)
    })
    after(() => test?.close())

    const printed = async () => {
      const { id } = await makeFill(test, {
        template_id: template.id,
        values: { Name: 'Eleanor' },
        external_product_id: '11',
        external_cart_id: 'cart_1',
        metadata: { project_name: 'Card' },
      })
      const facts = {
        external_order_id: 'order 1',
        line_ref: '7',
        quantity: 3,
        customer_email: 'a@example.com',
      }
      await finalize(test, id, facts)
      return id
    }
    const copy = (id: string, headers: Record<string, string> = {}) =>
      test.json(`/v1/fills/${id}/copy`, { method: 'POST', headers })

    it('gives an open fill with the same values, and nothing of the order', async () => {
      const id = await printed()
      const { status, body } = await copy(id)
      expect(status, JSON.stringify(body)).to.equal(201)
      expect(body.fill).to.deep.include({
        status: 'open',
        source: 'api',
        values: { [template.name]: 'Eleanor' },
        external_product_id: '11',
        external_order_id: null,
        external_cart_id: null,
        line_ref: null,
        quantity: 1,
        customer_email: null,
        metadata: { project_name: 'Card', copied_from: id },
      })
    })

    it('prints what was printed and then canceled, though its template is paused meanwhile', async () => {
      const own = await liveTemplate(test)
      const { id, scene_revision } = await makeFill(test, { template_id: own.id, values: { Name: 'Ida' } })
      await finalize(test, id, { external_order_id: 'order 2' })
      await test.json(`/v1/fills/${id}/status`, {
        body: { status: 'canceled', external_order_id: 'order 2' },
      })
      await test.json(`/v1/templates/${own.id}/status`, { method: 'PATCH', body: { status: 'paused' } })
      const { body } = await copy(id)
      expect(body.fill.scene_revision).to.equal(scene_revision)
      const again = await finalize(test, body.fill.id, { external_order_id: 'order 2', line_ref: '1' })
      expect(again.status, JSON.stringify(again.body)).to.equal(200)
      expect(again.body.render.status).to.equal('succeeded')
    })

    it('makes one copy however often it is asked under one key', async () => {
      const id = await printed()
      const key = { 'Idempotency-Key': `copy ${id}` }
      const [first, second] = [await copy(id, key), await copy(id, key)]
      expect(second.body.fill.id).to.equal(first.body.fill.id)
    })

    it('refuses an erased fill and finds none of another id', async () => {
      const id = await printed()
      await test.json(`/v1/fills/${id}/erase`, { method: 'POST' })
      const { status, body } = await copy(id)
      expect([status, body.error.code]).to.deep.equal([409, 'fill_status_conflict'])
      expect((await copy('fill_01kq3fc2d5f7g9h1j3k5m7n9p1')).status).to.equal(404)
    })
  })
