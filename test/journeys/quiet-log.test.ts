/** The log over whole journeys: no key, secret, signature, value, address or e-mail ever gets into it. */

import { Writable } from 'node:stream'
import { expect } from 'chai'
import { pino } from 'pino'
import type { Press } from '../../core/engine/press/press-port.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { finalize, liveTemplate, makeFill } from '../support/service/sample-fill.ts'
import { openSamplePress, uploadForm } from '../support/service/sample-press.ts'

const WORDS = {
  value: 'Annabelle Quillfeather',
  email: 'quillfeather@shopper.example',
  customer: 'Quentin Quillfeather',
  order: 'order-4711-quill',
  password: 'hunter2-quill',
}

describe('The log of whole journeys', () => {
  const lines: string[] = []
  let broken = false
  let test: TestServer
  before(async () => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const sound = openSamplePress()
    const press: Press = {
      ...sound,
      compile: (source, body, fonts) =>
        broken
          ? Promise.reject(Object.assign(new Error('The press broke.'), { code: 'X1', detail: WORDS.value }))
          : sound.compile(source, body, fonts),
    }
    test = await openTestServer({ press, log: pino({ level: 'trace' }, sink) })
  })
  after(() => test.close())

  it('holds nothing that was given out or told in confidence', async () => {
    const secrets = new Set<string>([test.team.key, ...Object.values(WORDS)])
    const take = <T>(secret: T): T => {
      secrets.add(String(secret))
      return secret
    }
    const template = await liveTemplate(test)
    const values = { [template.name]: WORDS.value }

    const { body: made } = await test.json('/v1/api_keys', {
      body: { type: 'restricted', name: WORDS.customer, scopes: ['renders:write'] },
      headers: { 'idempotency-key': take('idempotency-quill') },
    })
    take(made.key)
    await test.send('/v1/renders', { key: take(`${made.key.slice(0, -1)}!`) })
    await test.send('/v1/renders', { key: take(made.key.replace(/.$/, 'x')) })

    const common = { template_id: template.id, values, customer_email: WORDS.email }
    const { body: rendered } = await test.json('/v1/renders', {
      body: { ...common, external_order_id: WORDS.order },
    })
    const link = new URL(rendered.render.signed_url)
    take(link.searchParams.get('sig'))
    expect((await test.send(`${link.pathname}${link.search}`, { key: null })).status).to.equal(200)
    await test.send(`${link.pathname}${link.search}x`, { key: null })
    await test.send(`/v1/renders?external_order_id=${WORDS.order}`)
    await test.send(`/v1/renders?nonsense=${WORDS.password}`)
    await test.send(`/${WORDS.password}?a=${WORDS.password}`)
    await test.send('/v1/renders', { body: `{"template_id": "${WORDS.password}` })
    await test.json('/v1/renders', { body: { ...common, values: { [WORDS.password]: WORDS.value } } })

    const fill = await makeFill(test, { ...common, customer_name: WORDS.customer })
    await finalize(test, fill.id, { external_order_id: WORDS.order, customer_email: WORDS.email })
    await test.send(`/v1/fills/erase?customer_email=${WORDS.email}`, { method: 'POST' })

    const { body: application } = await test.json('/v1/embed/applications', {
      body: { name: 'Shop', allowed_origins: ['https://shop.example'], create_publishable_key: true },
    })
    take(application.publishable_key)
    const { body: session } = await test.json('/v1/embed/sessions', {
      body: { template_id: template.id, values, customer_email: WORDS.email },
    })
    const headers = { 'x-service-client-secret': take(session.client_secret) }
    const { body: embedded } = await test.json('/v1/embed/fills', {
      key: null,
      headers,
      body: { embed_session: session.embed_session.id, values },
    })
    const preview = `/v1/embed/fills/${embedded.fill.id}/preview?client_secret=${session.client_secret}`
    await test.send(preview, { key: null })

    const { body: hook } = await test.json('/v1/webhook_endpoints', {
      body: { url: `https://192.0.1.1/${WORDS.password}` },
    })
    take(hook.signing_secret)

    // Faults inside, with what a driver hangs on its errors.
    broken = true
    expect(
      (await test.send('/v1/templates', { body: uploadForm(Buffer.from('%PDF-1.7\nx'), 'Card') })).status,
    ).to.equal(500)
    expect(test.takeUndeclared()).to.have.lengthOf(1)

    const text = lines.join('')
    expect(text).to.include('The press broke.').and.include('"X1"')
    expect(lines.length).to.be.greaterThan(15)
    for (const secret of secrets) {
      expect(secret.length, secret).to.be.greaterThan(7)
      expect(text, secret).not.to.include(secret)
      expect(text, secret).not.to.include(encodeURIComponent(secret))
    }
    expect(text).not.to.include('Bearer')
    expect(text).not.to.match(/[?&]\w+=/)
  })
})
