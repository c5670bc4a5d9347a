/** The form of a record: its inputs, the service's errors by field, saving, and the question before leaving. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ApiError } from '../api-error.ts'
import { useAction } from '../use-action.ts'
import { useLeave } from '../use-leave.ts'
import { useSaid } from '../words/said.ts'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

export interface RecordFormState<Draft> {
  readonly draft: Draft
  readonly busy: boolean
  readonly error: ApiError | null
  /** What belongs to no control of the form. */
  readonly elsewhere: ApiError | null
  set(changes: Partial<Draft>): void
  /** What is wrong with a parameter, for the control that it has. */
  fault(param: string): string | null
  save(): Promise<void>
}

/**
 * `kept` is the draft of the record as it is saved. What `save` gives is a path that is gone to then. Faults of the
 * parameters named in `placed` stand at their controls.
 */
export function useRecordForm<Draft extends object>(
  kept: Draft,
  placed: readonly string[],
  save: (draft: Draft) => Promise<string | null>,
): RecordFormState<Draft> {
  const action = useAction()
  const say = useSaid()
  const [draft, setDraft] = useState(kept)
  const [done, setDone] = useState(false)
  const leave = useLeave(!done && JSON.stringify(draft) !== JSON.stringify(kept))
  const { error } = action
  const param = error?.param?.split(/[.[]/)[0] ?? ''
  return {
    draft,
    busy: action.busy,
    error,
    elsewhere: placed.includes(param) ? null : error,
    set(changes) {
      action.clear()
      setDone(false)
      setDraft((before) => ({ ...before, ...changes }))
    },
    fault: (name) => (error !== null && param === name ? say(error) : null),
    async save() {
      await action.run(async () => {
        const to = await save(draft)
        setDone(true)
        if (to !== null) leave(to)
      })
    },
  }
}

export interface RecordFormProps {
  readonly form: Pick<RecordFormState<unknown>, 'busy' | 'elsewhere' | 'save'>
  /** The words of its button; null where nothing may be changed. */
  readonly save: string | null
  /** Buttons beside it. */
  readonly others?: ComponentChildren
  readonly children: ComponentChildren
}

export function RecordForm({ form, save, others, children }: RecordFormProps) {
  return (
    <form
      class="form wide-form"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      {children}
      <ErrorNotice error={form.elsewhere} />
      {save === null ? null : (
        <div class="form-actions">
          <Button kind="main" type="submit" busy={form.busy}>
            {save}
          </Button>
          {others}
        </div>
      )}
    </form>
  )
}
