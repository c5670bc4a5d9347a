/** Checks the sheet of a render: the pages promised by its template, and the substrate below its inks. */

import type { Finding } from '../../finding/finding.ts'
import { technicalKind } from '../../ink/technical.ts'
import { keepsPdfx } from '../../press/write-label.ts'
import type { PreflightInput } from './preflight-input.ts'
import { printedMixes, printedPlates } from './printed-plates.ts'

/**
 * A tail redefines no page, so pages can differ from the scene's only where plan and scene do not belong together:
 * then nothing may be printed on.
 */
export function checkPlan({ scene, plan }: Pick<PreflightInput, 'scene' | 'plan'>): Finding[] {
  if (scene.pages.length !== plan.pages.length)
    return [
      {
        code: 'render_pages_changed',
        severity: 'fail',
        found: plan.pages.length,
        expected: scene.pages.length,
      },
    ]
  return scene.pages.flatMap(({ index, mediaBox }): Finding[] => {
    const box = plan.pages[index]?.box
    if (box?.every((value, at) => value === mediaBox[at]) === true) return []
    return [
      {
        code: 'render_box_changed',
        severity: 'fail',
        page: index,
        found: box?.join(' ') ?? 'none',
        expected: mediaBox.join(' '),
      },
    ]
  })
}

/** Relative luminance (WCAG 2) below which transparent inks are lost: about that of kraft board. */
const DARK = 0.3
/** Inks that cover what lies below. */
const OPAQUE = /\b(opaque|foil|gold|silver|copper|bronze|metallic)\b/i

/** Dark stock under inks that let it through, and no white below them. */
export function checkUnderbase({ substrate, separation, plan }: PreflightInput): Finding[] {
  if (substrate == null || luminance(substrate.hex) >= DARK) return []
  const printed = [...printedPlates(separation), ...printedMixes(separation)]
  const plates = printed.map(({ name }) => name)
  const isWhite = (name: string) => technicalKind(name) === 'white'
  if ([...plates, ...plan.inks.map(({ name }) => name)].some(isWhite)) return []
  const lost = plates.filter((name) => !OPAQUE.test(name) && technicalKind(name) === null)
  if (lost.length === 0) return []
  return [
    {
      code: 'white_without_underbase',
      severity: 'warn',
      params: { substrate: substrate.name },
      found: lost.join(', '),
      expected: 'White',
    },
  ]
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** PDF/X, kept by the template and lost by this render. */
export function checkLabel({ plan, separation }: Pick<PreflightInput, 'plan' | 'separation'>): Finding[] {
  if (plan.label == null || keepsPdfx(separation, plan)) return []
  return [
    {
      code: 'pdfx_lost',
      severity: 'warn',
      says: 'pdfx_lost.render',
      found: plan.label.label,
    },
  ]
}
