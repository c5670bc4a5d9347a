/**
 * The product page: opens the editor, follows the choice of variations, and puts what was saved into the form.
 *
 * A page that changes a line of the cart (`platen_line`) adds nothing: its form stays locked and empty, and the saved
 * design goes to the server, which changes the line. Then the page is shown that led here, such as cart or checkout.
 */
;(() => {
  const address = window.platenAddress
  /**
   * A server that is silent for so long is asked again by the shopper; saving twice changes the line once. Adding to the
   * cart waits no longer for it either.
   */
  const SILENCE_MS = 30_000

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
    const asked = address.asked()
    const wayBack = () => address.wayBack(asked, box.dataset.platenCartPage)
    /** The line that is changed; null on a page that adds to the cart. */
    let line = asked.get('platen_line') ?? asked.get('platen_design')
    /** The changed line is in the cart, which comes next. */
    let isChanged = false
    let isSaving = false
    /** What the form's controls were before they were locked. */
    const locked = new Map()
    let variation = 0
    /** The saved design of each template: a shopper who comes back to an option finds it again. */
    const designs = new Map()
    let cart = null
    /** A session in which the shop's server has opened the design; it serves one visit of the editor. */
    let session = null
    let loaded = null
    let isOpening = false
    /** The shop's server is being told of a saved design. */
    let telling = null
    let isWaiting = false
    /** The editor did not open: asking for a design again would send the shopper round in a circle. */
    let hasFailed = false

    const template = () => (isVariable && variation === 0 ? '' : (templates[variation] ?? templates[0] ?? ''))

    function say(text, ...more) {
      says.textContent = text
      for (const element of more) says.append(' ', element)
    }

    /** Nothing where the page leads nowhere, as for customers who add a design to their order. */
    function cartLink() {
      if (words.cart === '') return ''
      const anchor = document.createElement('a')
      anchor.href = line === null ? box.dataset.platenCartPage : wayBack()
      anchor.textContent =
        anchor.href === new URL(box.dataset.platenCartPage, location).href ? words.cart : words.back
      return anchor
    }

    function retryButton(saved) {
      const again = document.createElement('button')
      again.type = 'button'
      again.className = 'button'
      again.textContent = words.retry
      again.addEventListener('click', async () => {
        button.focus()
        say(words.saving)
        isSaving = true
        // The cookie with the cart reference may have ended: it is asked for again.
        await ask(new URLSearchParams()).catch(() => {})
        changeLine(saved)
      })
      return again
    }

    /** Of the form everything but the editor's own: options, quantity and the button that adds. */
    function lock() {
      for (const control of form.elements) {
        if (box.contains(control) || control.type === 'hidden' || locked.has(control)) continue
        locked.set(control, control.disabled)
        control.disabled = true
      }
    }

    /** From now on the page is a product page like any other. */
    function release() {
      line = null
      isChanged = false
      for (const [control, was] of locked) control.disabled = was
      locked.clear()
      address.leave(asked)
      follow()
    }

    /** The form, the button and the picture as the present choice has them. */
    function show() {
      const design = designs.get(template())
      fillInput.value = line === null ? (design?.id ?? '') : ''
      previewInput.value = line === null ? (design?.preview ?? '') : ''
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

    /** A line of the cart keeps its variation, whatever the page proposes. */
    function follow() {
      if (isVariable && chosen && line === null) choose(Number(chosen.value) || 0)
    }

    // Classic forms, swatches and the blocks all end up in this field; their events differ, its attribute does not.
    if (isVariable && chosen) {
      new MutationObserver(follow).observe(chosen, { attributes: true, attributeFilter: ['value'] })
      chosen.addEventListener('change', follow)
      follow()
    }

    // Without a preview there is nothing to see, and a broken picture is worse.
    picture.addEventListener('error', () => {
      picture.hidden = true
    })

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
        if (isSaving || isChanged) return
        if (template() === '') {
          say(words.choose)
          return
        }
        const isToAsk = line !== null && cart === null
        ;(isToAsk ? openAsked() : open()).catch(fail)
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
      const told = await ask(asked)
      const { design } = told
      if (line !== null && !told.line) release()
      if (line !== null) choose(told.line.variation)
      if (!design) {
        say(words.gone, ...(line === null ? [] : [cartLink()]))
        return
      }
      if (isVariable && variation === 0 && design.variation > 0) choose(design.variation)
      if (template() === '') return
      // A design that is still in the cart is changed there; an ordered one is never put into the form, only its copy.
      if (design.fill !== '' && line !== null)
        designs.set(template(), { id: design.fill, preview: design.preview })
      if (line !== null) say(words.changing, cartLink())
      session = design.session
      show()
      // Without a session the browser that made the design can open it by itself, and offers a copy where it is ordered.
      if (session === null && design.fill !== '') button.dataset.serviceFill = design.fill
      await open()
    }
    if (line !== null) {
      lock()
      say(words.changing, cartLink())
    }
    if (asked.size > 0) openAsked().catch(fail)

    // The loader passes on, to the button that was pressed, what its own frame has said, and nothing of any other.
    button.addEventListener('service:saved', (event) => {
      const fill = event.detail?.fill
      if (typeof fill?.id !== 'string' || !/^fill_[A-Za-z0-9_-]{1,80}$/.test(fill.id)) return
      const replaces = typeof event.detail.replaces === 'string' ? event.detail.replaces : ''
      session = null
      const { label = '', value = '' } = fill.text ?? {}
      keep(fill.id, typeof fill.preview_url === 'string' ? fill.preview_url : '', {
        ...{ replaces, pp_label: String(label), pp_text: String(value) },
      })
    })

    function keep(id, preview, more) {
      designs.set(template(), { id, preview })
      show()
      const saved = { pp_fill_id: id, pp_preview: preview, ...more }
      if (line !== null) {
        changeLine(saved)
        return
      }
      say(words.saved)
      address.leave(asked)
      // The form has the design, whether the server answers or not.
      const told = tell(saved)
        .then(({ changed }) => {
          if (changed === true && fillInput.value === id) say(words.changed, cartLink())
        })
        .catch(() => {})
        .finally(() => {
          if (telling === told) telling = null
        })
      telling = told
    }

    /** Kept alive: the shopper may have left the page already. */
    async function tell(saved, signal) {
      const body = new URLSearchParams({
        cart: cart ?? '',
        ...saved,
        product_id: String(productId()),
        variation_id: String(variation),
        ...(line === null ? {} : Object.fromEntries(asked)),
      })
      const response = await fetch(box.dataset.platenSaved, {
        ...{ method: 'POST', credentials: 'same-origin', keepalive: true, body, signal },
      })
      const told = await response.json()
      if (told.kept !== true) throw new Error('the design was not kept')
      return told
    }

    /**
     * WooCommerce writes a whole session at the end of each request: of two at the same time, the one that was told of
     * the design would take back what the other one has put into the cart.
     */
    function addAfterTelling(adder) {
      if (isWaiting) return
      isWaiting = true
      // WooCommerce's own look of a button whose request is under way.
      adder.classList.add('loading')
      const add = () => {
        clearTimeout(timer)
        if (!isWaiting) return
        isWaiting = false
        telling = null
        adder.classList.remove('loading')
        adder.click()
      }
      const timer = setTimeout(add, SILENCE_MS)
      telling.then(add)
    }

    function changeLine(saved) {
      isSaving = true
      button.setAttribute('aria-busy', 'true')
      say(words.saving)
      const silence = new AbortController()
      const timer = setTimeout(() => silence.abort(), SILENCE_MS)
      tell(saved, silence.signal)
        .then(({ changed }) => (changed === true ? goToCart() : addAfterAll()))
        .catch(() => say(words.unsaved, retryButton(saved), cartLink()))
        .finally(() => {
          clearTimeout(timer)
          isSaving = false
          button.removeAttribute('aria-busy')
        })
    }

    /** The form stays locked until the cart is there; by the back button this page is a product page. */
    function goToCart() {
      isChanged = true
      say(words.changed, cartLink())
      address.leave(asked)
      location.assign(wayBack())
    }

    /** The line was removed meanwhile: the design is in no cart, and adding it is right. */
    function addAfterAll() {
      release()
      show()
      say(words.removed)
    }

    function productId() {
      const field = form.querySelector('[name=product_id]') ?? form.querySelector('[name=add-to-cart]')
      return field?.value || form.querySelector('button[name=add-to-cart]')?.value || ''
    }

    // The server refuses it too; said here, the shopper stays where the button is.
    form.addEventListener(
      'submit',
      (event) => {
        const isComplete = line === null && (template() === '' || fillInput.value !== '')
        // Without its button, as from a script of the theme, the form cannot be sent again.
        if (isComplete && (telling === null || !event.submitter)) return
        event.preventDefault()
        event.stopImmediatePropagation()
        if (isComplete) addAfterTelling(event.submitter)
        if (isComplete || line !== null) return
        say(hasFailed ? words.away : words.first)
        button.focus()
      },
      true,
    )

    // A page that the browser has kept: its design may have been ordered meanwhile.
    window.addEventListener('pageshow', (event) => {
      if (!event.persisted || (line !== null && !isChanged)) return
      if (line !== null) release()
      designs.clear()
      show()
      say('')
    })
  }
})()
