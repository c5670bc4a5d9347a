/** The settings of a shop. */
import { Checkbox } from '../parts/checkbox.tsx'
import { RecordForm, useRecordForm } from '../parts/form.tsx'
import { NumberInput } from '../parts/number-input.tsx'
import { Swatch } from '../parts/swatch.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useWords } from '../words.ts'
import type { ApplicationWire } from './wire.ts'

const LONGEST_HOURS = 24
const HEX = /^#[0-9a-f]{6}$/i

interface Draft {
  readonly name: string
  readonly origins: string
  readonly accent: string
  readonly hours: number | null
  readonly noOrigin: boolean
}

function draftOf(application: ApplicationWire): Draft {
  return {
    name: application.name,
    origins: application.allowed_origins.join('\n'),
    accent: application.accent_color ?? '',
    hours: application.session_ttl_seconds / 3600,
    noOrigin: application.allow_no_origin,
  }
}

/** As the service takes it. */
function bodyOf(draft: Draft) {
  return {
    name: draft.name.trim(),
    allowed_origins: draft.origins.split(/\s+/).filter((line) => line !== ''),
    allow_no_origin: draft.noOrigin,
    accent_color: draft.accent.trim() === '' ? null : draft.accent.trim(),
    session_ttl_seconds: Math.round((draft.hours ?? LONGEST_HOURS) * 3600),
  }
}

export function Settings(props: {
  readonly application: ApplicationWire
  /** A path that it gives is gone to. */
  onSave(body: ReturnType<typeof bodyOf>): Promise<string | null>
}) {
  const all = useWords('storefronts')
  const words = all.app
  const form = useRecordForm(
    draftOf(props.application),
    ['name', 'allowed_origins', 'accent_color', 'session_ttl_seconds'],
    (typed) => props.onSave(bodyOf(typed)),
  )
  const { draft, set } = form
  return (
    <RecordForm form={form} save={all.save}>
      <TextInput
        {...form.input('name', 'name')}
        label={words.name}
        hint={words.nameHint}
        required
        maxLength={100}
      />
      <TextArea
        {...form.input('origins', 'allowed_origins')}
        label={words.origins}
        hint={words.originsHint}
        required
        rows={3}
        code
      />
      <TextInput
        {...form.input('accent', 'accent_color')}
        label={words.accent}
        hint={words.accentHint}
        maxLength={7}
      />
      {HEX.test(draft.accent.trim()) ? (
        <Swatch hex={draft.accent.trim()} label={draft.accent.trim()} />
      ) : null}
      <NumberInput
        {...form.input('hours', 'session_ttl_seconds')}
        label={words.life}
        unit={words.hours}
        min={0.25}
        max={LONGEST_HOURS}
        step={0.25}
      />
      <Checkbox label={words.noOrigin} checked={draft.noOrigin} onChange={(noOrigin) => set({ noOrigin })} />
    </RecordForm>
  )
}
