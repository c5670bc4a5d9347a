/** Links to the pages of one section, each with its own address. */
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
  return (
    <nav class={quiet ? 'page-links quiet' : 'page-links'} aria-label={label}>
      <ul>
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
