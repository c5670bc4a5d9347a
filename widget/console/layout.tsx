/** The frame around every page: skip link, head with navigation and account, content, and what is said in passing. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from './parts/button.tsx'
import { Dialog } from './parts/dialog.tsx'
import { Menu } from './parts/menu.tsx'
import { Toasts } from './parts/toast.tsx'
import { readPreference, savePreference } from './preferences.ts'
import { Link, navigate, ROOT, useLeaving } from './router.ts'
import { SECTIONS } from './sections.ts'
import { useSession } from './session.ts'
import { phrase, useWords } from './words.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** Follows the device where nobody chose; the style sheet reads off the page which of the two it is. */
export function applyScheme(scheme: Scheme): void {
  const dark = scheme === 'dark' || (scheme === 'auto' && DARK.matches)
  document.documentElement.dataset.scheme = dark ? 'dark' : 'light'
}

const DARK = matchMedia('(prefers-color-scheme: dark)')
DARK.addEventListener('change', () => applyScheme(keptScheme()))

export function keptScheme(): Scheme {
  return SCHEMES.find((one) => one === readPreference('scheme')) ?? 'auto'
}

export function Layout({ path, children }: { readonly path: string; readonly children: ComponentChildren }) {
  const words = useWords('shared')
  const leaving = useLeaving()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  const rows = [...SECTIONS.slice(-1), ...SECTIONS.slice(0, -1)]
  return (
    <div class="frame">
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <header class="head">
        <Link class="brand" href={ROOT}>
          {words.brand}
        </Link>
        <button
          type="button"
          class="button quiet nav-button"
          aria-expanded={open}
          aria-controls="sections"
          onClick={() => setOpen(!open)}
        >
          {words.menu}
        </button>
        <nav id="sections" class="nav" data-open={open || undefined} aria-label={words.navigation}>
          <ul>
            {rows.map((row) =>
              row.word === null ? null : (
                <li key={row.path}>
                  <Link
                    href={row.path}
                    aria-current={isWithin(path, row.path) ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    {words.sections[row.word]}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </nav>
        <AccountMenu />
      </header>
      <main id="content" class="content" tabIndex={-1}>
        {children}
      </main>
      <Toasts />
      {leaving === null ? null : (
        <Dialog
          title={words.leaving.title}
          onClose={leaving.stay}
          actions={
            <>
              <Button onClick={leaving.stay}>{words.leaving.stay}</Button>
              <Button kind="danger" onClick={leaving.go}>
                {words.leaving.leave}
              </Button>
            </>
          }
        >
          <p>{words.leaving.text}</p>
        </Dialog>
      )}
    </div>
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
