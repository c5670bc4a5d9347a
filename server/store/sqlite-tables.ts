/** Which tables a statement reads or changes, by its words. No table of ours has triggers or changes with another one. */

const READ = /\b(?:from|join)\s+["`]?(\w+)/gi
const CHANGED = /^\s*(?:insert\s+into|update|delete\s+from)\s+["`]?(\w+)/i

/** Of a statement that only reads. */
export function readTables(sql: string): ReadonlySet<string> {
  return new Set([...sql.matchAll(READ)].map(([, name = '']) => name.toLowerCase()))
}

const known = new Map<string, string | null>()
/** Statements with lists of values have many forms. */
const MOST_KNOWN = 1_000

/** Of a statement that writes; null where it may change any table. */
export function changedTable(sql: string): string | null {
  let table = known.get(sql)
  if (table === undefined) {
    table = CHANGED.exec(sql)?.[1]?.toLowerCase() ?? null
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(sql, table)
  }
  return table
}
