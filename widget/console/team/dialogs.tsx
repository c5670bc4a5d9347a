/** The dialogs of the team page: invite, one-time link, role, disable. */
import { useState } from 'preact/hooks'
import type { Role } from '../../../core/service/access/role.ts'
import { api } from '../api.ts'
import type { ApiError } from '../api-error.ts'
import { sendsMail } from '../installation.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Form } from '../parts/form.tsx'
import { Select } from '../parts/select.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useAction } from '../use-action.ts'
import { phrase, useWords } from '../words.ts'

export interface PersonWire {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly status: 'invited' | 'active' | 'disabled'
  readonly signed_in_at: string | null
  readonly passkeys: number
}

export interface MadeLink {
  readonly person: PersonWire
  readonly link: string
  /** It is also on its way by e-mail. */
  readonly mailed: boolean
}

const ROLES = ['owner', 'editor', 'viewer'] as const

function RoleSelect({ value, onChange }: { readonly value: Role; onChange(role: Role): void }) {
  const words = useWords('team')
  const shared = useWords('shared')
  return (
    <Select
      label={words.inviteDialog.role}
      hint={words.roles[value]}
      value={value}
      options={ROLES.map((role) => ({ value: role, label: shared.roles[role] }))}
      onChange={onChange}
    />
  )
}

export function InviteDialog({ onClose, onInvited }: { onClose(): void; onInvited(link: MadeLink): void }) {
  const words = useWords('team')
  const shared = useWords('shared')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const action = useAction()
  const { busy, error } = action
  const invite = async () => {
    const body = { email: email.trim(), role }
    const { user, link, mailed } = await api.post<{ user: PersonWire; link: string; mailed: boolean }>(
      '/v1/console/users',
      body,
    )
    onInvited({ person: user, link, mailed })
  }
  const own =
    error?.param === 'email' ? emailFault(error, words.inviteDialog.taken, shared.join.emailInvalid) : null
  return (
    <Dialog title={words.inviteDialog.title} onClose={onClose}>
      <Form action={action} noValidate onSend={invite}>
        {own === null ? <ErrorNotice error={error} /> : null}
        <TextInput
          label={words.inviteDialog.email}
          hint={sendsMail() ? words.inviteDialog.emailMailed : words.inviteDialog.emailHint}
          type="email"
          autocomplete="off"
          value={email}
          onInput={setEmail}
          error={own}
          required
          focused
        />
        <RoleSelect value={role} onChange={setRole} />
        <Button kind="main" type="submit" busy={busy}>
          {sendsMail() ? words.inviteDialog.send : words.inviteDialog.submit}
        </Button>
      </Form>
    </Dialog>
  )
}

function emailFault(error: ApiError, taken: string, invalid: string): string {
  return error.code === 'user_exists' ? taken : invalid
}

export function LinkDialog({ person, link, mailed, onClose }: MadeLink & { onClose(): void }) {
  const words = useWords('team')
  const says = mailed
    ? phrase(words.link.mailed, { email: person.email })
    : person.status === 'invited'
      ? phrase(words.link.invited, { email: person.email })
      : phrase(words.link.reset, { name: person.name || person.email })
  return (
    <Dialog
      title={mailed ? words.link.mailedTitle : words.link.title}
      onClose={onClose}
      actions={
        <Button kind="main" onClick={onClose}>
          {words.link.done}
        </Button>
      }
    >
      <p>{says}</p>
      <CopyField label={words.link.label} value={link} />
      <p class="hint">{words.link.once}</p>
    </Dialog>
  )
}

interface Changing {
  readonly person: PersonWire
  onClose(): void
  onChanged(person: PersonWire): void
}

export function RoleDialog({ person, onClose, onChanged }: Changing) {
  const words = useWords('team')
  const shared = useWords('shared')
  const [role, setRole] = useState<Role>(person.role)
  return (
    <Confirm
      title={phrase(words.roleDialog.title, { name: person.name || person.email })}
      yes={shared.save}
      no={shared.cancel}
      fault={({ code }) => (code === 'last_owner' ? words.lastOwner : null)}
      onClose={onClose}
      onYes={async () =>
        onChanged((await api.patch<{ user: PersonWire }>(`/v1/console/users/${person.id}`, { role })).user)
      }
    >
      <RoleSelect value={role} onChange={setRole} />
      <p class="hint">{words.roleDialog.hint}</p>
    </Confirm>
  )
}

export function DisableDialog({ person, onClose, onChanged }: Changing) {
  const words = useWords('team')
  const shared = useWords('shared')
  return (
    <Confirm
      title={phrase(words.disableDialog.title, { name: person.name || person.email })}
      text={words.disableDialog.text}
      yes={words.disableDialog.submit}
      no={shared.cancel}
      danger
      fault={({ code }) => (code === 'last_owner' ? words.lastOwner : null)}
      onClose={onClose}
      onYes={async () => {
        const path = `/v1/console/users/${person.id}`
        onChanged((await api.patch<{ user: PersonWire }>(path, { disabled: true })).user)
      }}
    />
  )
}
