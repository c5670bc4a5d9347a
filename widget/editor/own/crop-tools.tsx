/** The toolbar of an image in its frame: one tab stop, with arrow keys between its buttons. */
import { useRef, useState } from 'preact/hooks'
import { useEditor } from '../context.ts'
import { Tool } from '../tool.tsx'
import type { FieldWire } from '../wire.ts'
import { FileButton } from './chooser.tsx'
import { type Framing, mostZoom, type View } from './crop.ts'
import type { ImageRules } from './image-rules.ts'
import type { CropActions } from './placing.tsx'

export function CropTools({
  field,
  framing,
  view,
  rules,
  disabled,
  actions,
  onChoose,
  onRemove,
}: {
  readonly field: FieldWire
  readonly framing: Framing
  readonly view: View
  readonly rules: ImageRules
  readonly disabled: boolean
  readonly actions: CropActions
  onChoose(file: File): void
  onRemove(): void
}) {
  const { words } = useEditor()
  const { say } = words
  const bar = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const stop = (index: number) => (index === at ? 0 : -1)
  const most = mostZoom(framing, view.turn)
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  const go = (event: KeyboardEvent) => {
    const all = buttons()
    const forward = words.direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = words.direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const from = all.indexOf(document.activeElement as HTMLElement)
    const to =
      event.key === forward
        ? from + 1
        : event.key === back
          ? from - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? all.length - 1
              : null
    if (to === null) return
    event.preventDefault()
    const next = (to + all.length) % all.length
    setAt(next)
    all[next]?.focus()
  }
  return (
    <div
      class="crop-tools"
      ref={bar}
      role="toolbar"
      aria-label={say('image_tools', { field: field.label })}
      onKeyDown={go}
      onFocusIn={({ target }) => {
        const index = buttons().indexOf(target as HTMLElement)
        if (index >= 0) setAt(index)
      }}
    >
      <Tool
        label={say('zoom_out')}
        icon="minus"
        tabIndex={stop(0)}
        disabled={disabled || view.zoom <= 1}
        onClick={actions.zoomOut}
      />
      <Tool
        label={say('zoom_in')}
        icon="plus"
        tabIndex={stop(1)}
        disabled={disabled || view.zoom >= most}
        onClick={actions.zoomIn}
      />
      <Tool
        label={say('image_turn')}
        icon="turn"
        tabIndex={stop(2)}
        disabled={disabled}
        onClick={actions.turn}
      />
      <Tool
        label={say('zoom_reset')}
        icon="whole"
        tabIndex={stop(3)}
        disabled={disabled}
        onClick={actions.reset}
      />
      <span class="crop-tools-rest">
        <FileButton
          label={say('image_replace')}
          field={field.label}
          rules={rules}
          disabled={disabled}
          tabIndex={stop(4)}
          onChoose={onChoose}
        />
        <button type="button" class="plain" disabled={disabled} tabIndex={stop(5)} onClick={onRemove}>
          {say('image_remove')}
          <span class="spoken">: {field.label}</span>
        </button>
      </span>
    </div>
  )
}
