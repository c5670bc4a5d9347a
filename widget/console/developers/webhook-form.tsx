/** The form of a webhook: its URL, its events, and the size of payloads. */
import { useState } from 'preact/hooks'
import type { EventType } from '../../../core/service/webhook/event.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { RecordForm, useRecordForm } from '../parts/form.tsx'
import { Select } from '../parts/select.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useWords } from '../words.ts'
import { EventChoice } from './event-choice.tsx'
import type { EndpointWire } from './wire.ts'

interface Draft {
  readonly url: string
  readonly description: string
  readonly all: boolean
  readonly events: readonly EventType[]
  readonly style: EndpointWire['payload_style']
  readonly pii: boolean
}

function draftOf(endpoint: EndpointWire | null): Draft {
  const events = (endpoint?.enabled_events ?? ['*']).filter((one): one is EventType => one !== '*')
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    all: events.length === 0,
    events,
    style: endpoint?.payload_style ?? 'full',
    pii: endpoint?.include_pii ?? false,
  }
}

function bodyOf({ url, description, all, events, style, pii }: Draft) {
  return {
    url: url.trim(),
    description: description.trim(),
    enabled_events: all ? ['*'] : events,
    payload_style: style,
    include_pii: pii,
  }
}

export interface WebhookFormProps {
  readonly endpoint: EndpointWire | null
  onSave(body: ReturnType<typeof bodyOf>): Promise<void>
}

export function WebhookForm({ endpoint, onSave }: WebhookFormProps) {
  const all = useWords('developers')
  const words = all.hook
  const [missing, setMissing] = useState(false)
  const form = useRecordForm(draftOf(endpoint), ['url'], async (typed) => {
    await onSave(bodyOf(typed))
    return null
  })
  const { draft, fault } = form
  const set = (changes: Partial<Draft>) => {
    setMissing(false)
    form.set(changes)
  }
  const save = async () => {
    const none = !draft.all && draft.events.length === 0
    setMissing(none)
    if (!none) await form.save()
  }
  return (
    <RecordForm form={{ ...form, save }} save={endpoint === null ? words.create : all.save}>
      <TextInput
        label={words.url}
        hint={words.urlHint}
        error={fault('url')}
        type="url"
        value={draft.url}
        required
        maxLength={2000}
        onInput={(url) => set({ url })}
      />
      <TextInput
        label={words.description}
        value={draft.description}
        maxLength={500}
        onInput={(description) => set({ description })}
      />
      <fieldset class="choices">
        <legend>{words.events}</legend>
        <label class="radio">
          <input type="radio" name="events" checked={draft.all} onChange={() => set({ all: true })} />
          <span>{words.allEvents}</span>
        </label>
        <label class="radio">
          <input type="radio" name="events" checked={!draft.all} onChange={() => set({ all: false })} />
          <span>{words.someEvents}</span>
        </label>
        {draft.all ? null : <EventChoice chosen={draft.events} onChange={(events) => set({ events })} />}
        {missing ? (
          <p class="error" role="alert">
            {words.chooseEvents}
          </p>
        ) : null}
      </fieldset>
      <Select<Draft['style']>
        label={words.style}
        value={draft.style}
        options={[
          { value: 'full', label: words.styles.full },
          { value: 'thin', label: words.styles.thin },
        ]}
        onChange={(style) => set({ style })}
      />
      <Checkbox label={words.pii} checked={draft.pii} onChange={(pii) => set({ pii })} />
    </RecordForm>
  )
}
