/** The field of each column of a table, with sample cells. */
import { useId } from 'preact/hooks'
import type { FieldWire } from '../orders/wire.ts'
import { phrase, useWords, type Words } from '../words.ts'
import { meaningOf } from './table-check.ts'
import type { CheckWire, ColumnWire } from './wire.ts'

const REFERENCES = [
  'external_ref',
  'external_order_id',
  'external_cart_id',
  'customer_email',
  'quantity',
] as const

export interface ColumnTableProps {
  readonly check: CheckWire
  readonly fields: readonly FieldWire[]
  /** Null leaves the column out. */
  onChange(column: string, meaning: string | null): void
}

export function ColumnTable({ check, fields, onChange }: ColumnTableProps) {
  const words = useWords('batches')
  return (
    <div class="table-box">
      <table class="table">
        <caption class="spoken">{words.columns}</caption>
        <thead>
          <tr>
            <th scope="col">{words.column}</th>
            <th scope="col">{words.firstRow}</th>
            <th scope="col">{words.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {check.columns.map((column, at) => {
            const sample = column.sample ?? check.first_row?.values[column.field_id ?? ''] ?? ''
            return (
              <tr key={`${String(at)} ${column.name}`}>
                <td data-title={words.column}>
                  <bdi>{columnName(words, column.name)}</bdi>
                </td>
                <td data-title={words.firstRow}>
                  {sample === '' ? <span class="dim">{words.valuesEmpty}</span> : <bdi>{sample}</bdi>}
                </td>
                <td data-title={words.meaning}>
                  <MeaningSelect column={column} fields={fields} onChange={onChange} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A column without a name goes by its place. */
function columnName(words: Words<'batches'>, name: string): string {
  const place = /^#(\d+)$/.exec(name)?.[1]
  return place === undefined ? name : phrase(words.nameless, { number: place })
}

function MeaningSelect(props: Omit<ColumnTableProps, 'check'> & { readonly column: ColumnWire }) {
  const words = useWords('batches')
  const id = useId()
  const { column, fields, onChange } = props
  const chosen = meaningOf(column)
  const fault = chosen === '?' ? words.unknownColumn : column.meaning === 'duplicate' ? words.twice : null
  return (
    <div class="field" data-invalid={fault === null ? undefined : true}>
      <select
        class="input select"
        aria-label={`${words.meaning}: ${columnName(words, column.name)}`}
        aria-invalid={fault === null ? undefined : true}
        aria-describedby={fault === null ? undefined : id}
        value={chosen}
        onChange={(event) => {
          const next = event.currentTarget.value
          if (next !== '?') onChange(column.name, next === '' ? null : next)
        }}
      >
        {chosen === '?' ? <option value="?">{words.pickField}</option> : null}
        <option value="">{words.leaveOut}</option>
        <optgroup label={words.fields}>
          {fields.map((field) => (
            <option key={field.id} value={field.id}>
              {field.label}
            </option>
          ))}
        </optgroup>
        <optgroup label={words.references}>
          {REFERENCES.map((reference) => (
            <option key={reference} value={reference}>
              {words.reference[reference]}
            </option>
          ))}
        </optgroup>
      </select>
      {fault === null ? null : (
        <p class="error" id={id}>
          {fault}
        </p>
      )}
    </div>
  )
}
