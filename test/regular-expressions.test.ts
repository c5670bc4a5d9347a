/** No regular expression of the service takes long over a long text, whatever it is made of. */
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { expect } from 'chai'
import { bareCode, lineAt, readTree, type SourceFile } from './support/run/source-tree.ts'

const LENGTH = 50_000
/** What grows with the length takes a millisecond; what grows with its square takes a second and more. */
const PATIENCE_MS = 1_000
const COMMON = ['a', 'A', '0', ' ', '\t', '\n', '-', '_', '.', '/', '%', ',', '\\']

interface Expression {
  readonly place: string
  readonly source: string
  readonly flags: string
}

function expressionsOf(file: SourceFile): readonly Expression[] {
  // Literals stand blanked in the bare code: two slashes with nothing but spaces between them. What closes an element
  // of JSX is none.
  return [...bareCode(file.text).matchAll(/\/( +)\/([dgimsuvy]*)(?![\w>])/g)].map((match) => ({
    place: `${file.path}:${lineAt(file.text, match.index)}`,
    source: file.text.slice(match.index + 1, match.index + 1 + (match[1] ?? '').length),
    flags: match[2] ?? '',
  }))
}

const END = '\u0001'
/** Texts that many expressions are held against are made once. */
const made = new Map<string, string>()

function longText(unit: string): string {
  const text = made.get(unit) ?? unit.repeat(LENGTH / unit.length) + END
  if (unit.length === 1) made.set(unit, text)
  return text
}

/** Long texts of one or two signs that the expression itself speaks of, with an end that fits nothing. */
function textsAgainst({ source }: Expression): readonly string[] {
  const own = [...new Set(source.replace(/\\[a-zA-Z]/g, ''))]
  const signs = [...new Set([...own, ...COMMON])].slice(0, 24)
  const pairs = own
    .slice(0, 8)
    .flatMap((one) => signs.slice(0, 8).flatMap((other) => (one === other ? [] : [one + other])))
  return [...signs, ...pairs].map(longText)
}

/** The text over which it takes too long, in short, or null. */
function slowText(expression: Expression, patienceMs = PATIENCE_MS): string | null {
  const literal = new RegExp(expression.source, expression.flags.replace(/[gy]/g, ''))
  const takesLong = (texts: readonly string[]): boolean => {
    Object.assign(CONTEXT, { texts, expression: literal })
    try {
      ALL.runInContext(CONTEXT, { timeout: patienceMs })
      return false
    } catch {
      return true
    }
  }
  const texts = textsAgainst(expression)
  // All of them together are quicker than one may be; where they are not, it is said which.
  if (!takesLong(texts)) return null
  const slow = texts.find((text) => takesLong([text]))
  return slow === undefined ? null : `${JSON.stringify(slow.slice(0, 6))}…`
}

const CONTEXT = createContext({ texts: [], found: null })
const ALL = new Script('for (const text of texts) found = expression.test(text)')

describe('Regular expressions', function () {
  // Every expression of the sources is tried on long texts.
  this.timeout(240_000)

  it('of core, server, adapters and widget are quick over 50,000 characters of anything @long', async () => {
    const files = (await readTree(join(import.meta.dirname, '..'))).filter(({ path }) =>
      /^(core|server|adapters|widget)\/.*\.tsx?$/.test(path),
    )
    const expressions = files.flatMap(expressionsOf)
    expect(expressions.length).to.be.greaterThan(100)
    const different = new Map(expressions.map((one) => [`${one.flags}/${one.source}`, one]))
    const slow = [...different.values()].flatMap((expression) => {
      const text = slowText(expression)
      return text === null ? [] : [`${expression.place} /${expression.source}/ over ${text}`]
    })
    expect(slow).to.deep.equal([])
  })

  it('that are slow are found', () => {
    for (const source of ['^(a+)+$', '\\s+$'])
      expect(slowText({ place: '', source, flags: '' }, 200), source).to.be.a('string')
    expect(slowText({ place: '', source: '^[a-z]+$', flags: 'i' })).to.equal(null)
  })
})
