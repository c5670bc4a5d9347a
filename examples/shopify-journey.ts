/** An order through Shopify: the app is opened and a product mapped, a shopper designs and pays, the print file is opened. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DemoShopify, openDemoShopify, STORE_ORIGIN } from './shopify-shop.ts'
import { type Platen, startPlaten } from './start-platen.ts'

const CARD = { id: '632910392', title: 'Wedding card' }
const ORDER = 820982911946154
const WAIT_MS = 60_000

interface Line {
  readonly line: string
  readonly state: string
  readonly reason: string | null
  readonly message: string | null
  readonly render: string | null
  readonly renderStatus: string | null
}
interface Order {
  readonly order: string
  readonly lines: readonly Line[]
}
interface Design {
  readonly fill: string
  /** The visit in which it was made. */
  readonly session: string
}

/** On a service of its own. Leaves press-shopify.pdf in `output`; throws where an order is not printed as it should be. */
export async function walkThroughShopify(output: string): Promise<void> {
  const shop = await openDemoShopify([CARD])
  const platen = await startPlaten(shop.settings)
  try {
    console.log('\nA Shopify shop with the app: Shopify itself is a stand-in that signs what it sends')
    const key = await openApp(platen, shop)
    const mine = await design(platen, key, 'Annabel')
    console.log('  a shopper designs a card; the cart line carries _fill_id and _fill_session')
    await buy(platen, shop, mine, output)
    await refund(platen, shop, mine)
    await takeAnother(platen, shop, await design(platen, key, 'Rosalind'))
  } finally {
    await platen.stop()
    await shop.stop()
  }
}

/** Asks what the app's page asks. */
async function desk<T>(platen: Platen, shop: DemoShopify, path: string, body?: object): Promise<T> {
  const reply = await fetch(`${platen.url}/adapters/shopify/desk/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${shop.sessionToken()}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as T
}

/** As the merchant does it. Gives the publishable key that the theme block reads. */
async function openApp(platen: Platen, shop: DemoShopify): Promise<string> {
  const form = new FormData()
  const pdf = await readFile(join(import.meta.dirname, 'wedding-card.pdf'))
  form.set('title', 'Wedding card')
  form.set('pdf', new Blob([pdf], { type: 'application/pdf' }), 'wedding-card.pdf')
  const { template } = await platen.call<{ template: { id: string } }>('POST', '/v1/templates', form)
  await platen.call('POST', `/v1/templates/${template.id}/publish`)

  const state = await desk<{ name: string }>(platen, shop, 'state')
  const key = shop.metafields.get('gid://shopify/AppInstallation/1 publishable_key')
  if (key === undefined) throw new Error('The app left no key for the theme.')
  console.log(`  the app is opened: ${state.name} is connected, and its theme block has its key`)
  type Found = { readonly data: readonly { readonly id: string; readonly title: string }[] }
  const { data } = await desk<Found>(platen, shop, 'products?q=wedding')
  const product = data.find(({ id }) => id === CARD.id)
  await desk(platen, shop, 'mappings', { product: product?.id, variant: null, template: template.id })
  console.log(`  the product "${product?.title}" is mapped to its print file`)
  return key
}

/** As the widget in the product's page does it. */
async function design(platen: Platen, key: string, name: string): Promise<Design> {
  const ask = async <T>(path: string, headers: Record<string, string>, body: object): Promise<T> => {
    const reply = await fetch(`${platen.url}/v1/embed${path}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', origin: STORE_ORIGIN, ...headers },
    })
    if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const page = { 'x-service-publishable-key': key }
  type Opened = { readonly embed_session: { readonly id: string }; readonly client_secret: string }
  const opened = await ask<Opened>('/sessions/guest', page, { external_product_id: CARD.id })
  const session = opened.embed_session.id
  const secret = { 'x-service-client-secret': opened.client_secret }
  const values = { 'First name': name, 'Second name': 'Jonas', Date: '3 May 2027', Place: 'Hartfield' }
  type Begun = { readonly fill: { readonly id: string } }
  const { fill } = await ask<Begun>('/fills', secret, { embed_session: session, values })
  await ask(`/fills/${fill.id}/complete`, secret, {})
  return { fill: fill.id, session }
}

