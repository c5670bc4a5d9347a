/** A text that is typed: one line, or several where the field has room for them. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useEditor } from './context.ts'
import { describedBy, FieldFrame, type FieldParts, fieldIds, useShownState } from './field-frame.tsx'

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
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      grow()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [value])

  const shared = {
    id: fieldIds(prefix, field).control,
    value,
    // The words may be in any language, whatever the page's is.
    dir: 'auto',
    autocomplete: 'off',
    'aria-describedby': describedBy(prefix, field, state),
    'aria-invalid': state.trouble !== null,
    'aria-required': field.required,
    readOnly: locked,
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      store.edit({ values: { [field.id]: event.currentTarget.value } }, `value ${field.id}`),
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
