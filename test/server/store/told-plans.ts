/** What a database would do for the queries that a piece of work asks, told alike for SQLite and PostgreSQL. */
import { expect } from 'chai'
import type { PageRequest } from '../../../core/page.ts'
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

/** What is listed, and the only indexes that may be read for it. */
export type Case = readonly [
  name: string,
  list: (page: PageRequest) => Promise<unknown>,
  indexes: readonly string[],
]

const FIRST: PageRequest = { limit: 50, startingAfter: null }
const LATER: PageRequest = { limit: 50, startingAfter: 'zzz' }
/** In these stands so little that it is gone through. */
const OF_WHAT_WAITS = ['renders_queued']

/** Every query of the list, from its first page and from a later one, reads these indexes and sorts no list. */
export async function expectAlongIndexes(
  db: Handle,
  [name, list, indexes]: Case,
  later = LATER,
): Promise<void> {
  for (const page of [FIRST, later]) {
    const steps = await plansOf(db, () => list(page))
    const told = `${name}: ${steps.map(({ said, index }) => `${said} ${index}`).join('; ')}`
    expect(
      steps.filter(({ kind, index }) => kind === 'whole' && !OF_WHAT_WAITS.includes(index)),
      told,
    ).to.deep.equal([])
    const read = steps.flatMap(({ kind, index }) => (kind === 'index' ? [index] : []))
    expect(read, told).to.not.have.length(0)
    expect(indexes, told).to.include.members(read)
    const sorts = steps.filter(({ kind, limited }) => kind === 'sort' && !limited).length
    // Only the few that the sweep has still to reach are sorted, and they alone are found by these indexes.
    const few = read.filter((index) => index === 'fills_lapsing' || index === 'fills_due').length
    expect(sorts, told).to.be.at.most(few)
  }
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

/** SQLite manual, "EXPLAIN QUERY PLAN": a SEARCH has conditions, a SCAN has none; that of a subquery reads what it gives. */
async function ofSqlite(db: Handle, { sql, bindings }: Statement): Promise<Step[]> {
  const rows = await db.read<{ detail: string }>({ sql: `explain query plan ${sql}`, bindings })
  const scans = rows.flatMap(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(detail)?.[1] ?? [])
  const ofSubqueries = new Set(scans.map((name) => `SCAN ${name}`))
  return rows.map(({ detail: said }, at) => {
    const index = /^SEARCH \w+ USING (?:COVERING )?INDEX (\w+)/.exec(said)?.[1] ?? ''
    const sorts = said.startsWith('USE TEMP B-TREE')
    const isWhole = said.startsWith('SCAN') && !ofSubqueries.has(said)
    const kind = index === '' ? (isWhole ? 'whole' : sorts ? 'sort' : 'other') : 'index'
    // A subquery here is a page of a run at most, which is merged with those of others.
    return { said, kind, index, limited: ofSubqueries.has(rows[at - 1]?.detail ?? '') }
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
