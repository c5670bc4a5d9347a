/* The theme block: opens the editor, and puts what was saved into the cart. Loads the widget on the first intent. */
;(() => {
  if (window.PlatenTheme) return
  window.PlatenTheme = true
  const FILL = /^fill_[A-Za-z0-9_-]{1,80}$/
  const root = () => window.Shopify?.routes?.root ?? '/'
  const added = new Set()

  const buttonOf = (node) => (node instanceof Element ? node.closest('[data-platen]') : null)
  const blockOf = (button) => button.closest('.platen-block')
  const say = (button, text) => {
    blockOf(button).querySelector('.platen-status').textContent = text
  }

  /** The product form that the button belongs to: the nearest one that adds to the cart. */
  function formOf(button) {
    const near = button.closest('section, .shopify-section, main') ?? document
    return (
      near.querySelector('form[action*="/cart/add"]') ?? document.querySelector('form[action*="/cart/add"]')
    )
  }
  function readForm(button) {
    const form = formOf(button)
    const id = form?.querySelector('[name=id]')?.value ?? button.dataset.serviceVariant
    const quantity = Number(form?.querySelector('[name=quantity]')?.value) || 1
    return { form, id: String(id), quantity }
  }

  /** Variants are chosen in as many ways as there are themes; all of them end in the form's `id`. */
  function follow(button) {
    const { id } = readForm(button)
    if (id && button.dataset.serviceVariant !== id) button.dataset.serviceVariant = id
  }
  document.addEventListener('change', (event) => {
    const form = event.target instanceof Element ? event.target.closest('form') : null
    if (!form) return
    requestAnimationFrame(() => {
      for (const button of document.querySelectorAll('[data-platen]'))
        if (formOf(button) === form) follow(button)
    })
  })

  let loading = null
  function load(button) {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = `${button.dataset.serviceUrl}/widget/v1.js`
      script.onload = () => resolve()
      script.onerror = () => {
        loading = null
        script.remove()
        reject(new Error('The editor did not load.'))
      }
      document.head.append(script)
    })
    return loading
  }

  // The widget's own listener opens the editor for the button; until it is there, the first click fetches it.
  document.addEventListener(
    'click',
    async (event) => {
      const button = buttonOf(event.target)
      if (!button) return
      follow(button)
      if (window.Platen) return
      event.preventDefault()
      try {
        await load(button)
        button.click()
      } catch {
        say(button, button.dataset.textFailed)
      }
    },
    true,
  )

  /** Told by the widget on the button that it was opened from, once frame and origin were found to be the service's. */
  document.addEventListener('service:saved', async (event) => {
    const button = buttonOf(event.target)
    const fill = event.detail?.fill?.id
    if (!button || !FILL.test(fill ?? '') || added.has(fill)) return
    added.add(fill)
    try {
      await addToCart(button, fill, event.detail.embed_session)
      say(button, button.dataset.textAdded)
    } catch (error) {
      added.delete(fill)
      say(button, error.message || button.dataset.textFailed)
    }
  })

  async function addToCart(button, fill, session) {
    const { id, quantity } = readForm(button)
    const properties = { _fill_id: fill, ...(session ? { _fill_session: String(session) } : {}) }
    const answer = await fetch(`${root()}cart/add.js`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ items: [{ id: Number(id), quantity, properties }] }),
    })
    const told = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new Error(told.description || told.message || '')
    document.dispatchEvent(new CustomEvent('platen:added', { bubbles: true, detail: { fill, line: told } }))
    // Themes draw their carts in ways of their own; the cart's page is the same in all of them.
    if (!document.dispatchEvent(new CustomEvent('platen:cart', { cancelable: true }))) return
    window.location.assign(`${root()}cart`)
  }

  /** A product that is printed for somebody is not sold without a word. */
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || !/\/cart\/add/.test(form.getAttribute('action') ?? '')) return
      for (const button of document.querySelectorAll('[data-platen][data-required=true]')) {
        if (formOf(button) !== form) continue
        event.preventDefault()
        event.stopImmediatePropagation()
        say(button, button.dataset.textFirst)
        button.focus()
      }
    },
    true,
  )
})()
