/** The characters of a page: counted as they are shown, and placed one by one only where somebody looks at them. */

import type { PDFDict } from '@cantoo/pdf-lib'
import { mergeActualText } from './read-actual-text.ts'
import { placeGlyphs, type ShownText } from './shown-text.ts'
import type { TextChar } from './text-char.ts'

export interface PageChars {
  count(): number
  add(shown: ShownText): void
  /** Gives those from this one on the text that is stated to stand for them (ISO 32000-1 14.9.4). */
  replaceText(from: number, actual: string): void
  all(): readonly TextChar[]
  /** No line of a page with fewer than two opening braces holds a placeholder, or the beginning of one. */
  mayHoldPlaceholder(): boolean
  /** Is there a font most of whose glyphs say nothing? */
  mayBeUnreadable(): boolean
}

const MAX_CHARS = 500_000

export function createPageChars(): PageChars {
  const chars: TextChar[] = []
  const waiting: ShownText[] = []
  const byFont = new Map<PDFDict, { shown: number; unread: number }>()
  let [count, braces, isReplaced] = [0, 0, false]
  const all = (): TextChar[] => {
    for (const shown of waiting) placeGlyphs(shown, chars)
    waiting.length = 0
    count = chars.length
    return chars
  }
  return {
    // A getter of a literal would stand in V8's shapes, which keep the page until a full collection (1.2 MB each).
    count: () => count,
    add(shown) {
      if (count >= MAX_CHARS) return
      waiting.push(shown)
      const { font, items } = shown
      const tally = byFont.get(font.dict) ?? { shown: 0, unread: 0 }
      byFont.set(font.dict, tally)
      for (const item of items) {
        if (typeof item === 'number') continue
        count += 1
        tally.shown += 1
        if (item.text === null) tally.unread += 1
        braces += item.braces
      }
    },
    replaceText(from, actual) {
      isReplaced = true
      mergeActualText(all(), from, actual)
      count = chars.length
    },
    all,
    mayHoldPlaceholder: () => isReplaced || braces > 1,
    mayBeUnreadable: () => isReplaced || [...byFont.values()].some(({ shown, unread }) => unread * 2 > shown),
  }
}
