/** The words of fills, written with the fill, for searches by prefix. */
import type { FillRecord } from '../../../core/service/fill/fill.ts'
import { searchWordsOf } from '../../../core/service/fill/search-words.ts'
import { builtOnce, type Handle } from '../engine/database.ts'

const SEARCHED = [
  'externalOrderId',
  'externalCartId',
  'customerName',
  'customerEmail',
  'values',
] as const satisfies readonly (keyof FillRecord)[]

export function changesWords(changes: Partial<FillRecord>): boolean {
  return SEARCHED.some((property) => changes[property] !== undefined)
}

/** The text of the column: each word between two spaces, so that ` ann` matches a prefix. */
export function wordsText(fill: FillRecord): string {
  const words = searchWordsOf(fill)
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}

/** Writes only the differences; `before` and `after` are texts of the column. */
export async function writeWords(
  db: Handle,
  { teamId, id }: Pick<FillRecord, 'teamId' | 'id'>,
  before: string,
  after: string,
): Promise<void> {
  if (before === after) return
  const [old, now] = [new Set(split(before)), new Set(split(after))]
  const gone = [...old].filter((word) => !now.has(word))
  const added = [...now].filter((word) => !old.has(word))
  if (gone.length > 0)
    await db.change(db.sql('fill_words').where({ team_id: teamId, fill_id: id }).whereIn('word', gone).del())
  if (added.length === 0) return
  // knex puts the columns into this order.
  const rows = added.map((word) => ({ fill_id: id, team_id: teamId, word }))
  const insert = () => db.sql('fill_words').insert(rows).onConflict().ignore()
  const bindings = rows.flatMap((row) => Object.values(row))
  await db.change(builtOnce(db, `insert ${rows.length} words`, insert, bindings))
}

function split(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '')
}

/** The last character of Unicode: sorts after every continuation of a prefix. */
const ABOVE = '\u{10ffff}'

/** The rows with a word of this prefix. */
export function beginningWith(db: Pick<Handle, 'sql'>, teamId: string, prefix: string) {
  return db
    .sql('fill_words')
    .where({ team_id: teamId })
    .where('word', '>=', prefix)
    .where('word', '<', `${prefix}${ABOVE}`)
}
