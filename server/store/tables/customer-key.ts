/** The column that finds a customer's rows; every write of an address writes it too. */
import { customerKey } from '../../../core/service/fill/customer.ts'
import type { Columns } from '../engine/columns.ts'
import { rowOf } from '../engine/columns.ts'

/** The row of a record, or of its changed part, with the key of its address. */
export function rowWithCustomer<R extends { readonly customerEmail: string | null }>(
  columns: Columns<R>,
  record: Partial<R>,
): ReturnType<typeof rowOf> {
  const row = rowOf(columns, record)
  const { customerEmail } = record
  if (customerEmail === undefined) return row
  return { ...row, customer_key: customerEmail === null ? null : customerKey(customerEmail) }
}
