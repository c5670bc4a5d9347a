/** Metadata of a template: names and values of the shop's own. */
import { Button } from '../parts/button.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { phrase, useWords } from '../words.ts'
import type { Note, NoteFault } from './settings-draft.ts'

const MOST_NOTES = 50

export interface MetadataProps {
  readonly rows: readonly Note[]
  readonly faults: readonly NoteFault[]
  readonly readOnly: boolean
  onChange(rows: readonly Note[]): void
}

export function Metadata({ rows, faults, readOnly, onChange }: MetadataProps) {
  const words = useWords('templates')
  const change = (at: number, changes: Partial<Note>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)))
  const faultOf = (at: number) => {
    const fault = faults[at] ?? null
    if (fault === null) return null
    return fault === 'empty' ? words.settings.metadataEmpty : words.settings.metadataTwice
  }
  return (
    <fieldset class="settings-part">
      <legend>{words.settings.metadata}</legend>
      <p class="hint">{words.settings.metadataText}</p>
      {rows.map((row, at) => (
        <div class="note-row" key={`note-${String(at)}`}>
          <TextInput
            label={words.settings.metadataName}
            maxLength={40}
            readOnly={readOnly}
            error={faultOf(at)}
            value={row.name}
            onInput={(name) => change(at, { name })}
          />
          <TextInput
            label={words.settings.metadataValue}
            maxLength={500}
            dir="auto"
            readOnly={readOnly}
            value={row.value}
            onInput={(value) => change(at, { value })}
          />
          {readOnly ? null : (
            <Button
              kind="quiet"
              aria-label={
                row.name === ''
                  ? words.settings.metadataRemoveNew
                  : phrase(words.settings.metadataRemove, { name: row.name })
              }
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              ×
            </Button>
          )}
        </div>
      ))}
      {readOnly || rows.length >= MOST_NOTES ? null : (
        <Button small onClick={() => onChange([...rows, { name: '', value: '' }])}>
          {words.settings.metadataAdd}
        </Button>
      )}
    </fieldset>
  )
}
