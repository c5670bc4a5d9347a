/** Lists of fills in another order than the newest first: along an index of each production status, merged. */
import type { Knex } from 'knex'
import type { Page, PageRequest } from '../../../core/page.ts'
import {
  type FillRecord,
  PRODUCTION_STATUSES,
  type ProductionStatus,
} from '../../../core/service/fill/fill.ts'
import type { FillFilter, FillOrder } from '../../../core/service/fill/fill-store.ts'
import type { Handle } from '../engine/database.ts'
import type { Table } from '../engine/table.ts'
import { lookAtAll, OPEN } from './fill-filter.ts'

type Other = Exclude<FillOrder, 'created'>

interface Sort {
  /** `id` sorts by the time of creation. */
  readonly column: 'id' | 'due_at' | 'customer_sort'
  readonly descending: boolean
}

const SORTS: Readonly<Record<Other, Sort>> = {
  created_asc: { column: 'id', descending: false },
  due: { column: 'due_at', descending: false },
  due_desc: { column: 'due_at', descending: true },
  customer: { column: 'customer_sort', descending: false },
  customer_desc: { column: 'customer_sort', descending: true },
}

/** The name as it is sorted: capitals and accents make no difference. */
export function customerSort(name: string | null): string | null {
  if (name === null) return null
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().slice(0, 100)
}

/** Where a page goes on: after this fill. */
interface Cursor {
  readonly id: string
  readonly key: string | number | null
}

/**
 * Fills with a date or name come first, in its order and then by id; those without follow, newest first. A page begins
 * after the fill of its cursor as it is now. `listNewest` lists the newest with a further condition.
 */
export async function listSorted(
  fills: Table<FillRecord>,
  { teamId, filter, page, now }: SortedRequest,
  listNewest: (page: PageRequest, only: (query: Knex.QueryBuilder) => void) => Promise<Page<FillRecord>>,
): Promise<Page<FillRecord>> {
  const { db } = fills
  const { order, ...others } = filter
  const sort = SORTS[order]
  const { column } = sort
  const cursor = await cursorOf(db, teamId, column, page.startingAfter)
  const isKeyed = cursor === null || cursor.key !== null
  const statuses = filter.productionStatus === undefined ? PRODUCTION_STATUSES : [filter.productionStatus]
  const most = page.limit + 1
  const parts = statuses.flatMap((status) => partsOf(db, { teamId, filter: others, now }, sort, status))
  const direction = sort.descending ? 'desc' : 'asc'
  const keyed = isKeyed ? await read() : []
  if (column === 'id' || keyed.length > page.limit)
    return { items: keyed.slice(0, page.limit), hasMore: keyed.length > page.limit }
  const rest = await listNewest(
    { limit: page.limit - keyed.length, startingAfter: isKeyed ? null : page.startingAfter },
    (query) => query.whereNull(column),
  )
  return { items: [...keyed, ...rest.items], hasMore: rest.hasMore }

  async function read(): Promise<readonly FillRecord[]> {
    const limited = parts.map(({ query, along, few }) => {
      const sign = sort.descending ? '<' : '>'
      const ordered = [...along.names, ...(column === 'id' ? [] : [column]), 'id']
      // Few rows have an index of their own; that of the ids is kept from being chosen for them.
      const names = ordered.map((name) => (few && name === 'id' ? "?? || ''" : '??'))
      if (cursor !== null) {
        const values = [...along.values, ...(column === 'id' ? [] : [cursor.key]), cursor.id]
        const after = [`(${names.join(', ')})`, sign, `(${values.map(() => '?').join(', ')})`].join(' ')
        query.whereRaw(after, [...ordered, ...values] as Knex.RawBinding[])
      }
      query.orderByRaw(names.map((name) => `${name} ${direction}`).join(', '), ordered)
      return db.sql.from(query.limit(most).as('part')).select('*') as unknown as Knex.QueryBuilder
    })
    const all = db.sql.unionAll(limited) as unknown as Knex.QueryBuilder
    return fills.all(
      db.sql
        .from(all.as('parts'))
        .orderBy(column, direction)
        .orderBy('id', direction)
        .limit(most) as unknown as Knex.QueryBuilder,
    )
  }
}

export interface SortedRequest {
  readonly teamId: string
  readonly filter: FillFilter & { readonly order: Other }
  readonly page: PageRequest
  readonly now: number
}

interface Part {
  readonly query: Knex.QueryBuilder
  /** Columns before the key that are pinned to one value. */
  readonly along: { readonly names: readonly string[]; readonly values: readonly string[] }
  readonly few: boolean
}

const NOTHING: Part['along'] = { names: [], values: [] }

/**
 * PostgreSQL takes a column of one value out of the order and may then go along another index; a range of one value
 * keeps it there.
 */
function partsOf(
  db: Handle,
  { teamId, filter, now }: { readonly teamId: string; readonly filter: FillFilter; readonly now: number },
  { column }: Sort,
  status: ProductionStatus,
): readonly Part[] {
  const { productionStatus: _, until, ...others } = filter
  const only = (query: Knex.QueryBuilder): Knex.QueryBuilder => {
    lookAtAll(query, others, now, db.dialect === 'postgres' ? lookByStatistics : undefined)
    if (until !== undefined) query.where('created_at', '<', until)
    return column === 'id' ? query : query.whereNotNull(column)
  }
  const run = only(db.sql('fills').where({ team_id: teamId }))
  run.whereRaw("(status || '' <> 'open' or expires_at is null or expires_at > ?)", [now])
  const pins = db.dialect === 'postgres'
  if (pins) run.where('production_status', '>=', status).where('production_status', '<=', status)
  else run.where('production_status', status)
  const along: Part['along'] = pins ? { names: ['production_status'], values: [status] } : NOTHING
  if (status !== 'canceled') return [{ query: run, along, few: false }]
  // Open fills past their expiry are canceled; those that the sweep has not reached yet are few.
  const lapsed = only(db.sql('fills').where({ team_id: teamId }))
    .whereRaw(OPEN)
    .where('expires_at', '<=', now)
  return [
    { query: run, along, few: false },
    { query: lapsed, along: NOTHING, few: true },
  ]
}

/**
 * PostgreSQL counts values: it goes along the order where a template has many fills, and sorts those of one that has few.
 * Without its statistics it takes every template for a rare one and reads the whole table.
 */
function lookByStatistics(query: Knex.QueryBuilder, column: string, value: string): void {
  query.where(column, value)
}

async function cursorOf(
  db: Handle,
  teamId: string,
  column: Sort['column'],
  id: string | null,
): Promise<Cursor | null> {
  if (id === null) return null
  const [row] = await db.read(db.sql('fills').where({ team_id: teamId, id }).select({ key: column }))
  const key = row?.key ?? null
  return { id, key: column === 'due_at' && key !== null ? Number(key) : (key as string | null) }
}
