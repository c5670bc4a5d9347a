/** Imported before an adapter that runs as a process: what it asks of Shopify goes to the stand-in that SHOPIFY_ELSEWHERE names. */
import { ELSEWHERE, FORWARDED } from './shopify-relay.ts'

const real = globalThis.fetch
const elsewhere = process.env[ELSEWHERE] ?? ''

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  if (!url.host.endsWith('.myshopify.com')) return real(input, init)
  const headers = new Headers(init?.headers)
  headers.set(FORWARDED, url.href)
  return real(elsewhere, { ...init, headers })
}
