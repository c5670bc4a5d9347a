/** The editor's way to the service, against a real server that delays, fails, limits and forgets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { expect } from 'chai'
import { Fault } from '../../widget/editor/requests.ts'
import type { SendingState } from '../../widget/editor/sender.ts'
import { createTransport, type Start, type Transport } from '../../widget/editor/transport.ts'
import type { BegunWire, FillWire } from '../../widget/editor/wire.ts'
import { type HandClock, handClock } from '../support/run/clock.ts'
import { eventually } from '../support/run/eventually.ts'
import { openStorefront, type Storefront } from '../support/service/storefront.ts'

/** The time between the beginnings of two requests, ms. */
const SPACING = 1000
const GUEST: Start = {
  ...{ kind: 'guest', publishableKey: 'platen_pk_x', productId: 'mug', variantId: null, cartId: 'c' },
  ...{ parentOrigin: 'https://shop.example', resumeToken: null },
}

interface Seen {
  readonly route: string
  readonly url: string
  readonly body: Record<string, unknown> & { values?: Record<string, string> }
  readonly headers: IncomingMessage['headers']
  readonly at: number
}

interface Answer {
  readonly status: number
  readonly code?: string
  readonly extra?: object
  readonly headers?: Record<string, string>
  /** It is answered after this. */
  readonly held?: Promise<void>
  /** The connection breaks; `late` after the service has done its work. */
  readonly breaks?: 'early' | 'late'
}

