/** The frame and the page around it: who may hold it, what each hears of the other, and what stays secret. */
import { expect } from 'chai'
import { DESKTOP, needsBrowser, openLastingPage, openPage } from '../support/browser/browser.ts'
import {
  changeApproved,
  editorFrame,
  editorReady,
  type Heard,
  heardAll,
  listenTo,
  saveEditor,
  typeName,
  waitForMessage,
} from '../support/browser/editor-page.ts'
import { eventually } from '../support/run/eventually.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'
import { useShop } from './shop-pages.ts'

describe('widget frame', () => {
  const site = useShop({ env: { ROLES: 'api,press,jobs' } }, 'sample', NO_PICTURES)
  const frameUrl = (query: Readonly<Record<string, string>>) =>
    `${site.service}/widget/frame?${new URLSearchParams(query)}`
  const framed = (url: string) => `<iframe src="${url.replaceAll('&', '&amp;')}"></iframe>`

  it('may be held by the origins of its application alone, named in each reply', async () => {
    const ask = (query: Readonly<Record<string, string>>) =>
      site.test.send(`/widget/frame?${new URLSearchParams(query)}`, { key: null })
    const reply = await ask({ key: site.publishableKey })
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).to.include(`frame-ancestors ${site.shop};`)
    expect(policy).to.include("script-src 'self';").and.not.to.include('unsafe')
    expect(reply.headers.get('referrer-policy')).to.equal('no-referrer')
    expect(await reply.text()).not.to.match(/<script(?![^>]* src=)/)

    const other = await site.test.json('/v1/embed/applications', {
      body: { name: 'Other', allowed_origins: ['https://a.example', 'https://b.example'] },
    })
    const second = await ask({ application: other.body.embed_application.id })
    expect(second.headers.get('content-security-policy')).to.include(
      'frame-ancestors https://a.example https://b.example;',
    )
  })

  it('is kept from a hostile page that reports itself as the shop', async () => {
    const url = frameUrl({ key: site.publishableKey, parent: site.shop })
    const body = framed(url)
    site.page('/hostile', { body, head: '', policy: `frame-src ${site.service}; script-src 'unsafe-inline'` })
    const { page, faults } = await site.open(`${site.other}/hostile`)
    await eventually(async () => faults.join().includes('frame-ancestors'))
    expect(page.frames().some((frame) => frame.url().includes('/widget/frame'))).to.equal(false)
    expect(await page.evaluate('window.heard')).to.deep.equal([])
  })

  for (const [code, query] of [
    ['invalid_publishable_key', { 'data-service-key': 'platen_pk_wrong' }],
    ['origin_not_allowed', {}],
  ] as const)
    it(`says with words and a way out that a page is not set up: ${code}`, async () => {
      site.page('/wrong', { body: site.button(query) })
      const { page } = await site.open(`${code === 'origin_not_allowed' ? site.other : site.shop}/wrong`)
      await page.getByRole('button', { name: 'Personalize' }).click()
      await editorFrame(page).getByRole('heading', { name: 'This cannot be personalized here yet' }).waitFor()
      await editorFrame(page).getByText(code).waitFor()
      expect(await waitForMessage(page, 'service:error')).to.include({ code, origin: site.service })
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    })

  it('says what a shopper can do where a product is mapped to nothing or its template is paused', async function () {
    expectFaults(this, /^POST 404 \S+\/embed\/sessions\/guest$/)
    const { page } = await site.open(
      site.page('/unmapped', { body: site.button({ 'data-service-product': 'tea' }) }),
    )
    await page.getByRole('button', { name: 'Personalize' }).click()
    expect(await waitForMessage(page, 'service:error')).to.include({ code: 'mapping_not_found' })

    await site.test.json(`/v1/templates/${site.templateId}/pause`, { method: 'POST' })
    try {
      const paused = await site.open(site.page('/paused', { body: site.button() }))
      await paused.page.getByRole('button', { name: 'Personalize' }).click()
      expect(await waitForMessage(paused.page, 'service:error')).to.include({ code: 'template_not_live' })
      await editorFrame(paused.page)
        .locator('main')
        .filter({ hasText: /\w{4,}/ })
        .waitFor()
    } finally {
      await site.test.json(`/v1/templates/${site.templateId}/publish`, { method: 'POST' })
    }
  })

  it('keeps the client secret and the resume token from the page, its storage, addresses and referrers', async () => {
    const secrets: string[] = []
    const { page, context, requests } = await site.watch()
    await listenTo(page)
    // The frame's own requests tell what is to stay secret.
    await page.addInitScript(`
      const ask = window.fetch
      window.fetch = async (...args) => {
        const reply = await ask(...args)
        const { client_secret, resume_token } = await reply.clone().json().catch(() => ({}))
        for (const secret of [client_secret, resume_token]) if (secret) console.debug('secret ' + secret)
        return reply
      }`)
    context.on('console', (message) => {
      const [, secret] = /^secret (\S+)$/.exec(message.text()) ?? []
      if (secret !== undefined) secrets.push(secret)
    })
    await page.goto(site.page('/secret', { body: site.button() }))
    await page.getByRole('button', { name: 'Personalize' }).click()
    await editorReady(editorFrame(page))
    await typeName(editorFrame(page), 'Hidden')
    await saveEditor(editorFrame(page))
    await waitForMessage(page, 'service:saved')
    expect(secrets.map((secret) => secret.replace(/_.*/, ''))).to.include.members(['es', 'platen'])
    const seen = JSON.stringify([
      await page.evaluate('window.heard'),
      await page.evaluate(() => [location.href, { ...localStorage }, { ...sessionStorage }, document.cookie]),
      requests,
      site.asked,
    ])
    for (const secret of secrets) expect(seen).not.to.include(secret)
    expect(site.asked.every(({ referrer }) => !referrer.includes('/widget/'))).to.equal(true)
    expect(requests.every((url) => [site.service, site.shop].includes(new URL(url).origin))).to.equal(true)
  })

  it('hears nothing but the loader: forged and unknown messages are left alone', async () => {
    const { page, faults } = await site.open(site.page('/forged', { body: site.button() }))
    await page.getByRole('button', { name: 'Personalize' }).hover()
    const frame = await page.waitForSelector('iframe', { state: 'attached' })
    const inner = await frame.contentFrame()
    await inner?.waitForLoadState()
    // The frame has said that it is there, which is the last that is to be heard.
    await waitForMessage(page, 'service:ready')
    const before = await page.evaluate('window.heard.length')
    await inner?.evaluate(() =>
      addEventListener('message', ({ data }) => {
        if (data?.type === 'test:last') parent.postMessage(data, '*')
      }),
    )
    // From the frame's own window, from a frame beside it, and of a form that means nothing.
    await inner?.evaluate(() => window.postMessage({ type: 'service:open', wish: {} }, '*'))
    await page.evaluate(() => {
      const target = document.querySelector('div')?.shadowRoot?.querySelector('iframe')?.contentWindow
      for (const data of [
        null,
        7,
        'service:open',
        { type: 'service:open' },
        { type: 'service:open', wish: { product: 7 } },
        { type: 'test:last' },
      ])
        target?.postMessage(data, '*')
    })
    // An answer to an earlier message would have come before the answer to the last.
    await waitForMessage(page, 'test:last')
    expect(await page.evaluate('window.heard.length')).to.equal(Number(before) + 1)
    // Its outline stands in it, and nothing else.
    expect(await inner?.evaluate(() => document.querySelectorAll('.editor, input, button').length)).to.equal(
      0,
    )
    expect(faults).to.deep.equal([])
  })

  it('is not imitated: what other windows send to the page moves no dialog and settles nothing', async () => {
    const { page } = await site.personalize(site.page('/imitated', { body: site.button() }))
    await page.evaluate((service) => {
      for (const type of ['service:closed', 'service:saved', 'service:error'])
        window.dispatchEvent(
          new MessageEvent('message', {
            origin: service,
            source: window,
            data: { type, fill: { id: 'fill_x' } },
          }),
        )
      window.postMessage({ type: 'service:closed' }, '*')
    }, site.service)
    await heardAll(page)
    expect(await page.getByRole('dialog').count()).to.equal(1)
    // What is typed in it is saved as ever, and closes it.
    const completed = page.waitForResponse('**/complete')
    await typeName(editorFrame(page), 'Not imitated')
    await saveEditor(editorFrame(page))
    expect(Object.values((await (await completed).json()).fill.values)).to.include('Not imitated')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('shows the approved design of a cart line, and replaces it only at the next approval @long', async () => {
    const first = await site.personalize(
      site.page('/cart', { body: site.button({ 'data-service-cart': 'c1' }) }),
      DESKTOP,
      openLastingPage,
    )
    await typeName(editorFrame(first.page), 'First words')
    await saveEditor(editorFrame(first.page))
    const { fill } = (await waitForMessage(first.page, 'service:saved')) as Heard & { fill: { id: string } }

    site.page('/line', {
      body: site
        .button({ 'data-service-cart': 'c1', 'data-service-fill': fill.id })
        .replace('Personalize', 'Change'),
    })
    await first.page.goto(`${site.shop}/line`)
    await first.page.getByRole('button', { name: 'Change' }).click()
    const editor = editorFrame(first.page)
    // By the token in the frame's own storage.
    await editor.getByRole('heading', { name: 'Approved' }).waitFor()
    expect(await editor.locator('.done code').getAttribute('data-fill')).to.equal(fill.id)
    expect(await editor.getByRole('button', { name: 'Start a new design' }).count()).to.equal(1)
    await changeApproved(editor)
    expect(await editor.getByRole('textbox').first().inputValue()).to.equal('First words')
    await typeName(editor, 'Second words')
    await editor.getByText('Saved, not approved yet').waitFor()
    const stored = async () => (await site.test.json(`/v1/fills/${fill.id}`)).body.fill
    const between = await stored()
    expect(between).to.include({ production_status: 'approved', status: 'open' })
    expect(between.changing_since).to.be.a('string')
    expect(Object.values(between.values)).to.include('First words')
    await saveEditor(editor)
    const again = await waitForMessage(first.page, 'service:saved')
    expect(again).to.deep.include({ replaces: null })
    expect((again.fill as { id: string }).id).to.equal(fill.id)
    expect(Object.values((await stored()).values)).to.include('Second words')
    await first.close()

    // Another browser has no token: it begins a new fill, which takes the line's place.
    const second = await site.personalize(`${site.shop}/line`)
    await typeName(editorFrame(second.page), 'Third words')
    await saveEditor(editorFrame(second.page))
    const third = await waitForMessage(second.page, 'service:saved')
    expect(third.replaces).to.equal(fill.id)
    expect((third.fill as { id: string }).id).not.to.equal(fill.id)
  })

  it('offers a copy of a fill that is ordered @long', async () => {
    const { page } = await site.personalize(
      site.page('/ordered', { body: site.button() }),
      DESKTOP,
      openLastingPage,
    )
    await typeName(editorFrame(page), 'Ordered')
    await saveEditor(editorFrame(page))
    const { fill } = (await waitForMessage(page, 'service:saved')) as Heard & { fill: { id: string } }
    await site.test.json(`/v1/fills/${fill.id}/finalize`, { body: { external_order_id: 'o1' } })
    site.page('/reorder', { body: site.button({ 'data-service-fill': fill.id }) })
    await page.goto(`${site.shop}/reorder`)
    await page.getByRole('button', { name: 'Personalize' }).click()
    await editorFrame(page)
      .getByRole('button', { name: /duplicate/i })
      .click()
    await editorReady(editorFrame(page))
    expect(await editorFrame(page).getByRole('textbox').first().inputValue()).to.equal('Ordered')
    await saveEditor(editorFrame(page))
    const copy = await waitForMessage(page, 'service:saved')
    expect(copy.replaces).to.equal(fill.id)
    const stored = (await site.test.json(`/v1/fills/${(copy.fill as { id: string }).id}`)).body.fill
    expect([stored.status, Object.values(stored.values).includes('Ordered')]).to.deep.equal(['open', true])
  })

  it('serves a session that the shop’s server has opened', async () => {
    const { body } = await site.test.json('/v1/embed/sessions', {
      body: {
        template_id: site.templateId,
        embed_application_id: site.applicationId,
        origin: site.shop,
        external_cart_id: 'c9',
      },
    })
    const { page } = await site.open(site.page('/minted', { body: '<p>Minted</p>' }))
    await page.waitForFunction(() => 'Platen' in window)
    await page.evaluate(
      (options) => void (window as never as { Platen: { open(o: object): void } }).Platen.open(options),
      {
        application: site.applicationId,
        session: { id: body.embed_session.id, client_secret: body.client_secret },
      },
    )
    await editorReady(editorFrame(page))
    await typeName(editorFrame(page), 'Minted')
    await saveEditor(editorFrame(page))
    const saved = await waitForMessage(page, 'service:saved')
    expect(saved.embed_session).to.equal(body.embed_session.id)
    const { fill } = (await site.test.json(`/v1/fills/${(saved.fill as { id: string }).id}`)).body
    expect(fill.external_cart_id).to.equal('c9')
  })

  it('works where the browser keeps nothing for a frame of another site @long', async function () {
    // Not pages, but the browser around them denies it.
    const whole = await needsBrowser(this, 'whole')
    const { page, faults } = await site.watch(DESKTOP, () => openPage(whole, DESKTOP))
    await listenTo(page)
    await page.goto(
      site.page('/blocked-storage', { body: site.button({ 'data-service-fill': 'fill_gone' }) }),
    )
    await page.getByRole('button', { name: 'Personalize' }).click()
    await editorReady(editorFrame(page))
    const frame = page.frames().find((one) => one.url().includes('/widget/frame'))
    const denied = await frame?.evaluate(() => {
      try {
        return localStorage.length
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(denied).to.equal('SecurityError')
    await typeName(editorFrame(page), 'Kept elsewhere')
    await saveEditor(editorFrame(page))
    expect(await waitForMessage(page, 'service:saved')).to.include({ replaces: 'fill_gone' })
    expect(faults).to.deep.equal([])
  })

  it('says nothing to a page that was not checked, and its policy names no other origin for scripts', async () => {
    const { page } = await site.open(frameUrl({ key: site.publishableKey, parent: site.shop }))
    // Its script has run by the time that the page is loaded, and would have sent its message before this one.
    await heardAll(page)
    const heard = (await page.evaluate('window.heard')) as readonly Heard[]
    expect(heard.map(({ type }) => type)).to.deep.equal(['test:last'])
  })
})
