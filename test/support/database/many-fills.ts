/** Many fills in a database at once, as a shop has after years: written by the database itself, beside the service. */
import { idBound } from '../../../core/ids.ts'
import { foldWords } from '../../../core/service/fill/search-words.ts'
import type { Database, Handle } from '../../../server/store/engine/database.ts'

export interface ManyFills {
  readonly teamId: string
  /** With a revision 1. The first has half of the fills, the second a quarter, and so on; the last has the rest. */
  readonly templateIds: readonly string[]
  readonly count: number
  /** Numbers of fills that the database has already by this way, of whatever team. */
  readonly after: number
  /** The newest fill's time; the oldest is a year older. */
  readonly until: number
  /** By field id, the same for all. */
  readonly values: Readonly<Record<string, string>>
  /** With the words by which they are found, which take most of the time; `later`: `addWordsOfAll` adds their table. */
  readonly found?: boolean | 'later'
  readonly onlyOpen?: boolean
  /** Hears after each transaction how many are written; true ends it there. */
  readonly isEnough?: (written: number) => boolean
}

const YEAR_MS = 365 * 86_400_000
/** Fills of one statement, which have one time. */
const TOGETHER = 1_000
/** Blocks of these in a transaction. */
const COMMITTED = 20

/**
 * Seven of ten are finalized with an order of three fills each, a customer and a due date, two open, one expired; of a hundred, one is of the
 * hosted page and twenty of the shop's own server. None is written by hand, so nothing is told and nothing counted.
 * Gives how many were written.
 */
export async function addFills(db: Database, fills: ManyFills): Promise<number> {
  const blocks = Math.ceil(fills.count / TOGETHER)
  const found = fills.found ?? false
  // Without numbers, such as a year, which an order may have too: no fill has a word twice.
  const words = foldWords(Object.values(fills.values).join(' ')).filter((word) => !/^\d+$/.test(word))
  const insert = INSERT.replace('WORDS', found === false ? "''" : textOf(words)).replace(
    'PART',
    fills.onlyOpen === true ? '80' : '(n * 37 + 11) % 100',
  )
  const write = async (tx: Handle, block: number): Promise<void> => {
    const first = fills.after + block * TOGETHER
    const size = Math.min(TOGETHER, fills.count - block * TOGETHER)
    const at = fills.until - Math.floor((YEAR_MS * (blocks - 1 - block)) / blocks)
    await tx.change(
      tx.sql.raw(insert, {
        ...{ size, first, at, team: fills.teamId, values: JSON.stringify(fills.values) },
        lapses: fills.until + YEAR_MS,
        // The last 16 of an id's characters follow from its place, digits as they are.
        prefix: idBound('fill', at).slice(0, -16),
        ...templateBinding(fills.templateIds),
      }),
    )
    if (found !== true) return
    const prefix = idBound('fill', at).slice(0, -16)
    await addWords(tx, { size, first, team: fills.teamId, prefix }, words)
  }
  for (let from = 0; from < blocks; from += COMMITTED) {
    await db.transactionAtLength(async (tx) => {
      // What it writes is known to be there: it is not looked up for every row.
      if (db.dialect === 'postgres')
        await tx.change(tx.sql.raw('set local session_replication_role = replica'))
      for (let block = from; block < Math.min(blocks, from + COMMITTED); block += 1) await write(tx, block)
    })
    const written = Math.min(fills.count, (from + COMMITTED) * TOGETHER)
    if (fills.isEnough?.(written) === true) return written
  }
  return fills.count
}

/** In SQL, the words that core finds in the fills of `INSERT`: of orders alone, and of every fill beside its values. */
const ORDERED = [
  "'order' || cast(i / 3 as text)",
  'cast(i / 3 as text)',
  "'shopper' || cast(i / 4 as text) || 'examplecom'",
  "cast(i / 4 as text) || 'examplecom'",
  "'examplecom'",
  "'com'",
]
const EACH = ["'cart' || cast(i / 2 as text)", 'cast(i / 2 as text)']

function textOf(values: readonly string[]): string {
  const text = (words: readonly string[]) => `' ' || ${words.join(" || ' ' || ")} || ' '`
  const each = [...EACH, ...values.map((word) => `'${word}'`)]
  return `case when part < 70 then ${text([...ORDERED, ...each])} else ${text(each)} end`
}

