/** A selection set while it is edited: its rows, their errors, and the request. */
import type { SetWire } from './library.ts'

export interface RowDraft {
  /** Known by it while it is moved about; never sent. */
  readonly key: string
  readonly value: string
  readonly label: string
  readonly disabled: boolean
  readonly assetId: string | null
  /** The service has it: its value can no longer change. */
  readonly kept: boolean
}

export interface SetDraft {
  readonly name: string
  readonly rows: readonly RowDraft[]
}

export type RowFault = 'label' | 'value_twice' | null

export const MOST_OPTIONS = 1000

export function draftOfSet(set: SetWire | null): SetDraft {
  if (set === null) return { name: '', rows: [] }
  return {
    name: set.name,
    rows: set.options.map((option) => ({
      key: `kept-${option.value}`,
      value: option.value,
      label: option.label,
      disabled: option.disabled,
      assetId: option.asset_id,
      kept: true,
    })),
  }
}

/** As one line each, for those who paste a list. Empty lines and what is there already are left out. */
export function addLines(
  rows: readonly RowDraft[],
  text: string,
  makeKey: () => string,
): readonly RowDraft[] {
  const known = new Set(rows.map(({ label }) => label))
  const next = [...rows]
  for (const line of text.split(/\r?\n/)) {
    const label = line.replace(/\s+/g, ' ').trim().slice(0, 500)
    if (label === '' || known.has(label) || next.length >= MOST_OPTIONS) continue
    known.add(label)
    next.push({ key: makeKey(), value: '', label, disabled: false, assetId: null, kept: false })
  }
  return next
}

export function moved<T>(rows: readonly T[], at: number, by: 1 | -1): readonly T[] {
  const to = at + by
  const row = rows[at]
  if (row === undefined || to < 0 || to >= rows.length) return rows
  const next = rows.filter((_, index) => index !== at)
  next.splice(to, 0, row)
  return next
}

/** The values that are sent: what was typed, or else one made of what is printed, none of them twice. */
export function valuesOf(rows: readonly RowDraft[]): readonly string[] {
  const taken = new Set(rows.map(({ value }) => value.trim()).filter((value) => value !== ''))
  return rows.map(({ value, label }) => {
    const typed = value.trim()
    if (typed !== '') return typed
    const stem = stemOf(label)
    let made = stem
    for (let count = 2; taken.has(made); count += 1) made = `${stem}-${count}`
    taken.add(made)
    return made
  })
}

export function faultsOfSet({ name, rows }: SetDraft): {
  readonly name: boolean
  readonly rows: readonly RowFault[]
} {
  const typed = rows.map(({ value }) => value.trim())
  const fault = ({ label }: RowDraft, at: number): RowFault => {
    if (label.trim() === '') return 'label'
    const value = typed[at] ?? ''
    return value !== '' && typed.indexOf(value) < at ? 'value_twice' : null
  }
  return { name: name.trim() === '', rows: rows.map(fault) }
}

export function wireOfSet({ name, rows }: SetDraft): {
  readonly name: string
  readonly options: readonly Readonly<Record<string, unknown>>[]
} {
  const values = valuesOf(rows)
  return {
    name: name.trim(),
    options: rows.map(({ label, disabled, assetId }, at) => ({
      value: values[at],
      label: label.trim(),
      ...(disabled ? { disabled } : {}),
      ...(assetId === null ? {} : { asset_id: assetId }),
    })),
  }
}

/** Letters and digits of any script, joined by hyphens; a program reads it more easily than a sentence. */
function stemOf(label: string): string {
  const stem = label
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return stem === '' ? 'option' : stem
}
