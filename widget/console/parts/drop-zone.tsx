/** A drop zone for a file, with a button to choose one. */
import { useId, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'

export interface DropZoneProps {
  /** Such as `Drop a PDF here`. */
  readonly label: string
  /** Of the button, such as `Choose a PDF`. */
  readonly button: string
  readonly hint?: string | undefined
  /** As of a file input: `application/pdf,.pdf`. What is dropped is judged by whoever takes it. */
  readonly accept: string
  onFile(file: File): void
  /** Takes several at once; the first of them goes to `onFile` where this is not said. */
  onFiles?: ((files: readonly File[]) => void) | undefined
  readonly disabled?: boolean | undefined
  readonly kind?: 'main' | 'plain' | undefined
}

export function DropZone({
  label,
  button,
  hint,
  accept,
  onFile,
  onFiles,
  disabled = false,
  kind = 'plain',
}: DropZoneProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    const [first, ...others] = files ?? []
    if (first === undefined || disabled) return
    if (onFiles === undefined) onFile(first)
    else onFiles([first, ...others])
  }
  return (
    // The zone is for who drags; the button in it does the same for everybody.
    <section
      class="drop-zone"
      data-over={over || undefined}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault()
        if (!disabled) setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      <p class="drop-label">{label}</p>
      <input
        ref={input}
        id={id}
        class="spoken"
        type="file"
        accept={accept}
        multiple={onFiles !== undefined}
        tabIndex={-1}
        aria-hidden="true"
        disabled={disabled}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <Button kind={kind} disabled={disabled} onClick={() => input.current?.click()}>
        {button}
      </Button>
      {hint === undefined ? null : <p class="hint">{hint}</p>}
    </section>
  )
}
