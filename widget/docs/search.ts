/** The search of the documentation: a box with a list of sections for the arrow keys. */
import { element } from './element.ts'
import { type Found, findSections, type IndexRow } from './find.ts'
import { words } from './words.ts'

export function addSearch(place: HTMLElement | null): void {
  if (place === null) return
  const { none = '', label = '' } = place.dataset
  const input = element('input', {
    ...{ type: 'search', id: 'search', placeholder: label, 'aria-label': label, autocomplete: 'off' },
    ...{ role: 'combobox', 'aria-expanded': 'false', 'aria-controls': 'search-results' },
    ...{ 'aria-autocomplete': 'list', 'aria-keyshortcuts': '/' },
  })
  const list = element('div', { id: 'search-results', role: 'listbox', 'aria-label': label, hidden: '' })
  const said = element('p', { class: 'spoken', role: 'status' })
  place.append(input, element('kbd', { 'aria-hidden': 'true' }, ['/']), list, said)
  let rows: Promise<readonly IndexRow[]> | null = null
  let chosen = -1

  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const choose = (at: number): void => {
    const all = options()
    chosen = all.length === 0 ? -1 : (at + all.length) % all.length
    all.forEach((option, index) => {
      option.setAttribute('aria-selected', String(index === chosen))
    })
    all[chosen]?.scrollIntoView({ block: 'nearest' })
    if (chosen < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', all[chosen]?.id ?? '')
  }
  const close = (): void => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    choose(-1)
  }
  const show = async (): Promise<void> => {
    rows ??= readIndex()
    const asked = input.value
    const found = findSections(await rows, asked)
    if (asked !== input.value) return
    if (asked.trim() === '') return close()
    list.replaceChildren(
      ...(found.length === 0 ? [element('p', { class: 'none' }, [none])] : found.map(optionOf)),
    )
    list.hidden = false
    input.setAttribute('aria-expanded', 'true')
    said.textContent = found.length === 0 ? none : words.results(found.length)
    choose(0)
  }
  input.addEventListener('focus', () => {
    rows ??= readIndex()
  })
  input.addEventListener('input', () => void show())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Enter') options()[chosen]?.click()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  })
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return
    event.preventDefault()
    input.focus()
  })
  addEventListener('click', (event) => {
    if (event.target instanceof Node && !place.contains(event.target)) close()
  })
  // A result on the same page leads there without loading anything.
  list.addEventListener('click', close)
}

async function readIndex(): Promise<readonly IndexRow[]> {
  const reply = await fetch(`/docs/search.json?lang=${document.body.dataset.language ?? 'en'}`)
  return (await reply.json()) as readonly IndexRow[]
}

function optionOf({ href, page, title, text }: Found, at: number): HTMLElement {
  const lang = new URLSearchParams(location.search).get('lang')
  const [path = '', hash] = href.split('#')
  const target = `${path}${lang === null ? '' : `?lang=${lang}`}${hash === undefined ? '' : `#${hash}`}`
  return element(
    'a',
    { href: target, role: 'option', id: `search-${at}`, tabindex: '-1', 'aria-selected': 'false' },
    [
      element('b', {}, [title]),
      element('span', { class: 'page' }, [page === title ? '' : page]),
      element('span', { class: 'excerpt' }, [text.slice(0, 120)]),
    ],
  )
}