/** A service of one fill, with what it is to answer next by route. */
class Service {
  readonly seen: Seen[] = []
  readonly script = new Map<string, Answer[]>()
  values: Record<string, string> = {}
  sessions = 0
  completed = false
  concurrent = 0
  most = 0
  url = ''
  readonly clock = handClock()
  readonly server: Server = createServer((request, response) => void this.answer(request, response))

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const address = this.server.address()
    this.url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    return this.url
  }

  next(route: string, ...answers: Answer[]): void {
    this.script.set(route, answers)
  }

  of(route: string): readonly Seen[] {
    return this.seen.filter((one) => one.route === route)
  }

  fill(): FillWire {
    return {
      ...{ id: 'fill_1', status: 'open', values: { ...this.values }, colors: null, assignments: {} },
      ...{ substrate: null, preview_url: null, proof_url: null, printable: true, problems: [] },
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const body = text === '' ? {} : JSON.parse(text)
    const path = (request.url ?? '').split('?')[0] ?? ''
    const route = path.endsWith('/guest')
      ? 'guest'
      : path.endsWith('/complete')
        ? 'complete'
        : path.endsWith('/preview')
          ? 'preview'
          : request.method === 'PATCH'
            ? 'patch'
            : 'fills'
    this.seen.push({ route, body, url: request.url ?? '', headers: request.headers, at: this.clock.now() })
    this.concurrent += 1
    this.most = Math.max(this.most, this.concurrent)
    const planned = this.script.get(route)?.shift()
    await planned?.held
    this.concurrent -= 1
    if (planned?.breaks === 'early') return void response.destroy()
    if (planned !== undefined && planned.status >= 400) {
      response.writeHead(planned.status, { 'content-type': 'application/json', ...planned.headers })
      response.end(JSON.stringify({ error: { code: planned.code, message: 'No.', ...planned.extra } }))
      return
    }
    const reply = this.reply(route, body)
    if (planned?.breaks === 'late') return void response.destroy()
    if (route === 'preview') {
      const fresh = request.headers['if-none-match'] === '"one"'
      response.writeHead(fresh ? 304 : 200, { etag: '"one"', 'content-type': 'image/png' })
      response.end(fresh ? undefined : 'image')
      return
    }
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply.body))
  }

  private reply(route: string, body: Seen['body']): { status: number; body: object } {
    const embed_session = { id: `esn_${this.sessions}`, status: 'active', expires_at: '' }
    if (route === 'guest') {
      this.sessions += 1
      this.values = {}
      const secret = `es_${this.sessions}`
      return { status: 201, body: { embed_session: { id: `esn_${this.sessions}` }, client_secret: secret } }
    }
    if (route === 'complete' && this.completed)
      return { status: 410, body: { error: { code: 'embed_session_completed', message: 'No.' } } }
    if (route === 'complete') this.completed = true
    Object.assign(this.values, body.values)
    const fill = this.fill()
    return route === 'fills'
      ? { status: 201, body: { fill, embed_session, template: TEMPLATE, options: { locked_field_ids: [] } } }
      : { status: 200, body: { fill, embed_session, ...(route === 'complete' ? { resume_token: 'r' } : {}) } }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

const TEMPLATE: BegunWire['template'] = {
  ...{ id: 'tpl_1', title: 'Card', fields: [] },
  scene_summary: { pages: [], inks: [], papers: [] },
}

describe('editor transport', () => {
  let service: Service
  let transport: Transport
  let clock: HandClock
  /** `begun`: when each change was sent. */
  let told: {
    begun: number[]
    states: SendingState[]
    taken: string[]
    refused: Fault[]
    stopped: Fault[]
    other: string[]
  }

  beforeEach(async () => {
    service = new Service()
    const baseUrl = await service.open()
    ;({ clock } = service)
    transport = createTransport(GUEST, { baseUrl, clock })
    told = { begun: [], states: [], taken: [], refused: [], stopped: [], other: [] }
    transport.listen({
      sends: () => told.begun.push(clock.now()),
      taken: (fill) => told.taken.push(JSON.stringify(fill.values)),
      state: (state) => told.states.push(state),
      refused: (fault) => told.refused.push(fault),
      stopped: (fault) => told.stopped.push(fault),
      expired: () => told.other.push('expired'),
      reopened: () => told.other.push('reopened'),
      elsewhere: () => told.other.push('elsewhere'),
      joined: () => told.other.push('joined'),
    })
  })
  afterEach(async () => {
    transport.close()
    await service.close()
  })

  it('opens a guest session bound to the page around, and its fill, with the secret in headers alone', async () => {
    const begun = await transport.open()
    expect(begun.fill.id).to.equal('fill_1')
    const [guest] = service.of('guest')
    expect(guest?.headers['x-service-publishable-key']).to.equal('platen_pk_x')
    expect(guest?.body).to.include({ parent_origin: 'https://shop.example', external_cart_id: 'c' })
    transport.push({ values: { a: '1' } })
    await clock.runUntil(transport.flush())
    await transport.picture(0, 320, null)
    await clock.runUntil(transport.complete())
    expect(service.seen.filter(({ url }) => url.includes('es_'))).to.deep.equal([])
    expect(service.of('patch')[0]?.headers['x-service-client-secret']).to.equal('es_1')
  })

  it('sends one change at a time, in order, no faster than its spacing, and ends with the latest', async () => {
    await transport.open()
    // The first is answered when half of it is typed, the others at once.
    const half = Promise.withResolvers<void>()
    service.next('patch', { status: 200, held: half.promise })
    for (let count = 1; count <= 40; count += 1) {
      transport.push({ values: { a: `${count}`, ...(count === 1 ? { b: 'first' } : {}) } })
      clock.advance(150)
      if (count === 20) half.resolve()
      await turn()
      if (count >= 20) await eventually(async () => told.taken.length === told.begun.length)
    }
    await clock.runUntil(transport.flush())
    const sent = service.of('patch')
    expect(service.most, 'requests at once').to.equal(1)
    expect(service.values).to.deep.equal({ a: '40', b: 'first' })
    const numbers = sent.map(({ body }) => Number(body.values?.a))
    expect(numbers).to.deep.equal([...numbers].sort((one, other) => one - other))
    expect(sent.length).to.be.within(4, 7)
    expect(told.begun).to.have.length(sent.length)
    for (const [at, one] of told.begun.entries())
      if (at > 0) expect(one - (told.begun[at - 1] ?? 0)).to.be.at.least(SPACING)
    expect(told.states.at(-1)).to.equal('settled')
  })

  it('keeps what was typed while there is no network, says so, and sends it in one when there is', async () => {
    await transport.open()
    service.next('patch', ...Array(3).fill({ status: 0, breaks: 'early' }))
    transport.push({ values: { a: 'one' } })
    clock.advance(SPACING)
    await eventually(async () => told.states.includes('offline'))
    transport.push({ values: { b: 'two' } })
    expect(transport.unsent()).to.equal(true)
    await clock.runUntil(transport.flush())
    expect(service.of('patch').map(({ body }) => body.values)).to.deep.equal([
      { a: 'one' },
      ...Array(3).fill({ a: 'one', b: 'two' }),
    ])
    expect(service.values).to.deep.equal({ a: 'one', b: 'two' })
    expect(told.stopped).to.deep.equal([])
    expect(transport.unsent()).to.equal(false)
  })

  it('waits out a limit without a word, for as long as the service says', async () => {
    service.next('guest', { status: 429, code: 'rate_limited', headers: { 'retry-after': '1' } })
    await clock.runUntil(transport.open())
    const [first, second] = service.of('guest')
    expect((second?.at ?? 0) - (first?.at ?? 0)).to.equal(1000)
    service.next('patch', { status: 429, code: 'rate_limited', headers: { 'retry-after': '1' } })
    transport.push({ values: { a: '1' } })
    clock.advance(SPACING)
    await eventually(async () => service.of('patch').length === 1)
    transport.push({ values: { a: '2' } })
    transport.hurry()
    await clock.runUntil(transport.flush())
    const [limited, after, more] = service.of('patch')
    expect((after?.at ?? 0) - (limited?.at ?? 0)).to.be.at.least(1000)
    expect([after?.body.values, more]).to.deep.equal([{ a: '2' }, undefined])
    expect(told.states).to.not.include('offline')
    expect(told.refused.concat(told.stopped)).to.deep.equal([])
  })

  it('sends the rest of a change without the values that are refused', async () => {
    await transport.open()
    const details = [{ code: 'value_too_long', field_id: 'a', param: 'values.a', message: 'No.' }]
    service.next('patch', { status: 400, code: 'value_too_long', extra: { param: 'values.a', details } })
    transport.push({ values: { a: 'far too long', b: 'good' }, assignments: { b: 2 } })
    await clock.runUntil(transport.flush())
    expect(service.values).to.deep.equal({ b: 'good' })
    expect(service.of('patch')[1]?.body).to.deep.equal({ values: { b: 'good' }, assignments: { b: 2 } })
    expect(told.refused.map(({ code }) => code)).to.deep.equal(['value_too_long'])

    service.next('patch', { status: 422, code: 'invalid_colors', extra: { param: 'colors[0].name' } })
    transport.push({ values: { b: 'better' }, colors: [] })
    await clock.runUntil(transport.flush())
    expect(service.values).to.deep.equal({ b: 'better' })
  })

  it('starts an expired session again with everything that was typed', async () => {
    await transport.open()
    transport.restoreFrom(() => ({ values: { a: 'kept', b: 'typed now' } }))
    service.next('patch', { status: 410, code: 'embed_session_expired' })
    transport.push({ values: { b: 'typed now' } })
    await clock.runUntil(transport.flush())
    expect(told.other).to.deep.equal(['expired', 'reopened'])
    expect(service.values).to.deep.equal({ a: 'kept', b: 'typed now' })
    expect(service.of('patch').at(-1)?.headers['x-service-client-secret']).to.equal('es_2')

    service.next('complete', { status: 410, code: 'embed_session_expired' })
    const saved = await clock.runUntil(transport.complete())
    expect(saved).to.include({ sessionId: 'esn_3', resumeToken: 'r' })
    expect(service.values).to.deep.equal({ a: 'kept', b: 'typed now' })
  })

  it('leaves a session that somebody else has taken over alone, and goes on when it is told to', async () => {
    await transport.open()
    service.next('patch', { status: 410, code: 'embed_session_canceled' })
    transport.push({ values: { a: 'mine' } })
    const refused = await clock.runUntil(transport.flush()).catch((fault: Fault) => fault.code)
    expect(refused).to.equal('embed_session_canceled')
    expect(service.of('guest')).to.have.length(1)
    transport.push({ values: { b: 'more' } })
    await transport.open()
    await clock.runUntil(transport.flush())
    expect(service.values).to.deep.equal({ a: 'mine', b: 'more' })
  })

  it('takes a completion whose reply was lost for what it is', async () => {
    await transport.open()
    service.next('complete', { status: 200, breaks: 'late' })
    const saved = await clock.runUntil(transport.complete())
    expect([saved.fill.id, saved.resumeToken]).to.deep.equal(['fill_1', null])
    expect(service.of('complete')).to.have.length(2)
  })

  it('tries a token that no longer fits once, then begins anew', async () => {
    const start: Start = { ...GUEST, resumeToken: 'old' }
    transport.close()
    transport = createTransport(start, { baseUrl: service.url, clock })
    service.next('guest', { status: 404, code: 'not_found' })
    await transport.open()
    expect(service.of('guest').map(({ body }) => body.resume_token)).to.deep.equal(['old', undefined])
    service.next('guest', { status: 409, code: 'fill_not_open' })
    const again = createTransport(start, { baseUrl: service.url, clock })
    const fault = await again.open().catch((thrown: Fault) => thrown)
    expect(fault).to.be.instanceOf(Fault).with.property('code', 'fill_not_open')
    await again.open({ copy: true })
    expect(service.of('guest').at(-1)?.body).to.include({ resume_token: 'old', copy: true })
    again.close()
  })

  it('asks for a picture by its ETag, and takes 304 for the one at hand', async () => {
    await transport.open()
    const picture = await transport.picture(0, 480, null)
    expect(await picture?.blob.text()).to.equal('image')
    expect(await transport.picture(0, 480, picture?.etag ?? null)).to.equal(null)
    expect(service.of('preview').map(({ url }) => url)).to.deep.equal(
      Array(2).fill('/v1/embed/fills/fill_1/preview?page=0&w=480'),
    )
  })
})

describe('editor transport and the service', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  it('fills and saves a session that the shop’s server has opened, from its id and secret alone', async () => {
    const { body } = await shop.test.json('/v1/embed/sessions', {
      body: { template_id: shop.templateId, values: { Name: 'From the shop' } },
    })
    const start: Start = {
      ...{ kind: 'session', sessionId: body.embed_session.id, clientSecret: body.client_secret },
    }
    const transport = createTransport(start, { baseUrl: shop.test.url })
    const begun = await transport.open()
    const [name, size] = begun.template.fields
    expect(begun.fill.values).to.deep.equal({ [name?.id ?? '']: 'From the shop' })
    expect(begun.template.scene_summary.pages).to.have.length(1)
    transport.push({ values: { [name?.id ?? '']: 'Ada', [size?.id ?? '']: 's' } })
    transport.push({ colors: [{ index: 1, key: 'gold', name: 'Gold Foil', hex: '#b08d57' }] })
    await transport.flush()
    const saved = await transport.complete()
    const { fill } = (await shop.test.json(`/v1/fills/${saved.fill.id}`)).body
    expect(fill.values).to.deep.equal({ [name?.id ?? '']: 'Ada', [size?.id ?? '']: 's' })
    expect(fill.colors[0].name).to.equal('Gold Foil')
    transport.push({ values: { [name?.id ?? '']: 'Too late' } })
    const fault = await transport.flush().catch((thrown: Fault) => thrown.code)
    expect(fault).to.equal('embed_session_completed')
    transport.close()
  })
})

/** All that follows from what has happened, but for replies. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
