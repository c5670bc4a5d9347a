/** The contents beside the page: scrolls to the entry of the current page. */
export function showCurrent(contents: HTMLElement | null): void {
  const current = contents?.querySelector<HTMLElement>('[aria-current="page"]') ?? null
  if (contents === null || current === null) return
  if (current.offsetTop + current.offsetHeight > contents.clientHeight)
    contents.scrollTop = current.offsetTop - contents.clientHeight / 2
}
