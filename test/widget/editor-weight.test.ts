/** What a shopper's phone has to load for the editor: asserted on the files as they are sent. */
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { ASSETS_PATH, type Bundle, bundleWidget, ENTRIES } from '../../server/pages/bundle.ts'
import { LANGUAGES } from '../../widget/languages/language.ts'

/** Bytes of gzipped JavaScript. */
const MOST = 45_000
/** Bytes of all that a page loads before it can be used, gzipped: scripts, one language and style sheets. */
const MOST_OF_ALL = 60_000
/** Words of each language that the others do not have. */
const MARKS: Readonly<Record<string, string>> = {
  en: 'Review your design',
  de: 'Gestaltung prüfen',
  fr: 'Vérifiez votre création',
  es: 'Revise su diseño',
  it: 'Controlla la tua creazione',
  nl: 'Controleer uw ontwerp',
  pl: 'Sprawdź swój projekt',
  pt: 'Reveja a sua criação',
  ja: 'デザインの確認',
  ar: 'مراجعة التصميم',
}

/** The names of XML, and what the library of passkeys writes into its errors; nothing is asked for from either. */
const NAMED = ['http://www.w3.org', 'https://simplewebauthn.dev']

describe('editor files', () => {
  let bundle: Bundle
  before(async () => {
    bundle = await bundleWidget()
  })
  const scripts = () => [...bundle.assets].filter(([path]) => path.endsWith('.js'))
  const holding = (mark: string) => scripts().filter(([, { body }]) => body.toString().includes(mark))

  it('are at most 45 kB of JavaScript, and 60 kB with their style sheets, gzipped, in any one language', () => {
    const sizes = [...bundle.assets].map(([path, { body }]) => [path, gzipSync(body).length] as const)
    const sizeOf = new Map(sizes)
    for (const name of ENTRIES) {
      const { script, preloads, styles } = bundle.entries[name]
      const fixed = [script, ...preloads].reduce((sum, path) => sum + (sizeOf.get(path) ?? Number.NaN), 0)
      const sheets = styles.reduce((sum, path) => sum + (sizeOf.get(path) ?? Number.NaN), 0)
      expect(sheets, name).to.be.above(0)
      for (const language of LANGUAGES) {
        const [words] = holding(MARKS[language] ?? '')
        expect(words, language).to.not.equal(undefined)
        const scriptBytes = fixed + (sizeOf.get(words?.[0] ?? '') ?? Number.NaN)
        expect(scriptBytes, `${name} in ${language}`).to.be.below(MOST)
        expect(scriptBytes + sheets, `${name} in ${language}`).to.be.below(MOST_OF_ALL)
      }
    }
  })

  it('hold each language by itself, and none with the editor', () => {
    for (const language of LANGUAGES) expect(holding(MARKS[language] ?? ''), language).to.have.length(1)
    const languages = new Set(LANGUAGES.map((language) => holding(MARKS[language] ?? '')[0]?.[0]))
    expect(languages.size).to.equal(LANGUAGES.length)
    for (const name of ENTRIES)
      for (const path of [bundle.entries[name].script, ...bundle.entries[name].preloads])
        expect(languages.has(path), path).to.equal(false)
  })

  it('name nothing outside of the service', () => {
    expect(scripts().length).to.be.greaterThan(LANGUAGES.length)
    for (const [path, { body }] of bundle.assets) {
      expect(path.startsWith(ASSETS_PATH)).to.equal(true)
      const addresses = body.toString().match(/https?:\/\/[\w-]+(?:\.[\w-]+)*/g) ?? []
      expect(
        // An address below .example stands in a hint, and is nobody's (RFC 2606); errors of passkeys name their help.
        addresses.filter((one) => !NAMED.includes(one) && !one.endsWith('.example')),
        path,
      ).to.deep.equal([])
    }
  })
})
