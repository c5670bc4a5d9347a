/** Chooses an image: a button, a drop zone, and the camera on phones. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useEditor, useMedia } from '../context.ts'
import type { FieldWire } from '../wire.ts'
import type { ImageRules } from './image-rules.ts'
import { acceptOf, kindName } from './kinds.ts'
import { rejectionWords, sizeWords } from './own-words.ts'
import type { Upload } from './uploads.ts'

export interface ChooserParts {
  readonly field: FieldWire
  readonly rules: ImageRules
  readonly upload: Upload | null
  readonly disabled: boolean
  onChoose(file: File): void
}

export function Chooser({
  field,
  rules,
  upload,
  disabled,
  spare,
  onChoose,
}: ChooserParts & {
  /** Images of the shop can be chosen too. */
  readonly spare: boolean
}) {
  const { words, prefix } = useEditor()
  const { say } = words
  const touch = useMedia('(pointer: coarse)')
  const zone = useRef<HTMLDivElement>(null)
  const over = useDrop(zone, disabled ? null : onChoose)
  const help = `${prefix}${field.id}-upload`
  return (
    <div class="drop" ref={zone} data-over={over} data-spare={spare}>
      <div class="drop-buttons">
        <FileButton
          label={say('image_add')}
          field={field.label}
          rules={rules}
          help={help}
          disabled={disabled}
          first
          onChoose={onChoose}
        />
        {touch ? (
          <FileButton
            label={say('image_camera')}
            field={field.label}
            rules={rules}
            help={help}
            disabled={disabled}
            camera
            onChoose={onChoose}
          />
        ) : null}
      </div>
      <p class="help" id={help}>
        {touch ? null : <span>{say(over ? 'image_drop_here' : 'image_drop')}</span>}
        <span>
          {say('image_kinds', {
            kinds: rules.kinds.map(kindName).join(', '),
            size: sizeWords(words, rules.maxBytes),
          })}
        </span>
      </p>
      <Refused rules={rules} upload={upload} />
    </div>
  )
}

/** Announced when it appears: the refusal and the next step. */
export function Refused({ rules, upload }: Pick<ChooserParts, 'rules' | 'upload'>) {
  const { words } = useEditor()
  const text = upload?.phase === 'refused' ? rejectionWords(words, rules, upload.rejection) : null
  return <div role="alert">{text === null ? null : <p class="trouble">{text}</p>}</div>
}

export function FileButton({
  label,
  field,
  rules,
  help,
  disabled,
  camera = false,
  first = false,
  tabIndex,
  onChoose,
}: {
  readonly label: string
  /** Whose image it is: read out with the label. */
  readonly field: string
  readonly rules: ImageRules
  readonly help?: string
  readonly disabled: boolean
  readonly camera?: boolean
  readonly first?: boolean
  readonly tabIndex?: number
  onChoose(file: File): void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptOf(rules.kinds)}
        {...(camera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // The same file can be chosen again after it was refused.
          event.currentTarget.value = ''
          if (file !== undefined) onChoose(file)
        }}
      />
      <button
        type="button"
        class="plain"
        aria-describedby={help}
        disabled={disabled}
        tabIndex={tabIndex}
        {...(first ? { 'data-first': true } : {})}
        onClick={() => input.current?.click()}
      >
        {label}
        <span class="spoken">: {field}</span>
      </button>
    </>
  )
}

/** True while a file is held over the place. A file that misses it does not take the page away. */
export function useDrop(
  zone: { readonly current: HTMLElement | null },
  onDrop: ((file: File) => void) | null,
): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => {
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const isInside = (event: DragEvent) =>
      event.target instanceof Node && zone.current?.contains(event.target) === true
    const onOver = (event: DragEvent) => {
      if (!holdsFile(event)) return
      event.preventDefault()
      const inside = isInside(event) && latest.current !== null
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = inside ? 'copy' : 'none'
      setOver(inside)
    }
    const onEnd = (event: DragEvent) => {
      if (event.type === 'dragleave' && event.relatedTarget !== null) return
      setOver(false)
      if (event.type !== 'drop' || !holdsFile(event)) return
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (isInside(event) && file !== undefined) latest.current?.(file)
    }
    document.addEventListener('dragover', onOver)
    document.addEventListener('dragleave', onEnd)
    document.addEventListener('drop', onEnd)
    return () => {
      document.removeEventListener('dragover', onOver)
      document.removeEventListener('dragleave', onEnd)
      document.removeEventListener('drop', onEnd)
    }
  }, [zone])
  return over
}
