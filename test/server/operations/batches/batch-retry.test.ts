/** Copies, missing values and failed rows of a table: said before it prints, and corrected afterwards. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { csvForm, finished, itemsOf } from '../../../support/service/batches.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { type LiveTemplate, liveTemplate } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

const TABLE = [
  'Name,Size,Note,customer_email,Menge',
  'Ada,s,first,ada@example.com,3',
  ',m,no name,bo@example.com,2',
  'Cleo,Enormous,"a, ""b""",cleo@example.com,',
  'Dora,s,zero,dora@example.com,0',
  'Eva,s,mail,nobody,1',
  'Finn,s,more,finn@example.com,1,beyond',
].join('\n')
const COLUMNS = { Note: null, Menge: 'quantity' }

for (const database of DATABASES)
  describe(`Rows of a table on ${longOn(database)}`, function () {
    this.timeout(60_000)
    let test: TestServer
    let template: LiveTemplate
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: openSamplePress(), env: { ROLES: 'api,press,jobs' }, database })
      template = await liveTemplate(test)
    })
    after(() => test?.close())

    const send = (path: string, csv: string, parts: Readonly<Record<string, unknown>> = {}) =>
      test.json(path, { method: 'POST', body: csvForm(csv, { template_id: template.id, ...parts }) })
    const check = async (csv: string, parts?: Readonly<Record<string, unknown>>) =>
      (await send('/v1/batches/csv/check', csv, parts)).body.check
    const print = async (csv: string, parts?: Readonly<Record<string, unknown>>) =>
      finished(test, await send('/v1/batches/csv', csv, parts))
    const retry = (id: string, items: readonly object[]) =>
      test.json(`/v1/batches/${id}/retry`, { body: { items } })

    it('say how many copies are printed, by a column of that name or another', async () => {
      for (const [name, columns] of [
        ['quantity', {}],
        ['Quantity', {}],
        ['Menge', { Menge: 'quantity' }],
      ] as const) {
        const csv = `Name,${name}\nAda, 12 \nBo,\n`
        const batch = await print(csv, { columns })
        const [ada, bo] = await itemsOf(test, batch.id)
        expect([ada.quantity, bo.quantity], name).to.deep.equal([12, null])
        const { body } = await test.json(`/v1/renders/${ada.render_id}`)
        expect(body.render.quantity).to.equal(12)
        const made = await test.json(`/v1/exports?render_ids=${ada.render_id}`)
        const archive = await fetch(made.body.export.download_url.replace(/^https?:\/\/[^/]+/, test.url))
        const names = Buffer.from(await archive.arrayBuffer()).toString('latin1')
        expect(names, name)
          .to.match(/12x_[\w-]+\.pdf/)
          .and.to.match(/12x_[\w-]+\.json/)
      }
      const found = await check('Name,Menge\nAda,1\n')
      expect(found.columns[1]).to.include({ meaning: 'unknown', suggestion: 'quantity' })
    })

    it('fail where the number of copies is none', async () => {
      for (const quantity of ['0', '-1', '1.5', '1,5', 'two', '1e3', '1000001', '1.000'])
        expect((await check(`Name,quantity\nAda,"${quantity}"\n`)).errors, quantity).to.deep.equal([
          {
            row: 2,
            code: 'invalid_value',
            message: 'quantity must be a whole number from 1 to 1,000,000.',
            param: 'quantity',
            found: null,
            expected: null,
          },
        ])
      expect(await check('Name,quantity\nAda,1000\n', { result: 'merged' })).to.include({ faulty: 0 })
      expect(await check('Name,quantity\nAda,1001\n', { result: 'merged' })).to.include({ faulty: 1 })
    })

    it('name the fields that have no value, and print nothing or the default as chosen', async () => {
      const csv = 'Name,external_ref\nAda,1\n,2\n\n ,3\nBo\n'
      const fieldOf = (label: string) => template[label === 'Name' ? 'name' : 'size']
      const [name, size] = (await check(csv)).missing
      expect(name).to.deep.equal({
        field_id: fieldOf('Name'),
        label: 'Name',
        has_column: true,
        rows: 2,
        lines: [3, 5],
        prints: 'empty',
      })
      expect(size).to.deep.equal({
        field_id: fieldOf('Size'),
        label: 'Size',
        has_column: false,
        rows: 4,
        lines: [],
        prints: 'default',
      })
      const chosen = { missing_values: { Name: 'default', [template.size]: 'empty' } }
      const told = await check(csv, chosen)
      expect(told.missing.map(({ prints }: { prints: string }) => prints)).to.deep.equal(['default', 'empty'])
      const defaults = { name: 'Ada', size: 'm' }
      for (const [parts, expected] of [
        [chosen, ['Ada', defaults.name, defaults.name, 'Bo'].map((one) => [one, ''])],
        [
          { missing_values: { Name: 'default' } },
          ['Ada', defaults.name, defaults.name, 'Bo'].map((one) => [one, defaults.size]),
        ],
      ] as const) {
        const batch = await print(csv, parts)
        const values = []
        for (const { render_id } of await itemsOf(test, batch.id)) {
          const { body } = await test.json(`/v1/renders/${render_id}/values`)
          values.push([body.values[template.name], body.values[template.size]])
        }
        expect(values).to.deep.equal(expected)
      }
      const wrong = await send('/v1/batches/csv', csv, { missing_values: { Shoe: 'empty' } })
      expect(wrong.body.error).to.include({ code: 'unknown_field', param: 'missing_values.Shoe' })
      expect((await send('/v1/batches/csv/check', csv, { missing_values: { Name: 'no' } })).status).to.equal(
        400,
      )
    })

    it('that failed are read back as they came, and print once they are corrected', async () => {
      const batch = await print(TABLE, { columns: COLUMNS })
      expect(batch).to.include({ total: 6, succeeded: 1, failed: 5, retry_of: null })
      expect(
        batch.columns.map((one: { name: string; reference: string | null }) => [one.name, one.reference]),
      ).to.deep.equal([
        ['Name', null],
        ['Size', null],
        ['Note', null],
        ['customer_email', 'customer_email'],
        ['Menge', 'quantity'],
      ])
      const [ada, ...failed] = await itemsOf(test, batch.id)
      expect([ada.values, ada.cells, ada.quantity]).to.deep.equal([null, null, 3])
      expect(failed.map(({ cells }) => cells)).to.deep.equal([
        ['', 'm', 'no name', 'bo@example.com', '2'],
        ['Cleo', 'Enormous', 'a, "b"', 'cleo@example.com', ''],
        ['Dora', 's', 'zero', 'dora@example.com', '0'],
        ['Eva', 's', 'mail', 'nobody', '1'],
        ['Finn', 's', 'more', 'finn@example.com', '1'],
      ])
      expect(failed[1].values).to.deep.equal({ [template.name]: 'Cleo', [template.size]: 'Enormous' })

      const refusals: readonly (readonly [readonly object[], string, string])[] = [
        [[{ index: 0 }], 'invalid_parameter', 'items.0.index'],
        [[{ index: 9 }], 'invalid_parameter', 'items.0.index'],
        [[{ index: 1 }, { index: 1 }], 'invalid_parameter', 'items.1.index'],
        [[{ index: 3 }], 'invalid_parameter', 'items.0'],
        [[{ index: 4, values: { Name: 'Eve' } }], 'invalid_parameter', 'items.0'],
        [[{ index: 5 }], 'invalid_parameter', 'items.0.values'],
        [[{ index: 2, values: { Size: 'Huge' } }], 'invalid_option', 'items.0.values.Size'],
        [[{ index: 2, values: { Shoe: '43' } }], 'unknown_field', 'items.0.values.Shoe'],
      ]
      for (const [items, code, param] of refusals)
        expect((await retry(batch.id, items)).body.error, JSON.stringify(items)).to.include({ code, param })

      const corrections = [
        { index: 1, values: { Name: 'Bo' } },
        { index: 2, values: { [template.size]: 's' } },
        { index: 3, quantity: 4 },
        { index: 4, customer_email: null },
        { index: 5, values: { Name: 'Finn' } },
      ]
      const made = await retry(batch.id, corrections)
      const again = await finished(test, made)
      expect(again).to.include({ total: 5, succeeded: 5, failed: 0, retry_of: batch.id, kind: 'renders' })
      const printed = await itemsOf(test, again.id)
      expect(printed.map(({ row, quantity }) => [row, quantity])).to.deep.equal([
        [3, 2],
        [4, null],
        [5, 4],
        [6, 1],
        [7, 1],
      ])
      const { body } = await test.json(`/v1/renders/${printed[0].render_id}`)
      expect(body.render).to.include({ customer_email: 'bo@example.com', quantity: 2 })
      const left = await itemsOf(test, batch.id)
      expect(left.map(({ retry_batch_id }) => retry_batch_id)).to.deep.equal([
        null,
        ...failed.map(() => again.id),
      ])
      expect((await retry(batch.id, [{ index: 1 }])).body.error.message).to.include(again.id)
      expect((await test.json(`/v1/batches/${batch.id}`)).body.batch).to.include({ succeeded: 1, failed: 5 })
    })

    it('are retried once by two requests at once, and one request that is sent twice', async () => {
      const batch = await print('Name,Size\n,s\n')
      const items = [{ index: 0, values: { Name: 'Ada' } }]
      const replies = await Promise.all([retry(batch.id, items), retry(batch.id, items)])
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 400])
      const other = await print('Name,Size\n,s\n')
      const once = () =>
        test.json(`/v1/batches/${other.id}/retry`, {
          body: { items },
          headers: { 'Idempotency-Key': other.id },
        })
      const [first, second] = [await once(), await once()]
      expect([first.status, second.status, second.body.batch.id]).to.deep.equal([
        201,
        201,
        first.body.batch.id,
      ])
    })

    it('keep nothing of a customer who is erased', async () => {
      const batch = await print(TABLE, { columns: COLUMNS })
      await test.json('/v1/fills/erase?customer_email=cleo@example.com', { method: 'POST' })
      const item = (await itemsOf(test, batch.id))[2]
      expect([item.values, item.cells]).to.deep.equal([null, null])
      const page = { limit: 10, startingAfter: null }
      const stored = await test.server.ports.store.batches.items(test.team.id, batch.id, null, page)
      expect(JSON.stringify(stored)).not.to.match(/cleo/i)
      const refused = await retry(batch.id, [{ index: 2, values: { Name: 'x' } }])
      expect(refused.body.error.message).to.include('erased')
    })
  })
