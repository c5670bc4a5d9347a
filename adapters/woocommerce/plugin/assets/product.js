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
    const isVariable = box.hasAttribute('data-platen-variable')
    const chosen = form.querySelector('[name=variation_id]')
    /** What the page's address names: a line of the cart, or an ordered line. */
    const asked = addressed()
    let variation = 0
    /** The saved design of each template: a shopper who comes back to an option finds it again. */
    const designs = new Map()
    let cart = null
    /** A session in which the shop's server has opened the design; it serves one visit of the editor. */
    let session = null
    let loaded = null
    let isOpening = false
    /** The editor did not open: asking for a design again would send the shopper round in a circle. */
    let hasFailed = false

    const template = () => (isVariable && variation === 0 ? '' : (templates[variation] ?? ''))

    function say(text, link) {
      says.textContent = text
      if (link === undefined) return
      const anchor = document.createElement('a')
      anchor.href = link
      anchor.textContent = words.cart
      says.append(' ', anchor)
    }

    /** The form, the button and the picture as the present choice has them. */
    function show() {
      const design = designs.get(template())
      fillInput.value = design?.id ?? ''
      previewInput.value = design?.preview ?? ''
      button.textContent = design === undefined ? words.personalize : words.change
      // The next press goes on with this design.
      if (design === undefined) delete button.dataset.serviceFill
      else button.dataset.serviceFill = design.id
      const src = design?.preview ?? ''
      picture.hidden = !src.startsWith(`${box.dataset.platenService}/files/previews/`)
      if (picture.hidden) picture.removeAttribute('src')
      else if (picture.getAttribute('src') !== src) picture.src = src
      picture.alt = picture.hidden ? '' : words.preview
    }

    function choose(id) {
      if (id === variation) return
      variation = id
      const isPlain = id !== 0 && template() === ''
      box.hidden = isPlain
      button.dataset.serviceVariant = id === 0 ? '' : (variants[id] ?? String(id))
      const had = fillInput.value
      if (id === 0) return
      show()
      say(had !== '' && fillInput.value === '' && !isPlain ? words.again : '')
    }

    // Classic forms, swatches and the blocks all end up in this field; their events differ, its attribute does not.
    if (isVariable && chosen) {
      const follow = () => choose(Number(chosen.value) || 0)
      new MutationObserver(follow).observe(chosen, { attributes: true, attributeFilter: ['value'] })
      chosen.addEventListener('change', follow)
      follow()
    }

    // Without a preview there is nothing to see, and a broken picture is worse.
    picture.addEventListener('error', () => {
      picture.hidden = true
    })

    function addressed() {
      const given = new URLSearchParams(location.search)
      const kept = new URLSearchParams()
      for (const name of ['platen_line', 'platen_item', 'platen_order'])
        if (given.has(name)) kept.set(name, given.get(name))
      return kept
    }

    /** What the address named is saved: the page loaded again is a product page like any other. */
    function leaveAddress() {
      const url = new URL(location.href)
      for (const name of asked.keys()) url.searchParams.delete(name)
      if (url.href !== location.href) history.replaceState(history.state, '', url)
    }

    /** Pages are cached and shared: what belongs to this shopper is asked for. Without it the editor opens as well. */
    async function ask(body) {
      const response = await fetch(box.dataset.platenCart, {
        ...{ method: 'POST', credentials: 'same-origin', cache: 'no-store', body },
      })
      const told = await response.json()
      cart = String(told.cart ?? '')
      return told
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
        open().catch(fail)
      },
      true,
    )

    function fail() {
      hasFailed = true
      say(words.failed)
    }

    async function open() {
      button.setAttribute('aria-busy', 'true')
      try {
        if (cart === null) await ask(new URLSearchParams()).catch(() => {})
        button.dataset.serviceCart = cart ?? ''
        await loadWidget()
        hasFailed = false
      } finally {
        button.removeAttribute('aria-busy')
      }
      if (session !== null) {
        button.dataset.serviceSession = session.id
        button.dataset.serviceSecret = session.secret
      }
      isOpening = true
      try {
        button.click()
      } finally {
        isOpening = false
        delete button.dataset.serviceSession
        delete button.dataset.serviceSecret
      }
    }

    async function openAsked() {
      const { design } = await ask(asked)
      if (!design) {
        say(words.gone)
        return
      }
      if (isVariable && variation === 0 && design.variation > 0) choose(design.variation)
      if (template() === '') return
      // A design that is still in the cart is changed there; an ordered one is never put into the form, only its copy.
      if (design.fill !== '' && asked.has('platen_line'))
        designs.set(template(), { id: design.fill, preview: design.preview })
      session = design.session
      show()
      // Without a session the browser that made the design can open it by itself, and offers a copy where it is ordered.
      if (session === null && design.fill !== '') button.dataset.serviceFill = design.fill
      await open()
    }
    if (asked.size > 0) openAsked().catch(fail)

    // The loader passes on, to the button that was pressed, what its own frame has said, and nothing of any other.
    button.addEventListener('service:saved', (event) => {
      const fill = event.detail?.fill
      if (typeof fill?.id !== 'string' || !/^fill_[A-Za-z0-9_-]{1,80}$/.test(fill.id)) return
      const replaces = typeof event.detail.replaces === 'string' ? event.detail.replaces : ''
      session = null
      keep(fill.id, typeof fill.preview_url === 'string' ? fill.preview_url : '', replaces)
    })

    function keep(id, preview, replaces) {
      designs.set(template(), { id, preview })
      show()
      say(words.saved)
      leaveAddress()
      const line = asked.get('platen_line')
      const body = new URLSearchParams({
        cart: cart ?? '',
        pp_fill_id: id,
        pp_preview: preview,
        replaces,
        product_id: String(productId()),
        variation_id: String(variation),
        ...(line === null ? {} : { platen_line: line }),
      })
      // Kept alive: the shopper may have pressed the next button already.
      fetch(box.dataset.platenSaved, { method: 'POST', credentials: 'same-origin', keepalive: true, body })
        .then((response) => response.json())
        .then((told) => {
          if (told.changed === true && fillInput.value === id) say(words.changed, box.dataset.platenCartPage)
          // The line has another key from now on; what is saved next finds it by its design.
          asked.delete('platen_line')
        })
        .catch(() => {})
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
        say(hasFailed ? words.away : words.first)
        button.focus()
      },
      true,
    )

    // A page that the browser has kept: its design may have been ordered meanwhile.
    window.addEventListener('pageshow', (event) => {
      if (!event.persisted) return
      designs.clear()
      show()
      say('')
    })
  }
})()
