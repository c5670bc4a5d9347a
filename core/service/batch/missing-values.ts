/** The value that prints if a table has none for a field: the column is missing or the cell is empty. */
import { fieldByLabel } from '../../engine/scene/field-by-label.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import { type ErrorCode, type ErrorDetail, ServiceError } from '../../errors.ts'
import type { Column } from './column.ts'
import type { TableRow } from './read-rows.ts'

export const MISSING_PRINTS = ['empty', 'default'] as const
export type MissingPrint = (typeof MISSING_PRINTS)[number]

/** By field id. A field that is not named prints its default without a column, and nothing for an empty cell. */
export type MissingValues = Readonly<Record<string, MissingPrint>>

/** Keys are ids or labels. Throws `unknown_field` and `ambiguous_label`. */
export function readMissingValues(
  scene: Scene,
  given: Readonly<Record<string, MissingPrint>>,
): MissingValues {
  const details: ErrorDetail[] = []
  const missing: Record<string, MissingPrint> = {}
  for (const [key, print] of Object.entries(given)) {
    const field = scene.fields.find(({ id }) => id === key) ?? fieldByLabel(scene, key)
    const param = `missing_values.${key}`
    if (field === null)
      details.push({ code: 'unknown_field', param, message: `The template has no field ${key}.` })
    else if (field === 'ambiguous')
      details.push({
        code: 'ambiguous_label',
        param,
        message: `Several fields have the label ${key}. Use the field id.`,
      })
    else missing[field.id] = print
  }
  const [first] = details
  if (first === undefined) return missing
  throw new ServiceError(first.code as ErrorCode, {
    message: first.message,
    param: first.param ?? '',
    details,
  })
}

/** A field for which rows have no value. */
export interface MissingField {
  readonly fieldId: string
  readonly label: string
  readonly hasColumn: boolean
  readonly rows: number
  /** The lines of the first of them; none where there is no column. */
  readonly lines: readonly number[]
  readonly prints: MissingPrint
}

const MOST_LINES = 20

/** Counts what rows leave out. Decision: a locked field without a column is as the shop has set it, and not missing. */
export function createMissingCount(scene: Scene, columns: readonly Column[], missing: MissingValues) {
  const counts = new Map<string, { rows: number; lines: number[] }>()
  const places = columns.flatMap((column, at) => ('field' in column ? [[column.field, at] as const] : []))
  return {
    see({ cells, line }: TableRow): void {
      for (const [field, at] of places) {
        if ((cells[at] ?? '').trim() !== '') continue
        const count = counts.get(field) ?? { rows: 0, lines: [] }
        counts.set(field, count)
        count.rows += 1
        if (count.lines.length < MOST_LINES) count.lines.push(line)
      }
    },
    found(rows: number): readonly MissingField[] {
      const withColumn = new Set(places.map(([field]) => field))
      return scene.fields.flatMap(({ id, label, locked }): MissingField[] => {
        const hasColumn = withColumn.has(id)
        const count = counts.get(id)
        if (hasColumn ? count === undefined : locked === true) return []
        const prints = missing[id] ?? (hasColumn ? 'empty' : 'default')
        return [
          { fieldId: id, label, hasColumn, rows: count?.rows ?? rows, lines: count?.lines ?? [], prints },
        ]
      })
    },
  }
}
