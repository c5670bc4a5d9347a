/** An order of a shop that speaks to Platen by the neutral order hook: paid, printed, partly refunded, and one that is held. */
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createClient } from '../adapters/rest/client.ts'
import { serveWithNode } from './rest-storefront/node-http.ts'
import { openOrderDesk } from './rest-storefront/order-desk.ts'
import { startPlaten } from './start-platen.ts'

const SECRET = `whsec_${Buffer.from('an example, 32 bytes, no secret.').toString('base64')}`
const TOKEN = 'the back office'
const PRODUCT = 'wedding-card'
const WAIT_MS = 20_000

/** Prints each step and leaves press-order.pdf; throws where an order is not printed as it should be. */
export async function walkThroughRest(output: string): Promise<void> {
  const platen = await startPlaten({ REST_HOOK_SECRETS: SECRET })
  const file = join(output, 'orders.json')
  const desk = await openOrderDesk({
    hookUrl: `${platen.url}/adapters/rest/orders`,
    ...{ hookSecret: SECRET, token: TOKEN, file },
  })
  const shop = serveWithNode(desk).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const office = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  try {
    console.log('\nA shop with its own software: its orders come by a signed hook')
    const client = createClient({ apiKey: platen.key, baseUrl: platen.url })
    const pdf = new Blob([await readFile(join(import.meta.dirname, 'wedding-card.pdf'))], {
      type: 'application/pdf',
    })
    const { template } = await client.templates.upload({ file: pdf, title: 'Wedding card' })
    await client.templates.publish(template.id)
    await client.productMappings.create({ external_product_id: PRODUCT, template_id: template.id })
    console.log('  the product is mapped to its print file')

    const design = async (first: string, cart: string) => {
      const values = { 'First name': first, 'Second name': 'Jonas', Date: '3 May 2027', Place: 'Hartfield' }
      const made = await client.fills.create({ external_product_id: PRODUCT, external_cart_id: cart, values })
      return made.fill.id
    }
    const [annabel, greta] = [await design('Annabel', 'cart-1'), await design('Greta', 'cart-1')]
    console.log('  a shopper designs two cards; the cart keeps the id of each fill')

    const order = {
      ...{ id: 'ORDER-1001', cart_id: 'cart-1', customer: { name: 'Annabel Lee', email: 'ann@example.com' } },
      lines: [
        { id: '1', fill_id: annabel, product_id: PRODUCT, quantity: 80 },
        { id: '2', fill_id: greta, product_id: PRODUCT, quantity: 20 },
      ],
    }
    await put(office, { ...order, status: 'paid' })
    const [print] = await settled(client, 'ORDER-1001', ['finalized', 'finalized'])
    console.log('  she pays: the shop sends its hook, and both lines are sent to print, once')
    const renders = await client.renders.list({ external_order_id: 'ORDER-1001' }).toArray({ limit: 10 })
    const render = renders.find(({ id }) => id === print?.render_id)
    if (render === undefined) throw new Error('The print file is not found by its order.')
    const bytes = await (await client.fetchRender(render)).bytes()
    await writeFile(join(output, 'press-order.pdf'), bytes)
    console.log(
      `  the press PDF is found by the order's number: ${(bytes.length / 1000).toFixed(1)} kB in demo-output/press-order.pdf`,
    )

    const [one, two] = order.lines
    await put(office, { ...order, status: 'paid', lines: [one, { ...two, refunded_quantity: 20 }] })
    await settled(client, 'ORDER-1001', ['finalized', 'withdrawn'])
    console.log('  the second line is refunded in full: its fill is withdrawn, the first one stays')

    const other = await design('Rosalind', 'cart-2')
    await put(office, {
      ...{ id: 'ORDER-1002', cart_id: 'cart-3', status: 'paid' },
      lines: [{ id: '1', fill_id: other, product_id: PRODUCT, quantity: 1 }],
    })
    const [held] = await settled(client, 'ORDER-1002', ['held'])
    console.log("  somebody else orders with another shopper's fill: it is held for staff")
    console.log(`    "${held?.message}"`)
  } finally {
    desk.close()
    shop.close()
    shop.closeAllConnections()
    await platen.stop()
    await rm(file, { force: true })
  }
}

async function put(
  office: string,
  order: { readonly id: string; readonly [field: string]: unknown },
): Promise<void> {
  const answer = await fetch(`${office}/orders/${order.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, updated_at: new Date().toISOString() }),
  })
  if (!answer.ok) throw new Error(`The back office answered ${answer.status}.`)
}

/** The order's lines once they are in these states. */
async function settled(client: ReturnType<typeof createClient>, orderId: string, states: readonly string[]) {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; ) {
    const [order] = await client.storefrontOrders.list({ external_order_id: orderId }).toArray({ limit: 1 })
    const lines = order?.lines ?? []
    if (lines.length === states.length && lines.every((line, at) => line.state === states[at])) return lines
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error(`${orderId} did not come to ${states.join(', ')}.`)
}
