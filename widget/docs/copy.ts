/** A button on each block of code that copies it. */
import { element } from './element.ts'
import { words } from './words.ts'

const SHOWN_MS = 1_500

export function addCopyButtons(root: ParentNode): void {
  // Without a secure address a browser has no clipboard to give.
  if (navigator.clipboard === undefined) return
  for (const block of root.querySelectorAll<HTMLElement>('.code')) {
    const button = element('button', { type: 'button', class: 'copy' }, [words.copy])
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '')
      button.textContent = words.copied
      setTimeout(() => {
        button.textContent = words.copy
      }, SHOWN_MS)
    })
    block.append(button)
  }
}
