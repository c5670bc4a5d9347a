/** Requests with an Idempotency-Key that die between their work and their reply: sent again, nothing is made twice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { isIdempotent } from '../../../server/http/operation.ts'
import { OPERATIONS } from '../../../server/operations/index.ts'
import { DATABASES, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { deliveryRecord, endpointRecord, eventRecord } from '../../support/database/webhook-records.ts'
import { eventually } from '../../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { liveTemplate, makeFill } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'
import { openShared } from '../../support/service/shared-servers.ts'
import { SAME_TWICE } from './same-twice.ts'

const DYING = join(import.meta.dirname, './dies-before-reply.ts')

interface Ground {
  readonly test: TestServer
  readonly templateId: string
}

interface Case {
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  /** Everything that the request adds to, counted before and after. */
  readonly lists: readonly string[]
}

const json = async (test: TestServer, path: string, body: unknown) => (await test.json(path, { body })).body

/** Of every operation that notes what it makes. */
const CASES: Readonly<Record<string, (ground: Ground) => Promise<Case> | Case>> = {
  createRender: ({ templateId }) => ({
    path: '/v1/renders',
    body: { template_id: templateId, values: { Name: 'Ada' } },
    lists: ['/v1/renders', '/v1/events'],
  }),
  createFill: ({ templateId }) => ({
    path: '/v1/fills',
    body: { template_id: templateId, values: { Name: 'Ada' } },
    lists: ['/v1/fills', '/v1/events'],
  }),
  async copyFill({ test, templateId }) {
    const { fill } = await json(test, '/v1/fills', { template_id: templateId, values: { Name: 'Ada' } })
    return { path: `/v1/fills/${fill.id}/copy`, lists: ['/v1/fills', '/v1/events'] }
  },
  createBatch: ({ templateId }) => ({
    path: '/v1/batches',
    body: { kind: 'renders', template_id: templateId, items: [{ values: { Name: 'Ada' } }] },
    lists: ['/v1/batches'],
  }),
  createBatchFromCsv({ templateId }) {
    const form = new FormData()
    form.set('template_id', templateId)
    form.set('csv', new Blob(['Name,Size\nAda,Small\nGrace,Small\n'], { type: 'text/csv' }), 'names.csv')
    return { path: '/v1/batches/csv', body: form, lists: ['/v1/batches'] }
  },
  async retryBatch({ test, templateId }) {
    const items = [{ values: { Name: 'Ada' } }]
    const { batch } = await json(test, '/v1/batches', { kind: 'renders', template_id: templateId, items })
    // No press ends it here.
    const { batches } = test.server.ports.store
    const page = await batches.items(test.team.id, batch.id, null, { limit: 1, startingAfter: -1 })
    for (const item of page.items) await batches.updateItem(item, { status: 'failed' })
    await batches.update(test.team.id, batch.id, ['queued'], { status: 'completed' })
    return { path: `/v1/batches/${batch.id}/retry`, body: { items: [{ index: 0 }] }, lists: ['/v1/batches'] }
  },
  createProductMapping: ({ templateId }) => ({
    path: '/v1/product_mappings',
    body: { external_product_id: 'mug', template_id: templateId },
    lists: ['/v1/product_mappings'],
  }),
  createEmbedApplication: () => ({
    path: '/v1/embed/applications',
    body: { name: 'Shop', allowed_origins: ['https://a.example'], create_publishable_key: true },
    lists: ['/v1/embed/applications', '/v1/api_keys'],
  }),
  async changeEmbedApplication({ test }) {
    const body = { name: 'Shop', allowed_origins: ['https://b.example'], create_publishable_key: true }
    const { embed_application } = await json(test, '/v1/embed/applications', body)
    return {
      path: `/v1/embed/applications/${embed_application.id}`,
      method: 'PATCH',
      body: { rotate_publishable_key: true },
      lists: ['/v1/api_keys'],
    }
  },
  createEmbedSession: ({ templateId }) => ({
    path: '/v1/embed/sessions',
    body: { template_id: templateId, values: { Name: 'Ada' } },
    lists: ['/v1/embed/sessions'],
  }),
  createWebhookEndpoint: () => ({
    path: '/v1/webhook_endpoints',
    body: { url: 'https://receiver.example/hooks' },
    lists: ['/v1/webhook_endpoints'],
  }),
  async changeWebhookEndpoint({ test }) {
    const made = await json(test, '/v1/webhook_endpoints', { url: 'https://receiver.example/hooks' })
    return {
      path: `/v1/webhook_endpoints/${made.webhook_endpoint.id}`,
      method: 'PATCH',
      body: { rotate_secret: true },
      lists: ['/v1/audit_events'],
    }
  },
  async testWebhookEndpoint({ test }) {
    const made = await json(test, '/v1/webhook_endpoints', { url: 'https://receiver.example/hooks' })
    const path = `/v1/webhook_endpoints/${made.webhook_endpoint.id}`
    return { path: `${path}/test`, lists: [`${path}/deliveries`] }
  },
  async retryWebhookDelivery({ test }) {
    const { store } = test.server.ports
    const endpoint = endpointRecord(test.team.id)
    const event = eventRecord(test.team.id)
    const planned = test.clock.now() + 3_600_000
    const failed = { outcome: 'failed', plannedAt: planned, nextAttemptAt: planned } as const
    const delivery = deliveryRecord(endpoint, event, failed)
    await store.endpoints.insert(endpoint)
    await store.events.insert(event)
    await store.deliveries.insert(delivery)
    const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries`
    return { path: `${path}/${delivery.id}/retry`, lists: [path] }
  },
  createStorefrontShop: () => ({
    path: '/v1/storefront/shops',
    body: { shop: 'north' },
    lists: ['/v1/storefront/shops', '/v1/audit_events'],
  }),
  async rotateStorefrontShopSecret({ test }) {
    const { storefront_shop: shop } = await json(test, '/v1/storefront/shops', { shop: 'south' })
    return { path: `/v1/storefront/shops/${shop.id}/rotate_secret`, lists: ['/v1/audit_events'] }
  },
  createHotFolder: () => ({
    path: '/v1/hot_folders',
    body: { name: 'Press', folder: 'press' },
    lists: ['/v1/hot_folders'],
  }),
  async retryHotFolderDelivery({ test, templateId }) {
    const body = { name: 'Card', folder: 'card', template_id: templateId }
    const { hot_folder } = await json(test, '/v1/hot_folders', body)
    const fill = await makeFill(test, { template_id: templateId })
    await json(test, `/v1/fills/${fill.id}/finalize`, {})
    const path = `/v1/hot_folders/${hot_folder.id}/deliveries`
    const [delivery] = (await test.json(path)).body.data
    const { store } = test.server.ports
    const pending = await store.folderDeliveries.find(test.team.id, delivery.id)
    if (pending === null) throw new Error('Nothing goes to the folder.')
    await store.folderDeliveries.update(test.team.id, pending.id, pending, { outcome: 'exhausted' })
    return { path: `${path}/${delivery.id}/retry`, lists: [path] }
  },
  createSelectionSet: () => ({
    path: '/v1/selection_sets',
    body: { name: 'Sizes', options: [{ value: 's', label: 'Small' }] },
    lists: ['/v1/selection_sets'],
  }),
  createBrandColor: () => ({
    path: '/v1/brand_colors',
    body: { name: 'House blue', cmyk: [100, 70, 0, 10] },
    lists: ['/v1/brand_colors'],
  }),
  inviteUser: () => ({
    path: '/v1/console/users',
    body: { email: 'grace@printshop.example', role: 'editor' },
    lists: ['/v1/console/users', '/v1/audit_events'],
  }),
  async linkUser({ test }) {
    const body = { email: 'alan@printshop.example', role: 'viewer' }
    const { user } = await json(test, '/v1/console/users', body)
    return { path: `/v1/console/users/${user.id}/link`, lists: ['/v1/audit_events'] }
  },
  createApiKey: () => ({
    path: '/v1/api_keys',
    body: { type: 'secret', name: 'Server' },
    lists: ['/v1/api_keys'],
  }),
  async rotateApiKey({ test }) {
    const { api_key } = await json(test, '/v1/api_keys', { type: 'secret', name: 'Old' })
    return { path: `/v1/api_keys/${api_key.id}/rotate`, body: {}, lists: ['/v1/api_keys'] }
  },
  async saveScene({ test, templateId }) {
    const { body } = await test.json(`/v1/templates/${templateId}/scene`)
    return {
      path: `/v1/templates/${templateId}/scene`,
      method: 'PUT',
      body: body.scene,
      lists: ['/v1/audit_events'],
    }
  },
  makeArtworkFields: ({ templateId }) => ({
    path: `/v1/templates/${templateId}/artwork/fields`,
    body: { fields: [{ runs: ['0-5f3c0a9b1d2e'] }] },
    lists: [`/v1/templates/${templateId}/revisions`, '/v1/audit_events'],
  }),
  copyTemplate: ({ templateId }) => ({
    path: `/v1/templates/${templateId}/copy`,
    body: {},
    lists: ['/v1/templates', '/v1/audit_events'],
  }),
  async restoreTemplateRevision({ test, templateId }) {
    const { body } = await test.json(`/v1/templates/${templateId}/scene`)
    await test.json(`/v1/templates/${templateId}/scene`, { method: 'PUT', body: body.scene })
    return {
      path: `/v1/templates/${templateId}/revisions/1/restore`,
      body: {},
      lists: [`/v1/templates/${templateId}/revisions`, '/v1/audit_events'],
    }
  },
}

/** These need workers that read images: own-pictures.test.ts lets one die in the same way. */
const ELSEWHERE = ['uploadEmbedPicture', 'uploadFillPicture']

/** Links are made anew at every reading. */
const withoutLinks = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (name, value) => (/(?:^|_)url/.test(name) ? 'a link' : value))

for (const database of DATABASES)
  describe(`A request that dies between its work and its reply, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ database, press: openSamplePress(), env: { ROLES: 'api' } })
    })
    after(() => test?.close())

    it('is one of those that would do their work a second time', () => {
      const ids = OPERATIONS.filter((one) => isIdempotent(one)).map((one) => one.id)
      const noting = OPERATIONS.filter((one) => one.recall !== undefined).map((one) => one.id)
      expect([...Object.keys(CASES), ...ELSEWHERE].sort()).to.deep.equal(noting.sort())
      expect([...noting, ...SAME_TWICE].sort()).to.deep.equal(ids.sort())
    })

    for (const [id, prepare] of Object.entries(CASES))
      it(`is answered from what it made: ${id}`, async () => {
        const { idempotency } = test.server.ports.store
        const templateId = (await liveTemplate(test)).id
        const { path, method = 'POST', body, lists } = await prepare({ test, templateId })
        const counts = async () => {
          const rows = await Promise.all(lists.map((list) => test.json(`${list}?limit=100`)))
          return rows.map((list) => list.body.data.length)
        }
        const send = () =>
          test.json(path, {
            method,
            headers: { 'idempotency-key': id },
            ...(body === undefined ? {} : { body }),
          })
        const before = await counts()
        const { finish } = idempotency
        idempotency.finish = () => Promise.reject(new Error('The process died here.'))
        const first = await send().finally(() => {
          idempotency.finish = finish
        })
        expect(first.status, JSON.stringify(first.body)).to.be.lessThan(300)
        const made = await counts()
        expect(made.some((count, at) => count > (before[at] ?? 0))).to.equal(true)

        expect((await send()).body.error?.code).to.equal('idempotency_key_in_progress')
        test.clock.advance(60_000)
        const [again, third] = [await send(), await send()]
        expect(again.status, JSON.stringify(again.body)).to.equal(first.status)
        expect(withoutLinks(again.body)).to.deep.equal(withoutLinks(first.body))
        expect(again.headers.get('idempotency-replayed')).to.equal('true')
        expect(third.body).to.deep.equal(again.body)
        expect(await counts()).to.deep.equal(made)
      })

    it('does nothing any more once another has taken its place', async () => {
      const { store } = test.server.ports
      const templateId = (await liveTemplate(test)).id
      const send = (values: object) =>
        test.json('/v1/renders', {
          headers: { 'idempotency-key': 'undead' },
          body: { template_id: templateId, values },
        })
      const { begin } = store.idempotency
      // Between its beginning and its work another request of its key comes, and finds it dead.
      store.idempotency.begin = async (record, now) => {
        store.idempotency.begin = begin
        const begun = await begin(record, now)
        test.clock.advance(60_000)
        expect((await send({ Name: 'Ada' })).status).to.equal(200)
        return begun
      }
      const undead = await send({ Name: 'Ada' })
      expect([undead.status, undead.body.error?.code]).to.deep.equal([409, 'idempotency_key_in_progress'])
      const { body } = await test.json('/v1/renders?limit=100')
      const own = body.data.filter((render: { template_id: string }) => render.template_id === templateId)
      expect(own).to.have.lengthOf(1)
    })

    it('is answered from what it made at once, where it lives and could not give its reply', async () => {
      const { templates } = test.server.ports.store
      const templateId = (await liveTemplate(test)).id
      const send = () =>
        test.json('/v1/renders', {
          headers: { 'idempotency-key': 'unread' },
          body: { template_id: templateId, values: { Name: 'Ada' } },
        })
      const { find } = templates
      let reads = 0
      // Read once to print on it and once to show it.
      templates.find = (...given) => {
        reads += 1
        if (reads === 2) return Promise.reject(new ServiceError('database_unavailable'))
        return find(...given)
      }
      const first = await send().finally(() => {
        templates.find = find
      })
      expect(first.status).to.equal(503)
      // Its key is freed beside the reply.
      const again = await eventually(async () => {
        const reply = await send()
        return reply.status === 409 ? null : reply
      })
      expect(again.status).to.equal(200)
      const { body } = await test.json('/v1/renders?limit=100')
      const own = body.data.filter((render: { template_id: string }) => render.template_id === templateId)
      expect(own.map((render: { id: string }) => render.id)).to.deep.equal([again.body.render.id])
    })
  })

