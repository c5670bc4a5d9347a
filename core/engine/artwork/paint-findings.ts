/** Says what a field cannot keep of how the artwork paints its text. */

import type { Finding, Sentence } from '../finding/finding.ts'
import type { SceneField } from '../scene/scene.ts'
import type { KeptPaint, LostLook } from './keep-paint.ts'

const SAYS: Readonly<Record<LostLook, Sentence>> = {
  soft_mask: 'field_look_not_kept',
  dashed_outline: 'field_look_not_kept.dash',
  outline_color: 'field_look_not_kept.outline',
  blend_mode: 'field_look_not_kept.blend',
}

/** `paints` has those of the field's placements; each loss is one finding, where it is met first. */
export function paintFindings(
  { label, placements }: Pick<SceneField, 'label' | 'placements'>,
  paints: readonly KeptPaint[],
): Finding[] {
  const findings = new Map<string, Finding>()
  for (const [at, { lost }] of paints.entries())
    for (const { look, found } of lost) {
      const place = placements[at]
      if (place === undefined || findings.has(`${look} ${found}`)) continue
      findings.set(`${look} ${found}`, {
        code: 'field_look_not_kept',
        severity: 'warn',
        says: SAYS[look],
        params: { label },
        page: place.page,
        bbox: place.box,
        found,
      })
    }
  return [...findings.values()]
}
