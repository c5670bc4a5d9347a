/** Webhooks in the console: added, tested, looked at, sent again, rotated and disabled. */
import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { refusal, reply } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { answering, openWebhookSink, type WebhookSink } from '../support/service/webhook-sink.ts'

const LIST = '/console/developers/webhooks'

describe('Webhooks in the console', () => {
  let pages: ConsolePages
  let sink: WebhookSink
  before(async function () {
    sink = await openWebhookSink()
    pages = await openConsolePages(this, { server: { env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } } })
  })
  beforeEach(() => {
    sink.received.length = 0
    sink.answer = answering(200)
  })
  after(async () => {
    await pages?.close()
    await sink?.close()
  })

  /** An endpoint as another program added it; its id. */
  const addEndpoint = async (): Promise<string> => {
    const made = await pages.test.json('/v1/webhook_endpoints', { body: { url: sink.url } })
    return made.body.webhook_endpoint.id
  }
  const openEndpoint = async () => pages.open(`${LIST}/${await addEndpoint()}`)

  it('says that there are no webhooks yet', async () => {
    const none = reply(200, { data: [], has_more: false, next_starting_after: null })
    const page = await pages.open(LIST, { answers: { 'GET /v1/webhook_endpoints': none } })
    await page.see('No webhooks yet')
    const [add] = await page.findAllByRole('link', { name: 'Add endpoint' })
    expect(add?.getAttribute('href')).to.equal(`${LIST}/new`)
  })

  it('says at its field why a URL is refused, and keeps it', async () => {
    const page = await pages.open(`${LIST}/new`)
    await page.fill('Endpoint URL', 'ftp://nowhere.example')
    await page.press('Add endpoint')
    const url = (await page.field('Endpoint URL')) as HTMLInputElement
    await page.until(() => url.getAttribute('aria-invalid') === 'true')
    expect(url.value).to.equal('ftp://nowhere.example')
  })

  it('asks for an event before it adds an endpoint for selected events', async () => {
    const page = await pages.open(`${LIST}/new`)
    await page.fill('Endpoint URL', sink.url)
    await page.check('Selected events')
    await page.press('Add endpoint')
    await page.findByRole('alert')
    expect(page.requests.filter(({ method }) => method === 'POST')).to.deep.equal([])
  })

  it('adds an endpoint for selected events and shows its signing secret once', async () => {
    const page = await pages.open(`${LIST}/new`)
    await page.fill('Endpoint URL', sink.url)
    await page.check('Selected events')
    await page.check(/^render\.succeeded/)
    await page.press('Add endpoint')
    const secret = ((await page.field('Signing secret')) as HTMLInputElement).value
    expect(secret).to.match(/^whsec_/)
    await page.press('Done')
    await page.findByRole('button', { name: 'Send test event' })
    expect(page.document.body.innerHTML).to.not.include(secret)
    const { body } = await pages.test.json(`/v1/webhook_endpoints/${page.path.split('/').at(-1)}`)
    expect(body.webhook_endpoint.enabled_events).to.deep.equal(['render.succeeded'])
  })

  it('keeps an endpoint that the service has no room for, and says why', async () => {
    const page = await pages.open(`${LIST}/new`, {
      answers: { 'POST /v1/webhook_endpoints': refusal('webhook_endpoint_limit_exceeded') },
    })
    await page.fill('Endpoint URL', sink.url)
    await page.press('Add endpoint')
    await page.findByRole('alert')
    expect(((await page.field('Endpoint URL')) as HTMLInputElement).value).to.equal(sink.url)
  })

  it('shows the payload of a failed delivery and the response to it', async () => {
    sink.answer = answering(500, {}, 'not now')
    const page = await openEndpoint()
    await page.press('Send test event')
    await page.see('Failed, retrying')
    await page.press('View')
    const dialog = await page.dialog()
    const written = (label: string) =>
      (dialog.getByRole('textbox', { name: label }) as HTMLTextAreaElement).value
    await page.until(() => written('Payload').includes('"ping"'))
    expect(written('Response body')).to.equal('not now')
  })

  it('sends a failed delivery again', async () => {
    sink.answer = answering(500, {}, 'not now')
    const page = await openEndpoint()
    await page.press('Send test event')
    await page.see('Failed, retrying')
    await page.press('View')
    sink.answer = answering(200)
    await page.press('Send again')
    const deliveries = within(await page.findByRole('table', { name: 'Deliveries' }))
    await deliveries.findByText('Delivered')
    expect(sink.received.length).to.equal(2)
  })

  it('filters deliveries by status and event', async () => {
    sink.answer = answering(500)
    const page = await openEndpoint()
    await page.press('Send test event')
    await page.see('Failed, retrying')
    sink.answer = answering(200)
    await page.press('Send test event')
    await page.see('Delivered')
    await page.select('Status', 'succeeded')
    const deliveries = within(await page.findByRole('table', { name: 'Deliveries' }))
    await page.until(() => deliveries.queryByText(/^Failed/) === null)
    expect(deliveries.getAllByText('Delivered')).to.have.length(1)
    await page.select('Event', 'fill.created')
    await page.see('No deliveries match the filter.')
  })

  it('says why a test event is refused', async () => {
    const page = await openEndpoint()
    page.answer(
      'POST /v1/webhook_endpoints/{id}/test',
      refusal('rate_limited', { extra: { scope: 'console' } }),
    )
    await page.press('Send test event')
    await page.findByRole('alert')
    expect(sink.received).to.deep.equal([])
  })

  it('rotates a signing secret and shows the new one once', async () => {
    const page = await openEndpoint()
    await page.choose('Actions', 'Rotate secret')
    await page.press('Rotate secret')
    expect(((await page.field('Signing secret')) as HTMLInputElement).value).to.match(/^whsec_/)
  })

  it('disables an endpoint and enables it again', async () => {
    const page = await openEndpoint()
    const id = page.path.split('/').at(-1)
    const status = async () =>
      (await pages.test.json(`/v1/webhook_endpoints/${id}`)).body.webhook_endpoint.status
    await page.choose('Actions', /^Disable/)
    await page.press(/^Disable/)
    await page.see('disabled by a user')
    expect(await status()).to.equal('disabled')
    await page.choose('Actions', /^Enable/)
    await page.see('Saved.')
    expect(await status()).to.equal('enabled')
  })

  it('shows the settings of a webhook to viewers without a way to change them', async () => {
    const id = await addEndpoint()
    const page = await pages.open(`${LIST}/${id}`, { person: await pages.join('viewer') })
    await page.findByRole('heading', { level: 1 })
    await page.settled()
    expect(page.queryByRole('button', { name: 'Send test event' })).to.equal(null)
    expect(page.queryByRole('textbox', { name: 'Endpoint URL' })).to.equal(null)
  })
})
