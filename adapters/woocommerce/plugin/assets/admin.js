/** The order screen: copies the link with which a customer adds the design of a line. */
;(() => {
  document.addEventListener('click', async (event) => {
    const button = event.target.closest?.('[data-platen-copy]')
    if (!button) return
    const link = button.dataset.platenCopy
    try {
      await navigator.clipboard.writeText(link)
      button.textContent = button.dataset.platenCopied
    } catch {
      // A site without https has no clipboard.
      window.prompt(button.textContent, link)
    }
  })
})()
