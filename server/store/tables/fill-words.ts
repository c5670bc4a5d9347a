/** The words of fills: written with the fill, and read to find the few fills in which a word begins so. */
import type { FillRecord } from '../../../core/service/fill/fill.ts'
import { searchWordsOf } from '../../../core/service/fill/search-words.ts'
import type { Handle } from '../engine/database.ts'

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

/** As the column has them: each between two spaces, so that ` ann` is the beginning of one. */
export function wordsText(fill: FillRecord): string {
  const words = searchWordsOf(fill)
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}

/** Only the words that differ are written; `before` and `after` are texts of the column. */
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
  const words = db.sql('fill_words')
  if (gone.length > 0)
    await db.change(words.clone().where({ team_id: teamId, fill_id: id }).whereIn('word', gone).del())
  if (added.length > 0)
    await db.change(
      words
        .clone()
        .insert(added.map((word) => ({ team_id: teamId, word, fill_id: id })))
        .onConflict()
        .ignore(),
    )
}

function split(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '')
}

/** The last character of Unicode: above whatever goes on with a prefix. */
const ABOVE = '\u{10ffff}'

/** The rows whose words begin so. */
export function beginningWith(db: Pick<Handle, 'sql'>, teamId: string, prefix: string) {
  return db
    .sql('fill_words')
    .where({ team_id: teamId })
    .where('word', '>=', prefix)
    .where('word', '<', `${prefix}${ABOVE}`)
}
