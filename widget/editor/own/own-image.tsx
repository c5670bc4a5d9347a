/** The customer's image in a field: chosen, uploading, refused, or placed. Loaded when a field needs it. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useEditor } from '../context.ts'
import type { FieldParts } from '../field-frame.tsx'
import { Chooser } from './chooser.tsx'
import { imageRules } from './image-rules.ts'
import { readOwn } from './own-value.ts'
import { Placing } from './placing.tsx'
import { UploadBar } from './upload-bar.tsx'
import { uploadsOf } from './uploads.ts'

export function OwnImage({ field, value, spare }: FieldParts & { readonly spare: boolean }) {
  const { store } = useEditor()
  const uploads = uploadsOf(store)
  const [, show] = useState(0)
  useEffect(() => uploads.subscribe(() => show((count) => count + 1)), [uploads])
  const rules = imageRules(field)
  const own = readOwn(value)
  const upload = uploads.of(field.id)
  const image = own === null ? null : uploads.image(own.id)
  const choose = (file: File) => {
    if (rules !== null) void uploads.choose(field.id, file, rules)
  }
  const step = upload !== null && upload.phase !== 'refused' ? 'upload' : own === null ? 'choose' : 'placed'
  const root = useRef<HTMLDivElement>(null)
  useFocusThroughSteps(root, step)
  usePaste(field.id, choose)
  const locked = store.state.locked.has(field.id)
  // What is sent is what is shown, and it is held until it can be printed.
  useEffect(() => {
    if (step === 'choose') store.hold(field.id, null)
  }, [step])
  if (rules === null) return null
  return (
    <div class="own" ref={root} data-step={step}>
      {upload !== null && upload.phase !== 'refused' ? (
        <UploadBar
          upload={upload}
          onCancel={() => uploads.cancel(field.id)}
          onRetry={() => uploads.hurry(field.id)}
        />
      ) : own === null ? (
        <Chooser
          field={field}
          rules={rules}
          upload={upload}
          disabled={locked}
          spare={spare}
          onChoose={choose}
        />
      ) : (
        <Placing
          key={own.id}
          field={field}
          own={own}
          value={value}
          image={image}
          rules={rules}
          upload={upload}
          disabled={locked}
          onChoose={choose}
          onLost={uploads.refresh}
        />
      )}
    </div>
  )
}

/** What had the focus goes with its step: the next one takes it, where it would be lost. */
function useFocusThroughSteps(root: { readonly current: HTMLElement | null }, step: string): void {
  const before = useRef(step)
  const had = useRef(false)
  // Before the old step is taken out of the page.
  if (root.current?.contains(document.activeElement)) had.current = true
  else if (document.activeElement !== document.body) had.current = false
  useLayoutEffect(() => {
    if (before.current === step) return
    before.current = step
    if (had.current) root.current?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true })
  }, [step, root])
}

/** An image in the clipboard, while this field is the one that is filled, or the only one that takes it. */
function usePaste(id: string, choose: (file: File) => void): void {
  const { store } = useEditor()
  const latest = useRef(choose)
  latest.current = choose
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      const { activeField, locked, busy } = store.state
      if (file === undefined || locked.has(id) || busy) return
      const isAlone = document.querySelectorAll('.platen .own').length === 1
      if (activeField !== id && !isAlone) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [id, store])
}
