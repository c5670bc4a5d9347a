/** Lets a process of its own ask the stand-in for Shopify that this process has. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { MockShopify } from '../../support/shops/mock-shopify.ts'

/** Environment: where the relay listens. */
export const ELSEWHERE = 'SHOPIFY_ELSEWHERE'
/** Header: what was asked for. */
export const FORWARDED = 'x-forwarded-url'

export interface ShopifyRelay {
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

export async function openShopifyRelay(mock: MockShopify): Promise<ShopifyRelay> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', headers } = request
    const body = (await buffer(request)).toString()
    const token = headers['x-shopify-access-token']
    const answer = await mock.fetch(String(headers[FORWARDED]), {
      ...{ method, body },
      headers: {
        'content-type': 'application/json',
        ...(token && { 'x-shopify-access-token': String(token) }),
      },
    })
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    env: { [ELSEWHERE]: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
