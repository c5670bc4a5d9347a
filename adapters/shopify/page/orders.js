/* Orders with personalized lines, and what can be done about those that need attention. */
import { ask, button, el, language, say, words } from './dom.js'

/** The tones of Shopify's badges. */
const TONES = { good: 'success', critical: 'critical', warning: 'warning' }
/** What this page can do about a line; a design is added in the order itself. */
const MOVES = ['retry', 'release']

export function ordersSection() {
  const list = el('s-stack', { gap: 'base' })
  const section = el('s-section', { heading: words.orders }, list)
  return { section, show: () => showOrders(list, null) }
}

async function showOrders(list, after) {
  const query = new URLSearchParams({ locale: language, ...(after === null ? {} : { after }) })
  const { data, has_more: hasMore } = await ask(`orders?${query}`)
  const rows = data.map((order) =>
    el(
      'div',
      { class: 'order' },
      el('s-heading', {}, order.name ?? order.order),
      order.lines.map((line) => lineRow(list, order, line)),
    ),
  )
  if (after === null) list.replaceChildren(...rows)
  else {
    list.querySelector('.more')?.remove()
    list.append(...rows)
  }
  if (hasMore) list.append(button(words.more, () => showOrders(list, data.at(-1).id), { class: 'more' }))
  if (after === null && data.length === 0) list.append(el('s-paragraph', { color: 'subdued' }, words.noOrder))
}

function lineRow(list, order, line) {
  const named = `${order.name ?? order.order}`
  const move = (name, text) =>
    button(
      text,
      async () => {
        await ask(`orders/${name}`, { line: line.id })
        say(words.moved)
        await showOrders(list, null)
      },
      { accessibilityLabel: `${text}: ${named}` },
    )
  const open = async () => {
    const { url } = await ask('orders/pdf', { order: order.order, render: line.render })
    window.open(url, '_blank', 'noopener')
  }
  return el(
    's-stack',
    { direction: 'inline', gap: 'base', 'align-items': 'center' },
    el('s-badge', { tone: TONES[line.tone] ?? 'info' }, line.label),
    el('s-text', { color: 'subdued' }, `${words.quantity}: ${line.quantity}`),
    line.message ? el('s-text', {}, line.message) : null,
    line.renderStatus === 'succeeded'
      ? button(words.printFile, open, { accessibilityLabel: `${words.printFile}: ${named}` })
      : null,
    line.actions
      .filter(({ action }) => MOVES.includes(action))
      .map(({ action, label }) => move(action, label)),
    materials(line.inks, line.inks.length === 1 ? words.ink : words.inks),
    materials(line.paper === null ? [] : [line.paper], words.paper),
  )
}

/** Ink or paper by name and swatch; nothing where none has a name. */
function materials(named, label) {
  if (named.length === 0) return null
  return el(
    'span',
    { class: 'materials' },
    el('s-text', { color: 'subdued' }, `${label}:`),
    named.map(({ name, hex }) =>
      el(
        'span',
        { class: 'material' },
        el('span', { class: 'swatch', style: `background:${hex}`, 'aria-hidden': 'true' }),
        el('s-text', {}, name),
      ),
    ),
  )
}
