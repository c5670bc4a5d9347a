/** The loader in a shop's page: what it loads and when, how its dialog behaves, and under which policies it works. */
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { DESKTOP, PHONE, type Watched } from '../support/browser/browser.ts'
import {
  askedAll,
  editorFrame,
  editorReady,
  type Heard,
  saveEditor,
  typeName,
  waitForMessage,
} from '../support/browser/editor-page.ts'
import { eventually } from '../support/run/eventually.ts'
import { useShop } from './shop-pages.ts'

describe('widget loader', () => {
  const site = useShop({}, 'card')
  let watched: Watched
  const open = async (address: string, options: object = DESKTOP): Promise<Watched> => {
    watched = await site.open(address, options)
    await watched.page.waitForFunction(() => 'Platen' in window)
    return watched
  }
  // Escape goes through the frame, which then asks the page to close: some turns pass before it has.
  const closed = () =>
    watched.page.waitForFunction(
      () =>
        ![...document.querySelectorAll('div')].some((div) => div.shadowRoot?.querySelector('dialog[open]')),
    )

  it('asks for nothing but itself within a minute before the first intent, and adds nothing to the page', async () => {
    const body = `<h1>Mug</h1>${site.button()}`
    const { page, requests, faults } = await site.watch()
    await page.clock.install()
    await page.goto(site.page('/idle', { body }), { waitUntil: 'load' })
    await page.clock.runFor(60_000)
    await askedAll(page)
    expect(requests.filter((url) => url.startsWith(site.service))).to.deep.equal([
      `${site.service}/widget/v1.js`,
    ])
    expect(await page.evaluate(() => document.body.innerHTML)).to.equal(body)
    expect(faults).to.deep.equal([])
  })

  for (const [name, options] of [
    ['a desk', DESKTOP],
    ['a phone', PHONE],
  ] as const)
    it(`opens the editor on ${name} under a strict policy, and gives what was saved to the page`, async () => {
      const { page, faults } = await open(
        site.page('/one', { body: `<h1>Mug</h1>${site.button()}` }),
        options,
      )
      const button = page.getByRole('button', { name: 'Personalize' })
      await ('hasTouch' in options ? button.tap() : button.click())
      await editorReady(editorFrame(page))
      await typeName(editorFrame(page), 'Grace')
      await saveEditor(editorFrame(page))
      await closed()
      const saved = await waitForMessage(page, 'service:saved')
      const heard = (await page.evaluate('window.heard')) as readonly Heard[]
      expect(heard.map(({ type }) => type)).to.include.members([
        ...['service:ready', 'service:opened', 'service:changed', 'service:saved', 'service:closed'],
      ])
      const { origin, embed_session } = saved
      const fill = saved.fill as { id: string }
      expect(origin).to.equal(site.service)
      const { body } = await site.test.json(`/v1/fills/${fill.id}`)
      expect(Object.values(body.fill.values)).to.include('Grace')
      const { id, preview_url, inks, paper } = body.fill
      const named = inks.map(({ name, hex }: { name: string; hex: string }) => ({ name, hex }))
      const { body: listed } = await site.test.json(`/v1/templates/${body.fill.template_id}/fields`)
      const { label } = listed.data.find(({ type }: { type: string }) => type === 'text')
      expect(fill).to.deep.equal({
        ...{ id, preview_url, inks: named, paper },
        text: { label, value: 'Grace' },
      })
      expect(named).to.have.length.above(0)
      expect(
        (await site.test.json(`/v1/embed/sessions/${embed_session}`)).body.embed_session.status,
      ).to.equal('completed')
      expect(faults).to.deep.equal([])
    })

  it('works as a module script, with the key on the script alone', async () => {
    const head = `<script type="module" src="${site.service}/widget/v1.js" data-service-key="${site.publishableKey}"></script>`
    const body = '<button data-service-product="mug">Personalize</button>'
    const { page, faults } = await open(site.page('/module', { head, body }))
    await page.getByRole('button').click()
    await editorReady(editorFrame(page))
    expect(faults).to.deep.equal([])
  })

  it('serves once when it is included twice', async () => {
    const script = `<script src="${site.service}/widget/v1.js"></script>`
    const { page } = await open(site.page('/twice', { head: script + script, body: site.button() }))
    await page.getByRole('button').click()
    await editorReady(editorFrame(page))
    expect(page.frames().filter((frame) => frame.url().includes('/widget/frame'))).to.have.length(1)
    await page.keyboard.press('Escape')
    await closed()
  })

  it('finds buttons that are added later, each with its own product, and one within another element @long', async () => {
    await site.test.json('/v1/product_mappings', {
      body: { external_product_id: 'cup', template_id: site.templateId },
    })
    const { page } = await open(site.page('/later', { body: '<div id="list"></div>' }))
    await page.evaluate(
      ([mug, cup]) => {
        const list = document.querySelector('#list')
        const holder = document.createElement('template')
        holder.innerHTML = `${mug}${cup?.replace('Personalize', '<span>A cup</span>')}`
        list?.append(holder.content)
      },
      [site.button(), site.button({ 'data-service-product': 'cup' })],
    )
    await page.getByText('A cup').click()
    await editorReady(editorFrame(page))
    await typeName(editorFrame(page), 'On a cup')
    await page.keyboard.press('Escape')
    await closed()
    await page.getByRole('button', { name: 'Personalize' }).click()
    await editorReady(editorFrame(page))
    expect(await editorFrame(page).getByRole('textbox').first().inputValue()).to.equal('Eleanor')
    await page.keyboard.press('Escape')
    await closed()
    // What was typed for the other product is there still.
    await page.getByText('A cup').click()
    await editorReady(editorFrame(page))
    expect(await editorFrame(page).getByRole('textbox').first().inputValue()).to.equal('On a cup')
  })

  it('is a modal dialog: named, focus kept within and given back, the page behind neither scrolling nor shifting @long', async () => {
    const body = `<a href="#x">Before</a>${site.button()}<p>${'A long page. '.repeat(4000)}</p>`
    const { page } = await open(site.page('/modal', { body }))
    const width = () => page.evaluate(() => document.querySelector('p')?.getBoundingClientRect().width)
    const before = await width()
    await page.getByRole('button', { name: 'Personalize' }).focus()
    await page.keyboard.press('Enter')
    await editorReady(editorFrame(page))
    const dialog = page.getByRole('dialog', { name: 'Personalize' })
    expect(await dialog.count()).to.equal(1)
    expect(await width()).to.equal(before)
    await page.mouse.wheel(0, 600)
    expect(await page.evaluate(() => scrollY)).to.equal(0)
    for (const key of ['Tab', 'Shift+Tab'])
      for (let count = 0; count < 14; count += 1) {
        await page.keyboard.press(key)
        // From the edge of the frame the focus goes over the dialog, which gives it back some turns later.
        await eventually(async () => {
          const [outside, inside] = await page.evaluate(() => [
            document.activeElement?.closest('a, button, p')?.textContent ?? null,
            document.activeElement?.shadowRoot?.activeElement?.tagName ?? null,
          ])
          expect(outside, `${key} ${count}`).to.equal(null)
          return inside === 'IFRAME'
        })
      }
    await page.keyboard.press('Escape')
    await closed()
    expect(await page.evaluate(() => document.activeElement?.textContent)).to.equal('Personalize')
    expect(await width()).to.equal(before)
    expect(await page.evaluate(() => document.documentElement.style.cssText)).to.equal('')
  })

  it('has an interface: open gives what was saved, or null; events can be listened to and left', async () => {
    const { page } = await open(site.page('/api', { body: '<p>No button at all</p>' }))
    const { publishableKey: key } = site
    await page.evaluate(
      (options) => {
        const events: string[] = []
        const { Platen } = window as never as {
          Platen: { on: Listen; off: Listen; open(o: object): Promise<unknown> }
        }
        type Listen = (name: string, listener: (event: { type: string }) => void) => void
        const note = ({ type }: { type: string }) => events.push(type)
        const never = () => events.push('left')
        for (const name of ['opened', 'saved', 'closed']) Platen.on(name, note)
        Platen.on('saved', never)
        Platen.off('saved', never)
        Object.assign(window, { events, first: Platen.open(options) })
      },
      { key, product: 'mug', cart: 'cart_7' },
    )
    await editorReady(editorFrame(page))
    await page.evaluate('Platen.close()')
    expect(await page.evaluate('first')).to.equal(null)

    await page.evaluate(
      (options) => {
        Object.assign(window, {
          second: (window as never as { Platen: { open(o: object): unknown } }).Platen.open(options),
        })
      },
      { key, product: 'mug', cart: 'cart_7' },
    )
    await editorReady(editorFrame(page))
    await saveEditor(editorFrame(page))
    const saved = (await page.evaluate('second')) as { fill: { id: string } }
    const { body } = await site.test.json(`/v1/fills/${saved.fill.id}`)
    expect(body.fill).to.include({ external_cart_id: 'cart_7', external_product_id: 'mug', source: 'embed' })
    expect(await page.evaluate('events')).to.deep.equal([
      'service:opened',
      'service:closed',
      'service:saved',
      'service:closed',
    ])
    for (const options of ['{}', '{ key: "x" }', '{ application: "app_1" }'])
      expect(await page.evaluate(`Platen.open(${options}).catch((error) => error.name)`)).to.equal(
        'TypeError',
      )
  })

  it('gives a slow service its time, and each try all of it @long', async () => {
    watched = await site.watch()
    const { page } = watched
    await page.clock.install()
    const held: Route[] = []
    await page.route('**/widget/frame?*', (route) => void held.push(route))
    await page.goto(site.page('/slow', { body: site.button() }), { waitUntil: 'load' })
    // Whoever clicks by the mouse here waits until the frame is there.
    const click = (name: string) =>
      page.getByRole('button', { name }).evaluate((button: HTMLElement) => button.click())
    await click('Personalize')
    const again = page.getByRole('button', { name: 'Try again' })
    const asked = () => eventually(async () => held.length > 0)
    await asked()
    await page.clock.fastForward(20_000)
    expect([await page.getByText('Opening…').count(), await again.count()]).to.deep.equal([1, 0])
    // Something answers that is not the service.
    await page.locator('iframe').evaluate((frame) => {
      frame.addEventListener('load', () => Object.assign(window, { answered: true }))
    })
    await held.shift()?.fulfill({ body: 'Out of order' })
    await page.waitForFunction(() => 'answered' in window)
    await page.clock.fastForward(5000)
    await click('Try again')
    await asked()
    // What the first try would have waited for is over by now.
    await page.clock.fastForward(20_000)
    expect([await page.getByText('Opening…').count(), await again.count()]).to.deep.equal([1, 0])
    await held.shift()?.continue()
    await editorReady(editorFrame(page))
  })

  it('says in the language of the page that the editor could not be opened, and tries again @long', async () => {
    const policy = `default-src 'none'; script-src 'self' ${site.service}; frame-src 'none'`
    watched = await site.watch()
    const { page } = watched
    await page.clock.install()
    await page.goto(site.page('/blocked', { body: site.button(), policy, language: 'de' }))
    await page.getByRole('button', { name: 'Personalize' }).click()
    await eventually(async () => {
      await page.clock.runFor(1000)
      return (await page.getByText('Der Editor konnte nicht geöffnet werden.').count()) > 0
    })
    await page.getByRole('button', { name: 'Erneut versuchen' }).click()
    await page.getByText('Wird geöffnet…').waitFor()
    await page.getByRole('button', { name: 'Schließen' }).click()
    await closed()
  })
})
