/**
 * Turns code blocks of the same step in several languages into tabs; a choice applies to the page and the next ones.
 */
import { readPreference, savePreference } from '../console/preferences.ts'
import { element } from './element.ts'
import { words } from './words.ts'

interface Group {
  choose(name: string): void
}

const groups: Group[] = []
let made = 0

export function makeTabs(root: ParentNode): void {
  for (const group of root.querySelectorAll<HTMLElement>('.tabs')) groups.push(makeGroup(group))
  const known = readPreference('docs-tab')
  if (known !== null) chooseEverywhere(known)
}

function chooseEverywhere(name: string): void {
  for (const group of groups) group.choose(name)
}

function makeGroup(group: HTMLElement): Group {
  const panels = [...group.querySelectorAll<HTMLElement>(':scope > .tab')]
  const number = made++
  const tabs = panels.map((panel, at) => {
    const name = panel.dataset.tab ?? ''
    const tab = element('button', { type: 'button', role: 'tab', id: `tab-${number}-${at}` }, [name])
    panel.id = `panel-${number}-${at}`
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    tab.setAttribute('aria-controls', panel.id)
    tab.addEventListener('click', () => {
      // The blocks above may become longer or shorter: what is read stays where it is.
      const before = tab.getBoundingClientRect().top
      savePreference('docs-tab', name)
      chooseEverywhere(name)
      scrollBy(0, tab.getBoundingClientRect().top - before)
    })
    return tab
  })
  const list = element('div', { role: 'tablist', 'aria-label': words.tabs, class: 'tab-list' }, tabs)
  list.addEventListener('keydown', (event) => moveFocus(event, tabs))
  const choose = (at: number): void => {
    tabs.forEach((tab, index) => {
      tab.setAttribute('aria-selected', String(index === at))
      tab.tabIndex = index === at ? 0 : -1
    })
    panels.forEach((panel, index) => {
      panel.hidden = index !== at
    })
  }
  choose(0)
  group.prepend(list)
  group.classList.add('made')
  return {
    choose(name) {
      const at = panels.findIndex((panel) => panel.dataset.tab === name)
      if (at >= 0) choose(at)
    },
  }
}

function moveFocus(event: KeyboardEvent, tabs: readonly HTMLElement[]): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const at = tabs.indexOf(event.target as HTMLElement)
  const next = tabs[(at + step + tabs.length) % tabs.length]
  next?.focus()
  next?.click()
  event.preventDefault()
}
