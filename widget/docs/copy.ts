/** A button on each block of code that copies it. */
import { copyText } from '../browser-apis.ts'
import { element } from './element.ts'
import { words } from './words.ts'

const SHOWN_MS = 1_500

export function addCopyButtons(root: ParentNode): void {
  for (const block of root.querySelectorAll<HTMLElement>('.code')) {
    const button = element('button', { type: 'button', class: 'copy' }, [words.copy])
    button.addEventListener('click', async () => {
      if (!(await copyText(block.querySelector('code')?.textContent ?? ''))) return
      button.textContent = words.copied
      setTimeout(() => {
        button.textContent = words.copy
      }, SHOWN_MS)
    })
    block.append(button)
  }
}
