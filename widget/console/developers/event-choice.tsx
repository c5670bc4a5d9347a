/** The catalogue of events, grouped by object, each with its description. */
import type { EventType } from '../../../core/service/webhook/event.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { useWords, type Words } from '../words.ts'

type Catalogue = Words<'developers'>['hook']['catalogue']
type Group = keyof Catalogue

/** In the order in which a job passes through them; the type holds it to the service's own list. */
const GROUP_OF: Readonly<Record<EventType, Group>> = {
  'fill.created': 'fill',
  'fill.updated': 'fill',
  'fill.completed': 'fill',
  'fill.finalized': 'fill',
  'fill.review_requested': 'fill',
  'fill.approved': 'fill',
  'fill.refused': 'fill',
  'fill.expired': 'fill',
  'render.queued': 'render',
  'render.succeeded': 'render',
  'render.failed': 'render',
  'render.canceled': 'render',
  'batch.completed': 'batch',
  'template.published': 'template',
  'template.archived': 'template',
  'embed_session.completed': 'embed_session',
  'embed_session.expired': 'embed_session',
  'hot_folder_delivery.held': 'hot_folder_delivery',
  'hot_folder_delivery.exhausted': 'hot_folder_delivery',
  'webhook_endpoint.disabled': 'service',
  ping: 'service',
}
export const EVENTS = Object.keys(GROUP_OF) as readonly EventType[]
const GROUPS = [...new Set(Object.values(GROUP_OF))]

export interface EventChoiceProps {
  readonly chosen: readonly EventType[]
  onChange(chosen: readonly EventType[]): void
}

export function EventChoice({ chosen, onChange }: EventChoiceProps) {
  const words = useWords('developers').hook
  return (
    <>
      {GROUPS.map((group) => (
        <fieldset key={group} class="choices event-group">
          <legend>{words.catalogue[group].title}</legend>
          <div class="checks">
            {EVENTS.filter((one) => GROUP_OF[one] === group).map((one) => (
              <Checkbox
                key={one}
                label={one}
                hint={textOf(words.catalogue[group], one)}
                checked={chosen.includes(one)}
                onChange={(on) => onChange(on ? [...chosen, one] : chosen.filter((other) => other !== one))}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </>
  )
}

/** By the last part of its name. */
function textOf(group: Readonly<Record<string, string>>, type: EventType): string | undefined {
  return group[type.split('.').at(-1) ?? '']
}
