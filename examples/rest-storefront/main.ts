/** Runs the example shop by itself, on a port and origin of its own, against any Platen. */
import { createServer } from 'node:http'
import { createStorefront } from './storefront.ts'

const { PLATEN_URL, PLATEN_SECRET_KEY, PLATEN_PUBLISHABLE_KEY, PRODUCT_ID, PORT = '4000' } = process.env
if (!PLATEN_URL || !PLATEN_SECRET_KEY || !PLATEN_PUBLISHABLE_KEY || !PRODUCT_ID) {
  console.error(
    'Set PLATEN_URL, PLATEN_SECRET_KEY, PLATEN_PUBLISHABLE_KEY and PRODUCT_ID, a product that is mapped.',
  )
  process.exit(1)
}
const storefront = createStorefront({
  url: PLATEN_URL,
  secretKey: PLATEN_SECRET_KEY,
  path: '/shop',
  widgetUrl: PLATEN_URL,
  publishableKey: PLATEN_PUBLISHABLE_KEY,
  productId: PRODUCT_ID,
  productTitle: 'Wedding card',
})
createServer(storefront).listen(Number(PORT), () => {
  console.log(`The shop is at http://localhost:${PORT}/shop; its origin has to be among the application's.`)
})
