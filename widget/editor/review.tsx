/** The summary before saving: every page as it will be printed, every entry in words, and who orders where that is asked. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useEditor } from './context.ts'
import { valueIn } from './field-state.ts'
import { fieldInks, inkChoices, inkOf } from './inks.ts'
import { PictureNote, Sheet } from './sheet.tsx'
import type { Customer } from './transport.ts'
import { pageName } from './trouble-words.ts'
import type { FieldWire, OptionWire, PictureWire } from './wire.ts'

export type Ask = 'no' | 'optional' | 'required'
export interface AskCustomer {
  readonly name: Ask
  readonly email: Ask
}

const PICTURE_PX = 480

export function Review({ ask, onBack }: { readonly ask: AskCustomer; onBack(): void }) {
  const { store, words } = useEditor()
  const { say } = words
  const { template, phase } = store.state
  const heading = useRef<HTMLHeadingElement>(null)
  const [customer, setCustomer] = useState({ name: '', email: '' })
  const [wrong, setWrong] = useState<readonly string[]>([])
  const pages = template?.scene_summary.pages ?? []
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const width = PICTURE_PX * Math.min(2, window.devicePixelRatio || 1)
    store.pictures.look(pages.map(({ index }) => [index, width]))
  }, [])
  if (template === null) return null
  const busy = phase === 'saving'
  const save = () => {
    const faults = faultsOf(customer, ask)
    setWrong(faults)
    if (faults.length === 0) void store.save(customerOf(customer))
  }
  return (
    <div class="review">
      <h2 ref={heading} tabIndex={-1}>
        {say('review_title')}
      </h2>
      <p>{say('review_text')}</p>
      <ul class="review-pages">
        {pages.map((page) => (
          <li key={page.index}>
            <figure>
              <div class="review-sheet" style={{ aspectRatio: `${page.width_pt} / ${page.height_pt}` }}>
                <Sheet page={page} name={pageName(say, page.index, pages.length)} />
              </div>
              {pages.length < 2 ? null : <figcaption>{pageName(say, page.index, pages.length)}</figcaption>}
            </figure>
            <PictureNote page={page.index} />
          </li>
        ))}
      </ul>
      <Entries />
      {ask.name === 'no' && ask.email === 'no' ? null : (
        <div class="customer">
          {ask.name === 'no' ? null : (
            <CustomerField
              kind="name"
              required={ask.name === 'required'}
              value={customer.name}
              wrong={wrong.includes('name') ? say('missing') : null}
              onInput={(name) => setCustomer({ ...customer, name })}
            />
          )}
          {ask.email === 'no' ? null : (
            <CustomerField
              kind="email"
              required={ask.email === 'required'}
              value={customer.email}
              wrong={wrong.includes('email') ? say(customer.email === '' ? 'missing' : 'email_wrong') : null}
              onInput={(email) => setCustomer({ ...customer, email })}
            />
          )}
        </div>
      )}
      <div class="actions">
        <button type="button" class="plain" aria-disabled={busy} onClick={() => (busy ? null : onBack())}>
          {say('back')}
        </button>
        <button type="button" class="main" aria-disabled={busy} onClick={() => (busy ? null : save())}>
          {say(busy ? 'saving' : 'approve')}
        </button>
      </div>
    </div>
  )
}

/** Each entry as it will be printed, in the form's order. */
function Entries() {
  const { store, words } = useEditor()
  const { say } = words
  const { template, content } = store.state
  if (template === null) return null
  const inks = fieldInks(template, content)
  return (
    <dl class="entries">
      {template.fields.map((field) => {
        const shown = shownValue(field, valueIn(field, content))
        const ink =
          field.ink_choice && inks.length > 1
            ? inks.find(({ index }) => index === inkOf(field, content))
            : undefined
        return (
          <div key={field.id}>
            <dt>
              <bdi>{field.label}</bdi>
            </dt>
            <dd dir="auto" data-empty={shown === ''}>
              {shown === '' ? say('left_empty') : shown}
              {ink === undefined ? null : <small> · {ink.name}</small>}
            </dd>
          </div>
        )
      })}
      {inkChoices(template, content).map(({ index, chosen }) => (
        <div key={`ink ${index}`}>
          <dt>{say('ink')}</dt>
          <dd>{chosen.name}</dd>
        </div>
      ))}
      {template.scene_summary.papers.length === 0 || content.substrate === null ? null : (
        <div>
          <dt>{say('paper')}</dt>
          <dd>{content.substrate.name}</dd>
        </div>
      )}
    </dl>
  )
}

function shownValue(field: FieldWire, value: string): string {
  if (field.type === 'text') return value
  for (const option of field.options ?? []) if (idOf(option) === value) return option.label
  return value
}

function idOf(option: OptionWire | PictureWire): string {
  return 'value' in option ? option.value : option.id
}

function CustomerField({
  kind,
  required,
  value,
  wrong,
  onInput,
}: {
  readonly kind: 'name' | 'email'
  readonly required: boolean
  readonly value: string
  readonly wrong: string | null
  onInput(value: string): void
}) {
  const { words, prefix } = useEditor()
  const { say } = words
  const id = `${prefix}customer-${kind}`
  return (
    <div class="field">
      <label for={id}>
        {say(kind === 'name' ? 'your_name' : 'your_email')}
        {required ? <span class="required">{say('required')}</span> : null}
      </label>
      <input
        id={id}
        type={kind === 'email' ? 'email' : 'text'}
        autocomplete={kind}
        maxLength={200}
        value={value}
        aria-required={required}
        aria-invalid={wrong !== null}
        aria-describedby={wrong === null ? undefined : `${id}-trouble`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {wrong === null ? null : (
        <p class="trouble" role="alert" id={`${id}-trouble`}>
          {wrong}
        </p>
      )}
    </div>
  )
}

type Given = { readonly name: string; readonly email: string }

/** Decision: an address needs a name, an at sign and a domain; whether it exists only a letter can tell. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

function faultsOf({ name, email }: Given, ask: AskCustomer): readonly string[] {
  const faults: string[] = []
  if (ask.name === 'required' && name.trim() === '') faults.push('name')
  const address = email.trim()
  if (address === '' ? ask.email === 'required' : ask.email !== 'no' && !EMAIL.test(address))
    faults.push('email')
  return faults
}

function customerOf({ name, email }: Given): Customer {
  return {
    ...(name.trim() === '' ? {} : { customer_name: name.trim() }),
    ...(email.trim() === '' ? {} : { customer_email: email.trim() }),
  }
}
