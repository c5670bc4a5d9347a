/** The message instead of the editor if its words could not be loaded: the reason, and *Try again*. */
import { loaderWords } from '../loader/words.ts'

/** `close` is null where there is nothing to go back to. Nothing was typed yet, so that the page can begin again. */
export function sayLost(root: HTMLElement, language: string, close: (() => void) | null): void {
  const words = loaderWords(language)
  const said = document.createElement('p')
  said.textContent = words.failed
  const remedies = document.createElement('p')
  remedies.className = 'remedies'
  const button = (text: string, act: () => void) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = 'plain'
    made.textContent = text
    made.addEventListener('click', act)
    remedies.append(made)
  }
  button(words.again, () => location.reload())
  if (close !== null) button(words.close, close)
  const notice = document.createElement('div')
  notice.className = 'notice fault'
  notice.setAttribute('role', 'alert')
  notice.append(said, remedies)
  root.classList.add('platen')
  // The page keeps its heading, where it has one.
  const heads = root.querySelectorAll('.page-head')
  root.replaceChildren(...heads, notice)
}
