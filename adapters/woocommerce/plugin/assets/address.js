/** The address of a page on which a design is made or changed: what it names, and where the page leads back to. */
window.platenAddress = {
  /** An address with one of these does something each time it is opened. */
  deeds:
    /^(?:add-to-cart|quantity|variation_id|attribute_.*|order_again|(?:remove|undo|removed)_item|_wpnonce|platen_.*)$/,

  /** What the page's address names: a line of the cart, an ordered line, or an ordered line that lacks its design. */
  asked() {
    const given = new URLSearchParams(location.search)
    const kept = new URLSearchParams()
    for (const name of ['platen_line', 'platen_item', 'platen_order', 'platen_design'])
      if (given.has(name)) kept.set(name, given.get(name))
    return kept
  },

  /** What the address named is saved: the page loaded again is a product page like any other. */
  leave(asked) {
    const url = new URL(location.href)
    for (const name of asked.keys()) url.searchParams.delete(name)
    if (url.href !== location.href) history.replaceState(history.state, '', url)
  },

  /** The shop's page from which the design was opened, else the cart. */
  wayBack(asked, cartPage) {
    const isOrdered = asked.has('platen_design')
    const from = isOrdered || document.referrer === '' ? null : new URL(document.referrer)
    if (from?.origin !== location.origin || from.pathname.includes('/wp-')) return cartPage
    for (const name of [...from.searchParams.keys()])
      if (this.deeds.test(name)) from.searchParams.delete(name)
    return from.href
  },
}
