/** The page of a one-time link: the first sign-in of a shop, an invitation, or a new passphrase. */
import { useEffect, useState } from 'preact/hooks'
import { api } from './api.ts'
import { type ApiError, asApiError } from './api-error.ts'
import { Button } from './parts/button.tsx'
import { Checkbox } from './parts/checkbox.tsx'
import { ErrorNotice } from './parts/error-notice.tsx'
import { Form } from './parts/form.tsx'
import { Loading } from './parts/loading.tsx'
import { LonePage } from './parts/page.tsx'
import { TextInput } from './parts/text-input.tsx'
import { Link, navigate, ROOT } from './router.ts'
import type { SessionWire } from './session.ts'
import { useAction } from './use-action.ts'
import { phrase, useWords, type Words } from './words.ts'

interface LinkWire {
  readonly purpose: 'first' | 'invitation' | 'passphrase'
  readonly team_name: string
  readonly role: 'owner' | 'editor' | 'viewer'
  /** Null where whoever opens it says it. */
  readonly email: string | null
  readonly name: string | null
  readonly passkeys: number
}

export function Join({ onJoined }: { onJoined(session: SessionWire): void }) {
  const words = useWords('shared')
  const [token] = useState(() => location.hash.slice(1))
  const [link, setLink] = useState<LinkWire | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const look = () => {
    setError(null)
    api
      .post<LinkWire>('/v1/console/join/check', { token })
      .then(setLink, (thrown: unknown) => setError(asApiError(thrown)))
  }
  useEffect(look, [token])
  const title = titleOf(words, link)
  document.title = `${title} – ${words.brand}`
  if (error !== null && error.status === 403) return <Gone />
  return (
    <LonePage title={title}>
      {error === null ? null : <ErrorNotice error={error} onRetry={look} />}
      {link === null && error === null ? <Loading /> : null}
      {link === null ? null : <JoinForm token={token} link={link} onJoined={onJoined} />}
    </LonePage>
  )
}

function Gone() {
  const words = useWords('shared')
  return (
    <LonePage title={words.join.goneTitle}>
      <p>{words.join.goneText}</p>
      <p>
        <Link href={ROOT} replace>
          {words.join.signIn}
        </Link>
      </p>
    </LonePage>
  )
}

function JoinForm({
  token,
  link,
  onJoined,
}: {
  readonly token: string
  readonly link: LinkWire
  onJoined(session: SessionWire): void
}) {
  const words = useWords('shared')
  const [name, setName] = useState(link.name ?? '')
  const [email, setEmail] = useState(link.email ?? '')
  const [passphrase, setPassphrase] = useState('')
  const [shown, setShown] = useState(false)
  const [removesPasskeys, setRemovesPasskeys] = useState(false)
  const action = useAction()
  const { busy, error } = action
  const isNew = link.purpose !== 'passphrase'
  const submit = async () => {
    const said = isNew ? { name: name.trim(), email: email.trim() } : {}
    const removes = removesPasskeys ? { remove_passkeys: true } : {}
    onJoined(await api.post<SessionWire>('/v1/console/join', { token, ...said, passphrase, ...removes }))
    navigate(ROOT, { replace: true })
  }
  const fault = (param: string) => (error?.param === param ? faultText(words, error) : null)
  const placed = error !== null && ['name', 'email', 'passphrase'].includes(error.param ?? '')
  return (
    <Form action={action} onSend={submit}>
      <p class="lead">{leadOf(words, link)}</p>
      {placed ? null : <ErrorNotice error={error} />}
      {isNew ? (
        <TextInput
          label={words.join.name}
          name="name"
          autocomplete="name"
          value={name}
          onInput={setName}
          error={fault('name')}
          maxLength={100}
          required
          focused
        />
      ) : null}
      <TextInput
        label={words.join.email}
        hint={isNew && link.email === null ? words.join.emailHint : undefined}
        name="email"
        type="email"
        autocomplete="username"
        value={email}
        onInput={setEmail}
        error={fault('email')}
        readOnly={link.email !== null}
        required
      />
      <TextInput
        label={words.join.passphrase}
        hint={words.join.passphraseHint}
        name="passphrase"
        type={shown ? 'text' : 'password'}
        autocomplete="new-password"
        value={passphrase}
        onInput={setPassphrase}
        error={fault('passphrase')}
        required
        focused={!isNew}
      />
      <Checkbox label={words.signIn.show} checked={shown} onChange={setShown} />
      {link.passkeys === 0 ? null : (
        <Checkbox
          label={phrase(words.join.removePasskeys, { count: link.passkeys })}
          hint={words.join.removePasskeysHint}
          checked={removesPasskeys}
          onChange={setRemovesPasskeys}
        />
      )}
      <Button kind="main" type="submit" busy={busy}>
        {words.join.submit}
      </Button>
    </Form>
  )
}

function titleOf(words: Words<'shared'>, link: LinkWire | null): string {
  if (link?.purpose === 'invitation') return phrase(words.join.inviteTitle, { team: link.team_name })
  return link?.purpose === 'passphrase' ? words.join.resetTitle : words.join.title
}

function leadOf(words: Words<'shared'>, link: LinkWire): string {
  if (link.purpose === 'invitation') return phrase(words.join.inviteLead, { role: words.roles[link.role] })
  return link.purpose === 'passphrase'
    ? phrase(words.join.resetLead, { name: link.name ?? '' })
    : words.join.lead
}

/** The error of an input; `reason` distinguishes cases of one code. */
export function faultText(words: Words<'shared'>, error: ApiError): string {
  const reasons: Readonly<Record<string, string>> = {
    too_short: words.join.tooShort,
    too_long: words.join.tooLong,
    obvious: words.join.obvious,
  }
  const { reason } = error.extra
  if (typeof reason === 'string' && reasons[reason] !== undefined) return reasons[reason]
  if (error.code === 'user_exists') return words.join.emailTaken
  if (error.param === 'name') return words.join.nameMissing
  return error.param === 'email' ? words.join.emailInvalid : error.message
}
