/** The checkout rule: a product that is mapped to a template is not sold without a design. Shopify runs it as a function. */

const MESSAGES = {
  EN: (title) =>
    `“${title}” has no design yet. Open its page, personalize it, and remove this line from the cart.`,
  DE: (title) =>
    `„${title}“ ist noch nicht gestaltet. Öffnen Sie die Produktseite, gestalten Sie das Produkt, und entfernen Sie diese Position aus dem Warenkorb.`,
}

/**
 * Decision: the cart itself may hold such a line, so that a customer can still change it; from checkout on it is
 * refused, which "Buy it now" and Shop Pay meet too.
 */
export function cartValidationsGenerateRun(input) {
  if (input.buyerJourney?.step === 'CART_INTERACTION') return { operations: [] }
  const message = MESSAGES[input.localization?.language?.isoCode] ?? MESSAGES.EN
  const titles = new Set(input.cart.lines.filter(isMissing).map((line) => line.merchandise.product.title))
  if (titles.size === 0) return { operations: [] }
  const errors = [...titles].map((title) => ({ message: message(title), target: '$.cart' }))
  return { operations: [{ validationAdd: { errors } }] }
}

/** The metafield says "all", or which variants are mapped. */
function isMissing({ fill, merchandise }) {
  if (merchandise.__typename !== 'ProductVariant' || /^fill_/.test(fill?.value ?? '')) return false
  const mapped = merchandise.product.design?.jsonValue
  if (mapped === 'all') return true
  return Array.isArray(mapped) && mapped.includes(merchandise.id.split('/').at(-1))
}
