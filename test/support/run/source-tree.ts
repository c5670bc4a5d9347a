/** Reads the project's own sources for the architecture test: the files, their bare code and their imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

export interface SourceFile {
  /** Relative to the project's root, with `/`. */
  readonly path: string
  readonly text: string
}

export interface ImportLine {
  readonly line: number
  /** A path relative to the root for the project's own files, else the specifier as written. */
  readonly target: string
  /** True for `import type`, `export type … from` and `typeof import(…)`: gone before the code runs. */
  readonly typeOnly: boolean
  readonly reExport: boolean
}

const NEVER_READ = new Set(['node_modules', '.git'])
const NEVER_READ_AT_ROOT = new Set(['data', 'demo-output', 'dist'])
/** What `npm run generate` writes. */
const GENERATED = /^types\/api\.d\.ts$|\.(?:pot|po|mo)$|(?:^|\/)\.generated-/

/** Every file of the project as bytes-in-latin1, except what .gitignore leaves out. */
export function readTree(root: string): readonly SourceFile[] {
  const files: SourceFile[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      if (NEVER_READ.has(entry.name) || (folder === '' && NEVER_READ_AT_ROOT.has(entry.name))) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile() && !GENERATED.test(path))
        files.push({ path, text: readFileSync(`${root}/${path}`, 'latin1') })
    }
  }
  walk('')
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** TypeScript and JavaScript: what the rules about code look at. */
export function isSource(path: string): boolean {
  return /\.(ts|tsx|js|mjs|cjs|jsx)$/.test(path)
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/**
 * The code alone: comments, regular expressions and the insides of strings become spaces, so that offsets and
 * lines stay. Expressions in templates (`${…}`) are code. A heuristic, since TypeScript 7 offers no parser: a
 * slash begins a regular expression where a value cannot have ended before it.
 */
export function bareCode(text: string): string {
  const known = BARE.get(text)
  if (known !== undefined) return known
  const bare = strip(text)
  BARE.set(text, bare)
  return bare
}

/** Many rules look at each file. */
const BARE = new Map<string, string>()

function strip(text: string): string {
  const out = text.split('')
  const blank = (from: number, to: number): void => {
    for (let at = from; at < to; at++) if (out[at] !== '\n') out[at] = ' '
  }
  /** Depth of open braces for each template expression that we are inside of. */
  const templates: number[] = []
  let at = 0
  let before = ''
  const skipTemplateText = (from: number): void => {
    let to = from
    while (to < text.length && text[to] !== '`' && !text.startsWith('${', to)) to += text[to] === '\\' ? 2 : 1
    blank(from, Math.min(to, text.length))
    if (text.startsWith('${', to)) {
      templates.push(0)
      at = to + 2
    } else at = to + 1
    before = '`'
  }
  while (at < text.length) {
    const char = text[at] as string
    const depth = templates.at(-1)
    if (text.startsWith('//', at) || text.startsWith('#!', at)) {
      const end = endOf(text, '\n', at)
      blank(at, end)
      at = end
    } else if (text.startsWith('/*', at)) {
      const end = Math.min(endOf(text, '*/', at + 2) + 2, text.length)
      blank(at, end)
      at = end
    } else if (char === "'" || char === '"') {
      const end = endOfLiteral(text, at, char)
      blank(at + 1, end)
      at = end + 1
      before = char
    } else if (char === '`') skipTemplateText(at + 1)
    else if (char === '}' && depth === 0) {
      templates.pop()
      skipTemplateText(at + 1)
    } else if (char === '/' && /^$|[(,=:[!&|?{};+>]|\b(?:return|typeof|case)$/.test(before)) {
      const end = endOfLiteral(text, at, '/')
      blank(at + 1, end)
      at = end + 1
      before = '/'
    } else {
      if (depth !== undefined && char === '{') templates[templates.length - 1] = depth + 1
      if (depth !== undefined && char === '}') templates[templates.length - 1] = depth - 1
      if (/\w/.test(char)) before = /\w$/.test(before) && /\w/.test(text[at - 1] ?? '') ? before + char : char
      else if (!/\s/.test(char)) before = char
      at += 1
    }
  }
  return out.join('')
}

function endOf(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from)
  return found === -1 ? text.length : found
}

/** Offset of the closing quote or slash; a literal that its line does not close ends with the line. */
function endOfLiteral(text: string, start: number, close: string): number {
  let inClass = false
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]
    if (char === '\n') return at
    if (char === '\\') at += 1
    else if (close === '/' && char === '[') inClass = true
    else if (close === '/' && char === ']') inClass = false
    else if (char === close && !inClass) return at
  }
  return text.length
}

const STATIC =
  /(?<=^|[;\n])[ \t]*(import|export)\s+(type\s+(?!from\b))?(?:(?:\{[^}]*\}|[\w$*][^'"`;=()]*?)\s+from\s+)?(['"])([^'"\n]+)\3/g
const DYNAMIC = /(typeof\s+)?\bimport\(\s*(?:(['"`])([^'"`\n]*)\2)?/g

/** Every import, re-export and dynamic import of a file; a dynamic one without a literal has the target `?`. */
export function importsOf(file: SourceFile): readonly ImportLine[] {
  const code = bareCode(file.text)
  const found: ImportLine[] = []
  for (const match of file.text.matchAll(STATIC)) {
    const offset = match.index + match[0].search(/\S/)
    const word = match[1] as string
    if (!code.startsWith(word, offset)) continue
    found.push({
      line: lineAt(file.text, offset),
      target: resolve(file.path, match[4] as string),
      typeOnly: match[2] !== undefined,
      reExport: word === 'export',
    })
  }
  for (const match of file.text.matchAll(DYNAMIC)) {
    if (!code.startsWith(match[0].slice(0, 6), match.index)) continue
    const target = match[3] === undefined ? '?' : resolve(file.path, match[3])
    const typeOnly = match[1] !== undefined
    found.push({ line: lineAt(file.text, match.index), target, typeOnly, reExport: false })
  }
  return found
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}
