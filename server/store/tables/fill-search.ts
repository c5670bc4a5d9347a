/** Finds fills by the beginnings of words: in the fill itself, and in the title of its template. */
import type { Knex } from 'knex'
import type { Page } from '../../../core/page.ts'
import type { FillRecord } from '../../../core/service/fill/fill.ts'
import type { FillFilter } from '../../../core/service/fill/fill-store.ts'
import { foldTerms, foldWords } from '../../../core/service/fill/search-words.ts'
import type { Handle } from '../engine/database.ts'
import { type Few, lookAt, narrowed, type Run, type RunRequest, readEnd, readRuns } from '../engine/runs.ts'
import { countOf, type Table } from '../engine/table.ts'
import { filtered, lookAtAll } from './fill-filter.ts'
import { beginningWith } from './fill-words.ts'

/** Further words hardly narrow a search. */
const MOST_TERMS = 6
/** Titles are searched in so many templates, newest first. */
const MOST_TITLES = 10_000
const MOST_TEMPLATES = 50

export interface SearchLimits {
  /** Fills that are read first: a word of many is found among them, and all fills of a small list are these. */
  readonly first: number
  /** A word of at most so many fills finds them; of more, fills are read in the order of the list. */
  readonly rare: number
  /** Fills that a page reads in that order at most; where it is not full then, the next one goes on. */
  readonly page: number
  /** Of these, those between two of which other requests have their turn: a statement of SQLite blocks the process. */
  readonly slice: number
  /** Fills that are looked up at once by their ids. */
  readonly together: number
}

/** With a million fills on SQLite, a statement takes 50 ms at most on two busy cores. */
const LIMITS: SearchLimits = { first: 2_000, rare: 20_000, page: 15_000, slice: 5_000, together: 500 }

export interface SearchRequest {
  readonly teamId: string
  readonly text: string
  readonly filter: FillFilter
  readonly page: RunRequest
  readonly now: number
}

interface Term {
  readonly prefix: string
  /** Templates with a word in the title that begins with the prefix. */
  readonly templateIds: readonly string[]
}

/** Found fills, newest first: all of them down to the id `end`, or to the oldest where it is null. */
interface Found {
  readonly fills: readonly FillRecord[]
  readonly end: string | null
}

interface Search extends SearchRequest {
  readonly table: Table<FillRecord>
  readonly terms: readonly Term[]
  readonly limits: SearchLimits
}

/**
 * A page of the found fills, newest first; none for a text without words. Its work has a limit, however many fills there
 * are: a page may hold fewer than it could, or none, and says where the next one goes on.
 */
export async function searchFills(
  table: Table<FillRecord>,
  request: SearchRequest,
  limits = LIMITS,
): Promise<Page<FillRecord>> {
  const { teamId, filter, page, now } = request
  const terms = await readTerms(table.db, teamId, foldTerms(request.text).slice(0, MOST_TERMS))
  if (terms.length === 0) return { items: [], hasMore: false }
  const search: Search = { ...request, table, terms, limits }
  const runs = filtered(teamId, filter, now)
  const first = await readAlong(search, runs, page, limits.first)
  if (first.end === null || first.fills.length >= page.limit) return pageOf(first, page.limit)
  const rest = { ...page, limit: page.limit - first.fills.length, startingAfter: first.end }
  const rarest = await rarestOf(search)
  const found =
    rarest === null ? await readAlong(search, runs, rest, limits.page) : await readOf(search, rarest, rest)
  return pageOf({ fills: [...first.fills, ...found.fills], end: found.end }, page.limit)
}

function pageOf({ fills, end }: Found, limit: number): Page<FillRecord> {
  const items = fills.slice(0, limit)
  if (end === null || fills.length > limit) return { items, hasMore: fills.length > limit }
  return { items, hasMore: true, resumeAfter: end }
}

/** Those of about the next `rows` fills of the runs that have all words. */
async function readAlong(
  { table, terms, limits }: Search,
  runs: readonly (Run | Few)[],
  page: RunRequest,
  rows: number,
): Promise<Found> {
  const looking = narrowed(runs, (query) => {
    for (const term of terms) lookAtTerm(query, term)
  })
  const slice = Math.min(rows, limits.slice)
  const found: FillRecord[] = []
  let after = page.startingAfter
  for (let read = 0; read < rows && found.length < page.limit; read += slice) {
    const rest = { ...page, limit: page.limit - found.length, startingAfter: after }
    const end = await readEnd(table, runs, rest, Math.ceil(slice / runs.length))
    const part = end === null ? rest : { ...rest, fromId: end }
    const { items, hasMore } = await readRuns(table, looking, part)
    found.push(...items)
    if (hasMore) return { fills: found, end: items.at(-1)?.id ?? null }
    if (end === null) return { fills: found, end }
    after = end
  }
  return { fills: found, end: after }
}

