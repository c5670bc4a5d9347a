/** The pages of one section, side by side; each is an address of its own. */
import { Link } from '../router.ts'

export interface PageLink {
  readonly href: string
  readonly label: string
}

export function PageLinks({
  label,
  links,
  current,
}: {
  readonly label: string
  readonly links: readonly PageLink[]
  /** The address of the page that is shown. */
  readonly current: string
}) {
  return (
    <nav class="page-links" aria-label={label}>
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
