/** Replacement text of marked content (ISO 32000-1 14.9.4): what a stretch of glyphs says, where the fonts do not. */

import type { Operand } from '../../pdf/content.ts'
import { asDict, asText, entry } from '../../pdf/read-object.ts'
import { nameOf } from '../../pdf/read-operands.ts'
import type { ContentRun } from '../content/content-run.ts'
import type { TextChar } from './text-char.ts'

/** /ActualText of marked content, whose property list stands in the content or is named there. */
export function statedText(
  { named }: Pick<ContentRun<unknown>, 'named'>,
  list: Operand | undefined,
): string | null {
  const listed = asDict(named('Properties', nameOf(list)))
  return listed === null ? actualTextOf(list) : asText(entry(listed, 'ActualText'))
}

/** /ActualText of a property list that stands in the content. */
function actualTextOf(list: Operand | undefined): string | null {
  if (typeof list !== 'object' || list?.kind !== 'dict') return null
  const text = list.entries.get('ActualText')
  if (typeof text !== 'object' || text?.kind !== 'string') return null
  const { bytes } = text
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder('utf-8').decode(bytes)
  return new TextDecoder('windows-1252').decode(bytes)
}

/**
 * Gives the characters from `from` on the text that stands for them. One character for each glyph is handed out;
 * otherwise the glyphs become one character, as long as they stand on one line: a paragraph's text is left alone.
 */
export function mergeActualText(chars: TextChar[], from: number, actual: string): void {
  const glyphs = chars.slice(from)
  const [first] = glyphs
  const last = glyphs.at(-1)
  if (first === undefined || last === undefined) return
  if (glyphs.map(({ text }) => text ?? '').join('') === actual) return
  const characters = Array.from(actual)
  if (characters.length === glyphs.length) {
    chars.splice(
      from,
      glyphs.length,
      ...glyphs.map((glyph, at) => ({ ...factsOf(glyph), text: characters[at] ?? '' })),
    )
    return
  }
  if (!glyphs.every((glyph) => isOnLine(first, glyph))) return
  chars.splice(from, glyphs.length, {
    ...factsOf(first),
    text: actual,
    end: last.end,
    glyphs: glyphs.flatMap((glyph) => glyph.glyphs),
  })
}

function factsOf({ text, origin, end, along, up, size, vertical, look, object, glyphs }: TextChar): TextChar {
  return { text, origin, end, along, up, size, vertical, look, object, glyphs }
}

function isOnLine({ origin, along, object }: TextChar, other: TextChar): boolean {
  const length = Math.hypot(...along)
  const [x, y] = [other.origin[0] - origin[0], other.origin[1] - origin[1]]
  const away = Math.abs(x * along[1] - y * along[0])
  return other.object === object && away <= 0.2 * length * length
}
