/** How Platen signs in to the SFTP server of a hot folder. What is stored is never shown again. */
import { CopyField } from '../../parts/copy-field.tsx'
import type { RecordFormState } from '../../parts/form.tsx'
import { Select } from '../../parts/select.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { useWords } from '../../words.ts'
import type { HotFolderWire } from '../wire.ts'

export interface LoginTyped {
  readonly login: 'password' | 'key'
  readonly password: string
  readonly privateKey: string
  readonly passphrase: string
}

export const isSftp = (folder: string) => folder.trim().startsWith('sftp://')

export function loginDraft(hotFolder: HotFolderWire | null): LoginTyped {
  return { login: hotFolder?.login ?? 'password', password: '', privateKey: '', passphrase: '' }
}

/** What is left empty stays as it is stored. */
export function loginBody({ login, password, privateKey, passphrase }: LoginTyped): object {
  if (login === 'password') return password === '' ? {} : { password }
  return privateKey.trim() === ''
    ? {}
    : { private_key: privateKey, ...(passphrase === '' ? {} : { passphrase }) }
}

export interface FolderLoginProps {
  readonly hotFolder: HotFolderWire | null
  readonly form: Pick<RecordFormState<LoginTyped>, 'draft' | 'set' | 'input'>
}

export function FolderLogin({ hotFolder, form }: FolderLoginProps) {
  const words = useWords('developers').folder
  const { login } = form.draft
  const stored = hotFolder?.login === login
  const secretHint = stored ? words.secretStored : words.secretHint
  return (
    <>
      <Select<LoginTyped['login']>
        label={words.login}
        value={login}
        options={[
          { value: 'password', label: words.logins.password },
          { value: 'key', label: words.logins.key },
        ]}
        onChange={(chosen) => form.set({ login: chosen })}
      />
      {login === 'password' ? (
        <TextInput
          {...form.input('password', 'password')}
          label={words.logins.password}
          hint={secretHint}
          type="password"
          autocomplete="new-password"
          required={!stored}
          maxLength={1000}
        />
      ) : (
        <>
          <TextArea
            {...form.input('privateKey', 'private_key')}
            label={words.logins.key}
            hint={secretHint}
            required={!stored}
            maxLength={20_000}
            rows={5}
            code
          />
          <TextInput
            {...form.input('passphrase', 'passphrase')}
            label={words.passphrase}
            type="password"
            autocomplete="new-password"
            maxLength={1000}
          />
          {hotFolder?.public_key ? <CopyField label={words.publicKey} value={hotFolder.public_key} /> : null}
        </>
      )}
      {hotFolder?.host_key ? (
        <p class="dim">
          {words.hostKey}: <code class="long">{hotFolder.host_key}</code>
        </p>
      ) : null}
    </>
  )
}
