/** The check of a table: the field of each column, and a dry run of all rows. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { type ApiError, asApiError } from '../api-error.ts'
import type { BatchResult, CheckWire, ColumnWire, Encoding } from './wire.ts'

/** By field id: what prints where the table has no value. */
export type Missing = Readonly<Record<string, 'empty' | 'default'>>

/** From a header to the field or reference that it stands for; null leaves it out. */
export type Mapping = Readonly<Record<string, string | null>>

/** What is chosen about a table. */
export interface TableChoices {
  readonly mapping: Mapping
  readonly missing: Missing
  /** Null lets the dry run find it out. */
  readonly encoding: Encoding | null
  readonly result: BatchResult
}

export interface TableCheck {
  readonly check: CheckWire | null
  readonly error: ApiError | null
  readonly busy: boolean
  /** 0 to 1 while the table is on its way. */
  readonly sent: number
  again(): void
}

/** Choosing several columns one after the other asks once. */
const REST_MS = 300

/** Asks again whenever something of it changes; the last answer stays until the next one is there. */
export function useTableCheck(
  file: File | null,
  templateId: string,
  { mapping, missing, encoding, result }: TableChoices,
): TableCheck {
  const [check, setCheck] = useState<CheckWire | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(0)
  const [round, setRound] = useState(0)
  const looked = useRef<File | null>(null)
  const chosen = JSON.stringify({ mapping, missing, encoding, result })
  useEffect(() => {
    if (looked.current !== file) setCheck(null)
    looked.current = file
    if (file === null || templateId === '' || round < 0) return
    const giveUp = new AbortController()
    setBusy(true)
    setSent(0)
    const timer = setTimeout(() => {
      const form = tableForm(file, templateId, JSON.parse(chosen) as TableChoices)
      api
        .upload<{ check: CheckWire }>(
          '/v1/batches/csv/check',
          form,
          (done, all) => setSent(all === 0 ? 1 : done / all),
          giveUp.signal,
        )
        .then(
          (found) => {
            setCheck(found.check)
            setError(null)
          },
          (thrown: unknown) => {
            const fault = asApiError(thrown)
            if (fault.code === 'aborted') return
            setCheck(null)
            setError(fault)
          },
        )
        .finally(() => {
          if (!giveUp.signal.aborted) setBusy(false)
        })
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [file, templateId, chosen, round])
  return { check, error, busy, sent, again: () => setRound((count) => count + 1) }
}

/** The parts that both the dry run and the batch itself take. */
export function tableForm(
  file: File,
  templateId: string,
  { mapping, missing, encoding, result }: TableChoices,
  more: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData()
  form.append('template_id', templateId)
  if (Object.keys(mapping).length > 0) form.append('columns', JSON.stringify(mapping))
  if (Object.keys(missing).length > 0) form.append('missing_values', JSON.stringify(missing))
  if (encoding !== null) form.append('encoding', encoding)
  form.append('result', result)
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  // Last, so that the service knows what the table is for when it comes.
  form.append('csv', file, file.name)
  return form
}

/** The value of a column's select: a field's id, a reference's name, '' for skipped, or '?' for unknown. */
export function meaningOf({ meaning, field_id: field, reference }: ColumnWire): string {
  if (meaning === 'unknown' || meaning === 'ambiguous') return '?'
  return field ?? reference ?? ''
}

/** Columns whose names resemble a field, taken for it until somebody says otherwise. */
export function suggested(columns: readonly ColumnWire[]): Mapping {
  const found = columns.filter(({ meaning, suggestion }) => meaning === 'unknown' && suggestion !== null)
  return Object.fromEntries(found.map(({ name, suggestion }) => [name, suggestion]))
}

/** Fields without a column stay empty until somebody says otherwise: their defaults are somebody's sample. */
export function emptied({ missing }: CheckWire): Missing {
  const without = missing.filter(({ has_column: hasColumn }) => !hasColumn)
  return Object.fromEntries(without.map(({ field_id: field }) => [field, 'empty']))
}

/** Nothing is begun while one of these stands. */
export function unsettled(columns: readonly ColumnWire[]): readonly ColumnWire[] {
  return columns.filter(({ meaning }) => ['unknown', 'ambiguous', 'duplicate'].includes(meaning))
}
