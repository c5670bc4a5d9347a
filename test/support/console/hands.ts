/** What somebody does on a page: each waits until it is possible, and says what is in the way. */
import { waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { topDialog } from './dom-pieces.ts'
import type { Finding, Found, Words } from './finding.ts'

/** A control by its label, or itself. */
type Control = Words | Element

export interface Hands {
  click(element: Element): Promise<void>
  /** The button of this name, within what can be reached unless it is said where. */
  press(name: Words, where?: Found): Promise<void>
  /** Chooses from the menu of this button. */
  choose(menu: Words | Element, item: Words): Promise<void>
  /** Replaces what the field holds. */
  fill(control: Control, text: string): Promise<void>
  /** By its label, or its value. */
  select(control: Control, option: string): Promise<void>
  /** A box or radio button that is not checked yet. */
  check(control: Control): Promise<void>
  /** As user-event writes keys: `{Escape}`, `{Shift>}a{/Shift}`. */
  keyboard(keys: string): Promise<void>
  upload(control: Control, ...files: readonly File[]): Promise<void>
  /** What the page copied last. */
  copied(): Promise<string>
}

export function openHands(document: Document, finding: Finding): Hands {
  const user = userEvent.setup({ document, delay: null, applyAccept: false })
  const reach = (element: Element) =>
    waitFor(
      () => {
        const obstacle = obstacleOf(element, document)
        if (obstacle === null) return
        throw new Error(`It cannot be used: ${obstacle}. ${element.outerHTML.slice(0, 200)}`)
      },
      { container: document.body },
    )
  const click = async (element: Element) => {
    await reach(element)
    await user.click(element)
  }
  const controlOf = async (control: Control): Promise<HTMLElement> => {
    const words = typeof control === 'string' || control instanceof RegExp
    const element = words ? await finding.field(control) : (control as HTMLElement)
    await reach(element)
    return element
  }
  const named = (role: string, name: Words, where: () => Found) =>
    finding.until(() => where().getByRole(role, { name }))
  return {
    click,
    press: async (name, where) => click(await named('button', name, () => where ?? finding.reachable())),
    async choose(menu, item) {
      const words = typeof menu === 'string' || menu instanceof RegExp
      await click(words ? await named('button', menu, finding.reachable) : menu)
      await click(await named('menuitem', item, finding.reachable))
    },
    async fill(control, text) {
      const element = await controlOf(control)
      await user.clear(element)
      if (text !== '') await user.paste(text)
    },
    async select(control, option) {
      const element = await controlOf(control)
      const options = (element as HTMLSelectElement).getElementsByTagName('option')
      await finding.until(() => [...options].some(({ value, text }) => [value, text].includes(option)))
      await user.selectOptions(element, option)
    },
    async check(control) {
      const element = await controlOf(control)
      if (!(element as HTMLInputElement).checked) await user.click(element)
    },
    keyboard: (keys) => user.keyboard(keys),
    // A field for files may be out of sight, behind the button that opens it.
    async upload(control, ...files) {
      const words = typeof control === 'string' || control instanceof RegExp
      const element = words ? await finding.field(control) : (control as HTMLElement)
      await user.upload(element, [...files])
    },
    copied: () => document.defaultView?.navigator.clipboard.readText() ?? Promise.resolve(''),
  }
}

function obstacleOf(element: Element, document: Document): string | null {
  if (!element.isConnected) return 'it is gone from the page'
  if (element.matches(':disabled')) return 'it is disabled'
  if (element.closest('[inert], [hidden]') !== null) return 'it is inert or hidden'
  const dialog = topDialog(document)
  return dialog === null || dialog.contains(element) ? null : 'a dialog is open over it'
}
