/** E-mail over a real SMTP server: who gets which, once, and in which language; on both databases. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { eventually } from '../../support/run/eventually.ts'
import { joinAs, joinFirst, jsonAs, PASSPHRASE, type Person } from '../../support/service/console-people.ts'
import { openHotFolder } from '../../support/service/hot-folder.ts'
import { jobsDone } from '../../support/service/jobs-done.ts'
import type { TestServer } from '../../support/service/open-test-server.ts'
import { openSmtpInbox, type SmtpInbox } from '../../support/service/smtp-inbox.ts'
import { openStorefront, type Storefront } from '../../support/service/storefront.ts'
import { answering, openWebhookSink } from '../../support/service/webhook-sink.ts'

const MINUTE = 60_000
const FORGOTTEN = '/v1/console/passphrase-links'
const tokenIn = (text: string) => /#(platen_cl_\w+)/.exec(text)?.[1] ?? ''

for (const database of DATABASES)
  describe(`E-mail on ${longOn(database)}`, () => {
    let root: string
    let inbox: SmtpInbox
    let shop: Storefront
    let test: TestServer
    let owner: Person
    before(async function () {
      needsDatabase(this, database)
      root = await mkdtemp(join(tmpdir(), 'platen-mail-'))
    })
    after(() => rm(root, { recursive: true, force: true }))
    beforeEach(async () => {
      inbox = await openSmtpInbox()
      shop = await openStorefront({
        database,
        env: {
          ...{ SMTP_URL: inbox.url, MAIL_FROM: 'Platen <print@shop.example>' },
          ...{ HOT_FOLDERS: root, ALLOW_PRIVATE_WEBHOOKS: 'true' },
        },
      })
      test = shop.test
      owner = await joinFirst(test)
    })
    afterEach(async () => {
      await test?.close()
      await inbox?.close()
    })

    const rows = () => test.server.ports.store.mails.waiting(Number.MAX_SAFE_INTEGER, '', 100)
    /** Nothing waits any more, and as many have come in. */
    const settled = async (count: number) => {
      await eventually(async () => (await rows()).length === 0)
      expect(inbox.received.map(({ to }) => to)).to.have.lengthOf(count)
      return inbox.received
    }
    const forget = (email: string, language = 'en') =>
      jsonAs(test, null, FORGOTTEN, { body: { email }, headers: { 'accept-language': language } })

    it('carries an invitation, once, in the language of the request, and its link opens', async () => {
      const headers = { 'accept-language': 'de-AT,de;q=0.9', 'idempotency-key': 'invite-1' }
      const body = { email: 'grete@printshop.example', role: 'editor' }
      const invited = await jsonAs(test, owner, '/v1/console/users', { body, headers })
      expect(invited.status).to.equal(201)
      expect(invited.body.mailed).to.equal(true)
      const again = await jsonAs(test, owner, '/v1/console/users', { body, headers })
      expect(again.body.link).to.equal(invited.body.link)
      const [mail] = await settled(1)
      expect(mail).to.deep.include({ to: body.email, from: 'print@shop.example' })
      expect(mail?.subject).to.equal('Einladung zu Test team')
      expect(mail?.text).to.include('als: Bearbeiter').and.include(invited.body.link)
      expect(mail?.headers['auto-submitted']).to.equal('auto-generated')
      const said = { token: tokenIn(mail?.text ?? ''), name: 'Grete Hermann', passphrase: PASSPHRASE }
      expect((await jsonAs(test, null, '/v1/console/join', { body: said })).status).to.equal(201)
    })

    it('keeps the secret of a link encrypted while it waits, and not at all afterwards', async () => {
      inbox.refuses = 451
      const body = { email: 'grete@printshop.example', role: 'viewer' }
      const { link } = (await jsonAs(test, owner, '/v1/console/users', { body })).body
      await eventually(async () => inbox.offered.length > 0)
      const [waiting] = await rows()
      expect(waiting?.sealedToken).to.match(/^v1:/).and.not.include(tokenIn(link))
      inbox.refuses = null
      test.clock.advance(5 * MINUTE)
      await settled(1)
      const sent = await test.server.ports.store.mails.find(waiting?.id ?? '')
      expect(sent).to.include({ outcome: 'sent', sealedToken: null, address: null })
    })

    it('comes again where the server was busy, under the same Message-ID, and not after a refusal', async () => {
      inbox.refuses = 450
      const body = { email: 'grete@printshop.example', role: 'viewer' }
      await jsonAs(test, owner, '/v1/console/users', { body })
      await eventually(async () => inbox.offered.length === 1)
      inbox.refuses = null
      // The delay of the queue is by its clock.
      await eventually(async () => {
        test.clock.advance(2_000)
        return inbox.received.length === 1
      })
      expect(inbox.received[0]?.headers['message-id']).to.match(/^<mail_\w+@shop\.example>$/)
      inbox.refuses = 550
      await jsonAs(test, owner, '/v1/console/users', { body: { ...body, email: 'gone@printshop.example' } })
      await settled(1)
      expect(inbox.offered).to.have.lengthOf(3)
    })

    it('answers a forgotten passphrase alike for everybody, and sends a link to users alone', async () => {
      const known = await forget(owner.email.toUpperCase(), 'de')
      const unknown = await forget('nobody@printshop.example')
      const invited = await test.server.service.users.invite({
        teamId: test.team.id,
        invitation: { email: 'invited@printshop.example', role: 'viewer' },
      })
      await forget(invited.user.email)
      expect([known.status, known.body]).to.deep.equal([unknown.status, unknown.body])
      expect(known.status).to.equal(202)
      await eventually(async () => (await rows()).length === 0)
      const mails = inbox.received.filter(({ to }) => to !== invited.user.email)
      expect(mails.map(({ to, subject }) => [to, subject])).to.deep.equal([
        [owner.email, 'Neue Passphrase für Test team'],
      ])
      const token = tokenIn(mails[0]?.text ?? '')
      const next = 'four herons over the moor'
      const joined = await jsonAs(test, null, '/v1/console/join', { body: { token, passphrase: next } })
      expect(joined.status).to.equal(201)
      const stranger = await jsonAs(test, owner, '/v1/console/session')
      expect(stranger.status).to.equal(401)
    })

    it('sends one link for a passphrase in five minutes, ends no other link, and refuses many requests', async () => {
      const made = await test.server.service.users.link({ teamId: test.team.id, id: owner.id })
      await settled(1)
      for (let times = 0; times < 3; times += 1) await forget(owner.email)
      await settled(2)
      test.clock.advance(5 * MINUTE)
      await forget(owner.email)
      await settled(3)
      const check = await jsonAs(test, null, '/v1/console/join/check', { body: { token: made.token } })
      expect(check.status).to.equal(200)
      const statuses = new Set<number>()
      for (let times = 0; times < 12; times += 1) statuses.add((await forget(owner.email)).status)
      expect([...statuses]).to.deep.equal([202, 429])
    })

    it('ends every other link of a user once one of them was opened', async () => {
      const made = await test.server.service.users.link({ teamId: test.team.id, id: owner.id })
      await forget(owner.email)
      const mails = await settled(2)
      const newest = mails.map(({ text }) => tokenIn(text)).find((token) => token !== made.token) ?? ''
      await jsonAs(test, null, '/v1/console/join', {
        body: { token: newest, passphrase: 'four herons, a moor' },
      })
      const check = await jsonAs(test, null, '/v1/console/join/check', { body: { token: made.token } })
      expect(check.body.error.code).to.equal('signed_url_invalid')
    })

    it('reports an approval to those whom the team names, once, with nothing of its values', async () => {
      await joinAs(test, 'editor', 'ed@printshop.example')
      await joinAs(test, 'viewer', 'vi@printshop.example')
      await eventually(async () => (await rows()).length === 0)
      const before = inbox.received.length
      const settings = { approval_mail: 'editors' }
      await test.json('/v1/team/settings', { method: 'PATCH', body: settings })
      const fill = await approve({ Name: 'Very Private' })
      await eventually(async () => inbox.received.length >= before + 2)
      const mails = (await settled(before + 2)).slice(before)
      expect(mails.map(({ to }) => to).sort()).to.deep.equal([owner.email, 'ed@printshop.example'].sort())
      for (const { subject, text } of mails) {
        expect(subject).to.equal(`Approved: ${fill.id}`)
        expect(text).to.include(`/console/orders/${fill.id}`)
        expect(text).not.to.match(/Private|eve@example/)
      }
    })

    const approve = async (values: object) => {
      const origin = { origin: new URL(test.url).origin }
      const changed = await test.json(`/v1/templates/${shop.templateId}`, {
        method: 'PATCH',
        body: { hosted: { ask_name: 'optional', ask_email: 'optional' } },
      })
      const { slug } = changed.body.template
      const opened = await test.json('/v1/embed/sessions/hosted', {
        key: null,
        headers: origin,
        body: { slug },
      })
      const headers = { ...origin, 'x-service-client-secret': opened.body.client_secret }
      const body = { embed_session: opened.body.embed_session.id, values }
      const { fill } = (await test.json('/v1/embed/fills', { key: null, headers, body })).body
      const done = await test.json(`/v1/embed/fills/${fill.id}/complete`, {
        ...{ key: null, method: 'POST', headers, body: { customer_email: 'eve@example.com' } },
      })
      expect(done.status, JSON.stringify(done.body)).to.equal(200)
      return fill
    }

    it('reports a disabled webhook to owners, and a failing hot folder once an hour', async () => {
      const before = inbox.received.length
      const sink = await openWebhookSink()
      sink.answer = answering(410)
      const hook = { url: `${sink.url}?secret=of-the-receiver`, enabled_events: ['fill.created'] }
      const made = await test.json('/v1/webhook_endpoints', { body: hook })
      await test.json('/v1/fills', { body: { template_id: shop.templateId, values: { Name: 'Ada' } } })
      await eventually(async () => inbox.received.length >= before + 1)
      await sink.close()
      const [told] = inbox.received.slice(before)
      expect(told?.subject).to.equal(`Webhook disabled: ${new URL(sink.url).host}`)
      expect(told?.text).to.include(`/console/developers/webhooks/${made.body.webhook_endpoint.id}`)
      expect(told?.text).not.to.include('of-the-receiver')

      const folder = await openHotFolder(test, root, { folder: `missing-${database}` }, false)
      await exhaust(folder, '1042')
      await eventually(async () => inbox.received.length >= before + 2)
      await exhaust(folder, '1043')
      await settled(before + 2)
      test.clock.advance(61 * MINUTE)
      await exhaust(folder, '1044')
      await eventually(async () => inbox.received.length >= before + 3)
      const mails = (await settled(before + 3)).slice(before)
      expect(mails.map(({ to }) => to)).to.deep.equal([owner.email, owner.email, owner.email])
      expect(mails[1]?.text).to.include('The print file of 1042').and.include(folder.id)
      expect(mails[2]?.text).to.include('1044')
    })

    const exhaust = async (folder: Awaited<ReturnType<typeof openHotFolder>>, order: string) => {
      const made = await test.json('/v1/fills', {
        body: { template_id: shop.templateId, values: { Name: 'Ada' } },
      })
      const finalized = await test.json(`/v1/fills/${made.body.fill.id}/finalize`, {
        body: { external_order_id: order },
      })
      const render = finalized.body.render.id
      for (let attempt = 1; attempt < 8; attempt += 1)
        await folder.retry((await folder.settled(render, 'deliver', attempt)).id)
      expect((await folder.settled(render, 'deliver', 8)).outcome).to.equal('exhausted')
    }

    it('that waited for more than a day, or whose user is gone, is dropped', async () => {
      inbox.refuses = 451
      await forget(owner.email)
      const body = { email: 'grete@printshop.example', role: 'viewer' }
      const { user } = (await jsonAs(test, owner, '/v1/console/users', { body })).body
      await eventually(async () => inbox.offered.length >= 2)
      inbox.refuses = null
      await test.server.service.users.change({
        ...{ teamId: test.team.id, id: user.id, changes: { disabled: true } },
      })
      test.clock.advance(25 * 60 * MINUTE)
      await settled(0)
    })
  })

describe('Without SMTP_URL', () => {
  it('no e-mail waits, links are only returned, and a forgotten passphrase has no link', async () => {
    const shop = await openStorefront({})
    const owner = await joinFirst(shop.test)
    const body = { email: 'grete@printshop.example', role: 'viewer' }
    const invited = await jsonAs(shop.test, owner, '/v1/console/users', { body })
    expect(invited.body.mailed).to.equal(false)
    const refused = await jsonAs(shop.test, null, FORGOTTEN, { body: { email: owner.email } })
    expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'mail_disabled'])
    await jobsDone(shop.test)
    const { mails } = shop.test.server.ports.store
    expect(await mails.waiting(Number.MAX_SAFE_INTEGER, '', 10)).to.deep.equal([])
    await shop.test.close()
  })
})
