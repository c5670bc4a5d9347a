/** The wording of everything the service says by itself: errors, findings and the API description, by the guide. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { IntlMessageFormat } from 'intl-messageformat'
import { FINDING_CODES } from '../core/engine/finding/codes.ts'
import { PROFILE_NAMES } from '../core/engine/finding/profile.ts'
import { LANGUAGES } from '../core/engine/finding/sentence.ts'
import de from '../core/engine/finding/words/de.json' with { type: 'json' }
import en from '../core/engine/finding/words/en.json' with { type: 'json' }
import { CATALOGUE } from '../core/errors.ts'
import { OPERATIONS } from '../server/operations/index.ts'
import { forbiddenIn } from './support/run/forbidden-words.ts'

const ROOT = join(import.meta.dirname, '..')
const WORDS = { en, de }
const GROUPS = ['profile', 'report', 'title', 'message'] as const

describe('The wording', () => {
  it('of errors is one sentence or two for each code, without a forbidden word', () => {
    for (const [code, { says }] of Object.entries(CATALOGUE)) {
      expect(says, code).to.match(/^[A-Z][^.!?]*(?:\.[^.!?\s][^.!?]*)*\.(?: [A-Z].*\.)?$/)
      expect(forbiddenIn(says), code).to.deep.equal([])
    }
    expect(new Set(Object.values(CATALOGUE).map(({ says }) => says)).size).to.equal(
      Object.keys(CATALOGUE).length,
    )
  })

  it('of findings has a title for every code, a sentence for every code, and the same keys in German', () => {
    expect(Object.keys(WORDS)).to.deep.equal([...LANGUAGES])
    expect(Object.keys(en.title)).to.have.members([...FINDING_CODES])
    expect(Object.keys(en.message)).to.include.members([...FINDING_CODES])
    expect(Object.keys(en.profile)).to.have.members([...PROFILE_NAMES])
    for (const key of Object.keys(en.message))
      expect([...FINDING_CODES, 'more'], key).to.include(key.split('.')[0])
    for (const group of GROUPS) expect(Object.keys(de[group])).to.deep.equal(Object.keys(en[group]))
  })

  it('of findings names the same parameters in both languages, has real plurals and no forbidden word', () => {
    for (const group of ['report', 'message'] as const)
      for (const [key, message] of Object.entries(en[group])) {
        const other = (de[group] as Readonly<Record<string, string>>)[key] ?? ''
        expect(parametersOf(other, 'de'), key).to.deep.equal(parametersOf(message, 'en'))
      }
    for (const language of LANGUAGES)
      for (const group of GROUPS)
        for (const [key, text] of Object.entries(WORDS[language][group])) {
          expect(text.trim(), key).to.equal(text).and.not.equal('')
          expect(forbiddenIn(text), `${language} ${key}`).to.deep.equal([])
        }
  })

  it('of operations is a summary in the imperative, without a full stop', () => {
    for (const { id, summary } of OPERATIONS) {
      expect(summary, id)
        .to.match(/^[A-Z][a-z]+ \S/)
        .and.not.match(/[.;]$/)
      expect(summary.length, id).to.be.at.most(75)
      expect(VERBS, `${id}: ${summary}`).to.include(summary.split(' ')[0])
      expect(forbiddenIn(summary), id).to.deep.equal([])
    }
  })

  it('of sentences in the sources of the service has no forbidden word', () => {
    const found: string[] = []
    for (const path of globSync(['core/**/*.ts', 'server/**/*.ts', 'adapters/**/*.ts'], { cwd: ROOT }))
      for (const text of sentencesOf(readFileSync(join(ROOT, path), 'utf8')))
        if (forbiddenIn(text).length > 0) found.push(`${path}: ${forbiddenIn(text).join(', ')}: ${text}`)
    expect(found).to.deep.equal([])
  })
})

const VERBS = (
  'Approve Archive Cancel Check Complete Copy Create Delete Disable Download Draw Erase Export Finalize Find Invite List Measure ' +
  'Pause Preview Publish Redeem Release Replace Restore Retrieve Retry Revoke Rotate Save Send Sign Test Turn Update ' +
  'Upload'
).split(' ')

interface Element {
  readonly value?: unknown
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>
  readonly type: number
}

/** The names of all parameters of an ICU message, those of its branches included. */
function parametersOf(message: string, language: string): string[] {
  const names = new Set<string>()
  const visit = (elements: readonly Element[]): void => {
    for (const { type, value, options = {} } of elements) {
      // Literal text and the number sign of a plural have no parameter.
      if (type !== 0 && type !== 7) names.add(String(value))
      for (const option of Object.values(options)) visit(option.value)
    }
  }
  const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true })
  visit(format.getAst() as readonly Element[])
  return [...names].sort()
}

/** String literals that are sentences, without comments. */
function sentencesOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '$1')
  const literals = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)
  return [...literals]
    .map(([, plain, template]) => (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, 'X'))
    .filter((text) => /^[^\n]*[A-Za-z]+ [a-z]+ [a-z]+[^\n]*$/.test(text))
}
