/** Finds templates by the beginnings of words and by tag: a team has few enough to read their titles. */
import { foldTerms, foldWords } from '../../../core/service/fill/search-words.ts'
import { tagsOf } from '../../../core/service/template/tags.ts'
import type { TemplateFilter } from '../../../core/service/template/template-store.ts'
import type { Handle } from '../engine/database.ts'

/** Newest first. */
const MOST_READ = 10_000
/** More are found by a text that is hardly a search. */
const MOST_FOUND = 1000

/** Ids of the templates with this text or tag; null where neither is sought. */
export async function findTemplates(
  db: Handle,
  teamId: string,
  { search, tag }: TemplateFilter,
): Promise<readonly string[] | null> {
  if (search === undefined && tag === undefined) return null
  const rows = await db.read<{ id: string; title: string; metadata: string }>(
    db
      .sql('templates')
      .where({ team_id: teamId })
      .orderBy('id', 'desc')
      .limit(MOST_READ)
      .select('id', 'title', 'metadata'),
  )
  const terms = foldTerms(search ?? '')
  const wanted = tag?.toLowerCase()
  const found = rows.filter(({ title, metadata }) => {
    const tags = tagsOf(JSON.parse(metadata))
    if (wanted !== undefined && !tags.some((one) => one.toLowerCase() === wanted)) return false
    const words = foldWords([title, ...tags].join(' '))
    return terms.every((term) => words.some((word) => word.startsWith(term)))
  })
  // A text without a single letter finds nothing, rather than everything.
  if (search !== undefined && terms.length === 0) return []
  return found.slice(0, MOST_FOUND).map(({ id }) => id)
}
