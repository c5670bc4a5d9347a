/** Says which fonts of a field are not available, and which faces are used instead. */
import type { Finding } from '../finding/finding.ts'
import type { Placement } from '../scene/scene.ts'
import type { FontInfo } from '../text/font.ts'
import { UNNAMED } from '../text/match-font.ts'
import { DRAWN_FONT } from './form/read-text-style.ts'

/** One finding for each missing font of the field, with its first place. */
export function missingFonts(placements: readonly Placement[], fonts: readonly FontInfo[]): Finding[] {
  const missing = new Map<string, Placement>()
  for (const placement of placements) {
    const { font } = placement.style
    if (font.substitute && !missing.has(font.requested)) missing.set(font.requested, placement)
  }
  return [...missing].map(([requested, { page, box, style }]) => ({
    code: 'field_font_missing',
    severity: 'warn',
    ...(requested === UNNAMED ? { says: 'field_font_missing.unnamed' } : {}),
    ...(requested.startsWith(DRAWN_FONT) ? { says: 'field_font_missing.drawn' } : {}),
    page,
    bbox: box,
    found: requested,
    expected: fonts.find((font) => font.key === style.font.key)?.postScriptName ?? style.font.key,
  }))
}
