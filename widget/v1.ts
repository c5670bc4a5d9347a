/** The loader in a shop's page: finds the buttons, and opens the editor in a frame of the service. */
import { createPlaten, type Opener, type OpenOptions, type Platen } from './loader/platen.ts'

const ATTRIBUTE = 'data-service-'
const BUTTON = `[${ATTRIBUTE}product],[${ATTRIBUTE}session]`

declare global {
  interface Window {
    Platen?: Platen
  }
}

/** A module script does not know its own element. What runs while the page loads touches as little of it as it can. */
function ownScript(): HTMLScriptElement | undefined {
  const own = document.currentScript
  if (own !== null) return own as HTMLScriptElement
  return Array.from(document.scripts).find((script) => /\/widget\/v1\.js(?:[?#]|$)/.test(script.src))
}

/** The button around what was touched, also one within an open shadow tree. */
function buttonOf(event: Event): Element | null {
  const [target] = event.composedPath()
  const button = target instanceof Element ? target.closest(BUTTON) : null
  return button?.matches(':disabled,[aria-disabled=true]') ? null : button
}

function start(script: HTMLScriptElement | undefined): void {
  const address = script?.src
  if (script === undefined || !address) {
    console.error('Platen: load the script by its address, https://…/widget/v1.js.')
    return
  }
  // Nothing is made before it is needed: the page is still loading.
  let made: Opener | null = null
  const platen = (): Opener => {
    made ??= createPlaten(address.replace(/\/widget\/v1\.js.*$/, ''))
    return made
  }
  window.Platen = {
    open: (options) => platen().open(options),
    close: () => made?.close(),
    on: (name, listener) => platen().on(name, listener),
    off: (name, listener) => made?.off(name, listener),
  }
  const optionsOf = (button: Element): OpenOptions => {
    const said = (name: string) => button.getAttribute(ATTRIBUTE + name) || null
    const [session, secret] = [said('session'), said('secret')]
    return {
      key: said('key') ?? script.getAttribute(`${ATTRIBUTE}key`) ?? '',
      product: said('product') ?? '',
      variant: said('variant'),
      cart: said('cart'),
      fill: said('fill'),
      language: said('language') ?? button.closest('[lang]')?.getAttribute('lang') ?? '',
      application: said('application') ?? '',
      ...(session && secret ? { session: { id: session, client_secret: secret } } : {}),
    }
  }
  // Listening to the document finds every button, also those that come later, and costs nothing until one is touched.
  const intent = (event: Event): void => {
    const button = buttonOf(event)
    if (button) platen().warm(optionsOf(button))
  }
  // A finger is a pointer, too: it comes over the button before it is on it.
  document.addEventListener('pointerover', intent, true)
  document.addEventListener('focusin', intent, true)
  document.addEventListener('click', (event) => {
    const button = buttonOf(event)
    if (!button) return
    event.preventDefault()
    platen().openFrom(button, optionsOf(button))
  })
}

// Included twice, the first one serves.
if (!window.Platen) start(ownScript())
