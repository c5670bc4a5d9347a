/** Fills the values into lines with fixed words. */
import type { LinePart, Placement, SceneField, TextLine } from '../scene/scene.ts'

/** Fields by source name with their printed text; a field that was removed from the scene prints nothing. */
export type ValueAt = (source: string) => { readonly field: SceneField; readonly text: string } | null

/** White space and invisible characters: such a value paints nothing. */
export const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

/**
 * The texts of a line's parts, or null if the line is not printed. Decision: around an empty value the fixed
 * words stay, for they are the artwork's; a space that would then stand twice or before a comma goes. A placeholder
 * with `empty=drop` takes its words with it once all values of its line are empty.
 */
export function lineTexts({ parts, keepWhenEmpty }: TextLine, valueAt: ValueAt): string[] | null {
  const texts = parts.map(
    ({ text, source }) => text ?? (source === null ? '' : (valueAt(source)?.text ?? '')),
  )
  const empty = parts.map(({ source }, at) => source !== null && BLANK.test(texts[at] ?? ''))
  const values = parts.filter(({ source }) => source !== null).length
  if (!keepWhenEmpty && empty.filter((one) => one).length === values) return null
  for (const [at] of parts.entries()) {
    if (empty[at] !== true) continue
    texts[at] = ''
    const before = texts.slice(0, at).findLastIndex((text) => text !== '')
    const after = texts.slice(at + 1).find((text) => text !== '') ?? ''
    const said = texts[before]
    if (said !== undefined && /^[\s,.;:!?)\]]/.test(after)) texts[before] = said.trimEnd()
  }
  return texts
}

/** The field that paints a line: its first one that is still in the scene. */
export function painterOf({ parts }: TextLine, valueAt: ValueAt): SceneField | null {
  for (const { source } of parts) {
    const field = source === null ? undefined : valueAt(source)?.field
    if (field !== undefined) return field
  }
  return null
}

/** One face, size and ink, and the value of one field: such a line is set like any other text. */
export function isPlain({ parts }: TextLine): boolean {
  const sources = parts.filter(({ source }) => source !== null)
  return (
    sources.length < 2 && parts.every(({ font, scale, ink }) => font === null && scale === 1 && ink === null)
  )
}

/** The field whose ink a part is painted in: its own, or for fixed words that of the line's painter. */
export function fieldOf(part: LinePart, painter: SceneField, valueAt: ValueAt): SceneField {
  return (part.source === null ? null : valueAt(part.source)?.field) ?? painter
}

export const fontKeyOf = (part: LinePart, { style }: Placement) => part.font?.key ?? style.font.key
