/** A button that opens the chooser of files. */
import { useRef } from 'preact/hooks'
import { Button } from '../parts/button.tsx'

export function FileButton(props: {
  readonly label: string
  readonly accept: string
  onFile(file: File): void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        class="spoken"
        type="file"
        accept={props.accept}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file !== undefined) props.onFile(file)
        }}
      />
      <Button onClick={() => input.current?.click()}>{props.label}</Button>
    </>
  )
}
