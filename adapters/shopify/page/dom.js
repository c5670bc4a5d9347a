/* What the parts of the app's page share: questions to the service, elements, words, and messages. `shopify` is App Bridge. */
export const { base, language } = document.getElementById('app').dataset

export async function ask(path, body) {
  // App Bridge gives a fresh token for each question.
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
  if (!answer.ok) throw new Error(told.error?.message ?? `${words.failed} (${answer.status})`)
  return told
}

export const words = await fetch(`${base}/words.${language}.json`).then((answer) => answer.json())

/** A sentence with its values in place of {name}. */
export function phrase(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}

/** An element with attributes, listeners (`onclick`) and children; text stays text. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value)
    else if (value !== false && value != null) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.flat(2).filter((child) => child != null))
  return made
}

export function button(text, onclick, attributes = {}) {
  return el('s-button', { ...attributes, onclick: doing(onclick) }, text)
}

/** Where faults are shown: above everything else, until the next press of a button. */
export const faults = el('div', { role: 'alert' })

export function showFault(message) {
  faults.replaceChildren(...(message === null ? [] : [el('s-banner', { tone: 'critical' }, message)]))
}

export function say(text) {
  window.shopify.toast?.show(text)
}

/** Runs what a person asked for, once at a time; its fault is shown. */
function doing(work) {
  return async (event) => {
    const pressed = event?.currentTarget
    if (pressed?.hasAttribute('loading')) return
    pressed?.setAttribute('loading', '')
    try {
      showFault(null)
      await work(event)
    } catch (error) {
      showFault(error.message)
    } finally {
      pressed?.removeAttribute('loading')
    }
  }
}

export function table(titles, rows, none) {
  if (rows.length === 0) return el('s-paragraph', { color: 'subdued' }, none)
  return el(
    's-table',
    {},
    el(
      's-table-header-row',
      {},
      titles.map((title) => el('s-table-header', {}, title)),
    ),
    el(
      's-table-body',
      {},
      rows.map((cells) =>
        el(
          's-table-row',
          {},
          cells.map((cell) => el('s-table-cell', {}, cell)),
        ),
      ),
    ),
  )
}
