/** Text in fonts whose characters cannot be read. It is reported, because its placeholders would go unnoticed. */

import type { PDFDict } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { nameEntry } from '../../pdf/read-object.ts'
import type { ReadPage } from './read-page-text.ts'
import type { TextChar } from './text-char.ts'

/** Fonts of signs and pictures hold no words. */
const SIGNS = /dingbat|wingding|webding|symbol|icon|awesome|barcode|emoji/i

/** One finding for each font of the page of whose glyphs most say nothing, with the box of the first of them. */
export function unreadableText({ page, chars }: ReadPage): Finding[] {
  if (!chars.mayBeUnreadable()) return []
  const counts = new Map<PDFDict, { shown: number; unread: TextChar[] }>()
  let dict: PDFDict | null = null
  let count: { shown: number; unread: TextChar[] } = { shown: 0, unread: [] }
  for (const char of chars.all()) {
    if (char.look.font.dict !== dict) {
      dict = char.look.font.dict
      count = counts.get(dict) ?? { shown: 0, unread: [] }
      counts.set(dict, count)
    }
    count.shown += 1
    if (char.text === null) count.unread.push(char)
  }
  return [...counts].flatMap(([font, { shown, unread }]): Finding[] => {
    const name = (nameEntry(font, 'BaseFont') ?? 'without a name').replace(/^[A-Z]{6}\+/, '')
    const [first] = unread
    if (first === undefined || unread.length * 2 <= shown || SIGNS.test(name)) return []
    const corners = [first.origin, first.end].flatMap(([x, y]) => [
      [x, y] as const,
      [x + first.up[0], y + first.up[1]] as const,
    ])
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    return [
      {
        code: 'text_unreadable',
        severity: 'info',
        page: page.index,
        bbox: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
        found: name,
      },
    ]
  })
}
