/** Sessions, links and keys as a shop's pages meet them: ended, archived, shown in a cart for months, and on two hosts. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { DESKTOP, needsBrowser, OTHER_HOST, openPage } from '../support/browser/browser.ts'
import {
  editorFrame,
  editorReady,
  type Heard,
  listenTo,
  saveEditor,
  typeName,
  waitForMessage,
} from '../support/browser/editor-page.ts'
import { openShopSite, STRICT_POLICY } from '../support/browser/shop-site.ts'
import { expectFaults } from '../support/run/page-faults.ts'
import { TEST_TIME } from '../support/service/open-test-server.ts'
import { useShop } from './shop-pages.ts'

const DAY = 86_400_000

describe('widget sessions', function () {
  // A browser, with a service and its previews.
  this.timeout(180_000)
  const site = useShop({}, 'card')
  beforeEach(() => site.test.clock.set(TEST_TIME))

  const personalize = async (address: string): Promise<Page> => {
    return (await site.personalize(address)).page
  }
  const session = async (id: unknown) =>
    (await site.test.json(`/v1/embed/sessions/${id}`)).body.embed_session as Record<string, unknown>
  const end = async (id: unknown, status: string | null) => {
    const path = `/v1/embed/sessions/${id}`
    const reply = await site.test.json(
      path,
      status === null ? { method: 'DELETE' } : { method: 'PATCH', body: { status } },
    )
    return [reply.status, reply.body.embed_session.status]
  }
  const saved = async (page: Page) => {
    await saveEditor(editorFrame(page))
    return (await waitForMessage(page, 'service:saved')) as Heard & {
      fill: { id: string; preview_url: string }
    }
  }
  const settled = (page: Page) => editorFrame(page).locator('.state[data-state="settled"]').waitFor()

  it('are ended by the shop’s server from every state, and nothing that was typed is lost @long', async () => {
    const page = await personalize(site.page('/ended', { body: site.button() }))
    await typeName(editorFrame(page), 'Before')
    const { embed_session: first } = await waitForMessage(page, 'service:changed')
    await settled(page)
    expect(await end(first, 'expired')).to.deep.equal([200, 'expired'])
    await typeName(editorFrame(page), 'After')
    await waitForMessage(page, 'service:expired')
    const { embed_session: second, fill } = await saved(page)
    expect(second).not.to.equal(first)
    const stored = async () => (await site.test.json(`/v1/fills/${fill.id}`)).body.fill
    const before = await stored()
    expect(Object.values(before.values)).to.include('After')

    // The one is over, the other completed: ending them once more, in whichever way, is answered 200.
    const { completed_at } = await session(second)
    expect(completed_at).to.be.a('string')
    for (const [id, ways] of [
      [first, ['canceled', 'expired', null]],
      [second, ['expired', 'canceled', null]],
    ] as const)
      for (const way of ways) expect((await end(id, way))[0], `${id} ${way}`).to.equal(200)
    expect((await session(second)).completed_at).to.equal(completed_at)
    expect(await stored()).to.deep.equal(before)
  })

  it('show their fill in cart and order by a link of its own, for as long as it is needed', async () => {
    const page = await personalize(site.page('/thumbnail', { body: site.button() }))
    await typeName(editorFrame(page), 'Pictured')
    await settled(page)
    const { fill } = await saved(page)
    const url = new URL(fill.preview_url)
    expect(url.pathname).to.equal(`/files/previews/${fill.id}.png`)
    expect([...url.searchParams.keys()]).to.deep.equal(['rev', 'w', 'sig'])
    const shown = async (path: string) => {
      await page.goto(site.page(path, { body: `<img src="${url.href.replaceAll('&', '&amp;')}" alt="">` }))
      return page.evaluate(async () => {
        const image = document.querySelector('img')
        await image?.decode().catch(() => undefined)
        return image?.naturalWidth ?? 0
      })
    }
    const width = Number(url.searchParams.get('w'))
    expect(await shown('/cart-picture')).to.equal(width)
    site.test.clock.advance(29 * DAY)
    expect(await shown('/late-cart')).to.equal(width)
    await site.test.json(`/v1/fills/${fill.id}/finalize`, { body: { external_order_id: 'order-11' } })
    site.test.clock.advance(89 * DAY)
    expect(await shown('/order-picture')).to.equal(width)
    // Node looks up no names below localhost.
    const local = `${site.test.url}${url.pathname}${url.search}`
    const reply = await fetch(local, { headers: { origin: site.shop } })
    expect(reply.headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
    expect(reply.headers.get('cache-control')).to.match(/max-age=[1-9]/)
    site.test.clock.advance(2 * DAY)
    const { error } = (await (await fetch(local)).json()) as { error: { code: string } }
    expect(error.code).to.equal('signed_url_expired')
  })

  it('let a page of the shop read every header that is meant for it @long', async function () {
    expectFaults(this, /^POST 404 \S+\/embed\/fills$/)
    const policy = STRICT_POLICY(site.service).replace("connect-src 'self'", `connect-src ${site.service}`)
    const { page } = await site.watch()
    await page.goto(site.page('/reads', { body: '', policy }))
    const read = await page.evaluate(
      async ([service, key]) => {
        const ask = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
          const reply = await fetch(`${service}/v1/embed${path}`, {
            method,
            headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
            ...(body ? { body: JSON.stringify(body) } : {}),
          })
          const isJson = reply.headers.get('content-type')?.includes('json')
          return { status: reply.status, headers: reply.headers, body: isJson ? await reply.json() : null }
        }
        const open = () =>
          ask(
            'POST',
            '/sessions/guest',
            { 'x-service-publishable-key': key ?? '' },
            { external_product_id: 'mug' },
          )
        const [mine, other] = [await open(), await open()]
        const secret = { 'x-service-client-secret': mine.body.client_secret }
        const strange = await ask('POST', '/fills', secret, { embed_session: other.body.embed_session.id })
        const begun = await ask('POST', '/fills', secret, { embed_session: mine.body.embed_session.id })
        const fill = `/fills/${begun.body.fill.id}`
        const picture = await ask('GET', `${fill}/preview?page=0&w=200`, secret)
        let limited = picture
        for (let tries = 0; tries < 20 && limited.status !== 429; tries += 1)
          for (const reply of await Promise.all(
            Array.from({ length: 10 }, () => ask('PATCH', fill, secret, {})),
          ))
            limited = reply
        const names = (reply: typeof picture) =>
          [...reply.headers.keys()].filter((name) => /^(x-|etag|retry)/.test(name))
        return {
          strange: [strange.status, strange.body.error.code],
          begun: [begun.status, names(begun)],
          picture: [picture.status, names(picture)],
          limited: [limited.status, names(limited)],
        }
      },
      [site.service, site.publishableKey],
    )
    expect(read.strange).to.deep.equal([404, 'not_found'])
    const counted = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
    const always = ['x-request-id', 'x-service-version']
    expect(read.begun[0]).to.equal(201)
    expect(read.begun[1]).to.include.members([...counted, ...always])
    expect(read.picture[0]).to.equal(200)
    expect(read.picture[1]).to.include.members([
      ...['etag', 'x-service-content-hash', 'x-service-cache', 'x-service-fit'],
      ...['x-service-preview-width', 'x-service-preview-height', ...counted, ...always],
    ])
    expect(read.limited[0]).to.equal(429)
    expect(read.limited[1]).to.include.members(['retry-after', ...counted, ...always])
  })

  it('end with the key of an application that is archived, in words @long', async () => {
    const made = await site.test.json('/v1/embed/applications', {
      body: { name: 'Summer', allowed_origins: [site.shop], create_publishable_key: true },
    })
    const button = site.button({ 'data-service-key': made.body.publishable_key })
    const page = await personalize(site.page('/summer', { body: button }))
    await typeName(editorFrame(page), 'Too late')
    const { embed_session: id } = await waitForMessage(page, 'service:changed')
    await settled(page)
    const path = `/v1/embed/applications/${made.body.embed_application.id}`
    expect((await site.test.send(path, { method: 'DELETE' })).status).to.equal(200)
    expect((await session(id)).status).to.equal('canceled')
    await typeName(editorFrame(page), 'Too late for this')
    const alert = editorFrame(page).getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).to.match(/open in another window/)
    await alert.getByRole('button', { name: 'Continue here' }).click()
    await editorFrame(page).getByText('not allowed to open the editor').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Personalize' }).click()
    await editorFrame(page).getByText('invalid_publishable_key').waitFor()
  })
})

describe('widget on a host of its own', () => {
  it('opens, fills and saves there, with pictures of the service @long', async function () {
    // A browser, with a service and its previews.
    this.timeout(180_000)
    const browser = await needsBrowser(this, 'whole')
    // The same service under two names: the console's, and the widget's.
    const site = await openShopSite({}, 'card', OTHER_HOST)
    const watched = await openPage(browser, DESKTOP)
    try {
      const { page, faults, requests } = watched
      const widget = site.widget
      expect(new URL(widget).host).not.to.equal(new URL(site.service).host)
      await listenTo(page)
      await page.goto(
        site.page('/apart', {
          head: `<script src="${widget}/widget/v1.js" async></script>`,
          body: site.button(),
          policy: STRICT_POLICY(widget),
        }),
      )
      await page.getByRole('button', { name: 'Personalize' }).click()
      await editorReady(editorFrame(page))
      await editorFrame(page).locator('img[src^="blob:"]').first().waitFor()
      await typeName(editorFrame(page), 'Apart')
      await saveEditor(editorFrame(page))
      const { fill, origin } = (await waitForMessage(page, 'service:saved')) as Heard & {
        fill: { id: string; preview_url: string }
      }
      expect(origin).to.equal(widget)
      expect(new URL(fill.preview_url).origin).to.equal(site.service)
      expect((await site.test.json(`/v1/fills/${fill.id}`)).status).to.equal(200)
      const asked = new Set(requests.map((url) => new URL(url).origin))
      expect([...asked].filter((one) => one !== 'null').sort()).to.deep.equal([widget, site.shop].sort())
      expect(faults).to.deep.equal([])
    } finally {
      await watched.close()
      await site.close()
    }
  })
})
