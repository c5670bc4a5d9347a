/* The theme blocks: open the editor, and put what was saved into the cart. The widget is loaded at the first click. */
;(() => {
  if (window.PlatenTheme) return
  window.PlatenTheme = true
  const FILL = /^fill_[A-Za-z0-9_-]{1,80}$/
  const root = () => window.Shopify?.routes?.root ?? '/'
  /** Saves that are on their way to the cart, or in it: fill and preview, which changes with each save. */
  const sent = new Map()

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

  /** Is the selected variant personalized? */
  const isMapped = ({ dataset }) => {
    const variants = (dataset.variants ?? 'all').split(',')
    return variants.includes('all') || variants.includes(dataset.serviceVariant)
  }

  /** Variants are chosen in as many ways as there are themes; all of them end in the form's `id`. */
  function follow(button) {
    if (button.dataset.line) return
    const { form, id } = readForm(button)
    if (id && button.dataset.serviceVariant !== id) button.dataset.serviceVariant = id
    const mapped = isMapped(button)
    blockOf(button).hidden = !mapped
    form?.classList.toggle('platen-design-required', mapped && button.dataset.required === 'true')
  }
  const followAll = () => {
    for (const button of document.querySelectorAll('[data-platen]')) follow(button)
  }
  document.addEventListener('change', () => requestAnimationFrame(followAll))
  // The theme editor draws sections again without loading the page.
  document.addEventListener('shopify:section:load', followAll)
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', followAll)
  else followAll()

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
    const { id: fill, preview_url: preview, inks, paper } = event.detail?.fill ?? {}
    const before = sent.get(fill)
    if (!button || !FILL.test(fill ?? '') || (before !== undefined && before === preview)) return
    sent.set(fill, preview)
    try {
      const line = button.dataset.line ?? (before === undefined ? undefined : await lineOf(fill))
      const properties = {
        ...propertiesOf(fill, event.detail.embed_session, preview),
        ...materialsOf(button, inks, paper),
      }
      const told = line ? await changeLine(line, properties) : await addToCart(button, properties)
      say(button, line ? button.dataset.textChanged : button.dataset.textAdded)
      showCart(fill, told)
    } catch (error) {
      if (before === undefined) sent.delete(fill)
      else sent.set(fill, before)
      say(button, error.message || button.dataset.textFailed)
    }
  })

  function propertiesOf(fill, session, preview) {
    return {
      _fill_id: fill,
      ...(session ? { _fill_session: String(session) } : {}),
      ...(/^https?:/.test(preview ?? '') ? { _fill_preview: preview } : {}),
    }
  }

  /** Shown by Shopify in cart, order and e-mails. `_fill_shown` names them, as the next save may be in another language. */
  function materialsOf({ dataset }, inks, paper) {
    const names = (list) => (Array.isArray(list) ? list : []).map((one) => one?.name).filter(Boolean)
    const rows = [
      [dataset.textInk, names(inks)],
      [dataset.textPaper, names([paper])],
    ].filter(([label, named]) => label && named.length > 0)
    if (rows.length === 0) return {}
    const shown = rows.map(([label, named]) => [label, named.join(', ').slice(0, 255)])
    return { ...Object.fromEntries(shown), _fill_shown: rows.map(([label]) => label).join('\n') }
  }

  async function askCart(path, body) {
    const answer = await fetch(`${root()}cart${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const told = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new Error(told.description || told.message || '')
    return told
  }

  function addToCart(button, properties) {
    const { id, quantity } = readForm(button)
    return askCart('/add.js', { items: [{ id: Number(id), quantity, properties }] })
  }

  /** The key of the line that carries the fill, where it is still in the cart. */
  async function lineOf(fill) {
    const { items = [] } = await askCart('.js')
    return items.find(({ properties }) => properties?._fill_id === fill)?.key
  }

  /** Other properties of the line stay; what an earlier save showed goes. */
  async function changeLine(key, properties) {
    const { items = [] } = await askCart('.js')
    const item = items.find((one) => one.key === key)
    if (!item) throw new Error('')
    const old = String(item.properties?._fill_shown ?? '').split('\n')
    const kept = Object.entries(item.properties ?? {}).filter(
      ([name]) => name !== '_fill_shown' && !old.includes(name),
    )
    const all = { ...Object.fromEntries(kept), ...properties }
    return askCart('/change.js', { id: key, quantity: item.quantity, properties: all })
  }

  function showCart(fill, line) {
    document.dispatchEvent(new CustomEvent('platen:added', { bubbles: true, detail: { fill, line } }))
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
        if (formOf(button) !== form || !isMapped(button)) continue
        event.preventDefault()
        event.stopImmediatePropagation()
        say(button, button.dataset.textFirst)
        button.focus()
      }
    },
    true,
  )
})()
