/** Maps the properties of records to the columns of rows and back. */

export type Cell = string | number | Uint8Array | null
export type Row = Readonly<Record<string, Cell>>

/** Result of a statement: its rows, and how many rows it changed. */
export interface Answer {
  readonly rows: readonly Row[]
  readonly changed: number
}

interface Column<T> {
  readonly name: string
  readonly write: (value: T) => Cell
  readonly read: (cell: Cell | undefined) => T
}

/** One column for each property, so that a forgotten one is a type error. */
export type Columns<R> = { readonly [P in keyof R]-?: Column<R[P]> }

/** A string; `T` narrows it to a union or allows null. */
export function text<T extends string | null>(name: string): Column<T> {
  return { name, write: (value) => value, read: (cell) => (cell ?? null) as T }
}

/** An integer, such as milliseconds since 1970. Some drivers return large ones as strings. */
export function integer<T extends number | null>(name: string): Column<T> {
  return {
    name,
    write: (value) => value,
    read: (cell) => (cell === null || cell === undefined ? null : Number(cell)) as T,
  }
}

/** Bytes; null is SQL's NULL. */
export function bytes<T extends Uint8Array | null>(name: string): Column<T> {
  return {
    name,
    write: (value) => (value === null ? null : Buffer.from(value)),
    read: (cell) => (cell instanceof Uint8Array ? new Uint8Array(cell) : null) as T,
  }
}

/** A boolean as 1 or 0, which every database has. */
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

/** The row of a record, or of its changed part. */
export function rowOf<R extends object>(columns: Columns<R>, record: Partial<R>): Record<string, Cell> {
  const row: Record<string, Cell> = {}
  for (const property of columnList(columns).properties) {
    const value = record[property]
    if (value !== undefined) row[columns[property].name] = columns[property].write(value)
  }
  return row
}

interface ColumnList<R> {
  readonly properties: readonly (keyof R)[]
  /** In the database, in the order of the properties. */
  readonly names: readonly string[]
  /** The names with commas between them. */
  readonly text: string
}

const lists = new WeakMap<object, ColumnList<never>>()

/** Cached, as every row needs it. */
export function columnList<R extends object>(columns: Columns<R>): ColumnList<R> {
  const known = lists.get(columns) as ColumnList<R> | undefined
  if (known !== undefined) return known
  const properties = Object.keys(columns) as (keyof R)[]
  const names = properties.map((property) => columns[property].name)
  const list = { properties, names, text: names.join(', ') }
  lists.set(columns, list)
  return list
}

export function recordOf<R extends object>(columns: Columns<R>, row: Row): R {
  const record: Partial<R> = {}
  for (const property of columnList(columns).properties) {
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