async function addWords(
  tx: Handle,
  bindings: Readonly<Record<'team' | 'prefix', string> & Record<'size' | 'first', number>>,
  values: readonly string[],
): Promise<void> {
  const rows = [
    ...ORDERED.map((word) => `select ${word} as word, id from places where part < 70`),
    ...EACH.map((word) => `select ${word} as word, id from places`),
    ...values.map((word) => `select '${word}' as word, id from places`),
  ]
  await tx.change(
    tx.sql.raw(
      `insert into fill_words (team_id, word, fill_id) with recursive
        numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < cast(:size as bigint)),
        places(i, part, id) as (select n + cast(:first as bigint), (n * 37 + 11) % 100,
          :prefix || substr(cast(10000000000000000 + n + cast(:first as bigint) as text), 2) from numbers)
        select distinct :team, word, id from (${rows.join(' union all ')}) as found`,
      bindings,
    ),
  )
}

/** From this number on, the numbers of a fill's order, cart and customer differ. */
export const WITHOUT_REPEATS = 4

/**
 * The words of all fills at once, into their empty table: in the order of its key, or before the key is made. Word by word
 * it takes many times as long, for each goes to a place of its own in the key. No fill may have a word twice.
 */
export async function addWordsOfAll(db: Database): Promise<void> {
  const run = (tx: Handle, sql: string) => tx.change({ sql, bindings: [] })
  const insert = 'insert into fill_words (team_id, word, fill_id)'
  await db.transactionAtLength(async (tx) => {
    if (db.dialect === 'sqlite') {
      const list = `'["' || replace(trim(search_words), ' ', '","') || '"]'`
      await run(
        tx,
        `${insert} select team_id, value, fills.id from fills, json_each(${list}) where search_words <> ''
          group by 1, 2, 3`,
      )
      return
    }
    await run(tx, 'alter table fill_words drop constraint fill_words_pkey')
    // What a transaction writes into a table that it emptied itself is not logged.
    await run(tx, 'truncate fill_words')
    await run(
      tx,
      `${insert} select team_id, word, id from fills, string_to_table(trim(search_words), ' ') as word
        where search_words <> ''`,
    )
    await run(tx, "set local maintenance_work_mem = '1GB'")
    await run(tx, 'alter table fill_words add primary key (team_id, word, fill_id)')
  })
}

/** Does `work` without the table's indexes and makes them anew, which takes a fraction of keeping them meanwhile. */
export async function withoutIndexes(db: Database, table: string, work: () => Promise<void>): Promise<void> {
  const indexes = await db.read<{ name: string; sql: string }>(
    db.sql.raw(
      db.dialect === 'postgres'
        ? `select indexname as name, indexdef as sql from pg_indexes
            where tablename = ? and indexname not in (select conname from pg_constraint)`
        : "select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql not null",
      [table],
    ),
  )
  // Others refer to the rows by the index of team and id.
  const free = indexes.filter(({ name }) => !name.endsWith('_unique'))
  for (const { name } of free) await db.change(db.sql.raw('drop index ??', [name]))
  await work()
  await db.transactionAtLength(async (tx) => {
    for (const { sql } of free) await tx.change({ sql, bindings: [] })
  })
}

/** The places of the powers of two: `template0` for every second fill, `template1` for every fourth, … */
function templateBinding(ids: readonly string[]): Record<string, string> {
  const last = ids.at(-1) ?? ''
  return Object.fromEntries([0, 1, 2].map((place) => [`template${place}`, ids[place] ?? last]))
}

const INSERT = `
  insert into fills (
    id, team_id, template_id, revision, status, source, field_values, assignments, external_order_id,
    external_cart_id, quantity, customer_email, customer_key, customer_name, customer_sort, due_at, metadata,
    expires_at, created_at, updated_at, finalized_at, expired_at, search_words)
  with recursive
    numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < cast(:size as bigint)),
    places(n, i, part) as (select n, n + cast(:first as bigint), PART from numbers)
  select
    :prefix || substr(cast(10000000000000000 + i as text), 2),
    :team,
    case when i % 2 = 0 then :template0 when i % 4 = 1 then :template1 else :template2 end,
    1,
    case when part < 70 then 'finalized' when part < 90 then 'open' else 'expired' end,
    case when i % 100 = 7 then 'hosted' when i % 5 = 0 then 'api' else 'embed' end,
    :values,
    '{}',
    case when part < 70 then 'order-' || cast(i / 3 as text) end,
    'cart-' || cast(i / 2 as text),
    1,
    case when part < 70 then 'shopper-' || cast(i / 4 as text) || '@example.com' end,
    case when part < 70 then 'shopper-' || cast(i / 4 as text) || '@example.com' end,
    case when part < 70 then 'Shopper ' || cast(i / 4 as text) end,
    case when part < 70 then 'shopper ' || cast(i / 4 as text) end,
    case when part < 70 then cast(:at as bigint) + (1 + i % 14) * 86400000 end,
    '{}',
    cast(:lapses as bigint),
    cast(:at as bigint),
    cast(:at as bigint),
    case when part < 70 then cast(:at as bigint) end,
    case when part >= 90 then cast(:at as bigint) end,
    WORDS
  from places`