/** Those that have the rare word, in themselves or in the title of their template. */
async function readOf(search: Search, rarest: Term, page: RunRequest): Promise<Found> {
  const inWords = await readByWords(search, rarest, page)
  const { teamId, filter, now, limits } = search
  const ofTemplates = rarest.templateIds
    .filter((id) => filter.templateId === undefined || id === filter.templateId)
    .map(
      (id): Run => ({
        along: [
          ['team_id', teamId],
          ['template_id', id],
        ],
        only: (query) => lookAtAll(query, filter, now),
      }),
    )
  if (ofTemplates.length === 0) return inWords
  const inTitles = await readAlong(search, ofTemplates, page, limits.page)
  const ends = [inWords.end, inTitles.end].filter((end) => end !== null)
  const end = ends.length === 0 ? null : ends.reduce((high, one) => (one > high ? one : high))
  const byId = new Map([...inWords.fills, ...inTitles.fills].map((fill) => [fill.id, fill]))
  const fills = [...byId.values()].filter(({ id }) => end === null || id >= end)
  return { fills: fills.sort((a, b) => (a.id < b.id ? 1 : -1)), end }
}

/** By the table of words: the ids first, and then the fills of so many of them as the page needs. */
async function readByWords(search: Search, { prefix }: Term, page: RunRequest): Promise<Found> {
  const { table, teamId, limits } = search
  const { db } = table
  const { limit, fromId } = page
  const fills: FillRecord[] = []
  let after = page.startingAfter
  // A few are mostly enough.
  for (const most of [limits.together, limits.slice]) {
    const words = beginningWith(db, teamId, prefix).select('fill_id').orderBy('fill_id', 'desc').limit(most)
    if (after !== null) words.where('fill_id', '<', after)
    if (fromId !== undefined) words.where('fill_id', '>=', fromId)
    const rows = await db.read<{ fill_id: string }>(words)
    const ids = [...new Set(rows.map(({ fill_id }) => fill_id))]
    for (let at = 0; at < ids.length; at += limits.together) {
      const some = ids.slice(at, at + limits.together)
      fills.push(...(await readMatching(search, some, limit + 1 - fills.length)))
      if (fills.length > limit) return { fills, end: fills.at(-1)?.id ?? null }
      after = some.at(-1) ?? after
    }
    if (rows.length < most) return { fills, end: null }
  }
  return { fills, end: after }
}

/** The newest `most` of these fills that pass the filter and have all words. */
async function readMatching(
  { table, terms, teamId, filter, now }: Search,
  ids: readonly string[],
  most: number,
): Promise<readonly FillRecord[]> {
  const query = table.rows().whereIn('id', [...ids])
  lookAt(query, 'team_id', teamId)
  lookAtAll(query, filter, now)
  for (const term of terms) lookAtTerm(query, term)
  return table.all(query.orderBy('id', 'desc').limit(most))
}

/** The word of the fewest fills; null if each is in too many. Long ones are counted first, for they are mostly rare. */
async function rarestOf({ table, teamId, terms, limits }: Search): Promise<Term | null> {
  const { db } = table
  let rarest: Term | null = null
  let least = limits.rare + 1
  const counted = terms
    .filter(({ templateIds }) => templateIds.length <= MOST_TEMPLATES)
    .sort((a, b) => a.templateIds.length - b.templateIds.length || b.prefix.length - a.prefix.length)
  for (const term of counted) {
    // A word of a title may be in all fills.
    if (rarest !== null && term.templateIds.length > 0) break
    const words = beginningWith(db, teamId, term.prefix).select(db.sql.raw('1')).limit(least)
    const count = await countOf(db, db.sql.from(words.as('counted')) as Knex.QueryBuilder)
    if (count >= least) continue
    rarest = term
    least = count
  }
  return rarest
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
  return prefixes.map((prefix) => ({
    prefix,
    templateIds: titles
      .filter(({ words }) => words.some((word) => word.startsWith(prefix)))
      .map(({ id }) => id),
  }))
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
