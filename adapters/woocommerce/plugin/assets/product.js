/** The product page: opens the editor, follows the choice of variations, and puts what was saved into the form. */
;(() => {
  for (const box of document.querySelectorAll('.platen-personalize')) attach(box)

  function attach(box) {
    const form = box.closest('form')
    const button = box.querySelector('.platen-personalize__button')
    const says = box.querySelector('.platen-personalize__says')
    const picture = box.querySelector('.platen-personalize__preview')
    const fillInput = box.querySelector('[name=pp_fill_id]')
    const previewInput = box.querySelector('[name=pp_preview]')
    if (!form || !button || !says || !picture || !fillInput || !previewInput) return

    const words = JSON.parse(box.dataset.platenWords)
    const templates = JSON.parse(box.dataset.platenTemplates)
    const variants = JSON.parse(box.dataset.platenVariants)
    const isVariable = form.classList.contains('variations_form')
    let variation = 0
    /** The template that the saved design was made on. */
    let savedOn = ''
    let cart = null
    let loaded = null
    let isOpening = false

    const template = () => (isVariable && variation === 0 ? '' : (templates[variation] ?? templates[0] ?? ''))

    function say(text) {
      says.textContent = text
    }

    function forget() {
      fillInput.value = ''
      previewInput.value = ''
      savedOn = ''
      delete button.dataset.serviceFill
      picture.hidden = true
      picture.removeAttribute('src')
      button.textContent = words.personalize
    }

    function choose(id) {
      variation = id
      const mapped = template()
      const isPlain = isVariable && id !== 0 && mapped === ''
      box.hidden = isPlain
      button.dataset.serviceVariant = id === 0 ? '' : (variants[id] ?? String(id))
      if (fillInput.value !== '' && id !== 0 && mapped !== savedOn) {
        forget()
        if (!isPlain) say(words.again)
      } else if (fillInput.value === '') say('')
    }

    // WooCommerce tells of variations by jQuery events alone; some themes load jQuery after everything else.
    if (isVariable && window.jQuery) follow()
    else if (isVariable) window.addEventListener('load', follow, { once: true })

    function follow() {
      window
        .jQuery?.(form)
        .on('found_variation', (_event, found) => choose(Number(found.variation_id) || 0))
        .on('reset_data', () => choose(0))
      const chosen = form.querySelector('[name=variation_id]')
      if (chosen && Number(chosen.value) > 0) choose(Number(chosen.value))
    }

    // Without a preview there is nothing to see, and a broken picture is worse.
    picture.addEventListener('error', () => {
      picture.hidden = true
    })

    /** Pages are cached and shared: what belongs to this shopper is asked for. Without it the editor opens as well. */
    async function askCart() {
      if (cart !== null) return cart
      const response = await fetch(box.dataset.platenCart, { credentials: 'same-origin', cache: 'no-store' })
      cart = String((await response.json()).cart ?? '')
      return cart
    }

    function loadWidget() {
      loaded ??= new Promise((resolve, reject) => {
        const script = document.createElement('script')
        script.src = box.dataset.platenLoader
        script.async = true
        script.onload = resolve
        script.onerror = () => {
          loaded = null
          script.remove()
          reject(new Error('the loader did not load'))
        }
        document.head.append(script)
      })
      return loaded
    }

    // In the capture phase: the loader listens on the same button and is to find its attributes complete.
    button.addEventListener(
      'click',
      (event) => {
        if (isOpening) return
        event.preventDefault()
        event.stopImmediatePropagation()
        if (template() === '') {
          say(words.choose)
          return
        }
        open().catch(() => say(words.failed))
      },
      true,
    )

    async function open() {
      button.setAttribute('aria-busy', 'true')
      try {
        button.dataset.serviceCart = await askCart().catch(() => '')
        await loadWidget()
      } finally {
        button.removeAttribute('aria-busy')
      }
      isOpening = true
      try {
        button.click()
      } finally {
        isOpening = false
      }
    }

    // The loader passes on, to the button that was pressed, what its own frame has said, and nothing of any other.
    button.addEventListener('service:saved', (event) => {
      const fill = event.detail?.fill
      if (typeof fill?.id !== 'string' || !/^fill_[A-Za-z0-9_-]{1,80}$/.test(fill.id)) return
      const replaces = typeof event.detail.replaces === 'string' ? event.detail.replaces : ''
      keep(fill.id, typeof fill.preview_url === 'string' ? fill.preview_url : '', replaces)
    })

    function keep(id, preview, replaces) {
      fillInput.value = id
      previewInput.value = preview
      savedOn = template()
      // The next press goes on with this design.
      button.dataset.serviceFill = id
      button.textContent = words.change
      say(words.saved)
      if (preview.startsWith(`${box.dataset.platenService}/files/previews/`)) {
        picture.src = preview
        picture.alt = words.preview
        picture.hidden = false
      }
      const body = new URLSearchParams({
        cart: cart ?? '',
        pp_fill_id: id,
        pp_preview: preview,
        replaces,
        product_id: String(productId()),
        variation_id: String(variation),
      })
      fetch(box.dataset.platenSaved, { method: 'POST', credentials: 'same-origin', body }).catch(() => {})
    }

    function productId() {
      const field = form.querySelector('[name=product_id]') ?? form.querySelector('[name=add-to-cart]')
      return field?.value || form.querySelector('button[name=add-to-cart]')?.value || ''
    }

    // The server refuses it too; said here, the shopper stays where the button is.
    form.addEventListener(
      'submit',
      (event) => {
        if (template() === '' || fillInput.value !== '') return
        event.preventDefault()
        event.stopImmediatePropagation()
        say(words.first)
        button.focus()
      },
      true,
    )

    // A page that the browser has kept: its design may have been ordered meanwhile.
    window.addEventListener('pageshow', (event) => {
      if (!event.persisted) return
      forget()
      say('')
    })
  }
})()
