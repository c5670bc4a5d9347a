/** What a team pays for: refusals of an inactive one, its limits, and what is left of its allowance. */
import { expect } from 'chai'
import { changeTeam, type TeamTerms } from '../../../../core/service/access/teams.ts'
import { errorsOf } from '../../../../server/http/operation.ts'
import { OPERATIONS } from '../../../../server/operations/index.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { finalize, liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { SAMPLE_PDF, uploadForm } from '../../../support/service/sample-press.ts'
import { openStorefront, type Storefront } from '../../../support/service/storefront.ts'

/** The rows of the specification that list 402. */
const LISTED = [
  'POST /templates',
  'GET /renders',
  'POST /renders',
  'POST /product_mappings/resolve',
  'POST /embed/applications',
  'POST /embed/sessions/guest',
  'POST /webhook_endpoints',
]
let files = 0
/** A PDF that no team has. */
const newPdf = () => uploadForm(Buffer.concat([SAMPLE_PDF, Buffer.from(`% limit ${++files}\n`)]), 'Card')

for (const database of DATABASES)
  describe(`The subscription of a team, on ${longOn(database)}`, () => {
    let shop: Storefront
    before(async function () {
      needsDatabase(this, database)
      // Webhooks go nowhere: what is looked up is a public address, and nothing is sent.
      const resolve = async () => [{ address: '93.184.215.14', family: 4 as const }]
      shop = await openStorefront({ database, resolve, env: { ROLES: 'api' } })
    })
    after(() => shop?.test.close())

    const set = (terms: Partial<TeamTerms>) =>
      changeTeam(shop.test.server.ports, shop.test.team.id, {
        billingStatus: 'active',
        renderLimitMonthly: null,
        templateLimit: null,
        embedApplicationLimit: null,
        webhookEndpointLimit: null,
        ...terms,
      })
    afterEach(() => set({}))
    const upload = (body: FormData = newPdf()) => shop.test.json('/v1/templates', { body })
    const application = () =>
      shop.test.json('/v1/embed/applications', {
        body: { name: 'Shop', allowed_origins: ['https://a.example'] },
      })
    const endpoint = () =>
      shop.test.json('/v1/webhook_endpoints', { body: { url: 'https://hooks.example/platen' } })
    const statuses = (replies: readonly { readonly status: number }[]) =>
      replies.map(({ status }) => status).sort()

    it('that is inactive refuses new work with 402, wherever the specification lists it', async () => {
      const { test, templateId, page } = shop
      await set({ billingStatus: 'inactive' })
      const refused = {
        'POST /templates': upload(),
        'GET /renders': test.json('/v1/renders'),
        'POST /renders': test.json('/v1/renders', { body: { template_id: templateId } }),
        'POST /product_mappings/resolve': page('/v1/product_mappings/resolve', {
          external_product_id: 'mug',
        }),
        'POST /embed/applications': application(),
        'POST /embed/sessions/guest': page('/v1/embed/sessions/guest', { external_product_id: 'mug' }),
        'POST /webhook_endpoints': endpoint(),
      }
      expect(Object.keys(refused)).to.have.members(LISTED)
      for (const [name, reply] of Object.entries(refused)) {
        const { status, body } = await reply
        expect([status, body.error?.code, body.error?.type], name).to.deep.equal([
          402,
          'subscription_inactive',
          'payment_error',
        ])
      }
      await set({ billingStatus: 'active' })
      expect((await test.json('/v1/renders')).status).to.equal(200)
    })

    it('that is inactive lets what was begun be finalized, fetched and ended', async () => {
      const { test, templateId } = shop
      const fills = [
        await makeFill(test, { template_id: templateId }),
        await makeFill(test, { template_id: templateId }),
      ]
      await set({ billingStatus: 'inactive', renderLimitMonthly: 0 })
      const [done, ended] = fills as [{ id: string }, { id: string }]
      const { status, body } = await finalize(test, done.id)
      expect(status).to.equal(200)
      expect((await test.json(`/v1/renders/${body.render.id}`)).status).to.equal(200)
      expect((await test.send(`/v1/renders/${body.render.id}/download`)).status).to.equal(200)
      const canceled = await test.json(`/v1/fills/${ended.id}/status`, { body: { status: 'canceled' } })
      expect(canceled.status).to.equal(200)
    })

    it('limits the templates, archived ones not counted, and no file that is there already', async () => {
      const { test } = shop
      const file = Buffer.concat([SAMPLE_PDF, Buffer.from(`% limit ${++files}\n`)])
      const first = await upload(uploadForm(file, 'Card'))
      const count = (await test.json('/v1/templates')).body.data.length
      await set({ templateLimit: count })
      const { status, body } = await upload()
      expect([status, body.error.code, body.error.limit, body.error.count]).to.deep.equal([
        402,
        'template_limit_exceeded',
        count,
        count,
      ])
      expect((await upload(uploadForm(file, 'Card'))).body).to.include({ deduplicated: true })

      const { id } = first.body.template
      await test.json(`/v1/templates/${id}/archive`, { method: 'POST' })
      expect((await upload()).status).to.equal(200)
      const restored = await test.json(`/v1/templates/${id}/restore`, { method: 'POST' })
      expect([restored.status, restored.body.error.code]).to.deep.equal([402, 'template_limit_exceeded'])
      const again = await upload(uploadForm(file, 'Card'))
      expect([again.status, again.body.error.code]).to.deep.equal([402, 'template_limit_exceeded'])
      await set({ templateLimit: count + 1 })
      expect((await upload(uploadForm(file, 'Card'))).body).to.include({ restored: true })
    })

    it('gives the last place to one of several at once', async () => {
      const { test } = shop
      const ids = (path: string) => test.json(path).then(({ body }) => body.data.length as number)
      await set({ templateLimit: (await ids('/v1/templates')) + 1 })
      expect(statuses(await Promise.all([1, 2, 3, 4].map(() => upload())))).to.deep.equal([
        200, 402, 402, 402,
      ])
      await set({ embedApplicationLimit: (await ids('/v1/embed/applications')) + 1 })
      const applications = await Promise.all([1, 2, 3, 4].map(application))
      expect(statuses(applications)).to.deep.equal([201, 402, 402, 402])
      const refused = applications.find(({ status }) => status === 402)?.body.error
      expect(refused).to.include({ code: 'embed_application_limit_exceeded', limit: 2, count: 2 })
      await set({ webhookEndpointLimit: 1 })
      const endpoints = await Promise.all([1, 2, 3, 4].map(endpoint))
      expect(statuses(endpoints)).to.deep.equal([201, 402, 402, 402])
      const full = endpoints.find(({ status }) => status === 402)?.body.error
      expect(full).to.include({ code: 'webhook_endpoint_limit_exceeded', limit: 1, count: 1 })
      // The same file twice is one template, whoever comes first.
      await set({ templateLimit: (await ids('/v1/templates')) + 1 })
      const one = Buffer.concat([SAMPLE_PDF, Buffer.from(`% limit ${++files}\n`)])
      const same = await Promise.all([1, 2, 3].map(() => upload(uploadForm(one, 'Card'))))
      expect(statuses(same)).to.deep.equal([200, 200, 200])
    })

    it('counts the endpoints that are enabled, and enabling one', async () => {
      const { test } = shop
      const enabled = (await test.json('/v1/webhook_endpoints')).body.data
        .filter(({ status }: { status: string }) => status === 'enabled')
        .map(({ id }: { id: string }) => id)
      for (const id of enabled) await test.json(`/v1/webhook_endpoints/${id}`, { method: 'DELETE' })
      await set({ webhookEndpointLimit: 1 })
      const { body } = await endpoint()
      const { id } = body.webhook_endpoint
      await test.json(`/v1/webhook_endpoints/${id}`, { method: 'DELETE' })
      expect((await endpoint()).status).to.equal(201)
      const change = { method: 'PATCH', body: { status: 'enabled' } }
      const refused = await test.json(`/v1/webhook_endpoints/${id}`, change)
      expect([refused.status, refused.body.error.code]).to.deep.equal([
        402,
        'webhook_endpoint_limit_exceeded',
      ])
      await set({ webhookEndpointLimit: 2 })
      expect((await test.json(`/v1/webhook_endpoints/${id}`, change)).status).to.equal(200)
      expect((await test.json(`/v1/webhook_endpoints/${id}`, change)).status).to.equal(200)
    })

    it('says with every render, finalize and usage how many print files are left this month', async () => {
      const { test, templateId } = shop
      const { used } = (await test.json('/v1/usage')).body
      const fill = await makeFill(test, { template_id: templateId })
      await set({ renderLimitMonthly: used + 2 })
      const left = ({ headers }: { readonly headers: Headers }) => headers.get('x-render-limit-remaining')
      expect(left(await test.json('/v1/usage'))).to.equal('2')
      const render = () => test.json('/v1/renders', { body: { template_id: templateId } })
      expect(left(await render())).to.equal('1')
      expect(left(await finalize(test, fill.id))).to.equal('0')
      expect(left(await finalize(test, fill.id)), 'a replay').to.equal('0')
      const { status, body } = await render()
      expect(status).to.equal(402)
      expect(body.error).to.include({
        code: 'render_limit_exceeded',
        limit: used + 2,
        used: used + 2,
        resets_at: '2026-08-01T00:00:00.000Z',
      })
      const over = await makeFill(test, { template_id: templateId })
      expect(left(await finalize(test, over.id)), 'never below none').to.equal('0')
      await set({})
      for (const reply of [await render(), await test.json('/v1/usage')]) expect(left(reply)).to.equal(null)
    })

    it('that is paid again takes the same request under the same idempotency key', async () => {
      const { id } = await liveTemplate(shop.test)
      const request = { body: { template_id: id }, headers: { 'idempotency-key': `paid on ${database}` } }
      await set({ renderLimitMonthly: 0 })
      expect((await shop.test.json('/v1/renders', request)).status).to.equal(402)
      await set({})
      expect((await shop.test.json('/v1/renders', request)).status).to.equal(200)
    })
  })

describe('The operations that a team pays for', () => {
  it('are those that the specification says, and the uploads and batches that it does not list', () => {
    const flagged = OPERATIONS.filter(
      ({ needsSubscription, path }) =>
        needsSubscription &&
        !/^\/(?:batches|assets|fonts|profiles|(?:templates|embed\/applications)\/\{id\}\/(?:artwork(?:\/check)?|output|copy|check)$)/.test(
          path,
        ),
    )
    expect(flagged.map(({ method, path }) => `${method.toUpperCase()} ${path}`)).to.have.members(LISTED)
    for (const operation of flagged) expect(errorsOf(operation)).to.include('subscription_inactive')
  })
})
