/** Says where a field cannot keep the colour that the artwork gives its text. */

import type { Finding } from '../finding/finding.ts'
import type { SceneField } from '../scene/scene.ts'
import { isSameColor, type KeptColor } from './keep-color.ts'

/** `color` is that of the field, `colors` has those of its placements. */
export function colorFindings(
  { label, placements }: Pick<SceneField, 'label' | 'placements'>,
  color: KeptColor,
  colors: readonly KeptColor[],
): Finding[] {
  const findings: Finding[] = []
  const say = (at: number, found: string, expected: string | null, isOther: boolean) => {
    const place = placements[at]
    if (place === undefined) return
    const variant = isOther ? 'field_color_not_kept.other' : 'field_color_not_kept.nearest'
    findings.push({
      code: 'field_color_not_kept',
      severity: 'warn',
      ...(expected === null ? {} : { says: variant, expected }),
      params: { label },
      page: place.page,
      bbox: place.box,
      found,
    })
  }
  const first = colors.findIndex((one) => isSameColor(one, color))
  if (color.lost !== null) say(Math.max(first, 0), color.lost, color.ink, false)
  // A field has one ink, wherever it stands.
  for (const [at, one] of colors.entries())
    if (!isSameColor(one, color)) say(at, one.lost ?? nameOf(one), nameOf(color), true)
  return findings
}

function nameOf({ ink, tint }: KeptColor): string {
  const name = ink ?? 'Black'
  return tint === 1 ? name : `${name} ${Math.round(tint * 10_000) / 100} %`
}
