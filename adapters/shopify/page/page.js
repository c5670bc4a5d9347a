/* The app's page inside Shopify's admin. `shopify` is Shopify's App Bridge, which gives a fresh token for each question. */
;(() => {
  const base = document.currentScript.dataset.base
  const app = document.getElementById('app')

  async function ask(path, body) {
    const token = await window.shopify.idToken()
    const answer = await fetch(`${base}/desk/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const told = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new Error(told.error?.message ?? `The service answered ${answer.status}.`)
    return told
  }

  /** An element with attributes, listeners (`onclick`) and children; text stays text. */
  function el(name, attributes = {}, ...children) {
    const made = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith('on')) made.addEventListener(key.slice(2), value)
      else if (value !== false && value != null) made.setAttribute(key, value === true ? '' : value)
    }
    made.append(...children.flat().filter((child) => child != null))
    return made
  }

  const status = el('p', { class: 'status', role: 'status' })
  const say = (text, isFault = false) => {
    status.textContent = text
    status.classList.toggle('fault', isFault)
  }
  /** Runs what a person asked for; its fault is told where they look. */
  const doing = (work) => async (event) => {
    const button = event?.currentTarget
    if (button) button.disabled = true
    try {
      say('')
      await work()
    } catch (error) {
      say(error.message, true)
    } finally {
      if (button) button.disabled = false
    }
  }

  const STATES = {
    attached: 'Waits for payment',
    finalizing: 'Being prepared for print',
    finalized: 'Ready for print',
    fulfilled: 'Sent',
    withdrawn: 'Withdrawn',
    failed: 'Could not be printed',
    held: 'Needs a look',
  }

  function productPicker() {
    const results = el('ul', { class: 'results' })
    const chosen = { product: null, variant: null, template: null }
    const chosenText = el('p', { class: 'chosen' })
    const show = () => {
      const parts = [
        chosen.product?.title,
        chosen.variant?.title,
        chosen.template && `→ ${chosen.template.title}`,
      ]
      chosenText.textContent = parts.filter(Boolean).join(' ')
      save.disabled = !(chosen.product && chosen.template)
    }
    const find = (kind) =>
      doing(async () => {
        const { data } = await ask(
          `${kind}?q=${encodeURIComponent(kind === 'products' ? product.value : template.value)}`,
        )
        results.replaceChildren(
          ...data.flatMap((one) => {
            const pick = (variant) => () => {
              if (kind === 'products') Object.assign(chosen, { product: one, variant })
              else chosen.template = one
              results.replaceChildren()
              show()
            }
            const row = (text, variant) =>
              el('li', {}, el('button', { type: 'button', onclick: pick(variant) }, text))
            const variants = kind === 'products' && one.variants.length > 1 ? one.variants : []
            return [row(one.title, null), ...variants.map((v) => row(`${one.title}: ${v.title}`, v))]
          }),
        )
        if (data.length === 0) results.replaceChildren(el('li', {}, 'Nothing by these words.'))
      })
    const product = el('input', { type: 'search', id: 'product', autocomplete: 'off' })
    const template = el('input', { type: 'search', id: 'template', autocomplete: 'off' })
    const save = el('button', { type: 'submit', class: 'primary', disabled: true }, 'Connect')
    const searching = (field, kind) =>
      el('button', { type: 'button', onclick: find(kind) }, `Search ${field}`)
    const form = el(
      'form',
      {
        onsubmit: (event) => {
          event.preventDefault()
          void doing(async () => {
            const { product: p, variant, template: t } = chosen
            await ask('mappings', { product: p.id, variant: variant?.id ?? null, template: t.id })
            Object.assign(chosen, { product: null, variant: null, template: null })
            show()
            say('The product is connected.')
            await showMappings()
          })()
        },
      },
      el(
        'div',
        { class: 'pair' },
        el('label', { for: 'product' }, 'Product'),
        product,
        searching('products', 'products'),
      ),
      el(
        'div',
        { class: 'pair' },
        el('label', { for: 'template' }, 'Template'),
        template,
        searching('templates', 'templates'),
      ),
      results,
      chosenText,
      save,
    )
    return form
  }

  /** As the shop calls them; what is gone from it, and all while Shopify is away, by number. */
  function nameOf(one) {
    const product = one.product_title ?? `Product ${one.external_product_id}`
    if (!one.external_variant_id) return product
    return `${product}: ${one.variant_title ?? `variant ${one.external_variant_id}`}`
  }

  const mappings = el('ul', { class: 'rows' })
  async function showMappings() {
    const { data } = await ask('mappings')
    mappings.replaceChildren(
      ...data.map((one) =>
        el(
          'li',
          {},
          el('span', {}, nameOf(one)),
          el(
            'span',
            {},
            one.template_title,
            one.template_status === 'live' ? '' : ` (${one.template_status})`,
          ),
          el(
            'button',
            {
              type: 'button',
              onclick: doing(async () => {
                await ask('mappings/remove', { mapping: one.id })
                await showMappings()
              }),
            },
            'Disconnect',
          ),
        ),
      ),
    )
    if (data.length === 0)
      mappings.replaceChildren(el('li', {}, 'No product is connected yet: choose one above.'))
  }

  const orders = el('ol', { class: 'rows orders' })
  async function showOrders(after) {
    const { data, has_more } = await ask(`orders${after ? `?after=${after}` : ''}`)
    const rows = data.map((order) =>
      el(
        'li',
        {},
        el('h3', {}, order.name ?? order.order),
        el(
          'ul',
          {},
          order.lines.map((line) => lineRow(order, line)),
        ),
      ),
    )
    if (after) orders.querySelector('.more')?.remove()
    else orders.replaceChildren()
    orders.append(...rows)
    if (has_more) {
      const last = data.at(-1).id
      orders.append(
        el(
          'li',
          { class: 'more' },
          el('button', { type: 'button', onclick: doing(() => showOrders(last)) }, 'Older orders'),
        ),
      )
    }
    if (!after && data.length === 0) orders.append(el('li', {}, 'No order with a personalized product yet.'))
  }

  function lineRow(order, line) {
    const move = (name, text) =>
      el(
        'button',
        {
          type: 'button',
          onclick: doing(async () => {
            await ask(`orders/${name}`, { line: line.id })
            say('Asked for; reload in a moment to see what became of it.')
            await showOrders()
          }),
        },
        text,
      )
    const open = doing(async () => {
      const { url } = await ask('orders/pdf', { order: order.order, render: line.render })
      window.open(url, '_blank', 'noopener')
    })
    return el(
      'li',
      { class: `line ${line.state}` },
      el('strong', {}, STATES[line.state] ?? line.state),
      line.message ? el('span', {}, line.message) : null,
      line.renderStatus === 'succeeded'
        ? el('button', { type: 'button', onclick: open }, 'Print file')
        : null,
      line.state === 'failed' ? move('retry', 'Try again') : null,
      line.state === 'held' ? move('release', 'Print it anyway') : null,
    )
  }

  async function showDataRequests() {
    const { data } = await ask('data-requests')
    const list = el(
      'ul',
      { class: 'rows' },
      data.map(({ id, report }) => {
        const link = el('a', { download: `data-request-${id}.json` }, 'Download')
        link.href = `data:application/json,${encodeURIComponent(JSON.stringify(report, null, 2))}`
        const done = doing(async () => {
          await ask('data-requests/remove', { request: id })
          await start()
        })
        return el(
          'li',
          {},
          el('span', {}, report.requested_at),
          link,
          el('button', { type: 'button', onclick: done }, 'Answered'),
        )
      }),
    )
    return el('section', {}, el('h2', {}, 'Customers who ask what is kept of them'), list)
  }

  async function start() {
    app.setAttribute('aria-busy', 'true')
    try {
      const state = await ask('state')
      const requests = state.data_requests > 0 ? await showDataRequests() : null
      app.replaceChildren(
        el('h1', {}, 'Print personalization'),
        status,
        el('p', {}, `${state.name} is connected. Orders are printed once they are ${state.finalize_on}.`),
        ...(requests ? [requests] : []),
        el('section', {}, el('h2', {}, 'Products'), productPicker(), mappings),
        el('section', {}, el('h2', {}, 'Orders'), orders),
      )
      await showMappings()
      await showOrders()
    } catch (error) {
      app.replaceChildren(
        el('h1', {}, 'Print personalization'),
        el('p', { class: 'fault', role: 'alert' }, error.message),
        el('button', { type: 'button', onclick: () => start() }, 'Try again'),
      )
    }
    app.setAttribute('aria-busy', 'false')
  }
  void start()
})()
