/** A last look for placeholders that became no field, whatever they are set in: their braces would print unnoticed. */

import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Finding, Sentence } from '../../finding/finding.ts'
import type { Box } from '../../geometry/box.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { plain } from '../text/braces.ts'
import { type Letter, type LetterPlace, readEveryLetter } from '../text/read-every-letter.ts'
import { createTextParts } from '../text/read-page-text.ts'
import { readSettings } from './placeholder-settings.ts'

const SAYS: Readonly<Record<LetterPlace, Sentence>> = {
  page: 'placeholder_unread',
  pattern: 'placeholder_unread.pattern',
  annotation: 'placeholder_unread.annotation',
  mask: 'placeholder_unread.mask',
  letter: 'placeholder_unread.letter',
  clip: 'placeholder_unread.clip',
  hidden: 'field_hidden.placeholder',
}

const PLACEHOLDER = /\{\s?\{([^{}]{0,500})\}\s?\}/g
/** In em: braces that stand further apart open nothing. */
const FAR = 4
const MOST_SAID = 100
const MOST_BOXES = 5

/**
 * The findings of placeholders, and those of what is left of them. To be called once what became a field has left the
 * pages.
 */
export function withLeftPlaceholders(
  doc: PDFDocument,
  pages: readonly WalkedPage[],
  findings: readonly Finding[],
): Finding[] {
  if (pages.length === 0) return [...findings]
  const parts = createTextParts(doc)
  const told = new Set(findings)
  const left = pages.flatMap((page) => {
    const here = findings.filter((one) => one.page === page.index && IS_OF_A_PLACE.test(one.code))
    const untold = placeholdersOf(readEveryLetter(page, parts)).filter((one) => {
      const known = here.filter(({ bbox }) => bbox !== undefined && beginsIn(bbox, one))
      const unclosed = known.filter(({ code }) => code === 'placeholder_unclosed')
      if (unclosed.length < known.length || (known.length > 0 && !isBent(one))) return false
      // A curve carries the first braces away from the others: it is closed.
      for (const finding of unclosed) told.delete(finding)
      return true
    })
    const same = Map.groupBy(untold, ({ inner, place }) => `${place} ${inner}`)
    return [...same.values()].map((places) => findingOf(places, page.index))
  })
  return [...told, ...left]
}

const IS_OF_A_PLACE = /^placeholder_|^field_no_geometry$/

function beginsIn([left, bottom, right, top]: Box, { letters: [first] }: LeftPlaceholder): boolean {
  const [x, y] = first?.char.origin ?? [NaN, NaN]
  const near = Math.max(1, (first?.char.size ?? 0) / 2)
  return x > left - near && x < right + near && y > bottom - near && y < top + near
}

/** Letters that are turned each by a little. */
function isBent({ letters }: LeftPlaceholder): boolean {
  const angles = letters.map(({ char: { along } }) => Math.atan2(along[1], along[0]))
  return Math.max(...angles) - Math.min(...angles) > 0.003
}

interface LeftPlaceholder {
  readonly inner: string
  readonly letters: readonly Letter[]
  readonly place: LetterPlace
}

function placeholdersOf(letters: readonly Letter[]): LeftPlaceholder[] {
  let text = ''
  const indices: number[] = []
  for (const [at, letter] of letters.entries()) {
    const piece = letter.text === null ? '\ufffd' : plain(letter.text)
    text += piece
    for (let unit = 0; unit < piece.length; unit += 1) indices.push(at)
  }
  return [...text.matchAll(PLACEHOLDER)].flatMap(({ index, 0: found, 1: inner = '' }): LeftPlaceholder[] => {
    const [start, end] = [indices[index] ?? 0, indices[index + found.length - 1] ?? 0]
    const own = letters.slice(start, end + 1)
    const [first] = own
    const second = letters[indices[index + found.indexOf('{', 1)] ?? start]
    if (first === undefined || second === undefined) return []
    const [[x, y], [otherX, otherY]] = [first.char.origin, second.char.origin]
    if (Math.hypot(otherX - x, otherY - y) > FAR * emOf(first)) return []
    return [{ inner: inner.replaceAll(/\s+/g, ' ').trim(), letters: own, place: first.place }]
  })
}

const emOf = ({ char }: Letter) => Math.max(char.size, Math.hypot(...char.up), Math.hypot(...char.along))

function findingOf(places: readonly LeftPlaceholder[], page: number): Finding {
  const [first] = places
  if (first === undefined) throw new Error('No placeholder is left.')
  const boxes = places.map(boundsOf)
  const text = `{{${first.inner}}}`
  return {
    code: first.place === 'hidden' ? 'field_hidden' : 'placeholder_unread',
    severity: 'warn',
    says: SAYS[first.place],
    params: { label: readSettings(first.inner).label },
    page,
    ...(boxes[0] === undefined ? {} : { bbox: boxes[0] }),
    ...(boxes.length > 1 ? { count: boxes.length, boxes: boxes.slice(0, MOST_BOXES) } : {}),
    found: text.length > MOST_SAID ? `${text.slice(0, MOST_SAID)}…` : text,
  }
}

/** The area that the pattern fills, or else the letters themselves. */
function boundsOf({ letters }: LeftPlaceholder): Box {
  const filled = letters[0]?.filled
  if (filled != null) return filled
  const points = letters.flatMap(({ char: { origin, end, up } }) =>
    [origin, end].flatMap(([x, y]) => [
      [x, y],
      [x + up[0], y + up[1]],
    ]),
  )
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
