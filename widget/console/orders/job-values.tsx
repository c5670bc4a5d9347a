/** The values, inks and paper of a job, and the form for editing an open job and correcting a printed one. */
import { useState } from 'preact/hooks'
import type { ColorGroup } from '../../editor/content.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { Notice } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { useBlocker } from '../router.ts'
import { useAction } from '../use-action.ts'
import { useSaid } from '../words/said.ts'
import { useWords } from '../words.ts'
import { isCustomerImage } from './customer-image.ts'
import { changedGroup, type OfferedInks } from './inks/color-group.ts'
import { inkFacts, type NamedInks } from './inks/ink-facts.tsx'
import { InkTiles } from './inks/ink-tiles.tsx'
import { choicesOf } from './use-fields.ts'
import { valueFaults } from './value-faults.ts'
import { ValueFields } from './value-fields.tsx'
import type { FieldWire, ProblemWire, ValuesWire } from './wire.ts'

/** What stands in the form, or was chosen before. */
export interface JobContent {
  readonly values: ValuesWire
  readonly group: ColorGroup
}

/** As the service takes them: the parts that differ. */
export type JobChanges = Partial<ColorGroup> & { readonly values?: ValuesWire }

export interface JobValuesProps {
  readonly fields: readonly FieldWire[]
  readonly values: ValuesWire
  /** The inks and paper that stand beside the values. */
  readonly named: NamedInks
  /** What the form changes of them; null where it offers none. */
  readonly group?: ColorGroup | null
  readonly offered?: OfferedInks | null
  /** Problems that prevent printing. */
  readonly problems?: readonly ProblemWire[]
  /** `edit` before the order, `correct` after it, null where nothing may be changed. */
  readonly mode: 'edit' | 'correct' | null
  /** With what has changed, for the picture beside the form. */
  onTyped?(content: JobContent | null): void
  /** Takes what was changed alone. */
  onSave(changes: JobChanges): Promise<void>
}

export function JobValues(props: JobValuesProps) {
  const {
    fields,
    values,
    named: stock,
    group = null,
    offered = null,
    problems = [],
    mode,
    onTyped,
    onSave,
  } = props
  const words = useWords('orders')
  const say = useSaid()
  const action = useAction()
  const [draft, setDraft] = useState<JobContent | null>(null)
  const kept = { values, group: group ?? NO_GROUP }
  // What changes elsewhere meanwhile is not taken back.
  const [begun, setBegun] = useState<JobContent>(kept)
  const changes = changesOf(draft, begun)
  const changed = Object.keys(changes).length > 0
  useBlocker(changed)
  const type = (next: JobContent | null) => {
    setDraft(next)
    onTyped?.(next)
  }
  const named = valueFaults(action.error)
  const faults = {
    ...Object.fromEntries(problems.map((problem) => [problem.field_id, say(problem)])),
    ...named,
  }
  const inks = inkFacts(words, stock, new Map(fields.map(({ id, label }) => [id, label])))
  if (fields.length === 0 && inks.every((fact) => fact === null)) return <p class="dim">{words.noValues}</p>
  if (draft === null || mode === null)
    return (
      <>
        <Facts
          facts={[
            ...fields.map(
              (field): Fact => [
                field.label,
                <ShownValue key={field.id} field={field} value={values[field.id]} fault={faults[field.id]} />,
              ],
            ),
            ...inks,
          ]}
        />
        {mode === null ? null : (
          <Button
            onClick={() => {
              setBegun(kept)
              type(kept)
            }}
          >
            {mode === 'edit' ? words.edit : words.correct}
          </Button>
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
        values={draft.values}
        faults={faults}
        onChange={(id, value) => {
          action.clear()
          type({ ...draft, values: { ...draft.values, [id]: value } })
        }}
      />
      {offered === null || group === null ? null : (
        <InkTiles
          name="job"
          offered={offered}
          group={draft.group}
          onChange={(next) => {
            action.clear()
            type({ ...draft, group: next })
          }}
        />
      )}
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

const NO_GROUP: ColorGroup = { colors: null, assignments: {}, substrate: null }

function changesOf(draft: JobContent | null, { values, group }: JobContent): JobChanges {
  if (draft === null) return {}
  const typed = Object.entries(draft.values).filter(([id, value]) => value !== (values[id] ?? ''))
  return {
    ...(typed.length === 0 ? {} : { values: Object.fromEntries(typed) }),
    ...changedGroup(group, draft.group),
  }
}
