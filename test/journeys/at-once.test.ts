/** Requests that meet: uploads, names and scenes sent at the same time, and numbers that no row can have. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { formPdf, textField } from '../support/pdf/form-pdf.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const cardOf = (word: string) =>
  formPdf({
    pages: ['/MediaBox [0 0 300 200]'],
    fields: [textField(word, '20 20 200 50', '/DA (/Helv 14 Tf) /TU (Name)')],
  })

for (const database of DATABASES)
  describe(`requests at once, on ${longOn(database)}`, () => {
    let server: TestServer
    before(async function () {
      needsDatabase(this, database)
      server = await openTestServer({ press: 'workers', database })
    })
    after(() => server?.close())

    const upload = (bytes: Uint8Array, title: string) => {
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(bytes)]), 'card.pdf')
      form.set('title', title)
      return server.json('/v1/templates', { method: 'POST', body: form })
    }
    const uploadAll = (cards: readonly Uint8Array[], title: string) =>
      Promise.all(cards.map((card) => upload(card, title)))

    it('give different cards of one title a slug each', async () => {
      const cards = await Promise.all(['a', 'b', 'c', 'd'].map(cardOf))
      const answers = await uploadAll(cards, 'Our card')
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
      const slugs = answers.map(({ body }) => body.template.slug)
      expect(new Set(slugs).size).to.equal(4)
      expect(slugs).to.include('our-card')
    })

    it('make one template of the same bytes', async () => {
      const card = await cardOf('same')
      const answers = await uploadAll([card, card, card], 'Same')
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200])
      expect(new Set(answers.map(({ body }) => body.template.id)).size).to.equal(1)
      expect(answers.filter(({ body }) => body.deduplicated === true)).to.have.length(2)
    })

    it('give a slug to one of two templates that ask for it', async () => {
      const cards = await Promise.all(['e', 'f'].map(cardOf))
      const ids = (await uploadAll(cards, 'Asking')).map(({ body }) => body.template.id)
      const ask = (id: string) =>
        server.json(`/v1/templates/${id}`, { method: 'PATCH', body: { slug: 'wanted' } })
      const answers = await Promise.all(ids.map(ask))
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400])
      const refused = answers.find(({ status }) => status === 400)
      expect(refused?.body.error).to.include({ code: 'invalid_parameter', param: 'slug' })
    })

    it('save every scene as a revision of its own', async () => {
      const path = `/v1/templates/${(await upload(await cardOf('scene'), 'Scene')).body.template.id}/scene`
      const { scene } = (await server.json(path)).body
      const saves = [1, 2, 3, 4, 5].map(() => server.json(path, { method: 'PUT', body: scene }))
      const answers = await Promise.all(saves)
      expect(answers.map(({ body }) => body.revision).sort()).to.deep.equal([2, 3, 4, 5, 6])
    })

    it('rotate a webhook secret once, and refuse the others', async () => {
      const made = await server.json('/v1/webhook_endpoints', {
        body: { url: 'https://hooks.example/platen' },
      })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      const path = `/v1/webhook_endpoints/${made.body.webhook_endpoint.id}`
      const rotate = () => server.json(path, { method: 'PATCH', body: { rotate_secret: true } })
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(rotate))
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409, 409])
      const refused = answers.filter(({ status }) => status === 409)
      for (const { body } of refused) expect(body.error.code).to.equal('secret_rotation_in_progress')
    })

    it('answer numbers that no row can have without a fault of the service', async () => {
      const { id } = (await upload(await cardOf('numbers'), 'Numbers')).body.template
      for (const revision of ['2147483648', '9007199254740993', '99999999999999999999', '1e300']) {
        const body = `{"template_id":"${id}","values":{},"scene_revision":${revision}}`
        const headers = { 'content-type': 'application/json' }
        const answer = await server.json('/v1/renders', { method: 'POST', body, headers })
        expect(answer.status, revision).to.be.within(400, 404)
      }
    })
  })
