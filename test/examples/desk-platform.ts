/** The example shop's order desk as a platform of the conformance suite: what it sends is what is sent on. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OrderDesk, openOrderDesk } from '../../examples/rest-storefront/order-desk.ts'
import { openRestPlatform, REST_SECRET, wireOrder } from '../support/shops/rest-platform.ts'
import type { SampleHook, SamplePlatform } from '../support/shops/sample-order.ts'

const TOKEN = 'a token of the back office'

export async function openDeskPlatform(serve: (desk: OrderDesk) => Server): Promise<SamplePlatform> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-desk-'))
  const rest = await openRestPlatform()
  let signedAt = 0
  let caught: SampleHook | null = null
  // The hooks of the shop are caught here, and go on to the adapter when the suite says so.
  const postbox = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        /^(webhook-|content-type$)/.test(name) ? [[name, String(value)]] : [],
      ),
    )
    caught = { path: '/orders', headers, body: Buffer.concat(chunks) }
    response.writeHead(200).end()
  })
  const desk = await openOrderDesk({
    ...{ hookUrl: await listen(postbox), hookSecret: REST_SECRET, token: TOKEN, now: () => signedAt },
    file: join(folder, 'orders.json'),
  })
  const shop = serve(desk)
  const url = await listen(shop)
  const headers = { authorization: `Bearer ${TOKEN}` }
  return {
    env: {
      ...{ REST_HOOK_SECRETS: REST_SECRET, REST_ORDERS_TOKEN: TOKEN },
      REST_ORDERS_URL: `${url}/orders?since={since}`,
    },
    async hook(order, at) {
      signedAt = at
      caught = null
      const body = JSON.stringify(wireOrder(order))
      const put = await fetch(`${url}/orders/${order.id}`, { method: 'PUT', headers, body })
      if (put.status !== 200) throw new Error(`The shop answered ${put.status}.`)
      for (let tries = 0; caught === null && tries < 20; tries += 1) await desk.send()
      if (caught === null) throw new Error('The shop has sent no hook.')
      return caught
    },
    strangerHook: rest.strangerHook,
    ...(rest.erasure === undefined ? {} : { erasure: rest.erasure }),
    async close() {
      desk.close()
      for (const server of [shop, postbox]) {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      }
      await rest.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
