/** The wording guide, held over what people read: no phrase that it forbids, and one German term for each English one. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { SAID_TWICE } from './support/run/forbidden-words.ts'

const ROOT = join(import.meta.dirname, '..')
const GUIDE = 'docs/contributing/wording.md'
const LANGUAGES = ['en', 'de'] as const
type Language = (typeof LANGUAGES)[number]
/** By path, such as `templates.moves.publish`. */
type Texts = ReadonlyMap<string, string>

/** What people read, wherever it stands: a further part of the product is a further row. */
const SOURCES: readonly { readonly says: string; readonly texts: (language: Language) => Texts }[] = [
  {
    says: 'console',
    texts(language) {
      const folder = join(ROOT, 'widget/console/words', language)
      return new Map(
        readdirSync(folder).flatMap((file) => [...textsIn(join(folder, file), file.replace('.json', ''))]),
      )
    },
  },
  {
    says: 'docs',
    texts: (language) =>
      new Map(
        globSync(['docs/**/*.md', '*.md', 'adapters/*/README.md', 'examples/**/README.md'], { cwd: ROOT })
          .filter((file) => file.endsWith('.de.md') === (language === 'de') && !file.endsWith(GUIDE))
          .map((file) => [file, proseOf(readFileSync(join(ROOT, file), 'utf8'))]),
      ),
  },
  { says: 'editor', texts: (language) => textsIn(join(ROOT, `widget/languages/${language}.json`), '') },
  {
    says: 'lines of orders',
    texts: (language) => textsIn(join(ROOT, `core/service/storefront/words/${language}.json`), 'lines'),
  },
  { says: 'WordPress plugin', texts: pluginTexts },
]

/** Terms that also have another sense, in which German has another word. */
const TWO_SENSES = new Set(['order', 'editor', 'field', 'tint', 'ink', 'proof'])
/** Verbs change their stem in German, and stand apart: `stellen Sie … wieder her`. */
const VERBS = new Set([
  'create',
  'remove',
  'archive',
  'restore',
  'review',
  'approve',
  'overprint',
  'knock out',
])

/** In italics too: labels of other programs, in small letters, and terms. */
const LABELS_ELSEWHERE = ['output preview', 'ausgabevorschau', 'session pooling', 'stable', 'beta', 'fill']
/** Pages that lead through other programs. */
const SCREENS_ELSEWHERE = /\/sell\/(?:shopify|woocommerce)\./

interface Guide {
  readonly terms: readonly (readonly [english: string, german: string])[]
  readonly never: Readonly<Record<Language, readonly string[]>>
}

const guide = readGuide(readFileSync(join(ROOT, GUIDE), 'utf8'))

