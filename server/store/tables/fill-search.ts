/** Finds fills by the beginnings of words: in the fill itself, and in the title of its template. */
import type { Knex } from 'knex'
import { foldTerms, foldWords } from '../../../core/service/fill/search-words.ts'
import type { Handle } from '../engine/database.ts'
import { countOf } from '../engine/records.ts'
import type { Few, Run } from '../engine/runs.ts'
import { beginningWith } from './fill-words.ts'

/** Further words hardly narrow a search. */
const MOST_TERMS = 6
/**
 * A word of more fills than this does not help to find them: the newest fills are scanned instead, and enough of them
 * have it.
 */
const MANY = 20_000
/** Titles are searched in so many templates, newest first. */
const MOST_TITLES = 10_000
const MOST_TEMPLATES = 50

interface Term {
  readonly prefix: string
  /** Templates with a word in the title that begins with the prefix. */
  readonly templateIds: readonly string[]
  /** Fills, counted up to MANY. */
  readonly count: number
}

type Look = (query: Knex.QueryBuilder) => void

/** The found fills in disjoint parts; none for a text without words. */
export async function searchedParts(
  db: Handle,
  teamId: string,
  text: string,
  only: Look,
): Promise<readonly (Run | Few)[]> {
  const terms = await readTerms(db, teamId, foldTerms(text).slice(0, MOST_TERMS))
  const [first] = terms
  if (first === undefined) return [{ few: (query) => query.whereRaw('1 = 0') }]
  const rarest = terms.reduce((least, term) => (costOf(term) < costOf(least) ? term : least), first)
  const lookAtOthers = (found: Term | null): Look => {
    const others = terms.filter((term) => term !== found)
    return (query) => {
      only(query)
      for (const term of others) lookAtTerm(query, term)
    }
  }
  if (rarest.count >= MANY || rarest.templateIds.length > MOST_TEMPLATES)
    return [{ along: [['team_id', teamId]], only: lookAtOthers(null) }]
  const lookAtRest = lookAtOthers(rarest)
  const { templateIds } = rarest
  const inWords: Few = {
    few(query) {
      query.where({ team_id: teamId })
      query.whereIn('id', beginningWith(db, teamId, rarest.prefix).select('fill_id'))
      if (templateIds.length > 0) query.whereNotIn('template_id', [...templateIds])
      lookAtRest(query)
    },
  }
  return [
    inWords,
    ...templateIds.map(
      (id): Run => ({
        along: [
          ['team_id', teamId],
          ['template_id', id],
        ],
        only: lookAtRest,
      }),
    ),
  ]
}

/** Matches by template may be all. */
function costOf({ count, templateIds }: Term): number {
  return templateIds.length > 0 ? MANY : count
}

async function readTerms(db: Handle, teamId: string, prefixes: readonly string[]): Promise<readonly Term[]> {
  if (prefixes.length === 0) return []
  const templates = await db.read<{ id: string; title: string }>(
    db
      .sql('templates')
      .where({ team_id: teamId })
      .orderBy('id', 'desc')
      .limit(MOST_TITLES)
      .select('id', 'title'),
  )
  const titles = templates.map(({ id, title }) => ({ id, words: foldWords(title) }))
  return Promise.all(
    prefixes.map(async (prefix) => {
      const found = beginningWith(db, teamId, prefix).select(db.sql.raw('1')).limit(MANY)
      return {
        prefix,
        templateIds: titles
          .filter(({ words }) => words.some((word) => word.startsWith(prefix)))
          .map(({ id }) => id),
        count: await countOf(db, db.sql.from(found.as('counted')) as Knex.QueryBuilder),
      }
    }),
  )
}

/**
 * Words are letters and digits, so they hold no pattern characters of `like`. PostgreSQL takes what `coalesce` says to be
 * true of every second row; of a bare `like` it expects next to none, and reads all fills instead of the newest.
 */
function lookAtTerm(query: Knex.QueryBuilder, { prefix, templateIds }: Term): void {
  query.where((either) => {
    either.whereRaw("coalesce(search_words like '% ' || ? || '%', false)", [prefix])
    if (templateIds.length > 0) either.orWhereIn('template_id', [...templateIds])
  })
}
