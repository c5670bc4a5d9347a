/** How the properties of a record stand in the columns of a row, one by one and in both directions. */

export type Cell = string | number | Uint8Array | null
export type Row = Readonly<Record<string, Cell>>

/** Of a statement: the rows that it gives, and how many it changed. */
export interface Answer {
  readonly rows: readonly Row[]
  readonly changed: number
}

interface Column<T> {
  readonly name: string
  readonly write: (value: T) => Cell
  readonly read: (cell: Cell | undefined) => T
}

/** A column for each property: a forgotten one does not type-check. */
export type Columns<R> = { readonly [P in keyof R]-?: Column<R[P]> }

/** A string; `T` narrows it to a union or to one that may be null. */
export function text<T extends string | null>(name: string): Column<T> {
  return { name, write: (value) => value, read: (cell) => (cell ?? null) as T }
}

/** A whole number, such as milliseconds since 1970. Some drivers give large ones as strings. */
export function integer<T extends number | null>(name: string): Column<T> {
  return {
    name,
    write: (value) => value,
    read: (cell) => (cell === null || cell === undefined ? null : Number(cell)) as T,
  }
}

/** Bytes as they are; null is SQL's NULL. */
export function bytes<T extends Uint8Array | null>(name: string): Column<T> {
  return {
    name,
    write: (value) => (value === null ? null : Buffer.from(value)),
    read: (cell) => (cell instanceof Uint8Array ? new Uint8Array(cell) : null) as T,
  }
}

/** True or false as 1 or 0, which every database has. */
export function flag(name: string): Column<boolean> {
  return { name, write: (value) => (value ? 1 : 0), read: (cell) => Number(cell) === 1 }
}

/** Any JSON value as its text; null is SQL's NULL. */
export function json<T>(name: string): Column<T> {
  return {
    name,
    write: (value) => (value === null ? null : JSON.stringify(value)),
    read: (cell) => (typeof cell === 'string' ? JSON.parse(cell) : null) as T,
  }
}

/** The row of a record, or of the part of it that changes. */
export function rowOf<R extends object>(columns: Columns<R>, record: Partial<R>): Record<string, Cell> {
  const row: Record<string, Cell> = {}
  for (const property of propertiesOf(columns)) {
    const value = record[property]
    if (value !== undefined) row[columns[property].name] = columns[property].write(value)
  }
  return row
}

const properties = new WeakMap<object, readonly PropertyKey[]>()

/** Asked for at every row that is read. */
function propertiesOf<R extends object>(columns: Columns<R>): readonly (keyof R)[] {
  let known = properties.get(columns)
  if (known === undefined) {
    known = Object.keys(columns)
    properties.set(columns, known)
  }
  return known as readonly (keyof R)[]
}

export function recordOf<R extends object>(columns: Columns<R>, row: Row): R {
  const record: Partial<R> = {}
  for (const property of propertiesOf(columns)) {
    const column = columns[property]
    record[property] = column.read(row[column.name])
  }
  return record as R
}

/** The first row as a record, or null. */
export function firstOf<R extends object>(columns: Columns<R>, rows: readonly Row[]): R | null {
  const row = rows[0]
  return row === undefined ? null : recordOf(columns, row)
}
