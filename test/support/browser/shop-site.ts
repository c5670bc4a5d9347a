/** A storefront and its service for tests in a browser: several origins on loopback, each a site of its own. */

import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../service/free-port.ts'
import { openTestServer, type TestServer, type TestServerOptions } from '../service/open-test-server.ts'
import { openSamplePress } from '../service/sample-press.ts'
import { uploadSample } from '../service/sample-render.ts'
import { OTHER_HOST, PLATEN_HOST, SHOP_HOST } from './browser.ts'

/** The policy of the shop's pages: nothing inline, and only the script and the frame of the service. */
export const STRICT_POLICY = (service: string): string =>
  `default-src 'none'; script-src 'self' ${service}; frame-src ${service}; img-src 'self' ${service}; ` +
  "style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"

export interface ShopPage {
  readonly body: string
  readonly head?: string
  readonly policy?: string
  readonly language?: string
}

export interface ShopSite {
  readonly test: TestServer
  /** The service as browsers reach it, `http://platen.localhost:…`. */
  readonly service: string
  /** Origin of the widget: the same, unless it has a host of its own. */
  readonly widget: string
  /** An origin that the application allows, and one that it does not. */
  readonly shop: string
  readonly other: string
  readonly templateId: string
  readonly applicationId: string
  readonly publishableKey: string
  /** Addresses and referrers of what the shop's pages were asked for. */
  readonly asked: readonly { readonly url: string; readonly referrer: string }[]
  /** Puts a page at `path` of both sites, with the loader in its head; gives its address in the shop. */
  page(path: string, page: ShopPage): string
  /** The button of the mapped product `mug`. */
  button(attributes?: Readonly<Record<string, string>>): string
  close(): Promise<void>
}

/**
 * `sample`: a page with a name and a size that no parser reads and nothing can draw. `card`: a real press PDF with its
 * pictures, which takes a second longer. `widgetHost` is the name that the widget is reached by.
 */
export async function openShopSite(
  options: TestServerOptions = {},
  artwork: 'sample' | 'card' = 'sample',
  widgetHost: string = PLATEN_HOST,
): Promise<ShopSite> {
  const pages = new Map<string, ShopPage>()
  const asked: { url: string; referrer: string }[] = []
  const site = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    asked.push({ url: addressOf(request), referrer: request.headers.referer ?? '' })
    const page = pages.get(path)
    response.statusCode = page !== undefined ? 200 : path === '/favicon.ico' ? 204 : 404
    if (path.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript')
    else {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.setHeader('Content-Security-Policy', page?.policy ?? STRICT_POLICY(service))
    }
    response.end(page === undefined ? '' : path.endsWith('.js') ? page.body : markupOf(page))
  })
  const sitePort = await listenOn(site)
  const port = await freePort()
  const service = `http://${PLATEN_HOST}:${port}`
  const widget = `http://${widgetHost}:${port}`
  const shop = `http://${SHOP_HOST}:${sitePort}`
  const test = await openTestServer({
    press: artwork === 'card' ? 'workers' : openSamplePress(),
    ...options,
    env: {
      ...{ PORT: String(port), BASE_URL: service, WIDGET_URL: widget },
      RATE_LIMIT_BROWSER_PER_MINUTE: '100000',
      // Files are read and pictures drawn however busy the machine is.
      ...{ PRESS_TIMEOUT_SECONDS: '120', RASTER_TIMEOUT_SECONDS: '120' },
      ...options.env,
    },
  })
  const templateId: string = artwork === 'card' ? await uploadCard(test) : (await uploadSample(test)).id
  await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
  const made = await test.json('/v1/embed/applications', {
    body: { name: 'Shop', allowed_origins: [shop], create_publishable_key: true },
  })
  await test.json('/v1/product_mappings', { body: { external_product_id: 'mug', template_id: templateId } })
  const publishableKey: string = made.body.publishable_key
  return {
    ...{ test, service, widget, shop, templateId, publishableKey, asked },
    other: `http://${OTHER_HOST}:${sitePort}`,
    applicationId: made.body.embed_application.id,
    page(path, page) {
      const loader = `<script src="${service}/widget/v1.js" async></script>`
      pages.set(path, path.endsWith('.js') ? page : { ...page, head: page.head ?? loader })
      return `${shop}${path}`
    },
    button(attributes = {}) {
      const all = { 'data-service-key': publishableKey, 'data-service-product': 'mug', ...attributes }
      const written = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
      return `<button ${written.join(' ')}>Personalize</button>`
    },
    async close() {
      site.closeAllConnections()
      await new Promise((resolve) => site.close(resolve))
      await test.close()
    },
  }
}

/** A card with four fields: first and second name, date, place. */
async function uploadCard(test: TestServer): Promise<string> {
  const form = new FormData()
  const bytes = await readFile(join(import.meta.dirname, '../../../examples/wedding-card.pdf'))
  form.set('pdf', new Blob([bytes], { type: 'application/pdf' }), 'wedding-card.pdf')
  form.set('title', 'Card')
  const { status, body } = await test.json('/v1/templates', { body: form })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.template.id
}

function markupOf({ head = '', body, language = 'en' }: ShopPage): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>A plain shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body>${body}</body></html>`
}

function addressOf(request: IncomingMessage): string {
  return `http://${request.headers.host}${request.url}`
}

async function listenOn(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
