/** Checks pictures as they were placed in a render: their resolution, and what printing them in inks costs them. */

import type { FindingCode } from '../../finding/codes.ts'
import type { Finding } from '../../finding/finding.ts'
import type { Profile } from '../../finding/profile.ts'
import { RULES } from '../../finding/rules.ts'
import type { ImageMark } from '../../layout/mark.ts'
import { effectivePpi, reaches } from '../../layout/resolution.ts'
import { fades, hasColors } from '../../scene/picture.ts'
import type { SceneField } from '../../scene/scene.ts'
import type { PreflightInput } from './preflight-input.ts'

/** Images this small on a side are swatches and rules, not pictures (GWG 2022 R0031). */
const SMALL_PX = 16
const EPSILON = 1e-6

/** At most one finding for each code, field and page. */
export function checkPictures({ layout, scene }: PreflightInput, profile: Profile): Finding[] {
  const fields = new Map(scene.fields.map((field) => [field.id, field]))
  const findings = new Map<string, Finding>()
  for (const mark of layout.marks) {
    const field = fields.get(mark.fieldId)
    if (mark.kind !== 'image' || field === undefined) continue
    const userUnit = scene.pages[mark.page]?.userUnit ?? 1
    for (const finding of [
      ...checkResolution(mark, field, effectivePpi(mark, userUnit), profile),
      ...checkColors(mark, field),
    ]) {
      const key = `${finding.code} ${mark.fieldId} ${mark.page}`
      if (!findings.has(key)) findings.set(key, finding)
    }
  }
  return [...findings.values()]
}

const place = ({ page, inkBox, fieldId }: ImageMark) => ({ page, bbox: inkBox, fieldId })

/**
 * Decision: a picture is enlarged where a pixel is larger than a point, which is its size where nobody says another;
 * that is told besides, for no press can help it.
 */
function checkResolution(
  mark: ImageMark,
  { label, ownPictures }: SceneField,
  ppi: number,
  profile: Profile,
): Finding[] {
  const { widthPx, heightPx, colorKind } = mark.picture
  if (Math.min(widthPx, heightPx) <= SMALL_PX) return []
  const findings: Finding[] = []
  const rule = RULES[colorKind === 'one_bit' ? 'image_ppi_1bit' : 'image_ppi']
  const verdict = rule.judge(ppi, profile)
  const found = Math.round(ppi * 10) / 10
  if (verdict !== null)
    findings.push({
      code: rule.code,
      severity: verdict.severity,
      says: colorKind === 'one_bit' ? 'image_low_res_1bit.field' : 'image_low_res.field',
      params: { label, width: widthPx, height: heightPx, profile: profile.name },
      ...place(mark),
      found,
      expected: verdict.limit,
      ...(rule.ref === undefined ? {} : { ref: rule.ref }),
    })
  else if (mark.picture.view !== undefined && ownPictures != null && !reaches(ppi, ownPictures.warnPpi))
    findings.push({
      ...{ code: rule.code, severity: 'warn', says: 'image_low_res.own' },
      params: { label, width: widthPx, height: heightPx },
      ...place(mark),
      found,
      expected: ownPictures.warnPpi,
    })
  if (ppi < 72 - EPSILON)
    findings.push({
      code: 'image_upscaled',
      severity: 'warn',
      params: { label, percent: Math.round(7200 / ppi) },
      ...place(mark),
      found,
      expected: 72,
    })
  return findings
}

function checkColors(mark: ImageMark, { label }: SceneField): Finding[] {
  const { colorKind, print } = mark.picture
  const say = (code: FindingCode, found: string): Finding => ({
    ...{ code, severity: 'warn', params: { label }, ...place(mark), found },
  })
  const findings: Finding[] = []
  if (mark.oneColor && hasColors(mark.picture)) findings.push(say('image_rgb_in_spot', colorKind))
  if (mark.oneColor && fades(mark.picture)) findings.push(say('image_alpha_in_spot', 'soft mask'))
  if (!mark.oneColor && colorKind === 'cmyk' && print.profile !== undefined)
    findings.push(say('image_cmyk_profile', print.profile))
  return findings
}
