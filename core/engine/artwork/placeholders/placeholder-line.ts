/** Decides which stretch of a line a placeholder takes with it, and of which parts that line is made. */

import type { LinePart } from '../../scene/scene.ts'
import { isSameColor, type KeptColor } from '../keep-color.ts'
import { isSamePaint, type KeptPaint } from '../keep-paint.ts'
import { isBlankChar, type LineChar, type TextSegment } from '../text/text-line.ts'
import { type FoundPlaceholder, wordsOf } from './find-placeholders.ts'

/** How a stretch of text is set, as far as it tells parts of a line from each other. */
export interface PartLook {
  readonly font: LinePart['font'] & object
  readonly size: number
  readonly color: KeptColor
  readonly paint: KeptPaint
}

export type LookOf = (one: LineChar) => PartLook

/** Characters [start, end) of a segment become one field's place. */
export interface LineStretch {
  readonly start: number
  readonly end: number
  readonly placeholders: readonly FoundPlaceholder[]
  /** Words that stay in the artwork touch it on these sides. */
  readonly bound: 'left' | 'right' | 'both' | null
}

/**
 * Decision: only words that every bundled face can set move with the value; signs, pictures, private characters and
 * the scripts of other faces stay in the artwork, and so do words of a colour that is neither the value's nor an ink.
 */
const SETTABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Zs}\p{Sc}\p{Sm}\p{M}©®°™№`´¨^~§¶ ]*$/u

/** The stretches of a segment that hold placeholders: whole sentences as far as they can be set again. */
export function stretchesOf(
  { chars }: TextSegment,
  placeholders: readonly FoundPlaceholder[],
  lookOf: LookOf,
): LineStretch[] {
  const holder = (index: number) => placeholders.find(({ start, end }) => index >= start && index < end)
  const stretches: LineStretch[] = []
  let at = 0
  while (at < chars.length) {
    const first = placeholders.find(({ end }) => end > at)
    if (first === undefined) break
    const anchor = chars[first.start]
    if (anchor === undefined) break
    const joins = (index: number) => {
      const one = chars[index]
      return (
        one !== undefined &&
        holder(index)?.alone !== true &&
        (holder(index) !== undefined || isBlankChar(one.char) || movesWith(anchor, one, lookOf))
      )
    }
    let [start, end] = [first.start, first.end]
    while (first.alone !== true && start > at && joins(start - 1)) start -= 1
    while (first.alone !== true && end < chars.length && joins(end)) end += 1
    while (isBlank(chars[start])) start += 1
    while (isBlank(chars[end - 1])) end -= 1
    const [left, right] = [start > 0, end < chars.length]
    stretches.push({
      start,
      end,
      placeholders: placeholders.filter((one) => one.start >= start && one.end <= end),
      bound: left && right ? 'both' : left ? 'left' : right ? 'right' : null,
    })
    at = end
  }
  return stretches
}

const isBlank = (one: LineChar | undefined) => one !== undefined && isBlankChar(one.char)

function movesWith(anchor: LineChar, one: LineChar, lookOf: LookOf): boolean {
  const { char } = one
  if (char.text === null || !SETTABLE.test(char.text.normalize('NFKC'))) return false
  if (char.object.node !== anchor.char.object.node) return false
  if (char.look.layers.join() !== anchor.char.look.layers.join()) return false
  const [{ color: own, paint }, look] = [lookOf(one), lookOf(anchor)]
  const other = look.color
  if (!isSamePaint(paint, look.paint)) return false
  return isSameColor(own, other) || (own.lost === null && own.tint === other.tint)
}

/** The parts of a stretch in order; `sourceOf` names the field of a placeholder. */
export function partsOf(
  { chars }: TextSegment,
  { start, end, placeholders }: LineStretch,
  lookOf: LookOf,
  sourceOf: (placeholder: FoundPlaceholder) => string,
): LinePart[] {
  const [anchor] = placeholders
  const main = chars[anchor?.start ?? start]
  if (main === undefined) return []
  const style = lookOf(main)
  const parts: LinePart[] = []
  const add = (stretch: readonly LineChar[], source: string | null) => {
    const [first] = stretch
    if (first === undefined) return
    const own = lookOf(first)
    const scale = Math.round((own.size / style.size) * 1000) / 1000
    parts.push({
      text: source === null ? wordsOf(stretch) : null,
      source,
      font: own.font.requested === style.font.requested ? null : own.font,
      scale: Math.abs(scale - 1) < 0.01 ? 1 : scale,
      ink: source !== null || isSameColor(own.color, style.color) ? null : (own.color.ink ?? 'Black'),
    })
  }
  let at = start
  for (const placeholder of placeholders) {
    for (const words of alike(chars.slice(at, placeholder.start), lookOf)) add(words, null)
    add(chars.slice(placeholder.start, placeholder.end), sourceOf(placeholder))
    at = placeholder.end
  }
  for (const words of alike(chars.slice(at, end), lookOf)) add(words, null)
  return spaced(parts, chars, placeholders, end)
}

/** Words in one look each; spaces go with the words before them. */
export function alike(chars: readonly LineChar[], lookOf: LookOf): LineChar[][] {
  const stretches: LineChar[][] = []
  let last: PartLook | null = null
  for (const one of chars) {
    const look: PartLook = isBlankChar(one.char) && last !== null ? last : lookOf(one)
    const same: boolean =
      last !== null &&
      last.font.requested === look.font.requested &&
      Math.abs(last.size - look.size) < 0.01 * look.size &&
      isSameColor(last.color, look.color) &&
      isSamePaint(last.paint, look.paint)
    if (same) stretches.at(-1)?.push(one)
    else stretches.push([one])
    last = look
  }
  return stretches
}

/** Where words stand apart from a value by a gap that is no character, a space joins them. */
function spaced(
  parts: readonly LinePart[],
  chars: readonly LineChar[],
  placeholders: readonly FoundPlaceholder[],
  end: number,
): LinePart[] {
  const gapBefore = (index: number) => {
    const [one, other] = [chars[index - 1], chars[index]]
    if (one === undefined || other === undefined || isBlank(one) || isBlank(other)) return false
    return other.from - one.to > 0.2 * other.char.size
  }
  let next = 0
  const result = [...parts]
  for (const [index, part] of parts.entries()) {
    if (part.source === null) continue
    const placeholder = placeholders[next++]
    if (placeholder === undefined) continue
    const [before, after] = [result[index - 1], result[index + 1]]
    if (before?.text != null && gapBefore(placeholder.start))
      result[index - 1] = { ...before, text: `${before.text} ` }
    if (after?.text != null && placeholder.end < end && gapBefore(placeholder.end))
      result[index + 1] = { ...after, text: ` ${after.text}` }
  }
  return result
}
