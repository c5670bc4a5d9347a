/** One failed row: its error, and its cells to be corrected. */
import { useId } from 'preact/hooks'
import { useFormat } from '../format.ts'
import { shortId } from '../orders/states.ts'
import type { FieldWire } from '../orders/wire.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { Field } from '../parts/field.tsx'
import { Link } from '../router.ts'
import { phrase, useWords } from '../words.ts'
import { PATH } from './batches-list.tsx'
import { optionsOf } from './options.ts'
import { RowError } from './row-error.tsx'
import { decisive } from './rows.tsx'
import type { BatchItemWire, BatchWire } from './wire.ts'

/** As POST /v1/batches/{id}/retry takes it. */
export interface Correction {
  readonly index: number
  readonly values?: Readonly<Record<string, string>>
  readonly [reference: string]: unknown
}

interface FailedRowProps {
  readonly item: BatchItemWire
  readonly batch: BatchWire
  readonly fields: readonly FieldWire[]
  /** Null while the row is not printed again, undefined where it may not be. */
  readonly correction: Correction | null | undefined
  onChange(correction: Correction | null): void
}

export function FailedRow({ item, batch, fields, correction, onChange }: FailedRowProps) {
  const words = useWords('batches')
  const format = useFormat()
  const title = useId()
  const { index, row, error, values, retry_batch_id: retried } = item
  const line = phrase(words.failedLine, { line: format.number(row ?? index + 1) })
  const before = withDetails(values ?? {}, error)
  const shown = fields.filter(({ id, label }) => id in before || label in before)
  const set = (more: Partial<Correction>) => onChange({ ...(correction ?? { index }), ...more })
  // Of a row that could not be read all values are sent, as they are read now.
  const own = correction?.values ?? (error?.code === 'invalid_csv' ? before : {})
  return (
    <article class="failed-row" aria-labelledby={title}>
      <h3 id={title}>{line}</h3>
      {error === null ? null : <RowError class="error" one={decisive(error)} />}
      {retried !== null ? (
        <Link href={`${PATH}/${retried}`}>{phrase(words.retried, { id: shortId(retried) })}</Link>
      ) : correction === undefined || values === null ? null : (
        <>
          <div class="failed-cells">
            {shown.map((field) => (
              <ValueInput
                key={field.id}
                field={field}
                line={line}
                value={own[field.id] ?? before[field.id] ?? before[field.label] ?? ''}
                onInput={(value) => set({ values: { ...own, [field.id]: value } })}
              />
            ))}
            {referencesOf(batch, item).map(({ reference, cell }) => (
              <Field key={reference} label={words.reference[reference]}>
                {(facts) => (
                  <input
                    {...facts}
                    class="input"
                    value={textOf(correction?.[reference], cell)}
                    onInput={(event) => set(referenceOf(reference, event.currentTarget.value))}
                  />
                )}
              </Field>
            ))}
          </div>
          <Checkbox
            label={`${words.printRow} (${line})`}
            checked={correction !== null}
            onChange={(checked) =>
              onChange(checked ? { index, ...(Object.keys(own).length === 0 ? {} : { values: own }) } : null)
            }
          />
        </>
      )}
    </article>
  )
}

/** Fields that the error names have an input, too. */
function withDetails(
  values: Readonly<Record<string, string>>,
  error: BatchItemWire['error'],
): Readonly<Record<string, string>> {
  const named = (error?.details ?? []).flatMap((detail) => {
    const { field_id: id } = detail as { readonly field_id?: string }
    return id === undefined ? [] : [[id, ''] as const]
  })
  return { ...Object.fromEntries(named), ...values }
}

type Reference = 'external_ref' | 'external_order_id' | 'external_cart_id' | 'customer_email' | 'quantity'

function referencesOf({ columns }: BatchWire, { cells }: BatchItemWire) {
  return (columns ?? []).flatMap(({ reference }, at) =>
    reference === null ? [] : [{ reference: reference as Reference, cell: cells?.[at] ?? '' }],
  )
}

function referenceOf(reference: Reference, text: string): Partial<Correction> {
  if (reference !== 'quantity') return { [reference]: text.trim() === '' ? null : text.trim() }
  return { quantity: /^\d+$/.test(text.trim()) ? Number(text) : text }
}

function textOf(corrected: unknown, cell: string): string {
  if (corrected === undefined) return cell
  return corrected === null ? '' : String(corrected)
}

function ValueInput(props: {
  readonly field: FieldWire
  readonly line: string
  readonly value: string
  onInput(value: string): void
}) {
  const { field, value, onInput } = props
  const options = optionsOf(field)
  return (
    <Field label={field.label}>
      {(facts) =>
        options.length > 0 ? (
          <select
            {...facts}
            class="input select"
            value={value}
            onChange={(event) => onInput(event.currentTarget.value)}
          >
            {options.some((option) => option.value === value) ? null : <option value={value}>{value}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        ) : field.multiline ? (
          <textarea
            {...facts}
            class="input"
            rows={2}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        ) : (
          <input
            {...facts}
            class="input"
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )
      }
    </Field>
  )
}
