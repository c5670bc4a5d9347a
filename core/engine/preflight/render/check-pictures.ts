/** Checks pictures as they were placed in a render: their resolution, and what printing them in inks costs them. */

import type { FindingCode } from '../../finding/codes.ts'
import type { Finding } from '../../finding/finding.ts'
import type { Profile } from '../../finding/profile.ts'
import { RULES } from '../../finding/rules.ts'
import type { ImageMark } from '../../layout/mark.ts'
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

/** Pixels an inch as printed, along the side that is stretched more; cropping changes nothing in it. */
export function effectivePpi({ picture, area, matrix }: ImageMark, userUnit: number): number {
  const [a, b, c, d] = matrix
  const inches = (length: number, scale: number) => (length * scale * userUnit) / 72
  const across = picture.widthPx / inches(area[2] - area[0], Math.hypot(a, b))
  const down = picture.heightPx / inches(area[3] - area[1], Math.hypot(c, d))
  return Math.min(across, down)
}

const place = ({ page, inkBox, fieldId }: ImageMark) => ({ page, bbox: inkBox, fieldId })

/**
 * Decision: a picture is enlarged where a pixel is larger than a point, which is its size where nobody says another;
 * that is told besides, for no press can help it.
 */
function checkResolution(mark: ImageMark, { label }: SceneField, ppi: number, profile: Profile): Finding[] {
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
      message: `The picture of ${label}, of ${widthPx} by ${heightPx} pixels, prints at ${found} ppi; ${profile.title} wants more than ${verdict.limit}.`,
      ...place(mark),
      found,
      expected: verdict.limit,
      ...(rule.ref === undefined ? {} : { ref: rule.ref }),
    })
  if (ppi < 72 - EPSILON)
    findings.push({
      code: 'image_upscaled',
      severity: 'warn',
      message: `The picture of ${label} is enlarged to ${Math.round(7200 / ppi)} %: its pixels will be seen.`,
      ...place(mark),
      found,
      expected: 72,
    })
  return findings
}

function checkColors(mark: ImageMark, { label }: SceneField): Finding[] {
  const { colorKind, print } = mark.picture
  const say = (code: FindingCode, message: string, found: string): Finding => ({
    code,
    severity: 'warn',
    message,
    ...place(mark),
    found,
  })
  const findings: Finding[] = []
  if (mark.oneColor && hasColors(mark.picture))
    findings.push(
      say(
        'image_rgb_in_spot',
        `The picture of ${label} has colours and prints in shades of one ink.`,
        colorKind,
      ),
    )
  if (mark.oneColor && fades(mark.picture))
    findings.push(
      say(
        'image_alpha_in_spot',
        `The picture of ${label} fades in part, which one ink prints by transparency alone; some presses cannot.`,
        'soft mask',
      ),
    )
  if (!mark.oneColor && colorKind === 'cmyk' && print.profile !== undefined)
    findings.push(
      say(
        'image_cmyk_profile',
        `The inks of the picture of ${label} were mixed for ${print.profile} and print as they are.`,
        print.profile,
      ),
    )
  return findings
}
