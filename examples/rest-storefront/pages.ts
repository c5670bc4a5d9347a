/** The pages of the example shop: product, cart, order. */
import type { Line, Order } from './carts.ts'
import type { NamedColor, Render } from './platen.ts'

export interface Shop {
  /** The path below which the shop lies, such as `/demo`. */
  readonly path: string
  /** Where the browser finds the service. */
  readonly widgetUrl: string
  readonly publishableKey: string
  readonly productId: string
  readonly productTitle: string
  /** What else it sells. */
  readonly others?: readonly Product[]
}

export interface Product {
  readonly id: string
  readonly title: string
  /** Values of the picture on its page. */
  readonly shown?: Readonly<Record<string, string>>
}

interface Said {
  readonly text: string
  /** Of its picture, in px. */
  readonly size: readonly [number, number]
}

/** What the shop says of a product; a real shop has this in its catalogue. */
const SAID: Readonly<Record<string, Said>> = {
  'wedding-card': {
    text: 'Letterpress in green or indigo, your names in gold foil, on cotton or blush paper. 5 × 7 in.',
    size: [400, 560],
  },
  'business-card': {
    text: 'Two sides with your portrait, rings in copper foil on midnight blue. 85 × 55 mm.',
    size: [480, 320],
  },
  'craft-label': {
    text: 'A rounded label for jars and bottles, cut to shape. 90 × 60 mm.',
    size: [480, 330],
  },
  'photo-card': {
    text: 'Your own photo to three edges, your greeting in gold foil. 148 × 105 mm.',
    size: [480, 346],
  },
}
const UNSAID: Said = { text: 'Personalized for you.', size: [400, 560] }

export function productsOf({ productId, productTitle, others = [] }: Shop): readonly Product[] {
  return [{ id: productId, title: productTitle }, ...others]
}

const titleOf = (shop: Shop, id: string): string =>
  productsOf(shop).find((one) => one.id === id)?.title ?? shop.productTitle

/** Text is escaped, lists are joined; what is markup already comes from `html` itself. */
class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}
type Content = string | number | Html | readonly Content[] | null | false

function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(parts.map((part, at) => part + markupOf(values[at] ?? null)).join(''))
}

function markupOf(content: Content): string {
  if (content === null || content === false) return ''
  if (content instanceof Html) return content.markup
  if (typeof content === 'object') return content.map(markupOf).join('')
  return String(content).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function page({ path, widgetUrl }: Shop, title: string, lines: number, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${path}/shop.css">
<script src="${widgetUrl}/widget/v1.js" async></script>
<script src="${path}/shop.js" type="module"></script>
</head>
<body>
<header><a href="${path}">Paper &amp; Foil</a><nav><a href="${path}/cart">Cart (${lines})</a></nav></header>
<main>
${main}
</main>
<footer><p>An example shop. Nothing is sold here; the print files are real.</p></footer>
</body>
</html>
`.markup
}

/** Touchpoint 1: a button with the publishable key, the shop's own product, and the cart. */
export function productPage(shop: Shop, product: Product, cartId: string, lines: number): string {
  const { path, publishableKey } = shop
  const { id: productId, title: productTitle } = product
  const { text, size } = SAID[productId] ?? UNSAID
  const [width, height] = size
  const others = productsOf(shop).filter(({ id }) => id !== productId)
  return page(
    shop,
    productTitle,
    lines,
    html`<div class="product">
<img src="${path}/pictures/${productId}.png" alt="${productTitle}" width="${width}" height="${height}">
<div>
<h1>${productTitle}</h1>
<p>${text}</p>
<p class="price">€ 4.20</p>
<button class="main" data-service-key="${publishableKey}" data-service-product="${productId}"
 data-service-cart="${cartId}">Personalize</button>
<p class="said" role="status"></p>
</div>
</div>
${
  others.length > 0 &&
  html`<h2>More from the shop</h2>
<ul class="more">
${others.map(
  ({ id, title }) => html`<li>
<a href="${path}/products/${id}"><img src="${path}/pictures/${id}.png" alt="" width="160" height="120"> ${title}</a>
</li>`,
)}
</ul>`
}`,
  )
}

export function cartPage(
  shop: Shop,
  cartId: string,
  lines: readonly Line[],
  fault: string | null = null,
): string {
  const { path, publishableKey, productTitle } = shop
  if (lines.length === 0)
    return page(
      shop,
      'Your cart',
      0,
      html`<h1>Your cart</h1>
<p>Nothing is in it yet.</p>
<p><a href="${path}">${productTitle}</a></p>`,
    )
  return page(
    shop,
    'Your cart',
    lines.length,
    html`<h1>Your cart</h1>
${fault !== null && html`<p class="fault" role="alert">${fault}</p>`}
<ul class="lines">
${lines.map(
  ({ fillId, previewUrl, productId }) => html`<li>
<img src="${previewUrl}" alt="Your ${titleOf(shop, productId)}" width="120" height="168">
<div>
<h2>${titleOf(shop, productId)}</h2>
<p>Personalized · € 4.20</p>
<button data-service-key="${publishableKey}" data-service-product="${productId}" data-service-cart="${cartId}"
 data-service-fill="${fillId}">Change</button>
<form method="post" action="${path}/cart/remove"><button name="fill" value="${fillId}">Remove</button></form>
</div>
</li>`,
)}
</ul>
<form class="checkout" method="post" action="${path}/checkout">
<h2>Who is it for?</h2>
<label>Name <input name="name" autocomplete="name" required maxlength="200"></label>
<label>E-mail <input name="email" type="email" autocomplete="email" required maxlength="254"></label>
<button class="main">Place the order</button>
</form>`,
  )
}

/** Touchpoint 4: what production gets. A real shop shows this to its staff, not to the shopper. */
export function orderPage(shop: Shop, order: Order, renders: readonly Render[]): string {
  return page(
    shop,
    `Order ${order.id}`,
    0,
    html`<h1>Thank you, ${order.customerName}</h1>
<p>Your order is <strong>${order.id}</strong>.</p>
<ul class="lines">
${order.lines.map(({ fillId, previewUrl, productId }) => {
  const title = titleOf(shop, productId)
  const render = renders.find((one) => one.fill_id === fillId)
  return html`<li>
<img src="${previewUrl}" alt="Your ${title}" width="120" height="168">
<div>
<h2>${title}</h2>
${render !== undefined && render.inks.length > 0 && html`<p>${render.inks.length === 1 ? 'Ink' : 'Inks'}: ${render.inks.map(swatch)}</p>`}
${render != null && render.paper !== null && html`<p>Paper: ${swatch(render.paper)}</p>`}
${
  render?.signed_url
    ? html`<p>For the press: <a class="press-pdf" href="${render.signed_url}">press PDF</a>, preflight ${render.preflight_status}</p>`
    : html`<p>The print file is being made. Look again in a moment.</p>`
}
</div>
</li>`
})}
</ul>`,
  )
}

/** A swatch is a picture, so that the page needs no style of its own. */
function swatch({ name, hex }: NamedColor) {
  return html`<span class="ink"><svg width="14" height="14" aria-hidden="true"><rect width="14" height="14" rx="3" fill="${hex}"/></svg> ${name}</span> `
}

export function missingPage(shop: Shop): string {
  return page(shop, 'Not here', 0, html`<h1>Page not found</h1><p><a href="${shop.path}">To the shop</a></p>`)
}
