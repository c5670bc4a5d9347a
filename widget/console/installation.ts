/** What the page that carries the console says of this installation. */

/** Does it send e-mail? */
export function sendsMail(): boolean {
  return document.querySelector<HTMLElement>('#console')?.dataset.mail === 'on'
}

/** The origin of the widget, if it is not the service's own. */
export function widgetOrigin(): string | null {
  return document.querySelector<HTMLElement>('#console')?.dataset.widget || null
}
