/** One attempt of a delivery: the exact request and response. */
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words.ts'
import { outcomeOf } from './delivery-outcome.ts'
import type { DeliveryWire } from './wire.ts'

export interface DeliveryDialogProps {
  readonly delivery: DeliveryWire
  onClose(): void
  onRetry?(): Promise<void>
}

export function DeliveryDialog({ delivery, onClose, onRetry }: DeliveryDialogProps) {
  const all = useWords('developers')
  const words = all.hook
  const format = useFormat()
  const action = useAction()
  const { attempted_at: at, next_attempt_at: next, duration_ms: took, response_status: status } = delivery
  return (
    <Dialog
      title={`${words.delivery}: ${delivery.event_type}`}
      wide
      onClose={onClose}
      actions={
        <>
          {onRetry === undefined ? null : (
            <Button kind="main" busy={action.busy} onClick={() => void action.run(onRetry)}>
              {words.retry}
            </Button>
          )}
          <Button onClick={onClose}>{words.close}</Button>
        </>
      }
    >
      <ErrorNotice error={action.error} />
      <Facts
        facts={[
          [words.outcome, <State key="outcome" {...outcomeOf(all, delivery)} />],
          [words.attempt, format.number(delivery.attempt_number)],
          at === null ? null : [words.when, <Time key="when" at={at} />],
          [
            words.answer,
            status === null ? (delivery.error_code ?? words.noAnswer) : <code key="s">{status}</code>,
          ],
          took === null ? null : [words.took, `${format.number(took)} ms`],
          next === null ? null : [words.next, <Time key="next" at={next} />],
        ]}
      />
      <div class="snippets">
        <CopyField label={words.payload} value={JSON.stringify(delivery.payload_json, null, 2)} multiline />
        <CopyField label={words.payloadExact} value={delivery.payload} />
        <CopyField label={words.requestHeaders} value={headersText(delivery.request_headers)} multiline />
        <CopyField label={words.response} value={delivery.response_body ?? words.noBody} multiline />
        <CopyField label={words.responseHeaders} value={headersText(delivery.response_headers)} multiline />
      </div>
    </Dialog>
  )
}

function headersText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
