/** A shopper who types, two minutes in the soak, with others behind one address: at the standard limits, without an error. */
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { DESKTOP, needsBrowser, openPage, type Watched } from '../support/browser/browser.ts'
import {
  editorFrame,
  editorReady,
  listenTo,
  saveEditor,
  waitForMessage,
} from '../support/browser/editor-page.ts'
import { openShopSite, type ShopSite } from '../support/browser/shop-site.ts'
import { eventually } from '../support/run/eventually.ts'
import { inForm } from '../support/run/form.ts'

/** All that takes a minute takes six seconds: the limits' windows, and by the page's clock the widget's waits. */
const FASTER = 10
const OTHERS = 20
const SECONDS = inForm(15, 120)

describe('widget at the limits', function () {
  // The others are told to wait again and again, and the page has to get its turn among them.
  this.timeout(300_000)
  let browser: Browser
  let site: ShopSite
  let watched: Watched

  before(async function () {
    browser = await needsBrowser(this)
    const standard = { RATE_LIMIT_BROWSER_PER_MINUTE: '30' }
    site = await openShopSite({ windowSeconds: 60 / FASTER, env: standard }, 'card')
  })
  after(async () => {
    await watched?.close()
    await site?.close()
  })

  it(`types for ${SECONDS} s, ${OTHERS} others behind the same address, and sees no error @long`, async () => {
    const { test } = site
    let refused = 0
    /** As the frame does: by the page around it, and waiting when it is told to. */
    const ask = async (path: string, headers: Record<string, string>, body: object, method = 'POST') => {
      for (;;) {
        const reply = await test.json(path, {
          ...{ key: null, method, body },
          headers: { origin: site.service, ...headers },
        })
        // 503 where the machine is too busy for all of them.
        if (reply.status !== 429 && reply.status !== 503) return reply
        if (reply.status === 429) refused += 1
        // Time passes: as Retry-After asks.
        await new Promise((resolve) => setTimeout(resolve, Number(reply.headers.get('retry-after')) * 1000))
      }
    }
    let typing = true
    const other = async (name: string): Promise<number> => {
      const opened = await ask(
        '/v1/embed/sessions/guest',
        { 'x-service-publishable-key': site.publishableKey },
        { external_product_id: 'mug', parent_origin: site.shop },
      )
      const secret = { 'x-service-client-secret': opened.body.client_secret }
      const begun = await ask('/v1/embed/fills', secret, { embed_session: opened.body.embed_session.id })
      const { fill, template } = begun.body
      let changes = 0
      for (; typing; changes += 1) {
        const values = { [template.fields[0].id]: `${name} ${changes}` }
        const reply = await ask(`/v1/embed/fills/${fill.id}`, secret, { values }, 'PATCH')
        expect(reply.status).to.equal(200)
        // Time passes: the customer types.
        await new Promise((resolve) => setTimeout(resolve, 3000))
      }
      return changes
    }

    watched = await openPage(browser, DESKTOP)
    const { page, faults } = watched
    await page.clock.install()
    await listenTo(page)
    const answers: string[] = []
    page.on('response', (response) => {
      const { pathname, origin } = new URL(response.url())
      if (origin !== site.service || !pathname.startsWith('/v1/')) return
      answers.push(`${response.request().method()} ${response.status()}`)
    })
    await page.goto(site.page('/mug', { body: site.button() }))

    const others = Promise.all(Array.from({ length: OTHERS }, (_, at) => other(`Guest ${at + 1}`)))
    others.catch(() => {})
    // More sessions are asked for than an address may open in a minute.
    await eventually(async () => refused > 0)
    // And so it stays until the page has asked, however long the machine takes for that.
    const crowded = (async () => {
      while (!answers.some((one) => one.startsWith('POST'))) {
        const { status } = await test.json('/v1/embed/sessions/guest', {
          ...{ key: null, body: { external_product_id: 'mug', parent_origin: site.shop } },
          headers: { origin: site.service, 'x-service-publishable-key': site.publishableKey },
        })
        // Time passes: the window of the limit is 6 s, and the page needs the processor too.
        if (status === 429) await new Promise((resolve) => setTimeout(resolve, 10))
      }
    })()
    crowded.catch(() => {})
    await page.getByRole('button', { name: 'Personalize' }).click()
    const editor = editorFrame(page)
    await editorReady(editor)
    await crowded
    const refusedAtFirst = answers.filter((one) => one === 'POST 429').length

    const field = editor.getByRole('textbox').first()
    await field.fill('')
    const seen = new Set<string>()
    for (let second = 0; second < SECONDS; second += 1) {
      if (second % 8 === 7) for (let count = 0; count < 7; count += 1) await field.press('Backspace')
      else await field.press('abcdefg'[second % 8] ?? 'a')
      await page.clock.fastForward(1000)
      const shown = await editor.locator('.editor').evaluate((element) => ({
        state: element.querySelector('.state')?.getAttribute('data-state') ?? '',
        alerts: element.querySelectorAll('[role=alert]').length,
      }))
      expect(shown.alerts, `alerts after ${second} s`).to.equal(0)
      seen.add(shown.state)
    }
    await field.fill('Two minutes')
    await editor.locator('.state[data-state="settled"]').waitFor()
    await saveEditor(editor)
    await editor.getByRole('alert').waitFor({ state: 'detached' })
    const { fill } = (await waitForMessage(page, 'service:saved')) as unknown as { fill: { id: string } }
    typing = false
    expect(await others).to.have.length(OTHERS)

    expect([...seen].filter((state) => state !== 'settled' && state !== 'sending')).to.deep.equal([])
    const stored = (await test.json(`/v1/fills/${fill.id}`)).body.fill
    expect(Object.values(stored.values)).to.include('Two minutes')
    // It was told to wait as everybody was, and did so without a word; no change was ever refused.
    expect(refusedAtFirst).to.be.greaterThan(0)
    const changes = answers.filter((one) => one.startsWith('PATCH'))
    expect(changes.length).to.be.within(SECONDS / 4, SECONDS + 10)
    expect(changes.filter((one) => one !== 'PATCH 200')).to.deep.equal([])
    expect(faults.filter((fault) => !fault.includes('429'))).to.deep.equal([])
  })
})
