/** The way to a new passphrase from the sign-in page: by e-mail where it is sent, else by an owner of the team. */
import { useState } from 'preact/hooks'
import { api } from './api.ts'
import { sendsMail } from './installation.ts'
import { faultText } from './join.tsx'
import { Button } from './parts/button.tsx'
import { Dialog } from './parts/dialog.tsx'
import { Form } from './parts/form.tsx'
import { Notice } from './parts/notice.tsx'
import { TextInput } from './parts/text-input.tsx'
import { useAction } from './use-action.ts'
import { signInTrouble } from './words/trouble.ts'
import { phrase, useWords } from './words.ts'

export function Forgotten() {
  const words = useWords('shared')
  const [asks, setAsks] = useState(false)
  if (!sendsMail()) return <p class="hint">{words.signIn.forgotten}</p>
  return (
    <>
      <p>
        <Button kind="quiet" onClick={() => setAsks(true)}>
          {words.forgotten.open}
        </Button>
      </p>
      {asks ? <ForgottenDialog onClose={() => setAsks(false)} /> : null}
    </>
  )
}

function ForgottenDialog({ onClose }: { onClose(): void }) {
  const words = useWords('shared')
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const action = useAction()
  const { busy, error } = action
  const submit = async () => {
    await api.post('/v1/console/passphrase-links', { email: email.trim() })
    setSentTo(email.trim())
  }
  if (sentTo !== null)
    return (
      <Dialog
        title={words.forgotten.sentTitle}
        onClose={onClose}
        actions={
          <Button kind="main" onClick={onClose}>
            {words.close}
          </Button>
        }
      >
        <p role="status">{phrase(words.forgotten.sent, { email: sentTo })}</p>
        <p class="hint">{words.forgotten.sentHint}</p>
      </Dialog>
    )
  const ofEmail = error?.param === 'email' ? faultText(words, error) : null
  return (
    <Dialog title={words.forgotten.title} onClose={onClose}>
      <Form action={action} noValidate onSend={submit}>
        {error === null || ofEmail !== null ? null : (
          <Notice kind="bad">
            <p>{signInTrouble(words, error)}</p>
          </Notice>
        )}
        <TextInput
          label={words.signIn.email}
          hint={words.forgotten.hint}
          name="email"
          type="email"
          autocomplete="username"
          value={email}
          onInput={setEmail}
          error={ofEmail}
          required
          focused
        />
        <Button kind="main" type="submit" busy={busy}>
          {words.forgotten.submit}
        </Button>
      </Form>
    </Dialog>
  )
}
