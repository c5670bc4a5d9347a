/** What a theme and WooCommerce's own scripts do on the stub shop's pages: variations, an AJAX form, a block's button. */
;(() => {
  const listeners = new Map()
  // Of jQuery as much as WooCommerce tells of variations by.
  window.jQuery = (element) => ({
    on(name, listener) {
      const key = `${name}`
      listeners.set(key, [...(listeners.get(key) ?? []), { element, listener }])
      return this
    },
    trigger(name, given) {
      for (const one of listeners.get(name) ?? [])
        if (one.element === element) one.listener({ type: name }, ...given)
      return this
    },
  })

  const form = document.querySelector('form.cart')
  const choice = form?.querySelector('[name=attribute_paper]')
  choice?.addEventListener('change', () => {
    const id = Number(choice.value)
    form.querySelector('[name=variation_id]').value = String(id)
    // The block writes the field and says nothing.
    if (!form.classList.contains('variations_form')) return
    if (id > 0) window.jQuery(form).trigger('found_variation', [{ variation_id: id }])
    else window.jQuery(form).trigger('reset_data', [])
  })

  if (form?.hasAttribute('data-ajax'))
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const body = new FormData(form, event.submitter)
      const response = await fetch('/?wc-ajax=add_to_cart', { method: 'POST', body })
      const answer = await response.json()
      document.body.dataset.added = answer.error ? 'no' : 'yes'
    })

  document.querySelector('#block-add')?.addEventListener('click', async (event) => {
    const variation = Number(form.querySelector('[name=variation_id]')?.value ?? 0)
    const response = await fetch('/wp-json/wc/store/v1/cart/add-item', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: variation || Number(event.target.dataset.id), quantity: 1 }),
    })
    document.body.dataset.block = String(response.status)
    document.body.dataset.said = (await response.json()).message ?? ''
  })
})()
