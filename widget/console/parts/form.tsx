/** Forms: one with a button that sends it, and that of a record, with its inputs and the question before leaving. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ApiError } from '../api-error.ts'
import { type Action, useAction } from '../use-action.ts'
import { useLeave } from '../use-leave.ts'
import { useSaid } from '../words/said.ts'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

export interface FormProps {
  readonly class?: string | undefined
  readonly action: Action
  /** What is wrong is said by the service, not by the browser. */
  readonly noValidate?: boolean | undefined
  readonly children: ComponentChildren
  onSend(): Promise<void>
}

/** It is not sent again while it is on its way. */
export function Form({ class: name = 'form', action, noValidate = false, children, onSend }: FormProps) {
  return (
    <form
      class={name}
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(onSend)
      }}
    >
      {children}
    </form>
  )
}

export interface InputState<Value> {
  readonly value: Value
  readonly error: string | null
  onInput(value: Value): void
}

export interface RecordFormState<Draft> {
  readonly draft: Draft
  readonly busy: boolean
  readonly error: ApiError | null
  /** What belongs to no control of the form. */
  readonly elsewhere: ApiError | null
  set(changes: Partial<Draft>): void
  /** What is wrong with a parameter, for the control that it has. */
  fault(param: string): string | null
  /** For the input of a part of the draft; `param` is its name at the service, where its faults stand at the input. */
  input<Part extends keyof Draft>(part: Part, param?: string): InputState<Draft[Part]>
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
  const fault = (name: string) => (error !== null && param === name ? say(error) : null)
  const set = (changes: Partial<Draft>) => {
    action.clear()
    setDone(false)
    setDraft((before) => ({ ...before, ...changes }))
  }
  return {
    draft,
    busy: action.busy,
    error,
    elsewhere: placed.includes(param) ? null : error,
    set,
    fault,
    input: (part, name = '') => ({
      value: draft[part],
      error: name === '' ? null : fault(name),
      onInput: (value) => set({ [part]: value } as unknown as Partial<Draft>),
    }),
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
  readonly form: Pick<RecordFormState<object>, 'busy' | 'elsewhere' | 'save'>
  /** The words of its button; null where nothing may be changed. */
  readonly save: string | null
  /** Another button of the page is the main one. */
  readonly isAside?: boolean
  /** Buttons beside it. */
  readonly others?: ComponentChildren
  readonly children: ComponentChildren
}

export function RecordForm({ form, save, isAside = false, others, children }: RecordFormProps) {
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
          <Button kind={isAside ? 'plain' : 'main'} type="submit" busy={form.busy}>
            {save}
          </Button>
          {others}
        </div>
      )}
    </form>
  )
}
