/* The app's page inside Shopify's admin, in Shopify's own web components. */
import { ask, button, el, faults, phrase, showFault, words } from './dom.js'
import { ordersSection } from './orders.js'
import { productsSection } from './products.js'

const app = document.getElementById('app')

async function dataRequests() {
  const { data } = await ask('data-requests')
  const rows = data.map(({ id, report }) => {
    const link = el('a', { download: `data-request-${id}.json` }, words.download)
    link.href = `data:application/json,${encodeURIComponent(JSON.stringify(report, null, 2))}`
    const answered = async () => {
      await ask('data-requests/remove', { request: id })
      await start()
    }
    return el(
      's-stack',
      { direction: 'inline', gap: 'base', 'align-items': 'center' },
      el('s-text', {}, report.requested_at.slice(0, 10)),
      link,
      button(words.answered, answered),
    )
  })
  return el('s-section', { heading: words.requests }, el('s-paragraph', {}, words.requestsText), rows)
}

/** What is left to be done in the shop itself. */
function setup(state) {
  const block = `${state.client_id}/personalize`
  const editor = `https://${state.shop}/admin/themes/current/editor?template=product&addAppBlockId=${block}&target=mainSection`
  return el(
    's-section',
    { heading: words.setup },
    el(
      's-stack',
      { gap: 'base' },
      el('s-banner', { tone: 'success' }, phrase(words.connected, { name: state.name })),
      el('s-paragraph', {}, words.finalizeOn[state.finalize_on]),
      el('s-paragraph', {}, words.blockText),
      el('s-button', { href: editor, target: '_top' }, words.addBlock),
      el('s-paragraph', {}, words.ruleText),
    ),
  )
}

async function start() {
  app.setAttribute('aria-busy', 'true')
  try {
    const state = await ask('state')
    const requests = state.data_requests > 0 ? [await dataRequests()] : []
    const [products, orders] = [productsSection(), ordersSection()]
    const sections = [faults, ...requests, products.section, orders.section, setup(state)]
    app.replaceChildren(el('s-page', { heading: 'Platen' }, sections))
    await Promise.all([products.show(), orders.show()])
  } catch (error) {
    app.replaceChildren(el('s-page', { heading: 'Platen' }, faults, button(words.retry, start)))
    showFault(error.message)
  }
  app.setAttribute('aria-busy', 'false')
}
await start()
