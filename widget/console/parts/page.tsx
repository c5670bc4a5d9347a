/** A page of the console: its title, its actions and its content. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { hasMoved, Link } from '../router.ts'
import { useWords } from '../words.ts'
import { BrandMark } from './brand.tsx'
import { Icon } from './icon.tsx'

export interface PageProps {
  readonly title: string
  /** Which of its pages a section shows, where links beside it say so: for the window's title and for readers. */
  readonly part?: string | undefined
  /** In the place of the title's text, such as with a badge behind it. */
  readonly heading?: ComponentChildren
  /** One sentence under the title. */
  readonly lead?: string | undefined
  /** The page above this one. */
  readonly back?: { readonly href: string; readonly label: string } | undefined
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren
  /** Takes all the width there is, as tables and editors do. */
  readonly wide?: boolean | undefined
  readonly children?: ComponentChildren
}

/** A new page is announced by its heading, which takes the focus after a link was followed. */
export function Page({ title, part, heading, lead, back, actions, wide = false, children }: PageProps) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = part === undefined ? `${title} – Platen` : `${part} – ${title} – Platen`
  }, [title, part])
  useEffect(() => {
    if (hasMoved()) head.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div class={wide ? 'page wide' : 'page'}>
      {back === undefined ? null : (
        <Link class="back" href={back.href}>
          <Icon name="back" small />
          {back.label}
        </Link>
      )}
      <div class="page-top">
        <div class="page-titles">
          <h1 ref={head} tabIndex={-1}>
            {heading ?? title}
            {part === undefined ? null : <span class="spoken">: {part}</span>}
          </h1>
        </div>
        {actions === undefined ? null : <div class="page-actions">{actions}</div>}
      </div>
      {lead === undefined ? null : <p class="page-lead">{lead}</p>}
      {children}
    </div>
  )
}

/** Before anybody is signed in: the brand, a title, and what is asked for. */
export function LonePage({ title, children }: { readonly title: string; children: ComponentChildren }) {
  const words = useWords('shared')
  return (
    <main class="lone" id="content">
      <p class="brand-large">
        <BrandMark />
        {words.brand}
      </p>
      <h1>{title}</h1>
      {children}
    </main>
  )
}
