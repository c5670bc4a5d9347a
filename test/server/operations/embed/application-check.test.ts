/** Whether a shop works, over HTTP: each cause is named, and the editor is opened without a trace. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { liveTemplate } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

const SHOP = 'https://shop.example'

for (const database of DATABASES)
  describe(`The check of a shop, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      const env = { GUEST_SESSIONS_PER_DAY: '1' }
      test = await openTestServer({ database, press: openSamplePress(), env })
    })
    after(() => test?.close())

    const connect = async (withKey = true, key = test.team.key) => {
      const body = { name: 'Shop', allowed_origins: [SHOP], create_publishable_key: withKey }
      const made = (await test.json('/v1/embed/applications', { body, key })).body
      return { id: made.embed_application.id as string, key: made.publishable_key as string }
    }
    const check = async (id: string, body: object = {}) => {
      const reply = await test.json(`/v1/embed/applications/${id}/check`, { body })
      expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
      type Check = { name: string; status: string; code: string | null; message: string | null }
      const checks = reply.body.checks as Check[]
      expect(reply.body.ok).to.equal(checks.every(({ status }) => status !== 'failed'))
      return checks.map(({ name, status, code, message }) => {
        expect(message === null).to.equal(code === null)
        return `${name} ${code ?? status}`
      })
    }
    const map = (product: string, templateId: string, application: string | null = null) =>
      test.json('/v1/product_mappings', {
        body: {
          ...{ external_product_id: product, template_id: templateId },
          embed_application_id: application,
        },
      })

    it('passes where a page can open the editor, and leaves no session behind', async () => {
      const { id, key } = await connect()
      const template = await liveTemplate(test)
      await map('card', template.id)
      const page = { publishable_key: key, origin: `${SHOP}/`, external_product_id: 'card' }
      const all = ['shop', 'key', 'origin', 'product', 'template', 'editor'].map((name) => `${name} passed`)
      // One guest a day is let in: what the checks open is not counted.
      for (let round = 0; round < 3; round += 1) expect(await check(id, page)).to.deep.equal(all)
      expect((await test.json('/v1/embed/sessions')).body.data).to.deep.equal([])
      const { body } = await test.json(`/v1/embed/applications/${id}/activity`)
      expect(body.last_session_at).to.equal(null)
      const guest = {
        ...{ key: null, headers: { Origin: SHOP, 'X-Service-Publishable-Key': key } },
        body: { external_product_id: 'card' },
      }
      expect((await test.json('/v1/embed/sessions/guest', guest)).status).to.equal(201)
      expect((await check(id, page)).at(-1)).to.equal('editor guest_limit_reached')
    })

    it('names a key that is wrong, of another team or another shop, or missing', async () => {
      const { id } = await connect()
      const keyOf = async (key: string) => (await check(id, { publishable_key: key }))[1]
      expect(await keyOf('platen_pk_wrong')).to.equal('key key_invalid')
      const stranger = await test.makeTeam(`Stranger on ${database}`)
      expect(await keyOf((await connect(true, stranger.key)).key)).to.equal('key key_of_other_team')
      expect(await keyOf((await connect()).key)).to.equal('key key_of_other_shop')
      const bare = await connect(false)
      expect(await check(bare.id)).to.deep.equal([
        ...['shop passed', 'key key_missing', 'origin skipped'],
        ...['product skipped', 'template skipped', 'editor skipped'],
      ])
    })

    it('names an origin, a product and a template that do not fit', async () => {
      const { id } = await connect()
      expect((await check(id, { origin: 'shop.example' }))[2]).to.equal('origin origin_invalid')
      expect((await check(id, { origin: 'https://www.shop.example' }))[2]).to.equal(
        'origin origin_not_allowed',
      )
      const productOf = async (product: string) =>
        (await check(id, { external_product_id: product })).slice(3)
      const skipped = ['template skipped', 'editor skipped']
      expect(await productOf('none')).to.deep.equal(['product mapping_not_found', ...skipped])
      const template = await liveTemplate(test)
      await map('elsewhere', template.id, (await connect()).id)
      expect(await productOf('elsewhere')).to.deep.equal(['product mapping_not_found', ...skipped])
      await map('paused', template.id)
      await test.json(`/v1/templates/${template.id}/pause`, { method: 'POST' })
      expect(await productOf('paused')).to.deep.equal([
        ...['product passed', 'template template_not_live', 'editor skipped'],
      ])
      await test.json(`/v1/embed/applications/${id}`, { method: 'DELETE' })
      expect((await check(id))[0]).to.equal('shop application_archived')
    })
  })
