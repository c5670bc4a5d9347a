/** Direct editing on the card: the form's field, opened beside its place, with the same rules and words. */
import { useEffect, useRef } from 'preact/hooks'
import { useEditor } from './context.ts'
import { useShownState } from './field-frame.tsx'
import { valueIn } from './field-state.ts'
import { shownText, typeInto } from './text-field.tsx'
import { troubleWords } from './trouble-words.ts'
import type { FieldWire } from './wire.ts'
import type { Size } from './zoom.ts'

/** Where the place stands on the stage, px. */
export interface Spot {
  readonly middle: number
  readonly top: number
  readonly bottom: number
  readonly stage: Size
}

export function CardEntry({
  field,
  spot,
  onClose,
}: {
  readonly field: FieldWire
  readonly spot: Spot
  onClose(): void
}) {
  const { store, words, prefix } = useEditor()
  const { say } = words
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const before = useRef<Element | null>(document.activeElement)
  const state = useShownState(field)
  useEffect(() => {
    store.activate(field.id)
    control.current?.focus({ preventScroll: true })
    control.current?.select()
  }, [])
  const end = () => {
    onClose()
    if (before.current instanceof HTMLElement && before.current.isConnected)
      before.current.focus({ preventScroll: true })
  }
  const id = `${prefix}card-${field.id}`
  const shared = {
    id,
    ref: control,
    value: shownText(field, valueIn(field, store.state.content)),
    dir: 'auto',
    autocomplete: 'off',
    'aria-invalid': state.trouble !== null,
    'aria-required': field.required,
    'aria-describedby': state.trouble === null ? undefined : `${id}-trouble`,
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      typeInto(store, field, event.currentTarget),
    onBlur: () => {
      store.leave(field.id)
      onClose()
    },
    onKeyDown: (event: KeyboardEvent) => {
      const ends = event.key === 'Escape' || (event.key === 'Enter' && !field.multiline)
      // Zoom and pages have keys of their own, which are letters here.
      event.stopPropagation()
      if (!ends || event.isComposing) return undoKey(event)
      event.preventDefault()
      end()
    },
  } as const
  const undoKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !/^[zy]$/i.test(event.key)) return
    event.preventDefault()
    if (event.shiftKey || /y/i.test(event.key)) store.redo()
    else store.undo()
  }
  // Below its place, so that the card shows what is typed; above it where there is no room below.
  const above = spot.bottom > spot.stage.height * 0.7
  const edge = above ? spot.stage.height - Math.max(spot.top, 0) : Math.max(spot.bottom, 0)
  return (
    <div
      class="card-entry field"
      data-above={above}
      style={{ '--edge': `${edge}px`, '--middle': `${spot.middle}px` }}
    >
      <label for={id}>
        <bdi>{field.label}</bdi>
      </label>
      {field.multiline ? <textarea {...shared} rows={3} /> : <input {...shared} type="text" />}
      {state.trouble === null ? null : (
        <p class="trouble" id={`${id}-trouble`}>
          {troubleWords(say, field, state.trouble)}
        </p>
      )}
    </div>
  )
}
