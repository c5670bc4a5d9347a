/** The review before approval: the card, every entry in words, and the customer's name and e-mail if asked for. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useEditor } from './context.ts'
import { type AskCustomer, CustomerFields, customerId, customerOf, faultsOf } from './customer.tsx'
import { Entries } from './entries.tsx'
import type { Face } from './face.ts'
import { FaultNotice } from './notices.tsx'
import { Pages } from './pages.tsx'
import type { Start } from './transport.ts'

export type { AskCustomer } from './customer.tsx'

export function Review({
  kind,
  ask,
  face,
}: {
  readonly kind: Start['kind']
  readonly ask: AskCustomer
  readonly face: Face
}) {
  const { store, words, prefix } = useEditor()
  const { say } = words
  const heading = useRef<HTMLHeadingElement>(null)
  const { fill } = store.state
  // What was said at an earlier approval need not be typed again.
  const [customer, setCustomer] = useState({
    name: fill?.customer_name ?? '',
    email: fill?.customer_email ?? '',
  })
  const [tried, setTried] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  const busy = store.state.phase === 'saving'
  const faults = faultsOf(customer, ask)
  const save = () => {
    setTried(true)
    const [first] = faults
    if (first === undefined) return void store.save(customerOf(customer))
    // Focus leads there, and what is wrong is read with it.
    document.getElementById(customerId(prefix, first))?.focus()
  }
  return (
    <>
      <div class="desk review">
        <Pages />
        <div class="side">
          <FaultNotice kind={kind} />
          <h2 ref={heading} tabIndex={-1}>
            {say('review_title')}
          </h2>
          <p>{say('review_text')}</p>
          {fill?.approved_at == null ? null : <p class="replaces">{say('review_change')}</p>}
          <Entries />
          <CustomerFields ask={ask} customer={customer} wrong={tried ? faults : []} onChange={setCustomer} />
          <Legal face={face} />
        </div>
      </div>
      <div class="foot actions">
        <button type="button" class="plain" aria-disabled={busy} onClick={() => (busy ? null : store.back())}>
          {say('back')}
        </button>
        {/* It stands where Review stood: the second click of a double click approves nothing. */}
        <button
          type="button"
          class="main"
          aria-disabled={busy}
          onClick={({ detail }) => (busy || detail > 1 ? null : save())}
        >
          {say(busy ? 'saving' : 'approve')}
        </button>
      </div>
    </>
  )
}

function Legal({ face: { shop } }: { readonly face: Face }) {
  const { words } = useEditor()
  const { say } = words
  const links = [
    [say('terms'), shop?.terms_url ?? null],
    [say('privacy'), shop?.privacy_url ?? null],
  ] as const
  if (links.every(([, url]) => url === null)) return null
  return (
    <ul class="legal">
      {links.map(([label, url]) =>
        url === null ? null : (
          <li key={label}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          </li>
        ),
      )}
    </ul>
  )
}
