/** A text input: one line, or several if the field is multi-line. */

import { useLayoutEffect, useRef } from 'preact/hooks'
import { oneLine, withLineBreaks } from '../../core/engine/text/plain-text.ts'
import { observeSize } from '../browser-apis.ts'
import { useEditor } from './context.ts'
import type { EditorStore } from './editor-state.ts'
import { describedBy, FieldFrame, type FieldParts, fieldIds, useShownState } from './field-frame.tsx'
import type { FieldWire } from './wire.ts'

export function TextField({ field, value }: FieldParts) {
  const { store, words, prefix } = useEditor()
  const state = useShownState(field)
  const area = useRef<HTMLTextAreaElement>(null)
  const locked = store.state.locked.has(field.id)
  // The height follows the text, and the width too: a frame is not seen while it loads.
  useLayoutEffect(() => {
    const element = area.current
    if (element === null) return
    const grow = () => {
      element.style.height = 'auto'
      const needed = element.scrollHeight + element.offsetHeight - element.clientHeight
      if (needed > 0) element.style.height = `${needed}px`
    }
    grow()
    let width = element.clientWidth
    return observeSize([element], () => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      grow()
    })
  }, [value])

  const shared = {
    id: fieldIds(prefix, field).control,
    value: shownText(field, value),
    // The words may be in any language, whatever the page's is.
    dir: 'auto',
    autocomplete: 'off',
    'aria-describedby': describedBy(prefix, field, state),
    'aria-invalid': state.trouble !== null,
    'aria-required': field.required,
    readOnly: locked,
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      typeInto(store, field, event.currentTarget),
  } as const
  return (
    <FieldFrame field={field} value={value} group={false}>
      {field.multiline ? (
        <textarea {...shared} ref={area} rows={2} />
      ) : (
        <input {...shared} type="text" enterkeyhint="next" />
      )}
      {locked ? <p class="help">{words.say('locked')}</p> : null}
    </FieldFrame>
  )
}

/** Browsers take line breaks out of an input of one line, and words would run together. */
export function shownText({ multiline }: Pick<FieldWire, 'multiline'>, value: string): string {
  return multiline ? value : oneLine(value)
}

/**
 * Controls, and the invisible marks that turn the direction of what follows, come with what is pasted: nobody sees them,
 * and nobody should have to look for them. Joiners stay, for scripts and emoji are written with them.
 */
const UNSEEN = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|(?!\n)\p{Cc}/gu

function typedText({ multiline }: Pick<FieldWire, 'multiline'>, value: string): string {
  return (multiline ? withLineBreaks(value) : oneLine(value)).replace(/\t/g, ' ').replace(UNSEEN, '')
}

/** What is typed, in the form or on the card: without what cannot be seen, and without moving the caret. */
export function typeInto(
  store: EditorStore,
  field: FieldWire,
  control: HTMLInputElement | HTMLTextAreaElement,
): void {
  const { value, selectionStart } = control
  const clean = typedText(field, value)
  if (clean !== value) {
    const before = typedText(field, value.slice(0, selectionStart ?? value.length)).length
    control.value = clean
    control.setSelectionRange(before, before)
  }
  store.edit({ values: { [field.id]: clean } }, `value ${field.id}`)
}
