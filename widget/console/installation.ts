/** What the page that carries the console says of this installation. */

/** Does it send e-mail? */
export function sendsMail(): boolean {
  return document.querySelector<HTMLElement>('#console')?.dataset.mail === 'on'
}