describe('wording', () => {
  it('is guided by a page of at most 60 lines', () => {
    const lines = readFileSync(join(ROOT, GUIDE), 'utf8').trimEnd().split('\n')
    expect(lines.length).to.be.at.most(60)
    expect(guide.terms.length).to.be.greaterThan(40)
    expect(guide.never.en).to.include.members(['shopper', 'at hand', 'make smaller'])
    expect(guide.never.de).to.include.members(['Schnittstelle', 'von selbst'])
  })

  for (const { says, texts } of SOURCES)
    for (const language of LANGUAGES)
      it(`of the ${says} has no forbidden phrase, and no sentence twice (${language})`, () => {
        expect(forbiddenIn(texts(language), guide.never[language])).to.deep.equal([])
        const twice = [...texts(language)].filter(([, text]) => SAID_TWICE.test(text))
        expect(twice.map(([path]) => path)).to.deep.equal([])
      })

  for (const { says, texts } of SOURCES)
    it(`of the ${says} has one German term for each English one`, () => {
      expect(otherTerms(texts('en'), texts('de'))).to.deep.equal([])
    })

  for (const language of LANGUAGES)
    it(`names in the docs what stands on buttons and tabs (${language})`, () => {
      const labels = new Set([...labelsOf(language), ...LABELS_ELSEWHERE])
      const pages = globSync('docs/**/*.md', { cwd: ROOT }).filter(
        (file) =>
          file.endsWith('.de.md') === (language === 'de') && file !== GUIDE && !SCREENS_ELSEWHERE.test(file),
      )
      const unknown = pages.flatMap((file) => {
        const text = readFileSync(join(ROOT, file), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
        const named = [...text.matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(([, label = '']) => label)
        return named.filter((label) => !labels.has(label.toLowerCase())).map((label) => `${file}: ${label}`)
      })
      expect(unknown).to.deep.equal([])
    })

  it('is able to fail', () => {
    const bad = new Map([
      ['a', 'As long as it is at hand.'],
      ['b', 'Tolds of {whoever}'],
    ])
    expect(forbiddenIn(bad, guide.never.en)).to.deep.equal(['a: at hand', 'a: as long as'])
    expect('It is draft. Publish it first. Publish it first.').to.match(SAID_TWICE)
    expect('Publish it first. Publish it again.').not.to.match(SAID_TWICE)
    const english = new Map([
      ['a', 'Two templates'],
      ['b', 'The publishable key of {template}'],
    ])
    const german = new Map([
      ['a', 'Zwei Druckmuster'],
      ['b', 'Den veröffentlichbaren Schlüssel von {template}'],
    ])
    expect(otherTerms(english, german)).to.deep.equal([
      'a: template is Vorlage: Two templates | Zwei Druckmuster',
    ])
  })
})

function forbiddenIn(texts: Texts, never: readonly string[]): readonly string[] {
  return [...texts].flatMap(([path, text]) =>
    never.filter((phrase) => hasWord(withoutValues(text), phrase)).map((phrase) => `${path}: ${phrase}`),
  )
}

function otherTerms(english: Texts, german: Texts): readonly string[] {
  const wrong: string[] = []
  // The longest first, so that `order reference` is not looked up as `order`.
  const terms = [...guide.terms].sort(([a], [b]) => b.length - a.length)
  for (const [path, text] of english) {
    const said = german.get(path)
    if (said === undefined) continue
    let rest = withoutValues(text)
    for (const [term, wanted] of terms) {
      if (!hasWord(rest, term) && !hasWord(rest, `${term}s`) && !hasWord(rest, `${term}es`)) continue
      rest = rest.replaceAll(new RegExp(`${escaped(term)}(?:e?s)?`, 'gi'), ' ')
      if (TWO_SENSES.has(term) || VERBS.has(term)) continue
      if (!stemsOf(wanted).every((stem) => folded(said).includes(stem)))
        wrong.push(`${path}: ${term} is ${wanted}: ${text} | ${said}`)
    }
  }
  return wrong
}

/** German words change their ends, and some of them their vowels: Auszug, Auszüge. */
function stemsOf(term: string): readonly string[] {
  return term.split(' ').map((word) => folded(word).slice(0, Math.max(4, word.length - 2)))
}

const folded = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function hasWord(text: string, phrase: string): boolean {
  return new RegExp(`(?<![\\p{L}\\d])${escaped(phrase)}(?![\\p{L}\\d])`, 'iu').test(text)
}

/** Names of values and the syntax of plurals are no words: `{count, plural, one {# field} other {# fields}}`. */
function withoutValues(message: string): string {
  return message.replace(/'\{\w+\}'|\{\w+\}/g, ' ').replace(/\{\w+, (?:plural|select|number),?/g, ' ')
}

/** What the console writes on its pages, in small letters. */
function labelsOf(language: Language): readonly string[] {
  const named = SOURCES.filter(({ says }) => ['console', 'editor', 'lines of orders'].includes(says))
  const texts = named.flatMap((source) => [...source.texts(language).values()])
  return texts.map((text) => text.replace(/ …$/, '').toLowerCase())
}

/** Code, addresses of links and names in italics, such as those of tests, are quoted. */
const proseOf = (page: string): string =>
  page
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .replace(/`[^`\n]*`|\]\([^)\s]*\)|\*[^*\n]+\*/g, ' ')
    .replace(/\s+/g, ' ')

/** The English texts are the names of the German ones. */
function pluginTexts(language: Language): Texts {
  const german = textsIn(join(ROOT, 'adapters/woocommerce/words/de.json'), '')
  return language === 'de' ? german : new Map([...german.keys()].map((path) => [path, path]))
}

function textsIn(file: string, name: string): Texts {
  const texts = new Map<string, string>()
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.set(path, value)
    else
      for (const [key, inner] of Object.entries(value as object))
        walk(inner, path === '' ? key : `${path}.${key}`)
  }
  walk(JSON.parse(readFileSync(file, 'utf8')), name)
  return texts
}

function readGuide(page: string): Guide {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const list = (cell = '') => cell.split(', ').filter((one) => one !== '')
  const terms = rows.filter((cells) => cells.length === 4 && cells[0] !== 'English')
  const phrases = rows.filter((cells) => cells.length === 2 && !cells[0]?.startsWith('Never'))
  const unwanted = terms.flatMap(([, , , never]) => list(never))
  return {
    terms: terms.flatMap(([english, german]) => {
      const [ones, others] = [list(english), list(german)]
      return ones.map((one, at) => [one, others[at] ?? others[0] ?? ''] as const)
    }),
    never: {
      en: [...unwanted, ...phrases.flatMap(([english]) => list(english))],
      de: [...unwanted, ...phrases.flatMap(([, german]) => list(german))],
    },
  }
}
