/** The form of a webhook: its URL, its events, and the size of payloads. */
import { useState } from 'preact/hooks'
import type { EventType } from '../../../core/service/webhook/event.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { RecordForm, useRecordForm } from '../parts/record-form.tsx'
import { Select } from '../parts/select.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useWords } from '../words.ts'
import type { EndpointWire } from './wire.ts'

/** In the order in which a job passes through them; the type holds it to the service's own list. */
const EVENTS = Object.keys({
  'fill.created': 1,
  'fill.updated': 1,
  'fill.completed': 1,
  'fill.finalized': 1,
  'fill.review_requested': 1,
  'fill.approved': 1,
  'fill.refused': 1,
  'fill.expired': 1,
  'render.queued': 1,
  'render.succeeded': 1,
  'render.failed': 1,
  'render.canceled': 1,
  'batch.completed': 1,
  'template.published': 1,
  'template.archived': 1,
  'embed_session.completed': 1,
  'embed_session.expired': 1,
  'hot_folder_delivery.held': 1,
  'hot_folder_delivery.exhausted': 1,
  'webhook_endpoint.disabled': 1,
  ping: 1,
} satisfies Record<EventType, 1>) as readonly EventType[]

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
        {draft.all ? null : (
          <div class="checks">
            {EVENTS.map((one) => (
              <Checkbox
                key={one}
                label={one}
                checked={draft.events.includes(one)}
                onChange={(on) =>
                  set({ events: on ? [...draft.events, one] : draft.events.filter((other) => other !== one) })
                }
              />
            ))}
          </div>
        )}
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
