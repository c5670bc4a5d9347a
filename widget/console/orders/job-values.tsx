/** The values of a job, and the form for editing an open job and correcting a printed one. */
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { Notice } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { useBlocker } from '../router.ts'
import { useAction } from '../use-action.ts'
import { useSaid } from '../words/said.ts'
import { useWords } from '../words.ts'
import { isCustomerImage } from './customer-image.ts'
import { choicesOf } from './use-fields.ts'
import { valueFaults } from './value-faults.ts'
import { ValueFields } from './value-fields.tsx'
import type { FieldWire, ProblemWire, ValuesWire } from './wire.ts'

export interface JobValuesProps {
  readonly fields: readonly FieldWire[]
  readonly values: ValuesWire
  /** Problems that prevent printing. */
  readonly problems?: readonly ProblemWire[]
  /** `edit` before the order, `correct` after it, null where nothing may be changed. */
  readonly mode: 'edit' | 'correct' | null
  /** With what has changed, for the picture beside the form. */
  onTyped?(values: ValuesWire | null): void
  /** Takes the changed values alone. */
  onSave(changes: ValuesWire): Promise<void>
}

export function JobValues({ fields, values, problems = [], mode, onTyped, onSave }: JobValuesProps) {
  const words = useWords('orders')
  const say = useSaid()
  const action = useAction()
  const [draft, setDraft] = useState<ValuesWire | null>(null)
  const changes = changesOf(draft, values)
  const changed = Object.keys(changes).length > 0
  useBlocker(changed)
  const type = (next: ValuesWire | null) => {
    setDraft(next)
    onTyped?.(next)
  }
  const named = valueFaults(action.error)
  const faults = {
    ...Object.fromEntries(problems.map((problem) => [problem.field_id, say(problem)])),
    ...named,
  }
  if (fields.length === 0) return <p class="dim">{words.noValues}</p>
  if (draft === null || mode === null)
    return (
      <>
        <Facts
          facts={fields.map((field) => [
            field.label,
            <ShownValue key={field.id} field={field} value={values[field.id]} fault={faults[field.id]} />,
          ])}
        />
        {mode === null ? null : (
          <Button onClick={() => type(values)}>{mode === 'edit' ? words.edit : words.correct}</Button>
        )}
      </>
    )
  const save = async () => {
    if (!changed) {
      toast(words.unchanged)
      type(null)
      return
    }
    const done = await action.run(() => onSave(changes))
    if (!done) return
    type(null)
    toast(mode === 'edit' ? words.saved : words.corrected)
  }
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {mode === 'correct' ? <Notice kind="warn">{words.correctText}</Notice> : null}
      <ValueFields
        fields={fields}
        values={draft}
        faults={faults}
        onChange={(id, value) => {
          action.clear()
          type({ ...draft, [id]: value })
        }}
      />
      {Object.keys(named).length === 0 ? (
        <ErrorNotice error={action.error} />
      ) : (
        // It stands at its field already, for those who see it.
        <p class="spoken" role="alert">
          {Object.values(named).join(' ')}
        </p>
      )}
      <div class="form-actions">
        <Button kind="main" type="submit" busy={action.busy}>
          {mode === 'edit' ? words.save : words.saveAndPrint}
        </Button>
        <Button
          onClick={() => {
            action.clear()
            type(null)
          }}
        >
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

function ShownValue(props: {
  readonly field: FieldWire
  readonly value: ValuesWire[string] | undefined
  readonly fault: string | undefined
}) {
  const words = useWords('orders')
  const { field, value = '', fault } = props
  const chosen = isCustomerImage(field, value)
    ? words.customerImage
    : choicesOf(field)?.find((one) => one.value === value)?.label
  return (
    <>
      {value === '' ? (
        <span class="dim">
          {field.default_value === '' ? words.empty : <bdi>{`${words.empty} (${field.default_value})`}</bdi>}
        </span>
      ) : (
        <bdi class="value">{chosen ?? String(value)}</bdi>
      )}
      {fault === undefined ? null : <span class="error">{fault}</span>}
    </>
  )
}

function changesOf(draft: ValuesWire | null, values: ValuesWire): ValuesWire {
  return Object.fromEntries(Object.entries(draft ?? {}).filter(([id, value]) => value !== (values[id] ?? '')))
}
