/** The number of fields: one limit that an upload is told of, and within it every way of filling takes all of them. */
import { expect } from 'chai'
import { MOST_FIELDS } from '../../core/engine/scene/most-fields.ts'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { formPdf, textField } from '../support/pdf/form-pdf.ts'
import { csvForm, finished } from '../support/service/batches.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { uploadForm } from '../support/service/sample-press.ts'

/** Small fields in rows of 40. */
function manyFields(count: number): Uint8Array {
  const fields = Array.from({ length: count }, (_, at) => {
    const [left, bottom] = [10 + (at % 40) * 20, 10 + Math.floor(at / 40) * 20]
    return textField(`F${at}`, `${left} ${bottom} ${left + 18} ${bottom + 18}`, '/DA (/Helv 8 Tf 0 g)')
  })
  return formPdf({ pages: ['/MediaBox [0 0 820 820]'], fields })
}

for (const database of DATABASES)
  describe(`Many fields, on ${longOn(database)}`, () => {
    let test: TestServer
    let id: string
    let values: Record<string, string>
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: 'workers', database })
      const { status, body } = await test.json('/v1/templates', { body: uploadForm(manyFields(MOST_FIELDS)) })
      expect(status, JSON.stringify(body)).to.equal(200)
      id = body.template.id
      expect(body.template.field_count).to.equal(MOST_FIELDS)
      const fields = await test.json(`/v1/templates/${id}/fields`)
      values = Object.fromEntries(
        fields.body.data.map((field: { id: string }, at: number) => [field.id, `${at}`]),
      )
      expect((await test.json(`/v1/templates/${id}/publish`, { method: 'POST' })).status).to.equal(200)
    })
    after(() => test?.close())

    it('are filled whole by renders, fills and mappings, each with an ink of its own', async () => {
      const assignments = Object.fromEntries(Object.keys(values).map((field) => [field, 1]))
      const render = await test.json('/v1/renders', { body: { template_id: id, values, assignments } })
      expect(render.status, JSON.stringify(render.body)).to.equal(200)
      const fill = await test.json('/v1/fills', { body: { template_id: id, values } })
      expect(fill.status, JSON.stringify(fill.body)).to.equal(201)
      expect(Object.keys(fill.body.fill.values)).to.have.length(MOST_FIELDS)
      const finalized = await test.json(`/v1/fills/${fill.body.fill.id}/finalize`, { body: { values } })
      expect(finalized.body.render?.status, JSON.stringify(finalized.body)).to.equal('succeeded')
      const options = { default_values: values, locked_field_ids: Object.keys(values) }
      const mapping = { external_product_id: 'form', template_id: id, options }
      expect((await test.json('/v1/product_mappings', { body: mapping })).status).to.equal(201)
    })

    it('have a column each in a table, beside the references', async () => {
      const names = [...Object.keys(values), 'external_ref', 'external_order_id', 'external_cart_id']
      const cells = names.map((_, at) => `${at}`)
      const csv = `${[...names, 'customer_email'].join(',')}\n${[...cells, 'a@example.com'].join(',')}\n`
      const columns = JSON.stringify(Object.fromEntries(names.map((name) => [name, name])))
      const made = await test.json('/v1/batches/csv', { body: csvForm(csv, { template_id: id, columns }) })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      expect(await finished(test, made)).to.include({ status: 'completed', succeeded: 1 })
    })

    it('are saved as a scene again', async () => {
      const { body } = await test.json(`/v1/templates/${id}/scene`)
      const saved = await test.json(`/v1/templates/${id}/scene`, { method: 'PUT', body: body.scene })
      expect(saved.status, JSON.stringify(saved.body).slice(0, 500)).to.equal(200)
    })

    it('beyond the limit are refused at upload, with their number and the limit, and nothing is kept', async () => {
      const kept = await test.keptFiles()
      const { status, body } = await test.json('/v1/templates', {
        body: uploadForm(manyFields(MOST_FIELDS + 7)),
      })
      expect([status, body.error.code]).to.deep.equal([400, 'too_many_fields'])
      expect(body.error.message)
        .to.include(`${MOST_FIELDS + 7} fields`)
        .and.to.include(`${MOST_FIELDS}.`)
      expect(body.error.details).to.deep.equal([
        {
          code: 'too_many_fields',
          message: 'Too many fields.',
          found: MOST_FIELDS + 7,
          expected: MOST_FIELDS,
        },
      ])
      expect(await test.keptFiles()).to.deep.equal(kept)
    })

    it('beyond the limit are refused as newer artwork and as values too', async () => {
      const artwork = uploadForm(manyFields(MOST_FIELDS + 1))
      const replaced = await test.json(`/v1/templates/${id}/artwork`, { body: artwork })
      expect([replaced.status, replaced.body.error.code]).to.deep.equal([400, 'too_many_fields'])
      const one = await test.json('/v1/renders', {
        body: { template_id: id, values: { ...values, more: 'x' } },
      })
      expect([one.status, one.body.error.code]).to.deep.equal([400, 'invalid_parameter'])
    })
  })
