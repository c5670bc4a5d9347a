/** The last page: the approved card, a short reference, the shop's next steps, and ways to change it or begin another. */
import { useEffect, useRef } from 'preact/hooks'
import { useEditor } from './context.ts'
import type { Face } from './face.ts'
import { Pages } from './pages.tsx'

/** As many characters of the id as the shop's own lists show. */
const REFERENCE = 8

export function Done({ face, own }: { readonly face: Face; readonly own: boolean }) {
  const { store, words } = useEditor()
  const { say } = words
  const { fill, reopened } = store.state
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { shop } = face
  const id = fill?.id ?? ''
  // A session that the shop's server opened is the shop's to open again; while it goes on, it can change the design.
  const mayChange = own || reopened
  return (
    <div class="desk done">
      <Pages />
      <div class="side">
        <svg class="tick" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
          <circle cx="12" cy="12" r="11" />
          <path d="m7 12.5 3.5 3.5L17 9" />
        </svg>
        <h2 ref={heading} tabIndex={-1}>
          {say('saved')}
        </h2>
        <p class="closing" dir="auto">
          {shop?.closing ?? say('saved_text')}
        </p>
        <p class="reference">
          {say('reference')}: <code data-fill={id}>{fill?.external_order_id ?? id.slice(-REFERENCE)}</code>
        </p>
        {shop?.contact == null ? null : (
          <p class="contact" dir="auto">
            {say('contact')}: <Contact text={shop.contact} />
          </p>
        )}
        {fill?.changing_since == null ? null : <OpenChange onKept={() => heading.current?.focus()} />}
        <p class="remedies">
          {fill?.proof_url == null ? null : (
            <a class="plain" href={fill.proof_url} target="_blank" rel="noopener noreferrer">
              {say('open_proof')}
            </a>
          )}
          {mayChange && fill?.changing_since == null ? (
            <button type="button" class="plain" onClick={() => void store.change()}>
              {say('change_design')}
            </button>
          ) : null}
          {own ? (
            <button type="button" class="plain" onClick={() => void store.startNew()}>
              {say('start_new')}
            </button>
          ) : null}
        </p>
      </div>
    </div>
  )
}

/** A change that was begun and not approved, in this browser or in another tab. */
function OpenChange({ onKept }: { onKept(): void }) {
  const { store, words } = useEditor()
  const { say } = words
  const { busy } = store.state
  return (
    <div class="notice" role="status">
      <p>{say('change_open')}</p>
      <p class="remedies">
        <button type="button" class="main" aria-disabled={busy} onClick={() => void store.change()}>
          {say('change_continue')}
        </button>
        <button
          type="button"
          class="plain"
          aria-disabled={busy}
          onClick={() => (busy ? undefined : void store.keepApproved().then(onKept))}
        >
          {say('keep_approved')}
        </button>
      </p>
    </div>
  )
}

/** An address or a number is a link; anything else is text. */
function Contact({ text }: { readonly text: string }) {
  const href = /^[^\s@]+@[^\s@]+$/.test(text)
    ? `mailto:${text}`
    : /^\+?[\d\s()/-]{5,}$/.test(text)
      ? `tel:${text.replace(/[^\d+]/g, '')}`
      : null
  return href === null ? <bdi>{text}</bdi> : <a href={href}>{text}</a>
}
