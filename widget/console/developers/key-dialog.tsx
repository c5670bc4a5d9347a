/** A new key: name, permissions and lifetime. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Select } from '../parts/select.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useAction } from '../use-action.ts'
import { messageOf, useWords } from '../words.ts'
import { type Access, accessesOf, RESOURCE_NAMES, scopesOf } from './scopes.ts'

const DAY_SECONDS = 86_400
const LIVES = {
  forever: null,
  month: 30 * DAY_SECONDS,
  quarter: 90 * DAY_SECONDS,
  year: 365 * DAY_SECONDS,
} as const
type Life = keyof typeof LIVES
type Kind = 'restricted' | 'secret'

export function KeyDialog({ onMade, onClose }: { onMade(secret: string): void; onClose(): void }) {
  const all = useWords('developers')
  const words = all.key
  const action = useAction()
  const [name, setName] = useState('')
  const [type, setType] = useState<Kind>('restricted')
  const [life, setLife] = useState<Life>('forever')
  const [chosen, setChosen] = useState<Readonly<Record<string, Access>>>({})
  const [missing, setMissing] = useState(false)
  const scopes = scopesOf(chosen)
  const make = async () => {
    const made = await api.post<{ key: string }>('/v1/api_keys', {
      type,
      name: name.trim(),
      ...(type === 'restricted' ? { scopes } : {}),
      ...(LIVES[life] === null ? {} : { expires_in: LIVES[life] }),
    })
    onMade(made.key)
  }
  return (
    <Dialog
      title={words.add}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{all.cancel}</Button>
          <Button
            kind="main"
            busy={action.busy}
            onClick={() => {
              const none = type === 'restricted' && scopes.length === 0
              setMissing(none)
              if (!none) void action.run(make)
            }}
          >
            {words.create}
          </Button>
        </>
      }
    >
      <div class="form rights-form">
        <TextInput
          label={words.name}
          hint={words.nameHint}
          value={name}
          maxLength={100}
          focused
          onInput={setName}
        />
        <Select<Kind>
          label={words.type}
          hint={type === 'secret' ? words.typeHint : null}
          value={type}
          options={[
            { value: 'restricted', label: words.types.restricted },
            { value: 'secret', label: words.types.secret },
          ]}
          onChange={setType}
        />
        {type === 'restricted' ? (
          <fieldset class="choices">
            <legend>{words.scopes}</legend>
            <div class="rights">
              {RESOURCE_NAMES.map((resource) => (
                <Select<Access>
                  key={resource}
                  label={messageOf(words.resources, resource) ?? resource}
                  hint={scopeShown(resource, chosen[resource])}
                  value={chosen[resource] ?? 'none'}
                  options={accessesOf(resource).map((one) => ({ value: one, label: words.access[one] }))}
                  onChange={(access) => {
                    setMissing(false)
                    setChosen({ ...chosen, [resource]: access })
                  }}
                />
              ))}
            </div>
            {missing ? (
              <p class="error" role="alert">
                {words.choose}
              </p>
            ) : null}
          </fieldset>
        ) : null}
        <Select<Life>
          label={words.expires}
          value={life}
          options={(Object.keys(LIVES) as Life[]).map((one) => ({ value: one, label: words.life[one] }))}
          onChange={setLife}
        />
        <ErrorNotice error={action.error} />
      </div>
    </Dialog>
  )
}

/** As docs and errors call the permission: the resource, and with its access once one is selected. */
function scopeShown(resource: string, access: Access = 'none'): string {
  return access === 'none' ? resource : `${resource}:${access}`
}