/** An order's webhook. */
function orderOf(id: number, { fill, session }: Design, quantity: number, status: string): object {
  const properties = [
    { name: '_fill_id', value: fill },
    { name: '_fill_session', value: session },
  ]
  const line = { id: id + 1, product_id: CARD.id, variant_id: `${CARD.id}1`, properties }
  return {
    ...{ id, name: `#${id % 10_000}`, updated_at: new Date().toISOString(), cancelled_at: null },
    ...{ financial_status: status, fulfillment_status: null, email: 'ann@example.com' },
    line_items: [{ ...line, quantity, current_quantity: quantity }],
  }
}

async function buy(platen: Platen, shop: DemoShopify, mine: Design, output: string): Promise<void> {
  await shop.send(platen.url, 'orders/create', orderOf(ORDER, mine, 75, 'pending'))
  await settled(platen, shop, ORDER, 'attached')
  console.log('  she orders 75 of them: the line waits for her payment')
  await shop.send(platen.url, 'orders/paid', orderOf(ORDER, mine, 75, 'paid'))
  const line = await settled(platen, shop, ORDER, 'finalized')
  console.log(`  she pays: the line is finalized, its print file ${line.render} ${line.renderStatus}`)
  const written = shop.metafields.get(`gid://shopify/Order/${ORDER} renders`)
  if (written === undefined) throw new Error('Nothing was written onto the order.')
  console.log(`  on the order in Shopify: ${written}`)
  const { url } = await desk<{ url: string }>(platen, shop, 'orders/pdf', {
    ...{ order: String(ORDER), render: line.render },
  })
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
  await writeFile(join(output, 'press-shopify.pdf'), bytes)
  console.log(
    `  the app opens the press PDF: ${(bytes.length / 1000).toFixed(1)} kB in demo-output/press-shopify.pdf`,
  )
}

async function refund(platen: Platen, shop: DemoShopify, { fill, session }: Design): Promise<void> {
  const id = `gid://shopify/Order/${ORDER}`
  const line = {
    ...{ id: `gid://shopify/LineItem/${ORDER + 1}`, quantity: 75 },
    customAttributes: [
      { key: '_fill_id', value: fill },
      { key: '_fill_session', value: session },
    ],
    ...{ product: { legacyResourceId: CARD.id }, variant: { legacyResourceId: `${CARD.id}1` } },
  }
  const refunded = async (refund: number, quantity: number, left: number): Promise<void> => {
    const updatedAt = new Date().toISOString()
    shop.orders.set(id, {
      ...{ id, legacyResourceId: String(ORDER), name: `#${ORDER % 10_000}`, updatedAt, cancelledAt: null },
      ...{ displayFinancialStatus: 'PARTIALLY_REFUNDED', displayFulfillmentStatus: 'UNFULFILLED' },
      lineItems: { nodes: [{ ...line, currentQuantity: left }], pageInfo: { hasNextPage: false } },
    })
    await shop.send(platen.url, 'refunds/create', {
      ...{ id: refund, order_id: ORDER, created_at: updatedAt },
      refund_line_items: [{ line_item_id: ORDER + 1, quantity }],
    })
  }
  await refunded(1, 25, 50)
  await settled(platen, shop, ORDER, 'finalized', 'too_many_at_press')
  console.log('  25 of 75 are refunded: the print stays as it is')
  await refunded(2, 50, 0)
  await settled(platen, shop, ORDER, 'withdrawn')
  console.log('  the other 50 as well: the fill is withdrawn')
}

/** Somebody who learned the id of another shopper's fill. */
async function takeAnother(platen: Platen, shop: DemoShopify, theirs: Design): Promise<void> {
  const order = orderOf(ORDER + 10, { ...theirs, session: 'esn_of_somebody_else' }, 1, 'paid')
  await shop.send(platen.url, 'orders/paid', order)
  const line = await settled(platen, shop, ORDER + 10, 'held')
  console.log("  somebody else orders with another shopper's fill: it is held for staff")
  console.log(`    "${line.message}"`)
}

/** The order's line once it is in this state, with this reason if one is named. */
async function settled(
  platen: Platen,
  shop: DemoShopify,
  id: number,
  state: string,
  reason: string | null = null,
): Promise<Line> {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; ) {
    const { data } = await desk<{ data: Order[] }>(platen, shop, 'orders')
    const [line] = data.find(({ order }) => order === String(id))?.lines ?? []
    const isDrawn = state !== 'finalized' || line?.renderStatus === 'succeeded'
    const written = shop.metafields.get(`gid://shopify/Order/${id} renders`) ?? ''
    const isMeant = line?.state === state && (reason === null || line.reason === reason)
    if (isMeant && isDrawn && (state !== 'finalized' || written.includes(line.render ?? '?'))) return line
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`Order ${id} did not become ${state}.`)
}
