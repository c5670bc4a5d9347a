/** Selection sets over HTTP: what can be chosen changes at once, what was chosen prints as it did. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { insertAsset } from '../../../support/database/team-resources.ts'
import { formPdf, textField } from '../../../support/pdf/form-pdf.ts'
import { needs, pdfText } from '../../../support/rips/oracles.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

const CARD = formPdf({
  fields: [
    textField('Name', '20 120 280 160', '/DA (/Helv 18 Tf 0 g)'),
    textField('Size', '20 40 280 90', '/FT /Ch /Ff 131072 /Opt [(old)] /DA (/Helv 18 Tf 0 g)'),
    textField('Box', '20 10 40 30', '/FT /Btn /MK << /CA (4) >>'),
  ],
  form: '/DA (/Helv 18 Tf 0 g)',
})
const SIZES = [
  { value: 's', label: 'Small' },
  { value: 'm', label: 'Medium' },
  { value: 'l', label: 'Large', disabled: true },
]

for (const database of DATABASES)
  describe(`Selection sets, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: 'workers', database })
    })
    after(() => test?.close())

    const makeSet = async (options: readonly object[] = SIZES) => {
      const { status, body } = await test.json('/v1/selection_sets', { body: { name: 'Sizes', options } })
      expect(status, JSON.stringify(body)).to.equal(201)
      return body.selection_set
    }
    const change = (id: string, body: object) =>
      test.json(`/v1/selection_sets/${id}`, { method: 'PATCH', body })
    // biome-ignore lint/suspicious/noExplicitAny: the wire's own scene, changed freely.
    const edit = async (id: string, work: (fields: any[]) => void) => {
      const { body } = await test.json(`/v1/templates/${id}/scene?revision=latest`)
      work(body.scene.fields)
      return test.json(`/v1/templates/${id}/scene`, { method: 'PUT', body: body.scene })
    }
    let cards = 0
    const liveCard = async (setId: string) => {
      cards += 1
      const form = new FormData()
      form.set('pdf', new Blob([Buffer.concat([CARD, Buffer.from(`% ${cards}\n`)])]), 'card.pdf')
      const { body } = await test.json('/v1/templates', { body: form })
      const saved = await edit(body.template.id, (fields) => {
        const field = fields.find(({ label }) => label === 'Size')
        Object.assign(field, { selection_set_id: setId, options: [], default_value: '' })
      })
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
      await test.json(`/v1/templates/${body.template.id}/publish`, { method: 'POST' })
      return body.template.id as string
    }
    const sizeField = async (id: string) => {
      const { body } = await test.json(`/v1/templates/${id}/fields`)
      return body.data.find(({ label }: { label: string }) => label === 'Size')
    }
    const fill = (template_id: string, values: object) =>
      test.json('/v1/fills', { body: { template_id, values } })
    const patch = (id: string, values: object) =>
      test.json(`/v1/fills/${id}`, { method: 'PATCH', body: { values } })
    const printed = async (fillId: string) => {
      const { status, body } = await test.json(`/v1/fills/${fillId}/finalize`, { method: 'POST', body: {} })
      expect(status, JSON.stringify(body)).to.equal(200)
      const file = await test.send(`/v1/renders/${body.render.id}/download`)
      return pdfText(Buffer.from(await file.arrayBuffer()))
    }

    it('are what a field offers now, without a new revision', async () => {
      const set = await makeSet()
      const id = await liveCard(set.id)
      const field = await sizeField(id)
      expect(field).to.include({ type: 'selection', selection_set_id: set.id })
      expect(field.options).to.deep.equal(SIZES)
      const asset = await insertAsset(test, test.team.id)
      await change(set.id, { options: [{ value: 'x', label: 'Extra', asset_id: asset }, SIZES[0]] })
      const { options } = await sizeField(id)
      expect(options.map(({ value }: { value: string }) => value)).to.deep.equal(['x', 's'])
      expect(options[0].asset_id).to.equal(asset)
      expect(new URL(options[0].image_url).pathname).to.equal(`/files/thumbnails/${asset}.webp`)
      const { body } = await test.json('/v1/embed/sessions', { body: { template_id: id } })
      const told = body.template.fields.find(({ label }: { label: string }) => label === 'Size')
      expect(told.options).to.have.length(2)
      const { body: template } = await test.json(`/v1/templates/${id}`)
      expect(template.template.latest_revision).to.equal(2)
    })

    it('say what new fills may choose', async () => {
      const set = await makeSet()
      const id = await liveCard(set.id)
      for (const value of ['l', 'old', 'none']) {
        const refused = await fill(id, { Size: value })
        expect([refused.status, refused.body.error.code], value).to.deep.equal([400, 'invalid_option'])
        expect(refused.body.error.details[0].expected).to.equal('s, m')
      }
      expect((await fill(id, { Size: 'm' })).status).to.equal(201)
      await change(set.id, { options: [SIZES[0]] })
      expect((await fill(id, { Size: 'm' })).body.error.code).to.equal('invalid_option')
      const render = await test.json('/v1/renders', {
        body: { template_id: id, kind: 'final', values: { Size: 'm' } },
      })
      expect(render.body.error.code).to.equal('invalid_option')
    })

    it('leave what was chosen as it was, to be edited and printed', async function () {
      needs(this, 'pdftotext')
      const set = await makeSet()
      const id = await liveCard(set.id)
      const { body: made } = await fill(id, { Size: 'm', Name: 'Ada' })
      const { body: other } = await fill(id, { Size: 's', Name: 'Eva' })
      await change(set.id, { options: [{ value: 'x', label: 'Extra' }] })
      const { body: shown } = await test.json(`/v1/fills/${made.fill.id}`)
      expect(shown.fill.printable).to.equal(true)
      const along = await patch(made.fill.id, { Size: 'm', Name: 'Ada Ray' })
      expect(along.status, JSON.stringify(along.body)).to.equal(200)
      expect((await patch(other.fill.id, { Size: 'm' })).body.error.code).to.equal('invalid_option')
      expect((await patch(other.fill.id, { Size: 'x' })).status).to.equal(200)
      expect((await patch(other.fill.id, { Size: 's' })).body.error.code).to.equal('invalid_option')
      expect(await printed(made.fill.id)).to.match(/Ada Ray[\s\S]*Medium/)
      expect(await printed(other.fill.id)).to.include('Extra')
    })

    it('never change what a value prints', async () => {
      const set = await makeSet()
      const { status, body } = await change(set.id, { options: [{ value: 'm', label: 'Middle' }] })
      expect([status, body.error.code, body.error.param]).to.deep.equal([
        400,
        'invalid_parameter',
        'options[0].label',
      ])
      await change(set.id, { options: [] })
      expect((await change(set.id, { options: [{ value: 'm', label: 'Middle' }] })).status).to.equal(400)
      const back = await change(set.id, { options: [{ value: 'm', label: 'Medium' }], name: 'Again' })
      expect(back.body.selection_set).to.include({ name: 'Again' })
      expect(back.body.selection_set.options).to.deep.equal([
        { value: 'm', label: 'Medium', disabled: false, asset_id: null },
      ])
    })

    it('are refused with two options of one value, or a picture that is not there', async () => {
      const twice = [SIZES[0], { value: 's', label: 'Short' }]
      const pictured = [{ value: 's', label: 'S', asset_id: 'ast_none' }]
      for (const [options, param] of [
        [twice, 'options[1].value'],
        [pictured, 'options[0].asset_id'],
      ] as const) {
        const { status, body } = await test.json('/v1/selection_sets', { body: { name: 'Odd', options } })
        expect([status, body.error.code, body.error.param]).to.deep.equal([400, 'invalid_parameter', param])
      }
    })

    it('stay with the fields that name them when they are archived, and take no others', async () => {
      const set = await makeSet()
      const id = await liveCard(set.id)
      const { body } = await test.json(`/v1/selection_sets/${set.id}`, { method: 'DELETE' })
      expect(body.selection_set.archived_at).to.be.a('string')
      const { body: list } = await test.json('/v1/selection_sets?limit=100')
      expect(list.data.map((one: { id: string }) => one.id)).not.to.include(set.id)
      expect((await sizeField(id)).options).to.have.length(3)
      expect((await fill(id, { Size: 's' })).status).to.equal(201)
      expect((await edit(id, () => {})).status).to.equal(200)
      const other = await liveCard((await makeSet()).id)
      const refused = await edit(other, (fields) => {
        fields.find(({ label }) => label === 'Size').selection_set_id = set.id
      })
      expect(refused.body.error).to.include({ code: 'invalid_scene', param: 'fields[1].selection_set_id' })
    })

    it('are checked when a scene names them', async () => {
      const set = await makeSet()
      const id = await liveCard(set.id)
      const faults: readonly (readonly [string, (field: Record<string, unknown>) => void])[] = [
        ['selection_set_id', (field) => Object.assign(field, { selection_set_id: 'sel_none' })],
        ['options', (field) => Object.assign(field, { options: [{ value: 's', label: 'Small' }] })],
        ['default_value', (field) => Object.assign(field, { default_value: 'none' })],
      ]
      for (const [member, spoil] of faults) {
        const { status, body } = await edit(id, (fields) =>
          spoil(fields.find(({ label }) => label === 'Size')),
        )
        expect([status, body.error.code, body.error.param], member).to.deep.equal([
          400,
          'invalid_scene',
          `fields[1].${member}`,
        ])
      }
      const boxed = await edit(id, (fields) => {
        Object.assign(
          fields.find(({ label }) => label === 'Box'),
          { selection_set_id: set.id, options: [] },
        )
      })
      expect(boxed.body.error.code).to.equal('invalid_scene')
      const named = await edit(id, (fields) => {
        fields.find(({ label }) => label === 'Name').selection_set_id = set.id
      })
      expect(named.body.error.param).to.equal('fields[0].selection_set_id')
    })
  })
