/** The cart block: a link to the design under each personalized line. The block itself shows plain text alone. */
;(() => {
  const { data } = window.wp ?? {}
  const block = document.querySelector('.wp-block-woocommerce-cart, .wc-block-cart')
  if (!data || !block) return

  function linkOf(item) {
    const { edit_url: url, edit_text: text } = item.extensions?.pp ?? {}
    return typeof url === 'string' && /^https?:/.test(url) ? { url, text: text ?? '' } : null
  }

  /** The block draws its rows in the order of the cart's items. */
  function addLinks() {
    // The block's own scripts register the cart, and may come later than this one.
    const items = data.select('wc/store/cart')?.getCartData().items ?? []
    const rows = document.querySelectorAll('.wc-block-cart .wc-block-cart-items__row')
    if (rows.length !== items.length) return
    rows.forEach((row, at) => {
      const link = linkOf(items[at])
      const place = row.querySelector('.wc-block-cart-item__wrap')
      const shown = row.querySelector('.platen-cart-edit')
      if (!place || link === null) {
        shown?.remove()
        return
      }
      const anchor = shown?.querySelector('a') ?? place.appendChild(madeLink()).firstChild
      // What is written again unchanged would be seen as another change.
      if (anchor.getAttribute('href') !== link.url) anchor.setAttribute('href', link.url)
      if (anchor.textContent !== link.text) anchor.textContent = link.text
    })
  }

  function madeLink() {
    const box = document.createElement('div')
    box.className = 'platen-cart-edit'
    box.append(document.createElement('a'))
    return box
  }

  new MutationObserver(addLinks).observe(block, { childList: true, subtree: true })
  data.subscribe(addLinks)
  addLinks()
})()
