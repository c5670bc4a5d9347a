/** The navigation of the console: a rail on desktops, bars on phones; and the account menu. */

import { useState } from 'preact/hooks'
import { watchMedia } from '../browser-apis.ts'
import { BrandMark } from './parts/brand.tsx'
import { Dialog } from './parts/dialog.tsx'
import { Icon } from './parts/icon.tsx'
import { Menu } from './parts/menu.tsx'
import { readPreference, savePreference } from './preferences.ts'
import { Link, navigate, ROOT } from './router.ts'
import { GROUPS, SECTIONS, type SectionRow } from './sections.ts'
import { useSession } from './session.ts'
import { phrase, useWords } from './words.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]
/** The sections that a phone shows at once; the others are behind its fifth button. */
const NEAR = ['home', 'orders', 'batches', 'templates'] as const

/** Follows the device where nobody chose; the style sheet reads off the page which of the two it is. */
export function applyScheme(scheme: Scheme): void {
  const dark = scheme === 'dark' || (scheme === 'auto' && DARK.matches)
  document.documentElement.dataset.scheme = dark ? 'dark' : 'light'
}

const DARK = watchMedia('(prefers-color-scheme: dark)')
DARK.onChange(() => applyScheme(keptScheme()))

export function keptScheme(): Scheme {
  return SCHEMES.find((one) => one === readPreference('scheme')) ?? 'auto'
}

export function Rail({ path }: { readonly path: string }) {
  return (
    <header class="rail">
      <Brand />
      <Sections path={path} />
      <AccountMenu />
    </header>
  )
}

export function TopBar() {
  return (
    <header class="top-bar">
      <Brand />
      <AccountMenu />
    </header>
  )
}

export function TabBar({ path }: { readonly path: string }) {
  const words = useWords('shared')
  const [open, setOpen] = useState(false)
  const near = NEAR.flatMap((word) => SECTIONS.filter((row) => row.word === word))
  const inside = near.some((row) => isWithin(path, row.path))
  return (
    <nav class="tab-bar" aria-label={words.navigation}>
      <ul>
        {near.map((row) => (
          <li key={row.path}>
            <SectionLink row={row} path={path} />
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-current={inside ? undefined : 'true'}
            onClick={() => setOpen(true)}
          >
            <Icon name="more" />
            {words.menu}
          </button>
        </li>
      </ul>
      {open ? (
        <Dialog title={words.navigation} onClose={() => setOpen(false)}>
          <div class="sheet-nav">
            <Sections path={path} onGo={() => setOpen(false)} />
          </div>
        </Dialog>
      ) : null}
    </nav>
  )
}

function Brand() {
  return (
    <Link class="brand" href={ROOT}>
      <BrandMark />
      {useWords('shared').brand}
    </Link>
  )
}

function Sections({ path, onGo }: { readonly path: string; onGo?(): void }) {
  const words = useWords('shared')
  const links = (rows: readonly SectionRow[]) => (
    <ul>
      {rows.map((row) => (
        <li key={row.path}>
          <SectionLink row={row} path={path} onGo={onGo} />
        </li>
      ))}
    </ul>
  )
  return (
    <nav class="nav" aria-label={words.navigation}>
      {links(SECTIONS.filter(({ word }) => word === 'home'))}
      {GROUPS.map((group) => (
        <section key={group}>
          <h2>{words.groups[group]}</h2>
          {links(SECTIONS.filter((row) => row.group === group))}
        </section>
      ))}
    </nav>
  )
}

function SectionLink({
  row,
  path,
  onGo,
}: {
  readonly row: SectionRow
  readonly path: string
  readonly onGo?: (() => void) | undefined
}) {
  const words = useWords('shared')
  if (row.word === null) return null
  return (
    <Link href={row.path} aria-current={isWithin(path, row.path) ? 'page' : undefined} onClick={onGo}>
      <Icon name={row.word} />
      {words.sections[row.word]}
    </Link>
  )
}

function AccountMenu() {
  const words = useWords('shared')
  const { user, signOut } = useSession()
  const [scheme, setScheme] = useState<Scheme>(keptScheme)
  const choose = (next: Scheme) => {
    setScheme(next)
    savePreference('scheme', next === 'auto' ? null : next)
    applyScheme(next)
  }
  const row = (value: Scheme) => ({
    label: words.user[value],
    checked: scheme === value,
    onSelect: () => choose(value),
  })
  return (
    <div class="account">
      <Menu
        label={phrase(words.user.menu, { name: user.name })}
        items={[
          { label: words.user.account, onSelect: () => navigate('/console/account') },
          { label: words.user.docs, onSelect: () => window.open('/docs', '_blank', 'noopener') },
          null,
          row('auto'),
          row('light'),
          row('dark'),
          null,
          { label: words.user.signOut, onSelect: () => void signOut() },
        ]}
      >
        <span class="initials" data-initials={initials(user.name)} aria-hidden="true" />
        <bdi class="account-name">{user.name}</bdi>
      </Menu>
    </div>
  )
}

function isWithin(path: string, section: string): boolean {
  return path === section || (section !== ROOT && path.startsWith(`${section}/`))
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return ([...first].slice(0, 1).join('') + [...last].slice(0, 1).join('')).toUpperCase()
}
