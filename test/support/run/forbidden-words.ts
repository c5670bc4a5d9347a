/** Words and phrases that no text of the product holds: the last columns of the tables in docs/contributing/wording.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const GUIDE = join(import.meta.dirname, '../../../docs/contributing/wording.md')

/** A sentence that follows itself. */
export const SAID_TWICE = /(\p{Lu}[^.!?]{8,}[.!?]) \1/u

/** Plurals that are none, and clauses that the guide forbids without naming each of them. */
const PATTERNS: readonly RegExp[] = [
  SAID_TWICE,
  /\b\w+\(e?s\)/,
  /\b1 (?:pages|errors|warnings|notes|fields|files|images|objects|places|plates|inks|seconds|minutes|hours|days)\b/,
  /\bdoes not hold\b/i,
  /\bis kept nowhere\b/i,
  /\bcan be had\b/i,
  /\bthat which\b/i,
  /\bnot there\b/i,
  /\bsomebody\b/i,
  /\bnobody\b/i,
]

let phrases: readonly string[] | null = null

/** What `text` holds of them. */
export function forbiddenIn(text: string): string[] {
  phrases ??= readPhrases(readFileSync(GUIDE, 'utf8'))
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}’'-]+/gu, ' ')} `
  const found = phrases.filter((phrase) => words.includes(` ${phrase.toLowerCase()} `))
  return [...found, ...PATTERNS.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])]
}

/** The cells below a heading that begins with `Never`, each a list with commas. */
function readPhrases(guide: string): string[] {
  const found: string[] = []
  let never: number[] = []
  for (const line of guide.split('\n')) {
    if (!line.startsWith('|')) {
      never = []
      continue
    }
    const cells = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    if (cells.every((cell) => /^-+$/.test(cell))) continue
    if (never.length === 0) never = cells.flatMap((cell, at) => (cell.startsWith('Never') ? [at] : []))
    else found.push(...never.flatMap((at) => (cells[at] ?? '').split(',').map((one) => one.trim())))
  }
  return found.filter((phrase) => phrase !== '')
}
