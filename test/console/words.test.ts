/** The console's words: every language says everything with the same values, nothing is unused, and each use gives the values. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { IntlMessageFormat } from 'intl-messageformat'
import { LANGUAGES, LOCALES } from '../../widget/console/words.ts'
import { type WordUse, wordUsesOf } from '../support/run/word-uses.ts'

const CONSOLE = join(import.meta.dirname, '../../widget/console')
const NAMES = readdirSync(join(CONSOLE, 'words/en')).map((file) => file.replace(/\.json$/, ''))
/** Every language but English says what the service says, which speaks English. */
const SERVICE = ['service']

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

const messagesIn = (language: string, name: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.set(path, value)
    else
      for (const [key, inner] of Object.entries(value as object))
        walk(inner, path === '' ? key : `${path}.${key}`)
  }
  walk(JSON.parse(readFileSync(join(CONSOLE, `words/${language}/${name}.json`), 'utf8')), '')
  return found
}

function valuesOf(message: string, locale = 'en'): ReadonlySet<string> {
  const names = new Set<string>()
  const walk = (elements: readonly Element[]): void => {
    for (const element of elements) {
      if ('value' in element && element.type !== 0 && typeof element.value === 'string')
        names.add(element.value)
      if ('options' in element) for (const option of Object.values(element.options)) walk(option.value)
    }
  }
  walk(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).getAst())
  return names
}

const PENDING = '\nwords.notFound words.notFoundText'
const english = new Map(NAMES.map((name) => [name, messagesIn('en', name)]))

const uses: readonly (WordUse & { readonly file: string })[] = readdirSync(CONSOLE, { recursive: true })
  .map(String)
  .filter((file) => /\.tsx?$/.test(file) && file !== 'words.ts')
  .flatMap((file) => {
    const folder = file.split('/')[0] ?? ''
    const text = readFileSync(join(CONSOLE, file), 'utf8')
    // A page that waits for its record is handed all words of its section, and says two of them.
    const source = text.includes('<PendingPage') ? `${text}${PENDING}` : text
    return wordUsesOf(source, NAMES.includes(folder) ? folder : 'shared').map((use) => ({ ...use, file }))
  })

/** The messages that a use may mean: one, or all of a group, which may be asked as `words.list.map`. */
function meant({ name, path }: WordUse): readonly (readonly [path: string, message: string])[] {
  const whole = path.join('.').replace(/\.map$/, '')
  if (whole === '') return [...(english.get(name) ?? [])].filter(([one]) => !one.includes('.'))
  return [...(english.get(name) ?? [])].filter(([one]) => one === whole || one.startsWith(`${whole}.`))
}

describe('words of the console', () => {
  for (const language of LANGUAGES)
    it(`${language} says everything, with the values of English, in valid ICU syntax`, () => {
      const files = readdirSync(join(CONSOLE, `words/${language}`)).sort()
      const wanted = language === 'en' ? NAMES : [...NAMES, ...SERVICE]
      expect(files).to.deep.equal(wanted.map((name) => `${name}.json`).sort())
      for (const name of NAMES) {
        const messages = messagesIn(language, name)
        expect([...messages.keys()], name).to.deep.equal([...(english.get(name) ?? []).keys()])
        for (const [path, message] of messages) {
          const wantedValues = [...valuesOf(english.get(name)?.get(path) ?? '')].sort()
          expect([...valuesOf(message, LOCALES[language])].sort(), `${name} ${path}`).to.deep.equal(
            wantedValues,
          )
          expect(message.trim(), `${name} ${path}`).to.not.equal('')
        }
      }
    })

  it('are all used', () => {
    const used = new Set(uses.flatMap((use) => meant(use).map(([path]) => `${use.name} ${path}`)))
    const unused = [...english].flatMap(([name, messages]) =>
      [...messages.keys()].map((path) => `${name} ${path}`).filter((one) => !used.has(one)),
    )
    expect(unused).to.deep.equal([])
  })

  it('get the values that they name, and no others', () => {
    const wrong = uses.flatMap((use) => {
      const messages = meant(use)
      const where = `${use.file}:${use.line} ${use.name} ${use.path.join('.')}`
      if (use.values === null) {
        // A group that is handed on is filled by whoever gets it.
        const alone = messages.length === 1 && messages[0]?.[0] === use.path.join('.')
        return alone && valuesOf(messages[0]?.[1] ?? '').size > 0 && !isHandedOn(use)
          ? [`${where}: no values`]
          : []
      }
      if (messages.length === 0) return []
      const named = new Set(messages.flatMap(([, message]) => [...valuesOf(message)]))
      const given = [...use.values].sort().join()
      const fits = ([, message]: readonly [string, string]) => [...valuesOf(message)].sort().join() === given
      if (use.isDynamic) return messages.some(fits) ? [] : [`${where}: ${given}`]
      return given === [...named].sort().join() ? [] : [`${where}: ${given}, not ${[...named].join()}`]
    })
    expect(wrong).to.deep.equal([])
  })
})

/** Some are chosen first and filled after: `const said = done ? words.saved : words.lost`. */
function isHandedOn({ file, line }: WordUse & { readonly file: string }): boolean {
  const lines = readFileSync(join(CONSOLE, file), 'utf8').split('\n')
  return /^\s*(?:[?:]|const \w+ =|\w+:)/.test(lines[line - 1] ?? '')
}
