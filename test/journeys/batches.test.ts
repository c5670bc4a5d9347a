/** Batches over HTTP: many records as one piece of work, each with its own end, and the counts always right. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { eventually } from '../support/run/eventually.ts'
import { csvForm, finished, itemsOf } from '../support/service/batches.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { eventsOf, type LiveTemplate, liveTemplate } from '../support/service/sample-fill.ts'
import { openSamplePress } from '../support/service/sample-press.ts'

const FAR = 'W'.repeat(40)
const MONTH = '202607'

for (const database of DATABASES)
  describe(`A batch on ${longOn(database)}`, () => {
    let test: TestServer
    let template: LiveTemplate
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: openSamplePress(), env: { ROLES: 'api,press,jobs' }, database })
      template = await liveTemplate(test)
    })
    after(() => test?.close())

    const make = (body: Record<string, unknown>) =>
      test.json('/v1/batches', { body: { kind: 'renders', template_id: template.id, ...body } })
    const makeFromCsv = (csv: string | Uint8Array, parts: Record<string, unknown> = {}) =>
      test.json('/v1/batches/csv', { body: csvForm(csv, { template_id: template.id, ...parts }) })
    const named = (name: string, more: object = {}) => ({ values: { [template.name]: name }, ...more })
    const usage = () => test.server.ports.store.usage.read(test.team.id, MONTH)

    it('prints each record as a render of its own, and tells of the end once', async () => {
      const before = await usage()
      const names = Array.from({ length: 21 }, (_, index) => `Guest ${index}`)
      const made = await make({
        items: names.map((name, index) =>
          named(name, { external_ref: `g ${index}`, external_order_id: 'party' }),
        ),
        metadata: { event: 'wedding' },
      })
      expect(made.body.batch).to.include({ object: 'batch', status: 'queued', total: 21, succeeded: 0 })
      expect(made.body.batch).to.include({ template_id: template.id, scene_revision: 1, result: 'renders' })
      const batch = await finished(test, made)
      expect(batch).to.include({
        status: 'completed',
        succeeded: 21,
        failed: 0,
        skipped: 0,
        result_url: null,
      })
      expect(batch.metadata).to.deep.equal({ event: 'wedding' })
      const items = await itemsOf(test, batch.id)
      expect(items.map((item) => item.index)).to.deep.equal(names.map((_, index) => index))
      expect(items.map((item) => item.external_ref)).to.deep.equal(names.map((_, index) => `g ${index}`))
      expect(new Set(items.map((item) => item.render_id)).size).to.equal(21)
      expect(items[7]).to.include({ status: 'succeeded', preflight_status: 'warn', row: null, error: null })
      const { body } = await test.json(`/v1/renders/${items[7].render_id}`)
      expect(body.render).to.include({ status: 'succeeded', kind: 'final', external_order_id: 'party' })
      expect(await eventsOf(test, items[7].render_id)).to.deep.equal(['render.succeeded'])
      expect(await eventsOf(test, batch.id)).to.deep.equal(['batch.completed'])
      expect(await usage()).to.equal(before + 21)
      const { items: events } = await test.server.ports.store.events.list(
        test.team.id,
        { objectId: batch.id },
        { limit: 1, startingAfter: null },
      )
      expect(events[0]?.object).to.include({ id: batch.id, status: 'completed', succeeded: 21 })
      expect((await test.send(`/v1/renders/${items[20].render_id}/download`)).status).to.equal(200)
    })

    it('tells what is wrong with one record, and prints the others', async () => {
      const other = await liveTemplate(test)
      const batch = await finished(
        test,
        await make({
          items: [
            named('Ada'),
            named(FAR),
            { values: { Nobody: 'x' } },
            { values: { [template.name]: 'Ada', [template.size]: 'xl' } },
            named('Grace', { colors: [{ index: 1, key: 'a', name: 'All', hex: '#000000' }] }),
            named('Mary', { substrate: { key: 'x', name: 'x', hex: 'no color' } }),
            { template_id: other.id, values: { [other.name]: 'Rosa' } },
          ],
        }),
      )
      expect(batch).to.include({ status: 'completed', total: 7, succeeded: 2, failed: 5, skipped: 0 })
      const items = await itemsOf(test, batch.id)
      expect(items.map((item) => item.error?.code ?? item.status)).to.deep.equal([
        'succeeded',
        'values_not_printable',
        'unknown_field',
        'invalid_option',
        'invalid_colors',
        'invalid_substrate',
        'succeeded',
      ])
      expect(items[1].error.details[0]).to.include({ code: 'text_does_not_fit', field_id: template.name })
      expect(items[2].error.param).to.equal('values.Nobody')
      expect((await itemsOf(test, batch.id, '&status=failed')).map(({ index }) => index)).to.deep.equal([
        1, 2, 3, 4, 5,
      ])
      expect((await test.json(`/v1/renders/${items[6].render_id}`)).body.render.template_id).to.equal(
        other.id,
      )
    })

    it('is shown with its first hundred records', async () => {
      const made = await make({ kind: 'renders', items: Array.from({ length: 101 }, () => named('Ada')) })
      const batch = await finished(test, made)
      expect(batch.items_has_more).to.equal(true)
      expect(batch.items).to.deep.equal((await itemsOf(test, batch.id)).slice(0, 100))
      const { body } = await test.json('/v1/batches?limit=1')
      expect(body.data[0]).not.to.have.property('items')
    })

    it('refuses a request that is wrong as a whole, with the parameter', async () => {
      const other = await liveTemplate(test)
      const refusals: [Record<string, unknown>, unknown[]][] = [
        [{ items: [] }, [400, 'invalid_parameter', 'items']],
        [{ items: [{}, { values: { Name: 7 } }] }, [400, 'invalid_parameter', 'items.1.values.Name']],
        [{ items: [{ nope: 1 }] }, [400, 'unknown_parameter', 'items.0.nope']],
        [{ items: [{ template_id: 'tpl_0' }] }, [404, 'not_found', 'items.0.template_id']],
        [{ items: [{}], template_id: 'tpl_0' }, [404, 'not_found', 'template_id']],
        [{ items: [{}], scene_revision: 9 }, [404, 'not_found', undefined]],
        [{ items: [{}, {}], template_id: undefined }, [400, 'missing_parameter', 'items.0.template_id']],
        [
          { items: [{}, { template_id: other.id }], result: 'merged' },
          [400, 'invalid_parameter', 'items.1.template_id'],
        ],
        [
          { items: [{ template_id: 'tpl_0' }], template_id: undefined, result: 'merged' },
          [404, 'not_found', 'items.0.template_id'],
        ],
        [
          { items: [{}, { template_id: template.id }], template_id: undefined, result: 'merged' },
          [400, 'missing_parameter', 'items.0.template_id'],
        ],
        [{ items: [{}], kind: 'previews', result: 'merged' }, [400, 'invalid_parameter', 'result']],
        [{ items: Array.from({ length: 501 }, () => ({})) }, [400, 'invalid_parameter', 'items']],
      ]
      for (const [body, expected] of refusals) {
        const reply = await make(body)
        expect([reply.status, reply.body.error.code, reply.body.error.param]).to.deep.equal(expected)
      }
    })

    it('fails what the monthly allowance does not hold any more', async () => {
      const { ports } = test.server
      const { id, key } = await test.makeTeam('Small')
      await ports.store.teams.update(id, { renderLimitMonthly: 3 })
      const own = await liveTemplate(test, key)
      const items = Array.from({ length: 5 }, () => ({ values: { [own.name]: 'Ada' } }))
      const { body } = await test.json('/v1/batches', {
        body: { kind: 'renders', template_id: own.id, items },
        key,
      })
      const done = await eventually(async () => {
        const reply = await test.json(`/v1/batches/${body.batch.id}`, { key })
        return reply.body.batch.status === 'completed' && reply.body.batch
      })
      expect(done).to.include({ succeeded: 3, failed: 2 })
      const { body: failed } = await test.json(`/v1/batches/${body.batch.id}/items?status=failed`, { key })
      expect(failed.data.map((item: { error: { code: string } }) => item.error.code)).to.deep.equal([
        'render_limit_exceeded',
        'render_limit_exceeded',
      ])
      expect(await ports.store.usage.read(id, MONTH)).to.equal(3)
    })

    it('prints the rows of a table, and tells what is wrong with a row by its line', async () => {
      const csv = [
        '\ufeffName;Größe;Ref;Note',
        'Zoë;s;a1;x',
        '"Ada";m;a2;"two',
        'lines"',
        '',
        `${FAR};m;a3;`,
        'Grace;xl;a4;',
        'Mary;m;a5;;beyond',
        ';m;a6;',
        ';;;',
      ].join('\r\n')
      const columns = { Größe: template.size, Ref: 'external_ref', Note: null }
      const batch = await finished(test, await makeFromCsv(csv, { columns }))
      expect(batch).to.include({ status: 'completed', total: 6, succeeded: 2, failed: 4 })
      const items = await itemsOf(test, batch.id)
      expect(
        items.map(({ row, external_ref, error }) => [row, external_ref, error?.code ?? null]),
      ).to.deep.equal([
        [2, 'a1', null],
        [3, 'a2', null],
        [6, 'a3', 'values_not_printable'],
        [7, 'a4', 'invalid_option'],
        [8, 'a5', 'invalid_csv'],
        [9, 'a6', 'values_not_printable'],
      ])
      expect(items[5].error.details[0].code).to.equal('required_value_missing')
      expect(await test.temporaryFiles()).to.deep.equal([])
    })

    it('reads tables by comma, semicolon and tab, and addresses of customers', async () => {
      for (const delimiter of [',', ';', '\t']) {
        const csv = ['Name', 'customer_email', 'external_order_id'].join(delimiter)
        const row = ['Ada, the 1st', 'ada@example.com', 'o 1'].map((cell) => `"${cell}"`).join(delimiter)
        const batch = await finished(test, await makeFromCsv(`${csv}\n${row}\n`))
        const [item] = await itemsOf(test, batch.id)
        const { body } = await test.json(`/v1/renders/${item.render_id}`)
        expect(body.render).to.include({ customer_email: 'ada@example.com', external_order_id: 'o 1' })
      }
    })

    it('refuses a table that cannot be read, with the line, and leaves nothing behind @long', async () => {
      const many = `Name\n${'Ada\n'.repeat(50_001)}`
      const refusals: [string | Uint8Array, Record<string, unknown>, unknown[]][] = [
        ['\n\n', {}, [400, 'invalid_csv', undefined]],
        ['Name\n', {}, [400, 'invalid_csv', undefined]],
        ['Name\nAda\n"Grace\n', {}, [400, 'invalid_csv', 3]],
        ['Name\nAda\nGr"ace\n', {}, [400, 'invalid_csv', 3]],
        [Buffer.from('Name\nZo\u00eb\n', 'latin1'), {}, [400, 'invalid_csv', 2]],
        [many, {}, [400, 'invalid_csv', 50_002]],
        [`${'Name,'.repeat(1_006)}\n`, {}, [400, 'invalid_csv', 1]],
        ['Name,Nope\nAda,x\n', {}, [400, 'unknown_field', undefined]],
        ['Name,Name\nAda,x\n', {}, [400, 'invalid_csv', undefined]],
        ['Name\nAda\n', { columns: { Nope: 'Name' } }, [400, 'invalid_parameter', undefined]],
        ['Name\nAda\n', { columns: 'no json' }, [400, 'invalid_parameter', undefined]],
        ['Name\nAda\n', { columns: { Name: 7 } }, [400, 'invalid_parameter', undefined]],
        [
          'Name\nAda\n',
          { colors: [{ index: 1, key: 'a', name: 'All', hex: '#000000' }] },
          [422, 'invalid_colors', undefined],
        ],
        ['Name\nAda\n', { assignments: { Nope: 1 } }, [422, 'invalid_assignments', undefined]],
        ['Name\nAda\n', { scene_revision: 7 }, [404, 'not_found', undefined]],
        ['Name\nAda\n', { template_id: 'tpl_0' }, [404, 'not_found', undefined]],
        ['', {}, [400, 'missing_file', undefined]],
      ]
      const before = await test.json('/v1/batches?limit=1')
      for (const [csv, parts, expected] of refusals) {
        const { status, body } = await makeFromCsv(csv, parts)
        expect([status, body.error.code, body.error.line]).to.deep.equal(expected)
      }
      expect(await test.temporaryFiles()).to.deep.equal([])
      expect((await test.json('/v1/batches?limit=1')).body.data).to.deep.equal(before.body.data)
      expect(await test.server.ports.store.batches.staged(Number.MAX_SAFE_INTEGER, 10)).to.deep.equal([])
    })

    it('names every header that is wrong', async () => {
      const { body } = await makeFromCsv(`Name,Nope,${template.name},Size,What\nA,b,c,d,e\n`)
      const details = body.error.details.map(({ code, param }: { code: string; param: string }) => [
        code,
        param,
      ])
      expect(details).to.deep.equal([
        ['unknown_field', 'Nope'],
        ['invalid_csv', template.name],
        ['unknown_field', 'What'],
      ])
    })

    it('whose rows are all wrong is completed, too', async () => {
      const batch = await finished(test, await makeFromCsv('Name,Size\nAda,s,x\nGrace,s,x\n'))
      expect(batch).to.include({ status: 'completed', total: 2, failed: 2 })
      expect(await eventsOf(test, batch.id)).to.deep.equal(['batch.completed'])
    })

    it('of pictures is checked and passed over while nobody can draw', async () => {
      const batch = await finished(test, await make({ kind: 'previews', items: [named('Ada'), named(FAR)] }))
      expect(batch).to.include({ status: 'completed', skipped: 1, failed: 1 })
      const items = await itemsOf(test, batch.id)
      expect(items.map((item) => item.error.code)).to.deep.equal([
        'renderer_not_configured',
        'values_not_printable',
      ])
    })

    it('stops where it is canceled, and what is printed stays', async () => {
      const made = await makeFromCsv(`Name\n${'Ada\n'.repeat(3000)}`)
      const { id } = made.body.batch
      await eventually(async () => (await test.json(`/v1/batches/${id}`)).body.batch.succeeded > 0)
      const { status, body } = await test.json(`/v1/batches/${id}/cancel`, { method: 'POST' })
      expect([status, body.batch.status]).to.deep.equal([200, 'canceled'])
      const { succeeded, skipped, failed, total } = body.batch
      expect(succeeded).to.be.within(1, total - 1)
      expect(succeeded + skipped + failed).to.equal(total)
      const again = await test.json(`/v1/batches/${id}/cancel`, { method: 'POST' })
      expect([again.status, again.body]).to.deep.equal([200, body])
      // Another batch's turn comes when nobody works on this one any more.
      await finished(test, await make({ items: [named('Ada')] }))
      expect((await test.json(`/v1/batches/${id}`)).body.batch).to.deep.include(body.batch)
      expect((await itemsOf(test, id, '&status=succeeded')).length).to.equal(succeeded)
      expect((await itemsOf(test, id, '&status=skipped')).length).to.equal(skipped)
      expect(await itemsOf(test, id, '&status=pending')).to.deep.equal([])
      expect(await eventsOf(test, id)).to.deep.equal([])
    })

    it('that is completed cannot be canceled, and has no PDF where its renders have one', async () => {
      const { id } = await finished(test, await make({ items: [named('Ada')] }))
      const cancel = await test.json(`/v1/batches/${id}/cancel`, { method: 'POST' })
      expect([cancel.status, cancel.body.error.code]).to.deep.equal([409, 'batch_completed'])
      const download = await test.json(`/v1/batches/${id}/download`)
      expect([download.status, download.body.error.code]).to.deep.equal([409, 'batch_not_ready'])
      const link = await test.json(`/files/batches/${id}.pdf`, { key: null })
      expect([link.status, link.body.error.code]).to.deep.equal([403, 'signed_url_invalid'])
    })

    it('is listed newest first, by kind and status', async () => {
      const idsOf = async (query: string) =>
        (await test.json(`/v1/batches?${query}`)).body.data.map(({ id }: { id: string }) => id)
      const first = await finished(test, await make({ items: [named('Ada')] }))
      const second = await finished(test, await make({ kind: 'previews', items: [named('Ada')] }))
      expect(await idsOf('limit=2')).to.deep.equal([second.id, first.id])
      expect((await idsOf('kind=renders'))[0]).to.equal(first.id)
      expect((await idsOf('kind=previews&status=completed'))[0]).to.equal(second.id)
      expect(await idsOf('status=processing')).to.deep.equal([])
      expect((await idsOf(`starting_after=${second.id}`))[0]).to.equal(first.id)
    })

    it('refreshes the pictures of mapped products when a revision is published', async () => {
      const own = await liveTemplate(test)
      const refreshes = async () =>
        (await test.json('/v1/batches?kind=preview_refresh')).body.data.filter(
          (batch: { template_id: string }) => batch.template_id === own.id,
        )
      expect(await refreshes()).to.deep.equal([])
      const { body: mapped } = await test.json('/v1/product_mappings', {
        body: {
          external_product_id: `p ${own.id}`,
          template_id: own.id,
          options: { default_values: { [own.name]: 'Ada' } },
        },
      })
      await test.json(`/v1/templates/${own.id}/publish`, { method: 'POST' })
      expect(await refreshes(), 'nothing new was published').to.deep.equal([])
      const { body: scene } = await test.json(`/v1/templates/${own.id}/scene`)
      const saved = await test.json(`/v1/templates/${own.id}/scene`, { method: 'PUT', body: scene.scene })
      expect(saved.status).to.equal(200)
      await test.json(`/v1/templates/${own.id}/publish`, { method: 'POST' })
      const batch = await eventually(async () => {
        const [one] = await refreshes()
        return one?.status === 'completed' && one
      })
      expect(batch).to.include({ kind: 'preview_refresh', scene_revision: 2, total: 1, skipped: 1 })
      const [item] = await itemsOf(test, batch.id)
      expect(item).to.include({ external_ref: mapped.product_mapping.id, status: 'skipped' })
      expect(await eventsOf(test, batch.id)).to.deep.equal(['batch.completed'])
    })

    it('lets go of what a customer gave who is erased', async () => {
      const email = 'Wanda@Example.com'
      const made = await make({
        items: [
          named('Wanda', { customer_email: email, metadata: { gift: 'Wanda' } }),
          named('Ada'),
          named(FAR, { customer_email: email }),
        ],
      })
      const batch = await finished(test, made)
      const { status, body } = await test.json('/v1/fills/erase?customer_email=wanda@example.com', {
        method: 'POST',
      })
      expect(status).to.equal(200)
      expect(body).to.include({ erased_batch_items: 2, erased_renders: 1 })
      const items = await itemsOf(test, batch.id)
      expect(items.map((item) => item.status)).to.deep.equal(['succeeded', 'succeeded', 'failed'])
      expect(items[2].error).to.deep.equal({
        code: 'values_not_printable',
        message: 'Erased.',
        param: null,
        details: [],
      })
      const gone = await test.json(`/v1/renders/${items[0].render_id}/download`)
      expect(gone.status).to.equal(409)
      const page = { limit: 10, startingAfter: null }
      const stored = await test.server.ports.store.batches.items(test.team.id, batch.id, null, page)
      expect(JSON.stringify(stored)).not.to.match(/Wanda|WWWW|example\.com/i)
    })
  })
