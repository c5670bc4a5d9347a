/** No regular expression of the service takes long over a long text, whatever it is made of. */
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { expect } from 'chai'
import { bareCode, lineAt, readTree, type SourceFile } from './support/source-tree.ts'

const LENGTH = 50_000
/** What grows with the length takes a millisecond; what grows with its square takes seconds. */
const PATIENCE_MS = 2_000
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

/** Long texts of one or two signs that the expression itself speaks of, with an end that fits nothing. */
function* textsAgainst({ source }: Expression): Generator<string> {
  const own = [...new Set(source.replace(/\\[a-zA-Z]/g, ''))]
  const signs = [...new Set([...own, ...COMMON])].slice(0, 24)
  const end = '\u0001'
  for (const sign of signs) yield sign.repeat(LENGTH) + end
  for (const one of own.slice(0, 8))
    for (const other of signs.slice(0, 8)) if (one !== other) yield (one + other).repeat(LENGTH / 2) + end
}

/** The text over which it takes too long, in short, or null. */
function slowText(expression: Expression): string | null {
  const context = createContext({ text: '', found: null })
  const literal = new RegExp(expression.source, expression.flags.replace(/[gy]/g, ''))
  const script = new Script('found = expression.test(text)')
  context.expression = literal
  for (const text of textsAgainst(expression)) {
    context.text = text
    try {
      script.runInContext(context, { timeout: PATIENCE_MS })
    } catch {
      return `${JSON.stringify(text.slice(0, 6))}…`
    }
  }
  return null
}

describe('Regular expressions', function () {
  this.timeout(240_000)

  it('of core, server, adapters and widget are quick over 50,000 characters of anything', async () => {
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
      expect(slowText({ place: '', source, flags: '' }), source).to.be.a('string')
    expect(slowText({ place: '', source: '^[a-z]+$', flags: 'i' })).to.equal(null)
  })
})
