/** What the editor makes of everything that goes wrong: in words that a shopper understands, and with nothing typed lost. */
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { bundleWidget } from '../../server/pages/bundle.ts'
import { axeFaults } from '../support/browser/axe.ts'
import { DESKTOP, needsBrowser, openPage, PHONE, type Watched } from '../support/browser/browser.ts'
import { type EditorSite, openEditorSite, settled } from '../support/browser/editor-site.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'

const HOSTED = '**/v1/embed/sessions/hosted'
const FILL = '**/v1/embed/fills/fill_*'
const COMPLETE = '**/v1/embed/fills/*/complete'

const refuse =
  (status: number, code: string, extra: object = {}, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers,
      json: { error: { type: 'x', code, message: 'Not for shoppers.', ...extra } },
    })

describe('editor in trouble', () => {
  let browser: Browser
  let shop: EditorSite
  const open: Watched[] = []

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    shop = await openEditorSite()
  })
  after(async () => shop?.site.close())
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })

  const watch = async (options: BrowserContextOptions = DESKTOP): Promise<Page> => {
    const watched = await openPage(browser, options)
    open.push(watched)
    return watched.page
  }
  const name = (page: Page) => page.getByRole('textbox', { name: /^Name/ })
  const start = async (page: Page): Promise<Page> => {
    await page.goto(shop.hosted)
    await name(page).waitFor()
    await settled(page)
    return page
  }
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    return (await page.locator('.done code').getAttribute('data-fill')) ?? ''
  }
  const fill = async (id: string) => (await shop.site.test.json(`/v1/fills/${id}`)).body.fill
  const changes = (page: Page) => page.waitForRequest((request) => request.method() === 'PATCH')

  const refusals: readonly (readonly [status: number, code: string, says: RegExp])[] = [
    [402, 'subscription_inactive', /cannot take personalized orders/],
    [403, 'origin_not_allowed', /not allowed to open the editor/],
    [404, 'mapping_not_found', /cannot be personalized/],
    [404, 'template_not_live', /not available at the moment/],
    [500, 'internal_error', /service is busy/],
    [503, 'overloaded', /service is busy/],
    [400, 'unknown_parameter', /Something went wrong/],
  ]
  describe('that keeps it from being opened', () => {
    // One page for all of them: nothing is kept of a session that never was.
    let refused: Watched
    before(async () => {
      refused = await openPage(browser, PHONE)
    })
    after(async () => refused?.close())

    for (const [status, code, says] of refusals)
      it(`says what ${status} ${code} means`, async function () {
        expectFaults(this, new RegExp(`^\\w+ ${status} `))
        const { page } = refused
        await page.route(HOSTED, refuse(status, code))
        try {
          await page.goto(shop.hosted)
          const alert = page.getByRole('alert')
          await alert.waitFor()
          expect(await alert.innerText())
            .to.match(says)
            .and.not.include('Not for shoppers')
          expect(await axeFaults(page)).to.deep.equal([])
        } finally {
          await page.unroute(HOSTED)
        }
        const again = page.getByRole('button', { name: 'Try again' })
        if ((await again.count()) === 0) return
        await again.click()
        await name(page).waitFor()
      })
  })

  it('shows what has become of it while the screen was being drawn for the first time', async function () {
    expectFaults(this, /^POST 404 \S+\/embed\/sessions\/hosted$/)
    const page = await watch()
    // What is to run after the first drawing is held back until the answer is there: as on a slow phone.
    await page.addInitScript(() => {
      const later: (() => void)[] = []
      const real = window.setTimeout
      const hold = (work: () => void) => later.push(work)
      let holding = true
      window.requestAnimationFrame = ((work: FrameRequestCallback) =>
        holding ? hold(() => work(0)) : real(() => work(0), 0)) as never
      window.setTimeout = ((work: () => void, ms = 0) =>
        holding && ms < 100 ? hold(work) : real(work, ms)) as never
      Object.assign(window, {
        goOn() {
          holding = false
          for (const work of later.splice(0)) work()
        },
      })
    })
    const asked = Promise.withResolvers<void>()
    await page.route(HOSTED, async (route) => {
      await asked.promise
      await refuse(404, 'template_not_live')(route)
    })
    await page.goto(shop.hosted)
    await page.locator('.outline').waitFor()
    const answered = page.waitForResponse(HOSTED).then((response) => response.finished())
    asked.resolve()
    await answered
    // The refusal is read within the page, after its last byte.
    await page.evaluate(() => new Promise((resolve) => queueMicrotask(() => resolve(null))))
    await page.evaluate(async () => {
      for (let turns = 0; turns < 50; turns += 1) {
        const channel = new MessageChannel()
        await new Promise((resolve) => {
          channel.port1.onmessage = resolve
          channel.port2.postMessage(null)
        })
      }
    })
    await page.evaluate('goOn()')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).to.match(/not available at the moment/)
  })

  it('says that it could not be opened where its words cannot be loaded, and begins again', async () => {
    const { assets } = await bundleWidget()
    const words = [...assets].find(
      ([path, { body }]) => path.endsWith('.js') && body.includes('Review your design'),
    )
    const page = await watch()
    const part = `**${words?.[0]}`
    await page.route(part, (route) => route.abort())
    await page.goto(shop.hosted)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).to.include('The editor could not be opened.')
    expect(await axeFaults(page)).to.deep.equal([])
    await page.unroute(part)
    await page.getByRole('button', { name: 'Try again' }).click()
    await name(page).waitFor()
  })

  it('waits out a limit at the beginning without a word @long', async () => {
    const page = await watch()
    let asked = 0
    await page.route(HOSTED, (route) => {
      asked += 1
      return asked === 1 ? refuse(429, 'rate_limited', {}, { 'retry-after': '1' })(route) : route.continue()
    })
    await page.goto(shop.hosted)
    await name(page).waitFor()
    expect([asked, await page.getByRole('alert').count()]).to.deep.equal([2, 0])
  })

  it('keeps typing while there is no network, says so, and sends it when there is @long', async () => {
    const page = await start(await watch())
    await page.context().setOffline(true)
    await name(page).fill('Typed offline')
    await page.getByText('No connection.').first().waitFor()
    expect(await axeFaults(page)).to.deep.equal([])
    await name(page).fill('Typed offline, and on')
    await page.context().setOffline(false)
    await settled(page)
    const saved = await fill(await save(page))
    expect(saved.values[shop.fields.Name ?? '']).to.equal('Typed offline, and on')
  })

  it('brings back what was typed in a window that was closed before it could be sent @long', async () => {
    const watched = await openPage(browser, DESKTOP)
    open.push(watched)
    const page = await start(watched.page)
    await page.context().setOffline(true)
    await name(page).fill('Closed too early')
    await page.close({ runBeforeUnload: false })
    await watched.context.setOffline(false)
    const again = await start(await watched.context.newPage())
    await again.getByText('Your last entries are restored.').waitFor()
    expect(await name(again).inputValue()).to.equal('Closed too early')
    expect(await axeFaults(again)).to.deep.equal([])
    await again.getByRole('button', { name: 'Start over' }).click()
    expect(await name(again).inputValue()).to.equal('Ada')
    await again.getByRole('button', { name: 'Undo' }).click()
    expect(await name(again).inputValue()).to.equal('Closed too early')
    await save(again)
  })

  it('starts an expired session again with everything that was typed @long', async () => {
    const page = await start(await watch())
    await name(page).fill('Before')
    await settled(page)
    let expired = false
    await page.route(FILL, (route) => {
      if (expired || route.request().method() !== 'PATCH') return route.continue()
      expired = true
      return refuse(410, 'embed_session_expired')(route)
    })
    await page.getByRole('textbox', { name: 'Message' }).fill('After')
    await page.getByText(/has restarted. Your entries are kept/).waitFor()
    await settled(page)
    const { values } = await fill(await save(page))
    expect(values).to.include({ [shop.fields.Name ?? '']: 'Before', [shop.fields.Message ?? '']: 'After' })
  })

  it('lets one of two windows go on, and the other take it back, without a word lost @long', async () => {
    const first = await start(await watch())
    await name(first).fill('Shared')
    const id = await save(first)
    await first.getByRole('button', { name: 'Change design' }).click()
    await name(first).waitFor()
    await settled(first)
    const second = await first.context().newPage()
    await second.goto(shop.hosted)
    await second.getByRole('button', { name: 'Change design' }).click()
    await name(second).waitFor()
    expect(await name(second).inputValue()).to.equal('Shared')
    await name(second).fill('Second')
    await settled(second)
    await name(first).fill('First again')
    await first.getByText('This design is open in another window.').waitFor()
    expect(await axeFaults(first)).to.deep.equal([])
    expect(await name(first).inputValue()).to.equal('First again')
    await first.getByRole('button', { name: 'Continue here' }).click()
    await settled(first)
    expect(await name(first).inputValue()).to.equal('First again')
    const saved = await save(first)
    expect([saved, (await fill(saved)).values[shop.fields.Name ?? '']]).to.deep.equal([id, 'First again'])
  })

  it('offers a copy of what was ordered meanwhile @long', async () => {
    const page = await start(await watch())
    await name(page).fill('To be ordered')
    const id = await save(page)
    await shop.site.test.json(`/v1/fills/${id}/finalize`, { body: { external_order_id: 'order-1' } })
    await page.reload()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).to.include('ordered and can no longer be changed')
    await page.getByRole('button', { name: 'Duplicate design' }).click()
    await name(page).waitFor()
    expect(await name(page).inputValue()).to.equal('To be ordered')
    await settled(page)
    expect(await save(page)).to.not.equal(id)
  })

  it('takes two clicks on save for one', async () => {
    const page = await start(await watch())
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/complete')) asked.push(request.url())
    })
    await page.getByRole('button', { name: 'Review' }).dblclick()
    const approve = page.getByRole('button', { name: 'Approve' })
    await approve.waitFor()
    await approve.dblclick()
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    expect(asked).to.have.length(1)
  })

  it('goes back to the field when saving finds that it cannot be printed @long', async () => {
    const page = await start(await watch())
    const id = shop.fields.Name
    const details = [
      {
        code: 'text_does_not_fit',
        field_id: id,
        message: 'x',
        page: 0,
        found: 300,
        expected: 200,
        param: `values.${id}`,
      },
    ]
    await page.route(COMPLETE, refuse(422, 'fill_not_printable', { details }))
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    const trouble = page.locator('.trouble')
    await trouble.waitFor()
    expect(await trouble.innerText()).to.equal('The text does not fit. Please remove about 1 character.')
    expect(await name(page).getAttribute('aria-invalid')).to.equal('true')
    await page.unroute(COMPLETE)
    await name(page).fill('Al')
    await settled(page)
    await save(page)
  })

  it('says that saving did not work, and saves when it is tried again', async function () {
    expectFaults(this, /^POST 503 .*\/complete$/)
    const page = await start(await watch())
    await name(page).fill('Not lost')
    await settled(page)
    await page.route(COMPLETE, refuse(503, 'overloaded', {}, { 'retry-after': '0' }))
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('The service is busy.').waitFor()
    expect(await name(page).inputValue()).to.equal('Not lost')
    await page.unroute(COMPLETE)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    const { values } = await fill(await save(page))
    expect(values[shop.fields.Name ?? '']).to.equal('Not lost')
  })

  it('says at the field what the service does not take, and sends the rest @long', async () => {
    const page = await start(await watch())
    const id = shop.fields.Message ?? ''
    await page.route(FILL, (route) => {
      const values = route.request().postDataJSON()?.values ?? {}
      const details = [{ code: 'invalid_value', field_id: id, param: `values.${id}`, message: 'x' }]
      return id in values ? refuse(400, 'invalid_value', { details })(route) : route.continue()
    })
    const sent = changes(page)
    await page.getByRole('textbox', { name: 'Message' }).fill('strange')
    await sent
    await name(page).fill('Good')
    await page.getByText('Some of these characters cannot be printed.').waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByText('Please correct these entries first:').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('')
    await page.unroute(FILL)
    await settled(page)
    const { values } = await fill(await save(page))
    expect(values[shop.fields.Name ?? '']).to.equal('Good')
  })

  it('shows every word of template, labels and values as a word @long', async () => {
    const evil = '<img src=x onerror="window.hit=1">"\'><script>window.hit=1</script>'
    const hostile = await openEditorSite({}, evil)
    try {
      const { site } = hostile
      const { body } = await site.test.json(`/v1/templates/${site.templateId}/scene`)
      const fields = body.scene.fields.map(
        (field: { label: string; options: object[] | null }, at: number) => ({
          ...field,
          label: `${evil} ${at}`,
          // Of the list alone, for what is chosen elsewhere has to fit its place.
          options:
            field.label === 'Table' ? field.options?.map((one) => ({ ...one, label: evil })) : field.options,
        }),
      )
      await site.test.json(`/v1/templates/${site.templateId}/scene`, {
        method: 'PUT',
        body: { ...body.scene, fields },
      })
      await site.test.json(`/v1/templates/${site.templateId}/publish`, { method: 'POST' })
      const page = await watch()
      await page.goto(hostile.hosted)
      const text = page.getByRole('textbox').first()
      await text.fill(evil.slice(0, 34))
      await page.locator('.state[data-state="settled"]').waitFor()
      await page.getByRole('button', { name: 'Review' }).click()
      await page.getByRole('heading', { name: 'Review your design' }).waitFor()
      expect(await page.locator('.entries').innerText()).to.include(`${evil} 0`)
      expect(await page.evaluate(() => 'hit' in window)).to.equal(false)
      expect(await page.locator('img[src="x"], main script').count()).to.equal(0)
      const policy = open.at(-1)?.faults.filter((fault) => /policy/i.test(fault))
      expect(policy).to.deep.equal([])
    } finally {
      await hostile.site.close()
    }
  })
})
