/** How many copies of a record are printed. */
import { looksOf } from '../../engine/scene/field-by-label.ts'

export const MOST_COPIES = 1_000_000
/** Decision: in one PDF each copy is a page of its own, so that the press prints the file as it is. */
export const MOST_MERGED_COPIES = 1000

/** Null for a cell that is no whole number from 1 to `most`; spreadsheets may write spaces around it. */
export function readQuantity(cell: string, most: number): number | null {
  const text = looksOf(cell)
  if (!/^\d{1,9}$/.test(text)) return null
  const quantity = Number(text)
  return quantity >= 1 && quantity <= most ? quantity : null
}
