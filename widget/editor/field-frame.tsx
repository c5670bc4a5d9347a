/** The frame of every field: label, the shop's help, the text fit, and problems. */
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useEditor } from './context.ts'
import type { FieldState } from './field-state.ts'
import { countGraphemes } from './graphemes.ts'
import { troubleWords } from './trouble-words.ts'
import type { FieldWire } from './wire.ts'

export interface FieldParts {
  readonly field: FieldWire
  readonly value: string
}

/** Ids of a field's elements. */
export function fieldIds(prefix: string, { id }: FieldWire) {
  const base = `${prefix}${id}`
  return { control: base, label: `${base}-label`, help: `${base}-help`, trouble: `${base}-trouble` }
}

/** The trouble that is shown: an empty field is reported only after the customer has left it. */
export function useShownState(field: FieldWire): FieldState {
  const { store } = useEditor()
  const { trouble, fit } = store.fieldState(field)
  const early = trouble?.kind === 'missing' && !store.state.tried && !store.state.touched.has(field.id)
  return { trouble: early ? null : trouble, fit }
}

/** Lists what describes a control, for aria-describedby. */
export function describedBy(prefix: string, field: FieldWire, state: FieldState): string {
  const ids = fieldIds(prefix, field)
  return state.trouble === null ? ids.help : `${ids.trouble} ${ids.help}`
}

export function FieldFrame({
  field,
  value,
  group,
  children,
}: FieldParts & {
  /** Of several controls: the label names the group. */
  readonly group: boolean
  readonly children: ComponentChildren
}) {
  const { store, words, prefix } = useEditor()
  const { say } = words
  const ids = fieldIds(prefix, field)
  const state = useShownState(field)
  const active = store.state.activeField === field.id
  const label = (
    <>
      <bdi>{field.label}</bdi>
      {field.required || store.state.locked.has(field.id) ? null : (
        <span class="optional">{say('optional')}</span>
      )}
    </>
  )
  const help = <FieldHelp field={field} value={value} state={state} />
  const trouble =
    state.trouble === null ? null : (
      <p class="trouble" id={ids.trouble}>
        {troubleWords(say, field, state.trouble)}
      </p>
    )
  const focus = {
    onFocusIn: (event: FocusEvent) => {
      store.activate(field.id)
      reveal(event.target)
    },
    onFocusOut: () => store.leave(field.id),
  }
  const shared = { class: 'field', 'data-field': field.id, 'data-active': active, ...focus }
  return group ? (
    <fieldset {...shared} aria-describedby={describedBy(prefix, field, state)}>
      <legend id={ids.label}>{label}</legend>
      {children}
      {trouble}
      {help}
    </fieldset>
  ) : (
    <div {...shared}>
      <label id={ids.label} for={ids.control}>
        {label}
      </label>
      {children}
      {trouble}
      {help}
    </div>
  )
}

/** Browsers bring a caret into the window, and not out from under what stays in sight there. */
function reveal(target: EventTarget | null): void {
  if (target instanceof HTMLElement && target.matches('textarea, input:not([type="radio"])'))
    target.scrollIntoView({ block: 'nearest' })
}

/** From this share of its most on, characters are counted. */
const NEAR = 0.8

function FieldHelp({ field, value, state }: FieldParts & { readonly state: FieldState }) {
  const { words, prefix } = useEditor()
  const { say } = words
  const most = field.type === 'text' ? field.max_length : null
  const count = most === null ? 0 : countGraphemes(value)
  // Say that it fits only after saying that it did not.
  const wasTold = useRef(false)
  if (state.trouble !== null && state.trouble.kind !== 'missing') wasTold.current = true
  else if (value === '') wasTold.current = false
  const fit =
    !wasTold.current || field.type !== 'text' || state.trouble !== null || state.fit === 'unknown'
      ? null
      : say(state.fit)
  return (
    <p class="help" id={fieldIds(prefix, field).help}>
      {field.help == null ? null : (
        <bdi class="shop-help" dir="auto">
          {field.help}
        </bdi>
      )}
      {most === null || count < most * NEAR ? null : (
        <span class="count" data-over={count > most}>
          <span aria-hidden="true">{say('count', { count, most })}</span>
          <span class="spoken">{say('count_spoken', { count, most })}</span>
        </span>
      )}
      {fit === null ? null : (
        <span class="fit" data-fit={state.fit}>
          {fit}
        </span>
      )}
    </p>
  )
}
