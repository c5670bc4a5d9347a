/** The example shop as a request handler: four touchpoints with the service, around a product, a cart and an order. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createCarts, newOrderId } from './carts.ts'
import { cartPage, missingPage, orderPage, productPage, productsOf, type Shop } from './pages.ts'
import { createPlaten, PlatenError, type PlatenSettings } from './platen.ts'

export interface StorefrontSettings extends PlatenSettings, Shop {}

/** Answers every request below the shop's path. */
export type Storefront = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const BROWSER = join(import.meta.dirname, 'browser')
const STATIC: Readonly<Record<string, string>> = { 'shop.css': 'text/css', 'shop.js': 'text/javascript' }
const MOST_BYTES = 10_000
const COOKIE = 'shop_cart'

export function createStorefront(settings: StorefrontSettings): Storefront {
  const platen = createPlaten(settings)
  const carts = createCarts()
  const { path, widgetUrl, url } = settings
  const products = productsOf(settings)
  const widgetOrigin = new URL(widgetUrl).origin
  // The service's script and frame are all that comes from elsewhere, and its pictures.
  const policy =
    `default-src 'none'; script-src 'self' ${widgetOrigin}; frame-src ${widgetOrigin}; style-src 'self'; ` +
    `img-src 'self' ${widgetOrigin} ${new URL(url).origin}; connect-src 'self'; form-action 'self'; ` +
    "base-uri 'none'; frame-ancestors 'none'"
  const pictures = new Map<string, Buffer>()

  const sendHtml = (response: ServerResponse, status: number, markup: string): void => {
    response.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
    })
    response.end(markup)
  }
  const leadTo = (response: ServerResponse, where: string): void => {
    response.writeHead(303, { Location: `${path}${where}` }).end()
  }

  /** The id of the cart is what the service calls external_cart_id: no other cart can take the fill. */
  const openCart = (request: IncomingMessage, response: ServerResponse) => {
    const said = new RegExp(`(?:^|;\\s*)${COOKIE}=(cart_[0-9a-f]+)`).exec(request.headers.cookie ?? '')
    const cart = carts.open(said?.[1] ?? null)
    const secure = widgetUrl.startsWith('https:') ? '; Secure' : ''
    response.setHeader(
      'Set-Cookie',
      `${COOKIE}=${cart.id}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=2592000${secure}`,
    )
    return cart
  }

  /** Touchpoint 2: the page has caught `service:saved`. What it says is looked up before it is believed. */
  const attach = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const cart = openCart(request, response)
    const said = JSON.parse(await readBody(request)) as { fill_id?: unknown; replaces?: unknown }
    const fill = await platen.fill(String(said.fill_id))
    const product = products.find(({ id }) => id === fill.external_product_id)
    const fits = fill.status === 'open' && fill.printable && fill.external_cart_id === cart.id
    if (!fits || product === undefined) {
      response.writeHead(409).end()
      return
    }
    const replaces = typeof said.replaces === 'string' ? said.replaces : null
    carts.put(cart.id, { fillId: fill.id, previewUrl: fill.preview_url, productId: product.id }, replaces)
    response.writeHead(204).end()
  }

  /** Touchpoint 3: with the order every fill in the cart becomes final, and its press PDF is made. */
  const checkOut = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const cart = openCart(request, response)
    const form = new URLSearchParams(await readBody(request))
    const customerName = form.get('name')?.trim().slice(0, 200) ?? ''
    const customerEmail = form.get('email')?.trim() ?? ''
    if (cart.lines.length === 0 || customerName === '' || customerEmail === '')
      return leadTo(response, '/cart')
    const orderId = newOrderId()
    try {
      for (const { fillId } of cart.lines)
        await platen.finalize({ fillId, orderId, customerName, customerEmail })
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error
      const fault =
        error.code === 'fill_expired' || error.status === 404
          ? 'One of your designs has expired. Please remove it and design it anew.'
          : `The order could not be placed: ${error.message}`
      return sendHtml(response, 409, cartPage(settings, cart.id, cart.lines, fault))
    }
    carts.place(cart.id, { id: orderId, customerName })
    leadTo(response, `/orders/${orderId}`)
  }

  const showOrder = async (response: ServerResponse, id: string): Promise<void> => {
    const order = carts.order(id)
    if (order === null) return sendHtml(response, 404, missingPage(settings))
    sendHtml(response, 200, orderPage(settings, order, await platen.rendersOf(id)))
  }

  const sendPicture = async (response: ServerResponse, id: string): Promise<void> => {
    const product = products.find((one) => one.id === id)
    const picture =
      pictures.get(id) ?? (product === undefined ? null : await platen.listingPicture(id, product.shown))
    if (picture === null) {
      response.writeHead(404).end()
      return
    }
    pictures.set(id, picture)
    response.writeHead(200, { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=300' })
    response.end(picture)
  }

  const sendStatic = async (response: ServerResponse, name: string): Promise<void> => {
    response.writeHead(200, { 'Content-Type': `${STATIC[name]}; charset=utf-8`, 'Cache-Control': 'no-cache' })
    response.end(await readFile(join(BROWSER, name)))
  }

  return async (request, response) => {
    const where = new URL(request.url ?? '/', 'http://shop').pathname.slice(path.length)
    const post = request.method === 'POST'
    const name = where.slice(1)
    const productAt = (folder: string) => products.find(({ id }) => where === folder + id)
    try {
      if (post && where === '/cart') return await attach(request, response)
      if (post && where === '/checkout') return await checkOut(request, response)
      if (post && where === '/cart/remove') {
        const cart = openCart(request, response)
        carts.remove(cart.id, new URLSearchParams(await readBody(request)).get('fill') ?? '')
        return leadTo(response, '/cart')
      }
      if (post) return sendHtml(response, 404, missingPage(settings))
      const asked = where === '' || where === '/' ? products[0] : productAt('/products/')
      if (asked !== undefined) {
        const cart = openCart(request, response)
        return sendHtml(response, 200, productPage(settings, asked, cart.id, cart.lines.length))
      }
      if (where === '/cart') {
        const cart = openCart(request, response)
        return sendHtml(response, 200, cartPage(settings, cart.id, cart.lines))
      }
      if (where.startsWith('/pictures/') && where.endsWith('.png'))
        return await sendPicture(response, where.slice('/pictures/'.length, -'.png'.length))
      if (where.startsWith('/orders/')) return await showOrder(response, name.slice('orders/'.length))
      if (Object.hasOwn(STATIC, name)) return await sendStatic(response, name)
      sendHtml(response, 404, missingPage(settings))
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      const refused = error instanceof PlatenError || error instanceof SyntaxError
      sendHtml(response, refused ? 400 : 500, missingPage(settings))
    }
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > MOST_BYTES) throw new SyntaxError('The body is too long.')
  }
  return text
}
