/** Sign-in: as a page, and as a dialog over a page whose session has ended. */
import { useState } from 'preact/hooks'
import { api } from './api.ts'
import { Forgotten } from './forgotten.tsx'
import { Button } from './parts/button.tsx'
import { Checkbox } from './parts/checkbox.tsx'
import { Dialog } from './parts/dialog.tsx'
import { Form } from './parts/form.tsx'
import { Notice } from './parts/notice.tsx'
import { LonePage } from './parts/page.tsx'
import { TextInput } from './parts/text-input.tsx'
import { hasPasskeys, PasskeyRefused, signInWithPasskey } from './passkey.ts'
import type { SessionWire } from './session.ts'
import { useAction } from './use-action.ts'
import { signInTrouble } from './words/trouble.ts'
import { phrase, useWords } from './words.ts'

export function SignIn({
  address,
  onSignedIn,
}: {
  readonly address: string
  onSignedIn(session: SessionWire): void
}) {
  const words = useWords('shared')
  document.title = `${words.signIn.title} – ${words.brand}`
  const elsewhere = address !== '' && address !== location.origin
  return (
    <LonePage title={words.signIn.title}>
      <p class="lead">{words.signIn.lead}</p>
      {elsewhere ? (
        <Notice kind="warn">
          <p>
            {phrase(words.signIn.address, { address: '' })}
            <a href={`${address}/console`}>{address}/console</a>
          </p>
        </Notice>
      ) : null}
      <SignInForm email="" onSignedIn={onSignedIn} />
      <Forgotten />
    </LonePage>
  )
}

/** What was typed on the page below stays as it is. */
export function SignInDialog({
  email,
  onSignedIn,
}: {
  readonly email: string
  onSignedIn(session: SessionWire): void
}) {
  const words = useWords('shared')
  return (
    <Dialog title={words.signIn.again}>
      <p>{words.signIn.againText}</p>
      <SignInForm email={email} onSignedIn={onSignedIn} />
    </Dialog>
  )
}

function SignInForm({
  email: known,
  onSignedIn,
}: {
  readonly email: string
  onSignedIn(session: SessionWire): void
}) {
  const words = useWords('shared')
  const [email, setEmail] = useState(known)
  const [passphrase, setPassphrase] = useState('')
  const [shown, setShown] = useState(false)
  const action = useAction()
  const { busy, error } = action
  const [canceled, setCanceled] = useState(false)
  const submit = async () => {
    setCanceled(false)
    try {
      onSignedIn(await api.post<SessionWire>('/v1/console/sessions', { email: email.trim(), passphrase }))
    } catch (thrown) {
      setPassphrase('')
      throw thrown
    }
  }
  const usePasskey = async () => {
    setCanceled(false)
    try {
      onSignedIn(await signInWithPasskey())
    } catch (thrown) {
      if (!(thrown instanceof PasskeyRefused)) throw thrown
      setCanceled(true)
    }
  }
  return (
    <Form action={action} onSend={submit}>
      {canceled ? (
        <Notice kind="warn">
          <p>{words.signIn.passkeyCanceled}</p>
        </Notice>
      ) : null}
      {error === null ? null : (
        <Notice kind="bad">
          <p>{signInTrouble(words, error)}</p>
        </Notice>
      )}
      <TextInput
        label={words.signIn.email}
        name="email"
        type="email"
        autocomplete="username"
        value={email}
        onInput={setEmail}
        required
        focused={known === ''}
      />
      <TextInput
        label={words.signIn.passphrase}
        name="passphrase"
        type={shown ? 'text' : 'password'}
        autocomplete="current-password"
        value={passphrase}
        onInput={setPassphrase}
        required
        focused={known !== ''}
      />
      <Checkbox label={words.signIn.show} checked={shown} onChange={setShown} />
      <div class="row">
        <Button kind="main" type="submit" busy={busy}>
          {words.signIn.submit}
        </Button>
        {hasPasskeys() ? (
          <Button onClick={() => void action.run(usePasskey)} disabled={busy}>
            {words.signIn.passkey}
          </Button>
        ) : null}
      </div>
    </Form>
  )
}
