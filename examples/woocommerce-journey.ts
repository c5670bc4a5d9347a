/** An order through WooCommerce: the plugin's settings and mapping, a shopper's cart and checkout, the PDF in the order. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Platen, startPlaten } from './start-platen.ts'
import { type DemoShop, openDemoShop } from './woocommerce-shop.ts'

const CARD = 11
const LONGEST_MS = 60_000
const STEP_MS = 200
const NO_PHP =
  '\nWooCommerce: there is no PHP on the PATH, which the plugin and its shop run on. Install it (Debian: apt-get install php-cli) and try again.'

/** On a service of its own. Leaves press-woocommerce.pdf in `output`. */
export async function walkThroughWooCommerce(output: string): Promise<void> {
  const platen = await startPlaten()
  try {
    await woocommerceJourney(platen, output)
  } finally {
    await platen.stop()
  }
}

/** Says so and does nothing where there is no PHP. */
async function woocommerceJourney(platen: Platen, output: string): Promise<void> {
  const shop = await openDemoShop([{ id: CARD, type: 'simple', name: 'Wedding card' }])
  if (shop === null) return console.log(NO_PHP)
  try {
    console.log(`\nA WooCommerce shop on ${shop.url}, with the plugin and stand-ins for WordPress`)
    const templateId = await publishCard(platen)
    const key = await connect(platen, shop, templateId)
    const fill = await personalize(platen, shop, key)
    const order = await buy(shop, fill)
    await openPrint(shop, order, output)
    await refund(platen, shop, order, fill)
  } finally {
    await shop.stop()
  }
}

async function publishCard(platen: Platen): Promise<string> {
  const form = new FormData()
  const pdf = await readFile(join(import.meta.dirname, 'wedding-card.pdf'))
  form.set('title', 'Wedding card in the shop')
  form.set('pdf', new Blob([pdf], { type: 'application/pdf' }), 'wedding-card.pdf')
  const { template } = await platen.call<{ template: { id: string } }>('POST', '/v1/templates', form)
  await platen.call('POST', `/v1/templates/${template.id}/publish`)
  return template.id
}

/** As a merchant does it, through the plugin's own screens. Gives the publishable key. */
async function connect(platen: Platen, shop: DemoShop, templateId: string): Promise<string> {
  const application = { name: 'WooCommerce', allowed_origins: [shop.url], create_publishable_key: true }
  const made = await platen.call<{ publishable_key: string }>('POST', '/v1/embed/applications', application)
  const page = await (await shop.ask('/wp-admin/admin.php?page=platen')).text()
  const settings = {
    action: 'platen_save_settings',
    _wpnonce: hiddenValue(page, '_wpnonce'),
    service_url: platen.url,
    publishable_key: made.publishable_key,
    secret_key: platen.key,
    'statuses[]': 'processing',
    send_customer: 'yes',
    do: 'test',
  }
  await shop.ask('/wp-admin/admin-post.php', settings)
  const said = await (await shop.ask('/wp-admin/admin.php?page=platen')).text()
  console.log(
    `  settings: ${[...said.matchAll(/notice-\w+"><p>([^<]*)/g)].map((found) => found[1]).join(' ')}`,
  )
  await shop.ask(`/wp-admin/edit-product/${CARD}`, { platen_template: templateId })
  console.log(`  product ${CARD} is printed from ${templateId}`)
  return made.publishable_key
}

