/* Products and the templates that they are mapped to. */
import { ask, button, el, phrase, say, table, words } from './dom.js'

export function productsSection() {
  const list = el('div')
  const section = el('s-section', { heading: words.products }, el('s-paragraph', {}, words.productsText))
  section.append(
    picker(() => showMappings(list)),
    list,
  )
  return { section, show: () => showMappings(list) }
}

/** A product or one of its variants, and a template, each found by its words. */
function picker(onMapped) {
  const chosen = { product: null, variant: null, template: null }
  const results = el('s-stack', { gap: 'small-300' })
  const summary = el('s-paragraph', { class: 'chosen' })
  const show = () => {
    const { product, variant, template } = chosen
    const name = [product?.title, variant?.title].filter(Boolean).join(': ')
    summary.textContent = [name, template?.title].filter(Boolean).join(' → ')
    save.toggleAttribute('disabled', !(product && template))
  }
  const pick = (change) => () => {
    Object.assign(chosen, change)
    results.replaceChildren()
    show()
  }
  const rowsOf = (kind, one) => {
    const row = (text, change) => button(text, pick(change), { variant: 'tertiary' })
    if (kind === 'templates') return [row(one.title, { template: one })]
    const variants = one.variants.length > 1 ? one.variants : []
    return [
      row(one.title, { product: one, variant: null }),
      ...variants.map((variant) => row(`${one.title}: ${variant.title}`, { product: one, variant })),
    ]
  }
  const search = (kind) => {
    const field = el('s-search-field', { label: words[kind === 'products' ? 'product' : 'template'] })
    const find = async () => {
      const { data } = await ask(`${kind}?q=${encodeURIComponent(field.value ?? '')}`)
      const rows = data.flatMap((one) => rowsOf(kind, one))
      results.replaceChildren(...(rows.length > 0 ? rows : [el('s-paragraph', {}, words.nothing)]))
    }
    const label = kind === 'products' ? words.searchProducts : words.searchTemplates
    return el(
      's-stack',
      { direction: 'inline', gap: 'base', 'align-items': 'end' },
      field,
      button(label, find),
    )
  }
  const save = button(
    words.map,
    async () => {
      const { product, variant, template } = chosen
      await ask('mappings', { product: product.id, variant: variant?.id ?? null, template: template.id })
      pick({ product: null, variant: null, template: null })()
      say(words.mapped)
      await onMapped()
    },
    { variant: 'primary', disabled: true },
  )
  return el('s-stack', { gap: 'base' }, search('products'), search('templates'), results, summary, save)
}

/** As the shop calls them; what is gone from it, and all while Shopify is away, by number. */
function nameOf(one) {
  const product = one.productTitle ?? phrase(words.productNumber, { id: one.product })
  if (!one.variant) return product
  return `${product}: ${one.variantTitle ?? phrase(words.variantNumber, { id: one.variant })}`
}

async function showMappings(list) {
  const { data } = await ask('mappings')
  const rows = data.map((one) => [
    nameOf(one),
    [
      one.template.title,
      one.template.status === 'live'
        ? null
        : el(
            's-badge',
            { tone: 'warning' },
            words.templateStatus[one.template.status] ?? one.template.status,
          ),
    ],
    button(
      words.unmap,
      async () => {
        await ask('mappings/remove', { mapping: one.id })
        say(words.unmapped)
        await showMappings(list)
      },
      { accessibilityLabel: `${words.unmap}: ${nameOf(one)}` },
    ),
  ])
  list.replaceChildren(table([words.product, words.template, words.actions], rows, words.noMapping))
}
