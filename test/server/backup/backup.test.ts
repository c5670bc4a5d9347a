/** Backup and restore from any database to any other: taken beside a server that is writing, and back at work. */
import { join } from 'node:path'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { checkInstallation } from '../../../server/backup/check-installation.ts'
import { readManifest } from '../../../server/backup/manifest.ts'
import { readConfig } from '../../../server/config.ts'
import {
  DATABASES,
  type Database,
  freshDatabase,
  longOn,
  needsDatabase,
} from '../../support/database/postgres.ts'
import { platenJson } from '../../support/programs/platen-cli.ts'
import { eventually } from '../../support/run/eventually.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import {
  hashOfLink,
  openCardShop,
  orderCard,
  type PrintedOrder,
} from '../../support/service/printing-shop.ts'
import { openWebhookSink, type WebhookSink } from '../../support/service/webhook-sink.ts'

describe('A backup', function () {
  // Services start beside a backup, for each pair of databases.
  this.timeout(240_000)
  const makeFolder = temporaryFolders()

  for (const from of DATABASES) {
    describe(`of a server on ${longOn(from)}`, () => {
      let source: TestServer
      let sink: WebhookSink
      let signingSecret: string
      let endpointId: string
      let settings: Readonly<Record<string, string>>
      let folder: string
      const earlier: PrintedOrder[] = []
      const meanwhile: PrintedOrder[] = []

      before(async function (this: Mocha.Context) {
        needsDatabase(this, from)
        sink = await openWebhookSink()
        settings = await newInstallation(from)
        source = await openTestServer({
          press: 'workers',
          env: { ...settings, ALLOW_PRIVATE_WEBHOOKS: 'true' },
        })
        source.clock.set(Date.now())
        const templateId = await openCardShop(source)
        const made = await source.json('/v1/webhook_endpoints', { body: { url: sink.url } })
        signingSecret = made.body.signing_secret
        endpointId = made.body.webhook_endpoint.id
        for (let count = 0; count < 12; count += 1)
          earlier.push(await orderCard(source, templateId, `Ada ${count}`))

        folder = join(await makeFolder(), 'taken')
        let taking = true
        const shoppers = [1, 2, 3].map(async (shopper) => {
          for (let count = 0; taking; count += 1)
            meanwhile.push(await orderCard(source, templateId, `Shopper ${shopper} ${count}`))
        })
        // The load is under way before the backup begins, and goes on until it has ended.
        await eventually(async () => meanwhile.length > 3)
        const taken = await platenJson(settings, 'backup', folder)
        const servedMeanwhile = meanwhile.length
        taking = false
        await Promise.all(shoppers)
        expect(taken.master_key.included).to.equal(true)
        expect(servedMeanwhile).to.be.above(3)
      })
      after(async () => {
        await source?.close()
        await sink?.close()
      })

      it('is whole, and its server has lost nothing', async () => {
        const [whole, live] = await Promise.all([
          platenJson(settings, 'verify', folder),
          platenJson(settings, 'verify'),
        ])
        expect(whole).to.deep.include({ ok: true, problems: [] })
        expect(whole.looked.files).to.equal(2)
        expect(live).to.deep.include({ ok: true, problems: [] })
        expect(live.looked.renders).to.equal(earlier.length + meanwhile.length)
      })

      for (const to of DATABASES) {
        it(`is restored on ${longOn(to)}, row by row as it was`, async function () {
          needsDatabase(this, to)
          const target = await newInstallation(to)
          const restored = await platenJson(target, 'restore', folder)
          expect(restored.master_key_placed).to.equal(true)
          const again = join(await makeFolder(), 'again')
          await platenJson(target, 'backup', again)
          const [first, second] = [await readManifest(folder), await readManifest(again)]
          expect(second.database).to.equal(to === 'postgres' ? 'postgresql' : 'sqlite')
          expect(second.tables).to.deep.equal(first.tables)
          expect(second.files).to.deep.equal(first.files)
          expect(second.master_key).to.deep.equal(first.master_key)
          expect(first.tables.map((table) => table.name)).to.include.members(['render_tails', 'audit_events'])
        })

        it(`goes on at work on ${longOn(to)}: keys, links, print files, webhooks, new orders`, async function () {
          needsDatabase(this, to)
          const target = await newInstallation(to)
          await platenJson(target, 'restore', folder)
          expect((await platenJson(target, 'verify')).problems).to.deep.equal([])
          const restored = await openTestServer({
            press: 'workers',
            env: { ...target, ALLOW_PRIVATE_WEBHOOKS: 'true' },
          })
          try {
            restored.clock.set(source.clock.now())
            const key = source.team.key
            for (const order of earlier) {
              expect(await hashOfLink(restored.url, order.link)).to.equal(order.sha256)
              const { body } = await restored.json(`/v1/fills/${order.fillId}`, { key })
              expect(body.fill).to.include({ status: 'finalized' })
              expect(body.fill.metadata.note).to.equal('line one\u2028line two\nthree')
              const replayed = await restored.json(`/v1/fills/${order.fillId}/finalize`, {
                method: 'POST',
                key,
              })
              expect(replayed.body.idempotent_replay).to.equal(true)
              expect(replayed.body.render.id).to.equal(order.renderId)
            }
            const { body } = await restored.json('/v1/templates', { key })
            const own = { ...restored, json: withKey(restored, key) }
            const order = await orderCard(own, body.data[0].id, 'Afterwards')
            expect(order.sha256).to.match(/^[0-9a-f]{64}$/)

            const known = sink.received.length
            await restored.json(`/v1/webhook_endpoints/${endpointId}/test`, { method: 'POST', key })
            const told = await eventually(() =>
              sink.received.slice(known).find((one) => JSON.parse(one.body).type === 'ping'),
            )
            new Webhook(signingSecret).verify(told.body, told.headers as Record<string, string>)
            // What was being sent when the backup was taken goes on once its lease is over.
            restored.clock.advance(61_000)
            await eventually(async () => {
              const path = `/v1/webhook_endpoints/${endpointId}/deliveries?limit=100`
              const { data } = (await restored.json(path, { key })).body
              return data.every((one: { outcome: string }) => one.outcome === 'succeeded')
            })
            const config = readConfig(target)
            const found = await checkInstallation(config, { now: restored.clock.now() })
            expect(found.problems).to.deep.equal([])
          } finally {
            await restored.close()
          }
        })
      }
    })
  }

  async function newInstallation(database: Database): Promise<Readonly<Record<string, string>>> {
    const DATA_DIR = await makeFolder()
    return { DATA_DIR, ...(database === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}) }
  }
})

/** The requests of a server with another team's key. */
function withKey(test: TestServer, key: string): TestServer['json'] {
  return (path, options) => test.json(path, { key, ...options })
}
