/** The production of a job: due date, assignee, notes, and reference and quantity while it is open. */
import { api } from '../api.ts'
import { RecordForm, useRecordForm } from '../parts/form.tsx'
import { NumberInput } from '../parts/number-input.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { planJob } from './next-step.tsx'
import type { FillWire } from './wire.ts'

const MOST = 1_000_000
const PARAMS = ['due_at', 'assignee', 'notes', 'quantity', 'external_order_id'] as const

export function JobPlan({ fill, onChanged }: { readonly fill: FillWire; onChanged(): void }) {
  const words = useWords('orders')
  const session = useSession()
  const kept = {
    due: fill.due_at === null ? '' : localDay(fill.due_at),
    assignee: fill.assignee ?? '',
    notes: fill.notes ?? '',
    quantity: fill.quantity as number | null,
    order: fill.external_order_id ?? '',
  }
  const form = useRecordForm(kept, PARAMS, async (typed) => {
    if (fill.status === 'open' && (typed.quantity !== kept.quantity || typed.order !== kept.order))
      await api.patch(`/v1/fills/${encodeURIComponent(fill.id)}`, {
        quantity: typed.quantity ?? 1,
        external_order_id: typed.order.trim() || null,
      })
    await planJob(fill.id, {
      ...(typed.due === kept.due ? {} : { due_at: typed.due === '' ? null : endOfDay(typed.due) }),
      assignee: typed.assignee.trim() || null,
      notes: typed.notes.trim() || null,
    })
    toast(words.planSaved)
    onChanged()
    return null
  })
  if (!session.may('fills:write') || fill.erased_at !== null) return null
  return (
    <section aria-labelledby="job-plan">
      <h2 id="job-plan">{words.plan}</h2>
      <RecordForm form={form} save={words.savePlan} isAside>
        {fill.status === 'open' ? (
          <TextInput
            {...form.input('order', 'external_order_id')}
            label={words.orderReference}
            hint={fill.source === 'embed' ? words.orderReferenceHint : words.orderNumberHint}
            maxLength={255}
          />
        ) : null}
        <div class="dates">
          <TextInput {...form.input('due', 'due_at')} label={words.due} type="date" />
          {fill.status === 'open' ? (
            <NumberInput {...form.input('quantity', 'quantity')} label={words.quantity} min={1} max={MOST} />
          ) : null}
        </div>
        <TextInput
          {...form.input('assignee', 'assignee')}
          label={words.assignee}
          maxLength={200}
          dir="auto"
        />
        <TextArea
          {...form.input('notes', 'notes')}
          label={words.notes}
          hint={words.notesHint}
          rows={3}
          dir="auto"
        />
      </RecordForm>
    </section>
  )
}

/** The day of a point in time, here. */
function localDay(rfc3339: string): string {
  const at = new Date(rfc3339)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** What is due on a day is due at its end. */
export function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 23, 59, 59).toISOString()
}
