/** The column that finds a customer's rows; every write of an address writes it too. */
import { customerKey } from '../../../core/service/fill/customer.ts'
import { type Cell, type Columns, rowOf } from '../engine/columns.ts'

/** Gives the row of a record, or of its changed part, with the key of its address. */
export function withCustomer<R extends { readonly customerEmail: string | null }>(columns: Columns<R>) {
  return (record: Partial<R>): Record<string, Cell> => {
    const row = rowOf<R>(columns, record)
    const { customerEmail } = record
    if (customerEmail === undefined) return row
    return { ...row, customer_key: customerEmail === null ? null : customerKey(customerEmail) }
  }
}
