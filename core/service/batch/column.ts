/** The meaning of a table's columns. */

/** Columns for references instead of fields. */
export const REFERENCES = {
  external_ref: 'externalRef',
  external_order_id: 'externalOrderId',
  external_cart_id: 'externalCartId',
  customer_email: 'customerEmail',
  quantity: 'quantity',
} as const
export type Reference = keyof typeof REFERENCES

export type Column = { readonly name: string } & (
  | { readonly field: string }
  | { readonly reference: Reference }
  | { readonly ignored: true }
  /** Without a name, as spreadsheets leave it at the end: it counts only where a row has a value in it. */
  | { readonly nameless: true }
)

export function isReference(name: string): name is Reference {
  return Object.hasOwn(REFERENCES, name)
}

/** The cells of a record as its table had them, with the values that it has now. */
export function cellsOf(
  columns: readonly Column[],
  item: {
    readonly values: Readonly<Record<string, string>>
    readonly cells: readonly string[] | null
  } & Readonly<Record<(typeof REFERENCES)[Reference], string | number | null>>,
): readonly string[] {
  const { cells, values } = item
  return columns.map((column, at) => {
    const came = cells?.[at] ?? ''
    if ('field' in column) return values[column.field] ?? came
    if ('reference' in column) return String(item[REFERENCES[column.reference]] ?? came)
    return came
  })
}
