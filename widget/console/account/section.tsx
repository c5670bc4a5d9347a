/** A user's own settings: name, language, units, passphrase, passkeys, and sessions. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { ApiError } from '../api-error.ts'
import { faultText } from '../join.tsx'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Form } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { Select, type SelectOption } from '../parts/select.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { type SessionWire, useSession } from '../session.ts'
import { setUnit, UNITS, useUnit } from '../units.ts'
import { useAction } from '../use-action.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language, phrase, useWords } from '../words.ts'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

type Chosen = '' | Language

export function Section(_props: { readonly path: string }) {
  const words = useWords('account')
  return (
    <Page title={words.title}>
      <div class="card-grid">
        <You />
        <div class="stack">
          <Passphrase />
          <Units />
        </div>
        <Passkeys />
        <Sessions />
      </div>
    </Page>
  )
}

function You() {
  const words = useWords('account')
  const shared = useWords('shared')
  const { user, team, change } = useSession()
  const [name, setName] = useState(user.name)
  const [language, setLanguage] = useState<Chosen>(user.language ?? '')
  const action = useAction()
  const { busy, error } = action
  const languages: readonly SelectOption<Chosen>[] = [
    { value: '', label: words.browser },
    ...LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] })),
  ]
  const save = async () => {
    const body = { name: name.trim(), language: language === '' ? null : language }
    change(await api.patch<SessionWire>('/v1/console/session', body))
    toast(words.saved)
  }
  const nameFault = error?.param === 'name' ? words.nameMissing : null
  return (
    <section class="card">
      <h2>{words.you}</h2>
      <p class="lead">{phrase(words.role, { role: shared.roles[user.role], team: team.name })}</p>
      <Form action={action} noValidate onSend={save}>
        {nameFault === null ? <ErrorNotice error={error} /> : null}
        <TextInput
          label={words.name}
          value={name}
          onInput={setName}
          autocomplete="name"
          maxLength={100}
          error={nameFault}
          required
        />
        <TextInput
          label={words.email}
          hint={words.emailHint}
          type="email"
          value={user.email}
          onInput={() => {}}
          autocomplete="username"
          readOnly
        />
        <Select
          label={words.language}
          value={language}
          options={languages}
          onChange={(next) => setLanguage(next)}
        />
        <Button kind="main" type="submit" busy={busy}>
          {words.save}
        </Button>
      </Form>
    </section>
  )
}

function Units() {
  const words = useWords('account')
  const unit = useUnit()
  return (
    <section class="card">
      <h2>{words.units.title}</h2>
      <div class="form">
        <Select
          label={words.units.label}
          hint={words.units.hint}
          value={unit}
          options={UNITS.map((one) => ({ value: one, label: words.units[one] }))}
          onChange={setUnit}
        />
      </div>
    </section>
  )
}

function Passphrase() {
  const words = useWords('account')
  const shared = useWords('shared')
  const { user, change } = useSession()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const action = useAction()
  const { busy, error } = action
  const save = async () => {
    const body = { current_passphrase: current, passphrase: next }
    change(await api.patch<SessionWire>('/v1/console/session', body))
    setCurrent('')
    setNext('')
    toast(words.passphrase.changed)
  }
  const currentFault = error?.param === 'current_passphrase' ? words.passphrase.wrong : null
  const nextFault = error?.param === 'passphrase' ? faultText(shared, error) : null
  const tooOften =
    error?.code === 'rate_limited' ? phrase(shared.signIn.tooOften, { minutes: minutesOf(error) }) : null
  return (
    <section class="card">
      <h2>{words.passphrase.title}</h2>
      <Form action={action} onSend={save}>
        {currentFault === null && nextFault === null && tooOften === null ? (
          <ErrorNotice error={error} />
        ) : null}
        <input
          class="spoken"
          type="email"
          autocomplete="username"
          value={user.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextInput
          label={words.passphrase.current}
          type="password"
          autocomplete="current-password"
          value={current}
          onInput={setCurrent}
          error={currentFault ?? tooOften}
          required
        />
        <TextInput
          label={words.passphrase.next}
          hint={shared.join.passphraseHint}
          type="password"
          autocomplete="new-password"
          value={next}
          onInput={setNext}
          error={nextFault}
          required
        />
        <Button type="submit" busy={busy}>
          {words.passphrase.submit}
        </Button>
      </Form>
    </section>
  )
}

function minutesOf(error: ApiError): number {
  return Math.ceil((error.retryAfterSeconds ?? 60) / 60)
}
