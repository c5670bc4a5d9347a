/** The order screen: shows the service's answer once it is here, and copies the link with which a customer adds a design. */
;(() => {
  const PAUSE = 2000
  const MOST = 20
  const box = document.querySelector('#platen-print-files .inside')

  async function look(left) {
    const url = box?.querySelector('[data-platen-look]')?.dataset.platenLook
    if (!url || left === 0) return
    try {
      const response = await fetch(url, { method: 'POST' })
      if (!response.ok) return
      box.innerHTML = (await response.json()).html
    } catch {
      // The box says itself that the answer is not here; it is there when the page is opened again.
      return
    }
    setTimeout(look, PAUSE, left - 1)
  }
  void look(MOST)

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