for (const database of DATABASES)
  describe(`A server killed between the work and its reply, on ${database}`, () => {
    before(function () {
      needsDatabase(this, database)
    })

    it('answers from what it made when it is back, and makes nothing twice @long', async () => {
      const shared = await openShared(database)
      try {
        const first = await shared.open({ press: openSamplePress() })
        const { team } = first
        const templateId = (await liveTemplate(first)).id
        await first.server.close()
        const requests = {
          '/v1/renders': { template_id: templateId, values: { Name: 'Ada' } },
          '/v1/webhook_endpoints': { url: 'https://receiver.example/hooks' },
        }
        const requestOf = (path: string, body: object) => ({
          method: 'POST',
          headers: {
            authorization: `Bearer ${team.key}`,
            'content-type': 'application/json',
            'idempotency-key': path,
          },
          body: JSON.stringify(body),
        })
        for (const [path, body] of Object.entries(requests)) {
          const child = spawn(process.execPath, [DYING], {
            env: { ...process.env, ...shared.env, PORT: '0', HOST: '127.0.0.1' },
            stdio: ['ignore', 'pipe', 'inherit'],
          })
          const ended = once(child, 'exit')
          const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
          const answer = await fetch(`${line.trim()}${path}`, requestOf(path, body)).catch(() => null)
          expect(answer).to.equal(null)
          expect((await ended)[1]).to.equal('SIGKILL')
        }
        const back = await shared.open({ press: openSamplePress() })
        back.clock.set(Date.now() + 60_000)
        for (const [path, body] of Object.entries(requests)) {
          const stood = (await back.json(path, { key: team.key })).body.data
          expect(stood, path).to.have.lengthOf(1)
          const again = await back.json(path, { ...requestOf(path, body), body, key: team.key })
          expect(again.status, JSON.stringify(again.body)).to.be.lessThan(300)
          const [[, made] = []] = Object.entries(again.body) as [string, { id: string }][]
          expect(made?.id).to.equal(stood[0].id)
          expect((await back.json(path, { key: team.key })).body.data, path).to.have.lengthOf(1)
        }
        const { body } = await back.json('/v1/usage', { key: team.key })
        expect(body.used).to.equal(1)
      } finally {
        await shared.close()
      }
    })
  })
