/**
 * The blocks of cart, mini-cart and checkout as far as other plugins meet them: a store that comes late, or none on pages
 * of the mini-cart, and rows that are drawn anew when the cart changes.
 */
;(() => {
  let items = null
  const list = document.querySelector('.wc-block-cart-items, .wc-block-components-order-summary')
  const isSummary = list.tagName !== 'TABLE'
  if (!list.classList.contains('wc-block-mini-cart-items'))
    window.wp = {
      data: {
        select: (name) =>
          name === 'wc/store/cart' && items !== null ? { getCartData: () => ({ items }) } : undefined,
      },
    }

  function draw() {
    list.replaceChildren()
    for (const item of items) {
      const row = isSummary ? list.appendChild(document.createElement('div')) : list.insertRow()
      row.className = isSummary ? 'wc-block-components-order-summary-item' : 'wc-block-cart-items__row'
      row.dataset.fill = item.fill ?? ''
      const place = (isSummary ? row : row.insertCell()).appendChild(document.createElement('div'))
      place.className = isSummary ? `${row.className}__description` : 'wc-block-cart-item__wrap'
      place.textContent = `${item.quantity} pieces`
    }
  }

  window.addEventListener('load', async () => {
    const response = await fetch('/wp-json/wc/store/v1/cart')
    items = (await response.json()).items
    draw()
    // A changed quantity draws the rows anew.
    setTimeout(() => {
      draw()
      document.body.dataset.drawn = 'twice'
    }, 200)
  })
})()
