/**
 * The PDF Association's Arlington model of PDF objects, as far as a walk takes it: which keys an object has, of which
 * kinds, and what they lead to. Its predicates are left out: they ask for more than the object at hand.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'

const FOLDER = join(import.meta.dirname, '../../../../../shared/schema/arlington')

/** False where the model is not at hand. */
export const hasArlington = existsSync(FOLDER)

interface Row {
  readonly key: string
  readonly types: readonly string[]
  readonly required: boolean
  /** Names that alone may stand there; empty for any. */
  readonly names: readonly string[]
  /** For each type the objects that it may lead to. */
  readonly links: readonly (readonly string[])[]
}

const models = new Map<string, readonly Row[]>()
const FILES = new Set(hasArlington ? readdirSync(FOLDER) : [])

function modelOf(name: string): readonly Row[] {
  const known = models.get(name)
  if (known !== undefined) return known
  const [, ...lines] = readFileSync(join(FOLDER, `${name}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
  const rows = lines.map((line) => {
    const [key = '', type = '', , , required, , inherits, , possible = '', , link = ''] = line.split('\t')
    return {
      key,
      types: partsOf(type, ';').map(innermost),
      required: required === 'TRUE' && inherits !== 'TRUE',
      names: /^\[[\w.,-]+\]$/.test(possible) ? possible.slice(1, -1).split(',') : [],
      links: partsOf(link, ';').map((one) =>
        partsOf(one.slice(1, -1), ',')
          .map(innermost)
          .filter((target) => FILES.has(`${target}.tsv`)),
      ),
    }
  })
  models.set(name, rows)
  return rows
}

/** Split at the outermost level of brackets and parentheses. */
function partsOf(text: string, by: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if ('[('.includes(char)) depth += 1
    if ('])'.includes(char)) depth -= 1
    if (char === by && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

/** `fn:SinceVersion(1.6,ActionGoToE)` is about ActionGoToE. */
function innermost(text: string): string {
  return text.startsWith('fn:') ? text.slice(text.lastIndexOf(',') + 1).replace(/^.*\(|\)+$/g, '') : text
}

const TREES = new Set(['name-tree', 'number-tree'])
const KINDS: readonly (readonly [(object: PDFObject) => boolean, readonly string[]])[] = [
  [(one) => one instanceof PDFStream, ['stream']],
  [(one) => one instanceof PDFDict, ['dictionary', ...TREES]],
  [(one) => one instanceof PDFArray, ['array', 'rectangle', 'matrix']],
  [(one) => one instanceof PDFName, ['name']],
  [(one) => one instanceof PDFBool, ['boolean']],
  [(one) => one instanceof PDFNumber && Number.isInteger(one.asNumber()), ['integer', 'number', 'bitmask']],
  [(one) => one instanceof PDFNumber, ['number']],
  [
    (one) => one instanceof PDFString || one instanceof PDFHexString,
    ['string', 'string-text', 'string-byte', 'string-ascii', 'date'],
  ],
  [(one) => one === PDFNull, ['null']],
]

function kindsOf(object: PDFObject): readonly string[] {
  return KINDS.find(([is]) => is(object))?.[1] ?? []
}

/** A line for each key that the model does not know, of another kind or value than it may have, or missing. */
export function arlingtonFaults(document: PDFDocument): readonly string[] {
  const { context } = document
  const seen = new Set<string>()
  const faults = new Set<string>()
  const resolved = (object: PDFObject): PDFObject => context.lookup(object) ?? PDFNull

  const entriesOf = (object: PDFObject): readonly (readonly [string, PDFObject])[] => {
    if (object instanceof PDFArray) return object.asArray().map((one, at) => [String(at), one])
    const dict = object instanceof PDFStream ? object.dict : object
    return dict instanceof PDFDict ? dict.entries().map(([key, one]) => [key.decodeText(), one]) : []
  }
  const rowOf = (rows: readonly Row[], key: string, isArray: boolean): Row | undefined => {
    const exact = rows.find((row) => row.key === key)
    if (exact !== undefined || !isArray) return exact ?? rows.find((row) => row.key === '*')
    const repeated = rows.filter((row) => row.key.endsWith('*'))
    return repeated.length === 0 ? undefined : repeated[Number(key) % repeated.length]
  }
  /** Of the object alone. */
  const shallow = (object: PDFObject, name: string): readonly string[] => {
    const rows = modelOf(name)
    const entries = entriesOf(object)
    const wrong = entries.flatMap(([key, entry]) => {
      const row = rowOf(rows, key, object instanceof PDFArray)
      if (row === undefined) return [`${name} has no ${key}`]
      const value = resolved(entry)
      if (!kindsOf(value).some((kind) => row.types.includes(kind)))
        return [`${name} ${key} is no ${row.types.join(' or ')}`]
      const isOther =
        value instanceof PDFName && row.names.length > 0 && !row.names.includes(value.decodeText())
      return isOther ? [`${name} ${key} is ${value}`] : []
    })
    const missing = rows.filter(
      ({ key, required }) => required && !key.includes('*') && !entries.some(([own]) => own === key),
    )
    return [...wrong, ...missing.map(({ key }) => `${name} lacks ${key}`)]
  }
  /** Of what it may be, that which it fits best. */
  const bestOf = (object: PDFObject, names: readonly string[]): string | undefined =>
    names
      .map((name) => ({ name, count: shallow(object, name).length }))
      .sort((one, other) => one.count - other.count)[0]?.name
  const walk = (entry: PDFObject, names: readonly string[]): void => {
    const object = resolved(entry)
    if (entriesOf(object).length === 0) return
    const name = bestOf(object, names)
    if (name === undefined) return
    const mark = `${entry instanceof PDFRef ? entry : ''} ${name}`
    if (entry instanceof PDFRef && seen.has(mark)) return
    seen.add(mark)
    for (const fault of shallow(object, name)) faults.add(fault)
    for (const [key, below] of entriesOf(object)) {
      const row = rowOf(modelOf(name), key, object instanceof PDFArray)
      const kinds = kindsOf(resolved(below))
      const at = row?.types.findIndex((type) => kinds.includes(type) && !TREES.has(type)) ?? -1
      if (row !== undefined && at >= 0) walk(below, row.links[at] ?? [])
    }
  }
  const { Root, Info } = context.trailerInfo
  if (Root !== undefined) walk(Root, ['Catalog'])
  if (Info !== undefined) walk(Info, ['DocInfo'])
  return [...faults].sort()
}
