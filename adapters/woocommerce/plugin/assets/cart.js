/**
 * Cart, mini-cart and checkout blocks: a link to the design under each personalized line. The blocks themselves show
 * plain text alone.
 */
;(() => {
  /** Each block draws its rows in the order of the cart's items; the checkout has its summary twice. */
  const LISTS = '.wc-block-cart-items, .wc-block-components-order-summary'
  const ROWS = '.wc-block-cart-items__row, .wc-block-components-order-summary-item'
  const PLACE = '.wc-block-cart-item__wrap, .wc-block-components-order-summary-item__description'
  /** The cart as the Store API gave it, for mini-carts that do not use the blocks' data store. */
  let fetched = []
  /** Each row asks once. */
  const asked = new WeakSet()
  /** A product that was just added is shown before the server has it. */
  const LATER_MS = 2000

  function linkOf(item) {
    const { edit_url: url, edit_text: text } = item.extensions?.pp ?? {}
    return typeof url === 'string' && /^https?:/.test(url) ? { url, text: text ?? '' } : null
  }

  function addLinks() {
    // The blocks' own scripts register the cart, and may come later than this one.
    const stored = window.wp?.data?.select('wc/store/cart')?.getCartData().items
    for (const list of document.querySelectorAll(LISTS)) {
      const rows = list.querySelectorAll(ROWS)
      const items = stored?.length === rows.length ? stored : fetched
      if (items.length !== rows.length) ask([...rows])
      else for (const [at, row] of rows.entries()) addLink(row, linkOf(items[at]))
    }
  }

  function ask(rows) {
    if (rows.every((row) => asked.has(row))) return
    for (const row of rows) asked.add(row)
    read(() => {
      if (fetched.length !== rows.length) setTimeout(() => read(() => {}), LATER_MS)
    })
  }

  function read(next) {
    fetch(window.platenCart.cart, { credentials: 'same-origin', cache: 'no-store' })
      .then((response) => response.json())
      .then(({ items = [] }) => {
        fetched = items
        addLinks()
        next()
      })
      .catch(() => {})
  }

  function addLink(row, link) {
    const place = row.querySelector(PLACE)
    const shown = row.querySelector('.platen-cart-edit')
    if (!place || link === null) {
      shown?.remove()
      return
    }
    const anchor = shown?.querySelector('a') ?? place.appendChild(madeLink()).firstChild
    // What is written again unchanged would be seen as another change.
    if (anchor.getAttribute('href') !== link.url) anchor.setAttribute('href', link.url)
    if (anchor.textContent !== link.text) anchor.textContent = link.text
  }

  function madeLink() {
    const box = document.createElement('div')
    box.className = 'platen-cart-edit'
    box.append(document.createElement('a'))
    return box
  }

  new MutationObserver(addLinks).observe(document.body, { childList: true, subtree: true })
  addLinks()
})()
