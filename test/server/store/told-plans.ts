/** What a database would do for the queries that a piece of work asks, told alike for SQLite and PostgreSQL. */
import { compiled, type Handle, type Statement } from '../../../server/store/engine/database.ts'

export interface Step {
  /** Of one of the queries, as the database says it. */
  readonly said: string
  /** `index` searches the one that is named with conditions; `whole` goes through a table or an index from end to end. */
  readonly kind: 'index' | 'whole' | 'sort' | 'other'
  readonly index: string
  /** Sorts few rows: the ends of runs, each a page at most, or what the database knows to be a handful. */
  readonly limited: boolean
}

/** The steps of all queries that `work` asks. */
export async function plansOf(db: Handle, work: () => Promise<unknown>): Promise<readonly Step[]> {
  const asked: Statement[] = []
  const { read } = db
  db.read = (statement) => {
    asked.push(compiled(statement))
    return read(statement)
  }
  await work().finally(() => {
    db.read = read
  })
  const steps: Step[] = []
  for (const statement of asked)
    steps.push(...(await (db.dialect === 'postgres' ? ofPostgres : ofSqlite)(db, statement)))
  return steps
}

/** SQLite manual, "EXPLAIN QUERY PLAN": a SEARCH has conditions, a SCAN has none. */
async function ofSqlite(db: Handle, { sql, bindings }: Statement): Promise<Step[]> {
  const rows = await db.read<{ detail: string }>({ sql: `explain query plan ${sql}`, bindings })
  return rows.map(({ detail: said }) => {
    const index = /^SEARCH \w+ USING (?:COVERING )?INDEX (\w+)/.exec(said)?.[1] ?? ''
    const sorts = said.startsWith('USE TEMP B-TREE')
    const kind = index === '' ? (said.startsWith('SCAN') ? 'whole' : sorts ? 'sort' : 'other') : 'index'
    return { said, kind, index, limited: false }
  })
}

const HANDFUL = 10

interface Node {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Plan Rows': number
  readonly Plans?: readonly Node[]
}

async function ofPostgres(db: Handle, { sql, bindings }: Statement): Promise<Step[]> {
  const [found] = await db.read<{ 'QUERY PLAN': { Plan: Node }[] }>({
    sql: `explain (format json) ${sql}`,
    bindings,
  })
  const steps: Step[] = []
  const walk = (node: Node): void => {
    const said = node['Node Type']
    const index = node['Index Name'] ?? ''
    const kind = /Sort$/.test(said)
      ? 'sort'
      : !/Scan(?: Backward)?$/.test(said) || said === 'Subquery Scan' || said === 'Bitmap Heap Scan'
        ? 'other'
        : node['Index Cond'] === undefined
          ? 'whole'
          : 'index'
    steps.push({ said, kind, index, limited: kind === 'sort' && (node.Plans ?? []).every(givesPage) })
    for (const below of node.Plans ?? []) walk(below)
  }
  for (const { Plan } of found?.['QUERY PLAN'] ?? []) walk(Plan)
  return steps
}

function givesPage(node: Node): boolean {
  if (node['Node Type'] === 'Limit' || node['Plan Rows'] <= HANDFUL) return true
  return /^(?:Append|Subquery Scan)$/.test(node['Node Type']) && (node.Plans ?? []).every(givesPage)
}
