/** Loaded before the service in the demo: what the adapter asks of Shopify goes to the stand-in, all else where it did. */
const standIn = process.env.SHOPIFY_STAND_IN ?? ''
const outside = globalThis.fetch

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  return url.host.endsWith('.myshopify.com')
    ? outside(`${standIn}${url.pathname}`, init)
    : outside(input, init)
}
