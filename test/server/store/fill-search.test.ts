/** Searches of fills against a plain search of the same fills, with limits so small that every way of finding is taken. */
import { join } from 'node:path'
import { expect } from 'chai'
import { type FillRecord, productionStatusOf } from '../../../core/service/fill/fill.ts'
import type { FillFilter } from '../../../core/service/fill/fill-store.ts'
import { foldTerms, foldWords, searchWordsOf } from '../../../core/service/fill/search-words.ts'
import type { TemplateRecord } from '../../../core/service/template/template.ts'
import type { Handle } from '../../../server/store/engine/database.ts'
import { type OpenStore, openStore } from '../../../server/store/open.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { type SearchLimits, searchFills } from '../../../server/store/tables/fill-search.ts'
import { fillTable } from '../../../server/store/tables/fills.ts'
import { fillRecord } from '../../conformance/fill-store.ts'
import { migratedDatabase } from '../../support/database/migrated.ts'
import { DATABASES, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { revisionRecord, stockTeam, templateRecord } from '../../support/database/records.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

const NOW = 1_750_000_000_000
const FILLS = 150
const NAMES = ['Zoë Müller', 'Ann Straße', 'Zoltán Øst', 'annabel', 'José']
const WORDS = ['red', 'Rose', 'ruby', 'Rót']

/** The `n`th: the first third has words that no later one has, and what fits to what follows no order. */
function nthFill(n: number, templates: readonly TemplateRecord[]): FillRecord {
  const template = templates[n % 7 === 0 ? 1 : n % 31 === 0 ? 2 : 0] as TemplateRecord
  return fillRecord(template, {
    // Ids in the order of time.
    id: `fill_${String(n).padStart(26, '0')}`,
    externalOrderId: n % 3 === 0 ? null : `R-${1000 + n}`,
    externalCartId: n < FILLS / 3 ? `winter-${n}` : null,
    customerName: NAMES[(n * 7) % NAMES.length] ?? null,
    customerEmail: n % 2 === 0 ? `shopper-${n % 40}@example.com` : null,
    values: {
      fld_1: `${WORDS[(n * n) % WORDS.length]} ${n % 10}`,
      fld_2: n % 40 === 1 ? 'Übergröße' : '',
      fld_3: n % 6 === 0 ? 'Menü' : '',
    },
    source: n % 4 === 0 ? 'embed' : 'api',
    ...(n % 5 === 0 ? { status: 'finalized', finalizedAt: NOW } : {}),
    expiresAt: n % 11 === 0 ? NOW - 1 : NOW + 1_000_000,
    createdAt: NOW + n,
  })
}

const SEARCHES = [
  // Words of many, of few and of the oldest alone.
  ...[
    'r',
    'R-1',
    'r-1100',
    'r-1061',
    'winter',
    'win',
    'winter-5',
    'shopper',
    'shopper-3',
    'example.com',
    'zzz',
  ],
  // Folded, and whole or begun.
  ...['zoe', 'ZO', 'müller', 'strasse', 'Straß', 'ost', 'jose', 'uber', 'übergröße', 'rot', 'ro'],
  // Several, of which each is of many, or one of few, or none fit.
  ...['zo r', 'ann red', 'winter zo', 'winter r-12', 'uber r', 'zzz r', 'r zo shopper red 1', 'winter uber'],
  // Titles: of the template of most, of few, and with words.
  ...['card', 'menu', 'poster', 'poster zo', 'menu ann', 'card winter', 'menu uber', 'ca', 'poster 3'],
]

const FILTERS: readonly FillFilter[] = [
  {},
  { status: 'finalized' },
  { status: 'expired' },
  { status: 'open', source: 'embed' },
  { productionStatus: 'approved' },
  { productionStatus: 'canceled' },
  { externalOrderId: 'R-1100' },
]

/** The second never finds by a word, the third always; the last are those of the service. */
const LIMITS: readonly (SearchLimits | undefined)[] = [
  { first: 8, rare: 30, page: 16, slice: 8, together: 9 },
  { first: 5, rare: 0, page: 50, slice: 20, together: 5 },
  { first: 5, rare: 10_000, page: 50, slice: 25, together: 6 },
  undefined,
]

for (const database of DATABASES)
  describe(`A search of fills, on ${longOn(database)}`, () => {
    const makeFolder = temporaryFolders()
    let store: OpenStore
    let db: Handle
    let teamId: string
    let fills: readonly FillRecord[]
    const titles = new Map<string, string>()

    before(async function () {
      needsDatabase(this, database)
      store = await openStore({
        databaseUrl:
          database === 'postgres' ? await migratedDatabase() : join(await makeFolder(), 'platen.db'),
      })
      db = databaseOf(store)
      const stocked = await stockTeam(store)
      teamId = stocked.teamId
      const templates = ['Card', 'Menü card', 'Poster'].map((title) => templateRecord(teamId, { title }))
      for (const one of templates) {
        titles.set(one.id, one.title)
        await store.templates.insert(one)
        await store.revisions.insert(revisionRecord(one))
      }
      fills = Array.from({ length: FILLS }, (_, n) => nthFill(n, templates))
      // Another team has the same words.
      const other = await stockTeam(store)
      await store.transaction(async (inside) => {
        for (const fill of fills) await inside.fills.insert(fill)
        for (const n of fills.keys())
          await inside.fills.insert({
            ...nthFill(n, [other.template, other.template, other.template]),
            id: `fill_${String(n).padStart(25, '0')}x`,
          })
      })
    })
    after(() => store?.close())

    function expected(search: string, filter: FillFilter): readonly string[] {
      const terms = foldTerms(search)
      const isWanted = (fill: FillRecord): boolean => {
        const words = [...searchWordsOf(fill), ...foldWords(titles.get(fill.templateId) ?? '')]
        const isOver = fill.status === 'open' && (fill.expiresAt ?? NOW) <= NOW
        const seen: FillRecord = isOver ? { ...fill, status: 'expired' } : fill
        return (
          terms.every((term) => words.some((word) => word.startsWith(term))) &&
          (filter.status ?? seen.status) === seen.status &&
          (filter.source ?? seen.source) === seen.source &&
          (filter.productionStatus ?? productionStatusOf(seen)) === productionStatusOf(seen) &&
          (filter.externalOrderId ?? seen.externalOrderId) === seen.externalOrderId
        )
      }
      return fills
        .filter(isWanted)
        .map(({ id }) => id)
        .reverse()
    }

    for (const [at, limits] of LIMITS.entries())
      it(`finds all that a plain search finds, in its order, page by page (limits ${at + 1})`, async () => {
        for (const [n, search] of SEARCHES.entries()) {
          const filter = FILTERS[Math.floor((n + at) / 2) % FILTERS.length] ?? {}
          const some = (n + at) % 2 === 0 ? {} : filter
          const found: string[] = []
          const limit = 5 + (n % 20)
          let startingAfter: string | null = null
          for (let more = true; more; ) {
            const page = { limit, startingAfter }
            const request = { teamId, text: search, filter: some, page, now: NOW }
            const { items, hasMore, resumeAfter } = await searchFills(fillTable(db), request, limits)
            expect(items.length).to.be.at.most(limit)
            found.push(...items.map(({ id }) => id))
            const next: string = resumeAfter ?? items.at(-1)?.id ?? ''
            if (hasMore) expect(next, search).to.satisfy((id: string) => (startingAfter ?? '~') > id)
            startingAfter = next
            more = hasMore
          }
          expect(found, `${search} ${JSON.stringify(some)}`).to.deep.equal(expected(search, some))
        }
      })
  })