/** What the button and the editor do in a shopper's browser. */
async function personalize(platen: Platen, shop: DemoShop, key: string): Promise<string> {
  const { cart } = (await (await shop.ask('/?wc-ajax=platen_cart')).json()) as { cart: string }
  const call = async (path: string, headers: Record<string, string>, body: object) => {
    const answer = await fetch(`${platen.url}/v1${path}`, {
      method: 'POST',
      headers: { origin: shop.url, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as {
      embed_session: { id: string }
      client_secret: string
      fill: { id: string; preview_url: string | null }
    }
  }
  const product = { external_product_id: String(CARD), external_cart_id: cart }
  const guest = await call('/embed/sessions/guest', { 'x-service-publishable-key': key }, product)
  const secret = { 'x-service-client-secret': guest.client_secret }
  const values = {
    'First name': 'Annabel',
    'Second name': 'Frederick',
    Date: '14 June 2027',
    Place: 'Hartfield',
  }
  const { fill } = await call('/embed/fills', secret, { embed_session: guest.embed_session.id, values })
  const saved = await call(`/embed/fills/${fill.id}/complete`, secret, {})
  await shop.ask('/?wc-ajax=platen_saved', {
    ...{ cart, pp_fill_id: fill.id, pp_preview: saved.fill.preview_url ?? '' },
    ...{ product_id: String(CARD), variation_id: '0' },
  })
  console.log(`  the shopper saved ${fill.id}`)
  return fill.id
}

async function buy(shop: DemoShop, fill: string): Promise<string> {
  const refused = await shop.ask(`/product/${CARD}`, {
    quantity: '1',
    'add-to-cart': String(CARD),
    pp_fill_id: 'x',
  })
  console.log(`  without a readable design the cart says no (back to ${refused.headers.get('location')})`)
  await shop.ask(`/product/${CARD}`, { quantity: '75', 'add-to-cart': String(CARD), pp_fill_id: fill })
  const begun = performance.now()
  const done = await shop.ask('/checkout', {})
  const order = (done.headers.get('location') ?? '').split('/').at(-1) ?? ''
  console.log(
    `  order ${order} was placed in ${Math.round(performance.now() - begun)} ms; nothing of it asked Platen`,
  )
  return order
}

async function openPrint(shop: DemoShop, order: string, output: string): Promise<void> {
  const begun = performance.now()
  const line = await lineOnce(shop, order, ({ render_status }) => render_status === 'succeeded')
  console.log(
    `  the shop sent the order and knows its print file ${Math.round(performance.now() - begun)} ms later`,
  )
  console.log(`  the line is ${line.state}, its print file ${line.render_id} ${line.render_status}`)
  const screen = await (await shop.ask(`/wp-admin/order/${order}`)).text()
  const href = /href="([^"]*platen_pdf[^"]*)"/.exec(screen)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const opened = await shop.ask(href.replace(shop.url, ''))
  const pdf = await fetch(opened.headers.get('location') ?? '')
  if (!pdf.ok) throw new Error(`The print file answered ${pdf.status}.`)
  const bytes = new Uint8Array(await pdf.arrayBuffer())
  await writeFile(join(output, 'press-woocommerce.pdf'), bytes)
  console.log(
    `  opened from the order's screen: ${(bytes.length / 1000).toFixed(1)} kB in demo-output/press-woocommerce.pdf`,
  )
}

async function refund(platen: Platen, shop: DemoShop, order: string, fill: string): Promise<void> {
  const [item = ''] = Object.keys((await shop.order(order)).lines)
  let sum = 0
  const refunded = async (quantity: number): Promise<string> => {
    const lines = encodeURIComponent(JSON.stringify({ [item]: quantity }))
    await shop.ask(`/stub-order/${order}?refund=${lines}`, {})
    sum += quantity
    await lineOnce(shop, order, (line) => line.refunded_quantity === sum || line.state === 'withdrawn')
    return (await platen.call<{ fill: { status: string } }>('GET', `/v1/fills/${fill}`)).fill.status
  }
  console.log(`  25 of 75 refunded: the fill stays ${await refunded(25)}`)
  console.log(`  the other 50 as well: its line is withdrawn, and the fill ${await refunded(50)}`)
}

/** A line as the service describes it to the plugin. */
interface ShownLine {
  readonly state: string
  readonly refunded_quantity: number
  readonly render_id: string | null
  readonly render_status: string | null
}

/** The order's line once it is as wanted: Action Scheduler sends the order and asks for what came of it. */
async function lineOnce(
  shop: DemoShop,
  order: string,
  isWanted: (line: ShownLine) => boolean,
): Promise<ShownLine> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await delay(STEP_MS)) {
    await shop.run(3600)
    const [meta] = Object.values((await shop.order(order)).lines)
    const line = JSON.parse(meta?._pp_core ?? 'null') as ShownLine | null
    if (line !== null && isWanted(line)) return line
  }
  throw new Error('The order has no answer from Platen.')
}

function hiddenValue(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
}
