/** What the service says on German pages: every stable code has German words, and no words stand for codes that are none. */
import { expect } from 'chai'
import { CATALOGUE } from '../../core/errors.ts'
import { FOLDER_FAULTS } from '../../core/service/folder/out-tray.ts'
import { SEND_ERRORS } from '../../core/service/webhook/outside.ts'
import { said, serviceText } from '../../widget/console/words/said.ts'
import { loadServiceWords } from '../../widget/console/words.ts'

const JSON_FILE = { with: { type: 'json' } } as const
const wordsIn = async (language: string, name: string) =>
  (await import(`../../widget/console/words/${language}/${name}.json`, JSON_FILE)).default
const {
  errors: ERRORS,
  problems: PROBLEMS,
  folders: FOLDERS,
  sending: SENDING,
} = await wordsIn('de', 'service')
await loadServiceWords('de')

const germanText = (code: string, message: string) => serviceText('de', code, message)

describe('What the service says, on German pages', () => {
  it('has German words for every error of the catalogue, rows of tables included', () => {
    expect(Object.keys(ERRORS).sort()).to.deep.equal(Object.keys(CATALOGUE).sort())
    for (const [code, { says }] of Object.entries(CATALOGUE)) {
      const text = said('de', { code, message: says })
      expect(text, code).to.match(/^[A-ZÄÖÜ].{9,}[.:]/)
      expect(text.startsWith(says), code).to.equal(false)
      expect(said('en', { code, message: says })).to.equal(says)
    }
  })

  it('has German words for values that do not fit, folders and webhooks', () => {
    const problems = [
      ...['text_does_not_fit', 'glyph_missing', 'required_value_missing', 'forbidden_word'],
      'asset_not_found',
    ]
    for (const code of problems) expect(germanText(code, 'In English.'), code).to.be.a('string')
    const own = Object.keys(PROBLEMS).filter((code) => !code.endsWith('_plain'))
    expect(own).to.have.members(problems.slice(0, 4))
    expect(Object.keys(FOLDERS)).to.have.members(Object.keys(FOLDER_FAULTS))
    for (const code of SEND_ERRORS) expect(germanText(code, ''), code).to.be.a('string')
    for (const code of Object.keys(SENDING)) expect(SEND_ERRORS).to.include(code)
  })

  it('names what decides, and leaves what it does not know to the service', () => {
    const glyphs = { code: 'glyph_missing', message: 'In English.', found: 'U+4E2D 中' }
    expect(said('de', glyphs)).to.equal('Der Schrift fehlen Zeichen: U+4E2D 中.')
    const long = { code: 'text_does_not_fit', message: 'In English.', found: 120.5, expected: 80 }
    expect(said('de', long)).to.include('120,5').and.to.include('80')
    // A code that leaves open what is meant is followed by the service's own words.
    expect(said('de', { code: 'invalid_csv', message: 'Line 3 has 2 cells.' })).to.match(
      /Details: Line 3 has 2 cells\.$/,
    )
    expect(said('de', { code: 'of_tomorrow', message: 'In English.' })).to.equal('In English.')
    expect(said('de', { code: null, message: 'In English.' })).to.equal('In English.')
  })
})

describe('The filter for lines of shop orders', () => {
  for (const language of ['en', 'de'] as const)
    it(`names each state as the service does (${language})`, async () => {
      const { states } = (await wordsIn(language, 'storefronts')).orders
      const { label } = (await import(`../../core/service/storefront/words/${language}.json`, JSON_FILE))
        .default
      for (const [state, name] of Object.entries(states)) expect(name, state).to.equal(label[state])
    })
})
