/* Orders with personalized lines, and what can be done about those that need attention. */
import { ask, button, el, say, words } from './dom.js'

const TONES = {
  finalized: 'success',
  fulfilled: 'success',
  failed: 'critical',
  held: 'warning',
  review_requested: 'warning',
  review_refused: 'critical',
}
/** Reasons that stand in the place of a state. */
const REVIEWS = ['review_requested', 'review_refused']
/** As the service says it; what the staff wrote stands behind. */
const REFUSED = /^The design was refused/
/** What no release can print. */
const NOT_RELEASED = ['design_missing', 'fill_id_malformed', 'fill_not_found']

export function ordersSection() {
  const list = el('s-stack', { gap: 'base' })
  const section = el('s-section', { heading: words.orders }, list)
  return { section, show: () => showOrders(list, null) }
}

function sayReason({ reason, message }) {
  if (reason === 'review_refused') return message.replace(REFUSED, words.reasons.review_refused)
  return words.reasons[reason] ?? message
}

async function showOrders(list, after) {
  const { data, has_more: hasMore } = await ask(`orders${after === null ? '' : `?after=${after}`}`)
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
  // A design in review has its print file later, or never.
  const shown = REVIEWS.includes(line.reason) ? line.reason : line.state
  const canRelease = line.state === 'held' && !NOT_RELEASED.includes(line.reason)
  return el(
    's-stack',
    { direction: 'inline', gap: 'base', 'align-items': 'center' },
    el('s-badge', { tone: TONES[shown] ?? 'info' }, words.states[shown] ?? line.state),
    line.message ? el('s-text', {}, sayReason(line)) : null,
    line.renderStatus === 'succeeded'
      ? button(words.printFile, open, { accessibilityLabel: `${words.printFile}: ${named}` })
      : null,
    line.state === 'failed' ? move('retry', words.retry) : null,
    canRelease ? move('release', words.release) : null,
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
