/** The attempts of a webhook's deliveries: payload, response, and a retry. */

import { useEffect, useState } from 'preact/hooks'
import type { EventType } from '../../../core/service/webhook/event.ts'
import { api } from '../api.ts'
import { type Format, useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { type Column, None } from '../parts/data-table.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { Select } from '../parts/select.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { useList } from '../resources.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { useWords, type Words } from '../words.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { outcomeOf } from './delivery-outcome.ts'
import { EVENTS } from './event-choice.tsx'
import type { DeliveryWire } from './wire.ts'

const OUTCOMES = ['succeeded', 'failed', 'exhausted', 'pending', 'skipped'] as const
type Outcome = (typeof OUTCOMES)[number]
/** How often what is on its way is looked for. */
const LOOK_MS = 2000

export interface DeliveriesProps {
  /** Of the endpoint. */
  readonly address: string
  /** Something was sent: another number looks again. */
  readonly round: number
}

export function Deliveries({ address, round }: DeliveriesProps) {
  const all = useWords('developers')
  const words = all.hook
  const format = useFormat()
  const session = useSession()
  const [type, setType] = useState<EventType | ''>('')
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const list = useList<DeliveryWire>(`${address}/deliveries`, {
    limit: 50,
    event_type: type || null,
    outcome: outcome || null,
  })
  const [shown, setShown] = useState<string | null>(null)
  const { reload } = list
  useEffect(() => {
    if (round > 0) reload()
  }, [round, reload])
  const newest = list.items[0]
  const waits = newest?.outcome === 'pending'
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => {
      if (!document.hidden) reload()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [waits, reload])
  const delivery = list.items.find(({ id }) => id === shown)
  const retry = async (id: string) => {
    await api.post(`${address}/deliveries/${id}/retry`)
    toast(words.retried)
    reload()
  }
  const mayRetry = session.may('webhook_endpoints:write')
  return (
    <section class="section" aria-labelledby="hook-deliveries">
      <div class="row heading-row">
        <h2 id="hook-deliveries">{words.deliveries}</h2>
        <Button small onClick={reload}>
          {words.reload}
        </Button>
      </div>
      <div class="search-bar">
        <Select<EventType | ''>
          label={words.event}
          value={type}
          options={[
            { value: '', label: words.anyEvent },
            ...EVENTS.map((value) => ({ value, label: value })),
          ]}
          onChange={setType}
        />
        <Select<Outcome | ''>
          label={words.outcome}
          value={outcome}
          options={[
            { value: '', label: words.anyOutcome },
            ...OUTCOMES.map((value) => ({ value, label: words.outcomes[value] })),
          ]}
          onChange={setOutcome}
        />
      </div>
      <RecordList
        list={list}
        empty={type === '' && outcome === '' ? words.noDeliveries : words.noneFound}
        caption={words.deliveries}
        columns={columnsOf(all, format, (one) => (
          <span class="badges">
            <Button small onClick={() => setShown(one.id)}>
              {words.look}
            </Button>
            {mayRetry && one.outcome === 'failed' && one.next_attempt_at !== null ? (
              <Retry onRetry={() => retry(one.id)} />
            ) : null}
          </span>
        ))}
      />
      {delivery === undefined ? null : (
        <DeliveryDialog
          delivery={delivery}
          onClose={() => setShown(null)}
          {...(mayRetry && delivery.outcome === 'failed' && delivery.next_attempt_at !== null
            ? {
                onRetry: async () => {
                  await retry(delivery.id)
                  setShown(null)
                },
              }
            : {})}
        />
      )}
    </section>
  )
}

function Retry({ onRetry }: { onRetry(): Promise<void> }) {
  const words = useWords('developers').hook
  const action = useAction()
  return (
    <>
      <Button small busy={action.busy} onClick={() => void action.run(onRetry)}>
        {words.retry}
      </Button>
      <ErrorNotice error={action.error} />
    </>
  )
}

function columnsOf(
  all: Words<'developers'>,
  format: Format,
  actions: Column<DeliveryWire>['cell'],
): readonly Column<DeliveryWire>[] {
  const words = all.hook
  return [
    { key: 'event', title: words.event, cell: ({ event_type: type }) => <code>{type}</code> },
    {
      key: 'when',
      title: words.when,
      cell: ({ attempted_at: at, scheduled_at: planned }) => <Time at={at ?? planned} />,
    },
    {
      key: 'attempt',
      title: words.attempt,
      align: 'end',
      minor: true,
      cell: ({ attempt_number: attempt }) => format.number(attempt),
    },
    {
      key: 'outcome',
      title: words.outcome,
      phone: 'aside',
      cell: (delivery) => <State {...outcomeOf(all, delivery)} />,
    },
    {
      key: 'answer',
      title: words.answer,
      cell: ({ response_status: status, error_code: code }) =>
        status !== null ? <code>{status}</code> : code !== null ? <code>{code}</code> : <None />,
    },
    { key: 'actions', title: all.actions, align: 'end', cell: actions },
  ]
}
