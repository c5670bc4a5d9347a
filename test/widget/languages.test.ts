/** The editor's words: every language says everything, with the same placeholders, and in its own way. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { IntlMessageFormat } from 'intl-messageformat'
import english from '../../widget/languages/en.json' with { type: 'json' }
import { LANGUAGES, languageOf, loadWords, type MessageKey } from '../../widget/languages/language.ts'
import loaderMessages from '../../widget/loader/words.json' with { type: 'json' }

const FOLDER = join(import.meta.dirname, '../../widget/languages')
/** A word that another language may share with English. */
const SHARED: readonly MessageKey[] = [
  'page',
  'page_number',
  'zoom',
  'field_trouble',
  'count',
  'contact',
  'image_ppi',
]

const load = async (language: string): Promise<Record<string, string>> =>
  (await import(`../../widget/languages/${language}.json`, { with: { type: 'json' } })).default

describe('editor languages', () => {
  it('are said by the loader too, before the editor is there', () => {
    expect(Object.keys(loaderMessages)).to.have.members([...LANGUAGES])
    for (const [language, words] of Object.entries(loaderMessages)) {
      expect(Object.keys(words), language).to.deep.equal(Object.keys(loaderMessages.en))
      expect(
        Object.values(words).every((text) => text.trim() !== ''),
        language,
      ).to.equal(true)
    }
  })

  it('have no message that is unused, and none without its values', async () => {
    const folder = join(FOLDER, '../editor')
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
    const sources = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
    // Some are put together: `state_${sync}`.
    const beginnings = [...sources.matchAll(/`([a-z]+_)\$\{/g)].map(([, beginning]) => beginning ?? '')
    for (const [key, text] of Object.entries(english)) {
      const isUsed = sources.includes(`'${key}'`) || beginnings.some((one) => key.startsWith(one))
      expect(isUsed, `${key} is unused`).to.equal(true)
      for (const name of placeholders(text).map((one) => one.slice(1, -1)))
        expect(sources, `${key} without ${name}`).to.match(
          new RegExp(`say\\('${key}', \\{[^}]*\\b${name}\\b`),
        )
    }
  })

  it('are one file each', async () => {
    const files = (await readdir(FOLDER)).filter((name) => name !== 'language.ts')
    expect(files.sort()).to.deep.equal(LANGUAGES.map((language) => `${language}.json`).sort())
  })

  for (const language of LANGUAGES)
    it(`${language} says everything, with the placeholders of English`, async () => {
      const messages = await load(language)
      expect(Object.keys(messages)).to.deep.equal(Object.keys(english))
      for (const [key, text] of Object.entries(messages)) {
        expect(text.trim(), key).to.equal(text).and.not.equal('')
        expect(placeholders(text), key).to.deep.equal(placeholders(english[key as MessageKey]))
        const own =
          language === 'en' || SHARED.includes(key as MessageKey) || text !== english[key as MessageKey]
        expect(own, `${key} is left in English`).to.equal(true)
      }
    })

  for (const language of LANGUAGES)
    it(`${language} is formatted as ICU messages are, for every number`, async () => {
      const messages = await load(language)
      const { say } = await loadWords(language)
      const texts = { field: 'Name', trouble: 'Trouble', characters: 'x', found: 'GIF', state: '' }
      for (const [key, message] of Object.entries(messages))
        for (const count of [0, 1, 2, 3, 5, 11, 22, 100, 1234]) {
          const numbers = Object.fromEntries(placeholders(message).map((name) => [name.slice(1, -1), count]))
          const facts = { ...numbers, ...texts }
          const said = new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).format(
            Object.fromEntries(
              Object.entries(facts).map(([name, fact]) => [
                name,
                isCounted(message, name) ? fact : written(fact),
              ]),
            ),
          )
          expect(say(key as MessageKey, facts), `${key} ${count}`).to.equal(said)
        }
      function written(fact: string | number) {
        return typeof fact === 'number' ? new Intl.NumberFormat(language).format(fact) : fact
      }
    })

  it('are found by the lang of a page, English where none is near', () => {
    const tags = ['de-AT', 'PT_br', 'ar', 'ja-JP', 'en-GB', 'zh-Hans', '', 'deu']
    expect(tags.map(languageOf)).to.deep.equal(['de', 'pt', 'ar', 'ja', 'en', 'en', 'en', 'en'])
  })

  it('fill placeholders once, leave strange text alone, and let a shop have its own words', async () => {
    const words = await loadWords('de', { review: 'Weiter zu {shop}' })
    expect(words.say('field_trouble', { field: '{trouble}', trouble: 'x' })).to.equal('{trouble}: x')
    expect(words.say('count', { count: 1234, most: 5000 })).to.equal('1.234 von 5.000')
    expect(words.say('review')).to.equal('Weiter zu {shop}')
    expect([words.direction, (await loadWords('ar')).direction]).to.deep.equal(['ltr', 'rtl'])
  })
})

/** Of values and of plurals. */
function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)(?:\}|, plural,)/g)].map(([, name]) => `{${name}}`).sort()
}

const isCounted = (message: string, name: string) => message.includes(`{${name}, plural,`)
