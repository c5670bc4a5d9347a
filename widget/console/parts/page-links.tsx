/** Links to the pages of one section, each with its own address. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Link } from '../router.ts'

export interface PageLink {
  readonly href: string
  readonly label: string
}

export function PageLinks({
  label,
  links,
  current,
  quiet = false,
}: {
  readonly label: string
  readonly links: readonly PageLink[]
  /** The address of the page that is shown. */
  readonly current: string
  /** Within a page that has links of its section above them already. */
  readonly quiet?: boolean
}) {
  const list = useRef<HTMLUListElement>(null)
  // A count in one of them comes later.
  const names = links.map(({ label: name }) => name).join('\n')
  // On a phone the links stand in one line that is wider than the window.
  useLayoutEffect(() => {
    const roll = () => {
      const here = list.current?.querySelector<HTMLElement>('[aria-current]')
      if (list.current !== null && here)
        list.current.scrollLeft = here.offsetLeft - list.current.offsetLeft - 40
    }
    roll()
    // Words in the page's typeface have another width.
    void document.fonts?.ready.then(roll)
  }, [current, names])
  return (
    <nav class={quiet ? 'page-links quiet' : 'page-links'} aria-label={label}>
      <ul ref={list}>
        {links.map(({ href, label: name }) => (
          <li key={href}>
            <Link href={href} aria-current={href === current ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
