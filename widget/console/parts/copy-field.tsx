/** A key, a link or a snippet that one click copies. */
import { useId, useState } from 'preact/hooks'
import { copyText } from '../../browser-apis.ts'
import { useWords } from '../words.ts'
import { Button } from './button.tsx'

export interface CopyFieldProps {
  readonly label: string
  readonly value: string
  /** Of several lines, as code. */
  readonly multiline?: boolean | undefined
}

export function CopyField({ label, value, multiline = false }: CopyFieldProps) {
  const words = useWords('shared')
  const id = useId()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    const field = document.getElementById(id)
    // Without it the text is selected, for the keyboard to copy.
    const done = await copyText(value)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
    if (!done) return
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div class="field copy-field" data-multiline={multiline || undefined}>
      <label class="label" for={id}>
        {label}
      </label>
      <div class="copy-row">
        {multiline ? (
          <textarea
            id={id}
            class="input code"
            readOnly
            rows={Math.min(14, value.split('\n').length)}
            value={value}
          />
        ) : (
          <input
            id={id}
            class="input code"
            readOnly
            value={value}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        <Button onClick={() => void copy()} aria-describedby={id}>
          {copied ? words.copied : words.copy}
        </Button>
      </div>
      <span class="spoken" role="status">
        {copied ? words.copied : ''}
      </span>
    </div>
  )
}
