/** What a print shop does with an order: approval, production status, notes, assignee; and the words it is found by. */
import type { Schema } from '../server/store/engine/schema.ts'

/**
 * Follows from the other columns, as `productionStatusOf` in core has it, so that no write can forget it and a list
 * of one status lies in an index.
 */
const STATUS =
  "case when status = 'expired' or review = 'refused' then 'canceled' " +
  "when status = 'finalized' and print_failed = 1 then 'failed' " +
  "when held_reason is not null or review = 'requested' then 'held' " +
  "when status = 'finalized' then coalesce(production, 'to_print') " +
  "when approved_at is not null or external_order_id is not null then 'approved' " +
  "else 'draft' end"

export async function up(schema: Schema): Promise<void> {
  const { dialect } = schema
  const text = dialect === 'postgres' ? 'text collate "C" not null' : 'text not null'
  const key = 'primary key (team_id, word, fill_id)'
  await schema.withoutIndexes('fills', async () => {
    await schema.alterTable('fills', (table) => {
      table.integer('approved_at')
      table.text('production')
      table.text('held_reason')
      table.integer('print_failed').notNullable().defaultTo(0)
      table.integer('printed_at')
      table.text('notes')
      table.text('assignee')
      table.text('search_words').notNullable().defaultTo('')
    })
    await approveCompleted(schema)
    await schema.run(
      dialect === 'postgres'
        ? `alter table fills add column production_status text collate "C" generated always as (${STATUS}) stored`
        : `alter table fills add column production_status text generated always as (${STATUS}) virtual`,
    )
    const columns = `team_id ${text}, word ${text}, fill_id ${text}`
    await schema.run(
      dialect === 'postgres'
        ? `create table fill_words (${columns})`
        : `create table fill_words (${columns}, ${key}) without rowid`,
    )
    await writeWords(schema)
  })
  // Sorted once, not entry by entry.
  if (dialect === 'postgres') await schema.run(`alter table fill_words add ${key}`)
  await schema.alterTable('fills', (table) => {
    table.index(['team_id', 'production_status', 'id'], 'fills_production_runs')
  })
  await schema.run('create index fills_printed on fills (team_id, printed_at) where printed_at is not null')
}

/** Rows that are read and written together; words, of which a statement takes so many. */
const TOGETHER = 500
const WORDS_TOGETHER = 5_000

async function writeWords({ tx }: Schema): Promise<void> {
  interface Row {
    readonly id: string
    readonly team_id: string
    readonly field_values: string
    readonly external_order_id: string | null
    readonly external_cart_id: string | null
    readonly customer_name: string | null
    readonly customer_email: string | null
  }
  for (let last = ''; ; ) {
    const rows: readonly Row[] = await tx.read(
      tx.sql('fills').where('id', '>', last).orderBy('id').limit(TOGETHER),
    )
    const found: { readonly row: Row; readonly words: readonly string[] }[] = []
    for (const row of rows) {
      const values = Object.values(JSON.parse(row.field_values) as Record<string, unknown>)
      const texts = [row.external_order_id, row.external_cart_id, row.customer_name, row.customer_email]
      const words = foldWords([...texts, ...values].filter(isText).join(' ')).slice(0, 64)
      if (words.length > 0) found.push({ row, words })
    }
    if (found.length > 0)
      await tx.change(
        tx.sql.raw(
          `with written(id, words) as (values ${found.map(() => '(?, ?)').join(', ')})
            update fills set search_words = written.words from written where fills.id = written.id`,
          found.flatMap(({ row, words }) => [row.id, ` ${words.join(' ')} `]),
        ),
      )
    const all = found.flatMap(({ row, words }) => words.map((word) => [row.team_id, word, row.id]))
    for (let at = 0; at < all.length; at += WORDS_TOGETHER) {
      const some = all.slice(at, at + WORDS_TOGETHER)
      const places = some.map(() => '(?, ?, ?)').join(', ')
      await tx.change(
        tx.sql.raw(`insert into fill_words (team_id, word, fill_id) values ${places}`, some.flat()),
      )
    }
    if (rows.length < TOGETHER) return
    last = rows.at(-1)?.id ?? last
  }
}

/** Those who finished before approvals had a time of their own. */
async function approveCompleted(schema: Schema): Promise<void> {
  const completed = 'from embed_sessions where embed_sessions.fill_id = fills.id and completed_at is not null'
  await schema.run(
    `update fills set approved_at = (select max(completed_at) ${completed}) where exists (select 1 ${completed})`,
  )
  await schema.run(
    "update fills set print_failed = 1 where status = 'finalized' and exists (select 1 from renders where " +
      "renders.id = fills.last_render_id and renders.status = 'failed')",
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.startsWith('asset_')
}

const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu

/** As core folded words when this step was written, for a step stays as it is. */
function foldWords(text: string): readonly string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
  const words = folded.split(/\s+/).flatMap((part) => {
    const parts = part.match(WORD) ?? []
    return parts.map((_, at) => [...parts.slice(at).join('')].slice(0, 32).join(''))
  })
  return [...new Set(words)]
}
