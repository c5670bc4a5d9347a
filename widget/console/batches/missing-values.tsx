/** Fields for which rows have no value, each with the choice of what prints there. */
import { useId } from 'preact/hooks'
import { useFormat } from '../format.ts'
import type { FieldWire } from '../orders/wire.ts'
import { Notice } from '../parts/notice.tsx'
import { phrase, useWords, type Words } from '../words.ts'
import { optionsOf } from './options.ts'
import type { CheckWire } from './wire.ts'

type MissingWire = CheckWire['missing'][number]

/** Lines that are named before the rest is summed up. */
const NAMED = 5

export interface MissingValuesProps {
  readonly check: CheckWire
  readonly fields: readonly FieldWire[]
  onChange(field: string, prints: 'empty' | 'default'): void
}

export function MissingValues({ check, fields, onChange }: MissingValuesProps) {
  const words = useWords('batches')
  if (check.missing.length === 0) return null
  return (
    <Notice kind="warn" title={words.missingTitle}>
      <p>{words.missingText}</p>
      {check.missing.map((missing) => (
        <Choice
          key={missing.field_id}
          missing={missing}
          value={defaultOf(fields.find(({ id }) => id === missing.field_id))}
          onChange={onChange}
        />
      ))}
    </Notice>
  )
}

function Choice({
  missing,
  value,
  onChange,
}: Pick<MissingValuesProps, 'onChange'> & { readonly missing: MissingWire; readonly value: string }) {
  const words = useWords('batches')
  const format = useFormat()
  const name = useId()
  const { field_id: field, prints } = missing
  const byDefault = value === '' ? words.printNothing : phrase(words.printDefault, { value })
  return (
    <fieldset class="choices missing-value">
      <legend>{saidOf(words, format.number, missing)}</legend>
      {(['empty', 'default'] as const).map((one) => (
        <label class="radio" key={one}>
          <input type="radio" name={name} checked={prints === one} onChange={() => onChange(field, one)} />
          <span>{one === 'empty' ? words.leaveEmpty : byDefault}</span>
        </label>
      ))}
    </fieldset>
  )
}

function saidOf(
  words: Words<'batches'>,
  number: (value: number) => string,
  { label, has_column: hasColumn, rows, lines }: MissingWire,
): string {
  if (!hasColumn) return phrase(words.missingColumn, { label })
  const named = lines.slice(0, NAMED).map(number).join(', ')
  const at =
    rows > NAMED
      ? phrase(words.missingMore, { lines: named })
      : phrase(words.missingLines, { count: rows, lines: named })
  return phrase(words.missingCells, { count: rows, label, at })
}

/** As the customer reads it. */
function defaultOf(field: FieldWire | undefined): string {
  if (field === undefined) return ''
  const { default_value: value } = field
  return optionsOf(field).find((option) => option.value === value)?.label ?? value
}
