/** The user's passkeys: created, renamed and removed. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { faultText } from '../join.tsx'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import type { Column } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { createPasskey, hasPasskeys, PasskeyRefused, type PasskeyWire } from '../passkey.ts'
import { useList } from '../resources.ts'
import { useAction } from '../use-action.ts'
import { phrase, useWords, type Words } from '../words.ts'

const PATH = '/v1/console/passkeys'

type Asking = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: PasskeyWire }

export function Passkeys() {
  const words = useWords('account').passkeys
  const shared = useWords('shared')
  const list = useList<PasskeyWire>(PATH, { limit: 50 })
  const [asking, setAsking] = useState<Asking | null>(null)
  const end = () => setAsking(null)
  return (
    <section class="card whole">
      <h2>{words.title}</h2>
      <p class="lead">{words.text}</p>
      <div class="stack">
        <RecordList
          list={list}
          empty={words.none}
          caption={words.table}
          rowLabel={({ name }) => name}
          columns={columnsOf(words, setAsking)}
        />
        {hasPasskeys() ? (
          <div class="row">
            <Button onClick={() => setAsking({ what: 'add' })}>{words.add}</Button>
          </div>
        ) : (
          <p class="hint">{words.unsupported}</p>
        )}
      </div>
      {asking?.what === 'add' ? (
        <AddDialog
          onClose={end}
          onAdded={() => {
            list.reload()
            toast(words.added)
            end()
          }}
        />
      ) : null}
      {asking?.what === 'rename' ? (
        <RenameDialog
          passkey={asking.passkey}
          onClose={end}
          onRenamed={(passkey) => {
            list.replace(passkey)
            end()
          }}
        />
      ) : null}
      {asking?.what === 'remove' ? (
        <Confirm
          title={phrase(words.removeTitle, { name: asking.passkey.name })}
          text={words.removeText}
          yes={words.remove}
          no={shared.cancel}
          danger
          onClose={end}
          onYes={async () => {
            await api.del(`${PATH}/${asking.passkey.id}`)
            list.remove(asking.passkey.id)
            toast(words.removed)
          }}
        />
      ) : null}
    </section>
  )
}

type Said = Words<'account'>['passkeys']

function columnsOf(words: Said, ask: (asking: Asking) => void): readonly Column<PasskeyWire>[] {
  return [
    { key: 'name', title: words.name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'used',
      title: words.used,
      cell: ({ last_used_at: at }) => (at === null ? words.never : <Time at={at} as="since" />),
    },
    { key: 'created', title: words.created, cell: ({ created_at: at }) => <Time at={at} as="day" /> },
    {
      key: 'actions',
      title: words.actions,
      align: 'end',
      cell: (passkey) => (
        <span class="badges">
          <Button
            small
            aria-label={`${words.rename}: ${passkey.name}`}
            onClick={() => ask({ what: 'rename', passkey })}
          >
            {words.rename}
          </Button>
          <Button
            small
            aria-label={`${words.remove}: ${passkey.name}`}
            onClick={() => ask({ what: 'remove', passkey })}
          >
            {words.remove}
          </Button>
        </span>
      ),
    },
  ]
}

function AddDialog({ onClose, onAdded }: { onClose(): void; onAdded(): void }) {
  const account = useWords('account')
  const words = account.passkeys
  const shared = useWords('shared')
  const [name, setName] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const action = useAction()
  const { busy, error } = action
  const [refused, setRefused] = useState<PasskeyRefused['reason'] | null>(null)
  const add = async () => {
    setRefused(null)
    try {
      await createPasskey(name.trim(), passphrase)
      onAdded()
    } catch (thrown) {
      if (!(thrown instanceof PasskeyRefused)) throw thrown
      setRefused(thrown.reason)
    }
  }
  const ofName = error?.param === 'name' ? faultText(shared, error) : null
  const ofPassphrase = error?.param === 'current_passphrase' ? account.passphrase.wrong : null
  return (
    <Dialog title={words.addTitle} onClose={busy ? undefined : onClose}>
      <Form action={action} noValidate onSend={add}>
        {ofName === null && ofPassphrase === null ? <ErrorNotice error={error} /> : null}
        {refused === null ? null : (
          <Notice kind="bad">
            <p>{words.refused[refused]}</p>
          </Notice>
        )}
        <p class="hint">{words.addText}</p>
        <TextInput
          label={words.name}
          hint={words.nameHint}
          value={name}
          onInput={setName}
          error={ofName}
          maxLength={100}
          required
          focused
        />
        <TextInput
          label={account.passphrase.current}
          type="password"
          autocomplete="current-password"
          value={passphrase}
          onInput={setPassphrase}
          error={ofPassphrase}
          required
        />
        <Button kind="main" type="submit" busy={busy}>
          {words.addSubmit}
        </Button>
      </Form>
    </Dialog>
  )
}

interface RenameProps {
  readonly passkey: PasskeyWire
  onClose(): void
  onRenamed(passkey: PasskeyWire): void
}

function RenameDialog({ passkey, onClose, onRenamed }: RenameProps) {
  const words = useWords('account').passkeys
  const shared = useWords('shared')
  const [name, setName] = useState(passkey.name)
  const action = useAction()
  const { busy, error } = action
  const save = async () => {
    const body = { name: name.trim() }
    onRenamed((await api.patch<{ passkey: PasskeyWire }>(`${PATH}/${passkey.id}`, body)).passkey)
  }
  const ofName = error?.param === 'name' ? faultText(shared, error) : null
  return (
    <Dialog title={words.renameTitle} onClose={onClose}>
      <Form action={action} noValidate onSend={save}>
        {ofName === null ? <ErrorNotice error={error} /> : null}
        <TextInput
          label={words.name}
          value={name}
          onInput={setName}
          error={ofName}
          maxLength={100}
          required
          focused
        />
        <Button kind="main" type="submit" busy={busy}>
          {shared.save}
        </Button>
      </Form>
    </Dialog>
  )
}
