/** How many rows of its tables a database goes through for the queries that a piece of work asks. */
import { compiled, type Handle, type Statement } from '../../../server/store/engine/database.ts'

export interface Visited {
  /** The plans, as the database says them. */
  readonly said: string
  /** PostgreSQL counts them. SQLite tells only of tables that it goes through or sorts whole. */
  readonly rows: number
}

/** `isNarrow`: it asks for some rows of a team, so that SQLite is to search by more. */
export async function visited(db: Handle, work: () => Promise<unknown>, isNarrow: boolean): Promise<Visited> {
  const asked: Statement[] = []
  const { read } = db
  db.read = (statement) => {
    asked.push(compiled(statement))
    return read(statement)
  }
  await work().finally(() => {
    db.read = read
  })
  if (asked.length === 0) throw new Error('Nothing is asked.')
  const found = []
  for (const one of asked)
    found.push(await (db.dialect === 'postgres' ? ofPostgres(db, one) : ofSqlite(db, one, isNarrow)))
  return {
    said: found.map(({ said }) => said).join('\n'),
    rows: found.reduce((sum, { rows }) => sum + rows, 0),
  }
}

/** All of a team, a hot folder or a batch, with the place of the next page at most. */
const ALL = /\((?:team_id|batch_id)=\?(?: AND hot_folder_id=\?)?(?: AND (?:id|item_index)[<>]\?)*\)$/

/** SQLite manual, "EXPLAIN QUERY PLAN": a SEARCH has conditions, a SCAN has none; that of a subquery reads what it gives. */
async function ofSqlite(db: Handle, { sql, bindings }: Statement, isNarrow: boolean): Promise<Visited> {
  const plan = await db.read<{ detail: string }>({ sql: `explain query plan ${sql}`, bindings })
  const details = plan.map(({ detail }) => detail)
  const scans = details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(detail)?.[1] ?? [])
  const isOfSubquery = (detail = '') => scans.some((name) => detail === `SCAN ${name}`)
  const whole = details.filter((detail, at) => {
    if (detail.startsWith('SCAN')) return !isOfSubquery(detail) && !/^SCAN (?:CONSTANT|\d)/.test(detail)
    // A subquery here is a page of a run at most, which is merged with others. Few wait for the sweep after their end.
    if (detail.startsWith('USE TEMP B-TREE'))
      return !isOfSubquery(details[at - 1]) && !details[at - 1]?.includes('expires_at<?')
    return isNarrow && detail.startsWith('SEARCH') && ALL.test(detail)
  })
  return { said: details.join('; '), rows: whole.length === 0 ? 0 : Number.POSITIVE_INFINITY }
}

interface Node {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Node[]
}

async function ofPostgres(db: Handle, { sql, bindings }: Statement): Promise<Visited> {
  const [found] = await db.read<{ 'QUERY PLAN': { Plan: Node }[] }>({
    sql: `explain (analyze, timing off, format json) ${sql}`,
    bindings,
  })
  let rows = 0
  const said: string[] = []
  const walk = (node: Node): void => {
    const { 'Node Type': type, 'Actual Rows': given, 'Actual Loops': loops } = node
    if (/Scan(?: Backward)?$/.test(type) && type !== 'Subquery Scan' && type !== 'Bitmap Heap Scan') {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
      rows += (given + removed) * loops
      said.push(`${type} ${node['Index Name'] ?? ''} ${given} + ${removed}`)
    }
    for (const below of node.Plans ?? []) walk(below)
  }
  for (const { Plan } of found?.['QUERY PLAN'] ?? []) walk(Plan)
  return { said: said.join('; '), rows }
}
