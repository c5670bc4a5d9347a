/** Settings of a template: title, preflight profile, hosted page, and metadata. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { Select } from '../parts/select.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { useBlocker } from '../router.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { useWords } from '../words.ts'
import { ASKED, type Asked } from './asked.ts'
import { Metadata } from './metadata.tsx'
import { type Draft, draftOf, faultsOf, isChanged, isSlug, wireOf } from './settings-draft.ts'
import { faultText } from './trouble.ts'
import { PROFILES, type TemplateWire } from './wire.ts'

export interface SettingsProps {
  readonly template: TemplateWire
  onSaved(template: TemplateWire): void
}

export function Settings({ template, onSaved }: SettingsProps) {
  const words = useWords('templates')
  const shared = useWords('shared')
  const { may } = useSession()
  const [draft, setDraft] = useState<Draft>(() => draftOf(template))
  const [tried, setTried] = useState(false)
  const action = useAction()
  const { busy, error } = action
  const changed = isChanged(draft, template)
  useBlocker(changed)
  const readOnly = !may('templates:write')
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const faults = tried ? faultsOf(draft) : { title: false, metadata: [] }
  const save = async () => {
    setTried(true)
    action.clear()
    const { title, metadata } = faultsOf(draft)
    if (title || metadata.some((fault) => fault !== null)) return
    await action.run(async () => {
      const { template: saved } = await api.patch<{ readonly template: TemplateWire }>(
        `/v1/templates/${template.id}`,
        wireOf(draft, template),
      )
      setDraft(draftOf(saved))
      setTried(false)
      onSaved(saved)
      toast(words.settings.saved)
    })
  }
  const ofSlug = error?.param === 'slug'
  const asked = ASKED.map((value) => ({ value, label: words.settings.asked[value] }))
  return (
    <form
      class="form settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {readOnly ? (
        <Notice>
          <p>{words.settings.readOnly}</p>
        </Notice>
      ) : null}
      <TextInput
        label={words.settings.name}
        hint={words.settings.nameHint}
        error={faults.title ? words.settings.nameMissing : null}
        required
        maxLength={200}
        dir="auto"
        readOnly={readOnly}
        value={draft.title}
        onInput={(title) => set({ title })}
      />
      <Select
        label={words.settings.profile}
        hint={words.settings.profileHint}
        value={draft.profile}
        options={PROFILES.map((value) => ({ value, label: words.settings.profiles[value] }))}
        disabled={readOnly}
        onChange={(profile) => set({ profile })}
      />
      <fieldset class="settings-part">
        <legend>{words.settings.hosted}</legend>
        <p class="hint">{words.settings.hostedText}</p>
        {template.hosted_url === null ? (
          <p class="hint">{words.settings.closed}</p>
        ) : (
          <CopyField label={words.settings.address} value={template.hosted_url} />
        )}
        <TextInput
          label={words.settings.slug}
          hint={words.settings.slugHint}
          error={ofSlug ? (isSlug(draft.slug) ? words.settings.slugTaken : words.settings.slugWrong) : null}
          maxLength={60}
          readOnly={readOnly}
          value={draft.slug}
          onInput={(slug) => set({ slug })}
        />
        <TextArea
          label={words.settings.description}
          hint={words.settings.descriptionHint}
          rows={3}
          maxLength={300}
          dir="auto"
          readOnly={readOnly}
          value={draft.description}
          onInput={(description) => set({ description })}
        />
        <div class="settings-pair">
          <Select
            label={words.settings.askName}
            value={draft.askName}
            options={asked}
            disabled={readOnly}
            onChange={(askName: Asked) => set({ askName })}
          />
          <Select
            label={words.settings.askEmail}
            value={draft.askEmail}
            options={asked}
            disabled={readOnly}
            onChange={(askEmail: Asked) => set({ askEmail })}
          />
        </div>
        <Checkbox
          label={words.settings.noindex}
          checked={draft.noindex}
          disabled={readOnly}
          onChange={(noindex) => set({ noindex })}
        />
        <Accent value={draft.accent} readOnly={readOnly} onChange={(accent) => set({ accent })} />
      </fieldset>
      <Metadata
        rows={draft.metadata}
        faults={faults.metadata}
        readOnly={readOnly}
        onChange={(metadata) => set({ metadata })}
      />
      {error === null || ofSlug ? null : (
        <Notice kind="bad">
          <p>{faultText(words, shared, error)}</p>
        </Notice>
      )}
      {readOnly ? null : (
        <div class="row">
          <Button kind="main" type="submit" busy={busy} disabled={!changed && !busy}>
            {words.settings.save}
          </Button>
          {changed && !busy ? <span class="hint">{words.settings.unsaved}</span> : null}
        </div>
      )}
    </form>
  )
}

interface AccentProps {
  /** `#rrggbb`, or null for the page's own. */
  readonly value: string | null
  readonly readOnly: boolean
  onChange(value: string | null): void
}

const FIRST_ACCENT = '#8a3324'

function Accent({ value, readOnly, onChange }: AccentProps) {
  const words = useWords('templates')
  return (
    <div class="row accent">
      <Checkbox
        label={words.settings.accentOwn}
        checked={value !== null}
        disabled={readOnly}
        onChange={(on) => onChange(on ? FIRST_ACCENT : null)}
      />
      {value === null ? null : (
        <label class="accent-color">
          <span class="spoken">{words.settings.accent}</span>
          <input
            type="color"
            value={value}
            disabled={readOnly}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <code>{value}</code>
        </label>
      )}
    </div>
  )
}
