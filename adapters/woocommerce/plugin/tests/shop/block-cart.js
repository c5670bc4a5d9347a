/** The cart block as far as other plugins meet it: a store that comes late, and rows that are drawn anew when it changes. */
;(() => {
  let items = null
  const listeners = []
  window.wp = {
    data: {
      select: (name) =>
        name === 'wc/store/cart' && items !== null ? { getCartData: () => ({ items }) } : undefined,
      subscribe: (listener) => listeners.push(listener),
    },
  }

  function draw() {
    const table = document.querySelector('.wc-block-cart')
    table.replaceChildren()
    for (const item of items) {
      const row = table.insertRow()
      row.className = 'wc-block-cart-items__row'
      row.dataset.fill = item.fill ?? ''
      const wrap = row.insertCell().appendChild(document.createElement('div'))
      wrap.className = 'wc-block-cart-item__wrap'
      wrap.textContent = `${item.quantity} pieces`
    }
  }

  window.addEventListener('load', async () => {
    const response = await fetch('/wp-json/wc/store/v1/cart')
    items = (await response.json()).items
    draw()
    for (const listener of listeners) listener()
    // A changed quantity draws the rows anew.
    setTimeout(() => {
      draw()
      document.body.dataset.drawn = 'twice'
    }, 200)
  })
})()
