/** What a database would do for the queries that a piece of work asks, told alike for SQLite and PostgreSQL. */
import type { Knex } from 'knex'
import { isOnPostgres } from '../../server/store/dialect.ts'

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
export async function plansOf(knex: Knex, work: () => Promise<unknown>): Promise<readonly Step[]> {
  const asked: { sql: string; bindings: readonly Knex.Value[] }[] = []
  const listen = (query: { sql: string; bindings: readonly Knex.Value[] }) => asked.push(query)
  knex.on('query', listen)
  await work()
  knex.removeListener('query', listen)
  const steps: Step[] = []
  for (const { sql, bindings } of asked)
    steps.push(...(await (isOnPostgres(knex) ? ofPostgres : ofSqlite)(knex, sql, bindings)))
  return steps
}

/** SQLite manual, "EXPLAIN QUERY PLAN": a SEARCH has conditions, a SCAN has none. */
async function ofSqlite(knex: Knex, sql: string, bindings: readonly Knex.Value[]): Promise<Step[]> {
  const rows: { detail: string }[] = await knex.raw(`explain query plan ${sql}`, bindings)
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

async function ofPostgres(knex: Knex, sql: string, bindings: readonly Knex.Value[]): Promise<Step[]> {
  const { rows } = await knex.raw(`explain (format json) ${sql.replace(/\$\d+/g, '?')}`, bindings)
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
  walk(rows[0]['QUERY PLAN'][0].Plan)
  return steps
}

function givesPage(node: Node): boolean {
  if (node['Node Type'] === 'Limit' || node['Plan Rows'] <= HANDFUL) return true
  return /^(?:Append|Subquery Scan)$/.test(node['Node Type']) && (node.Plans ?? []).every(givesPage)
}
