/** Gives fields the artwork's own spelling of the inks that they name. */
import type { Finding } from '../finding/finding.ts'
import type { SceneField } from './scene.ts'

/**
 * An ink that the artwork has in another case is the artwork's. Decision: one that it does not have at all joins the
 * palette in black, and is a finding: the shop may mean an ink that only its products name.
 */
export function nameFieldInks(
  fields: readonly SceneField[],
  inks: readonly { readonly name: string }[],
): { fields: SceneField[]; findings: Finding[] } {
  const findings: Finding[] = []
  const named = fields.map((field): SceneField => {
    const { ink } = field
    if (ink === null || !field.sourceName.startsWith('{{')) return field
    if (inks.some(({ name }) => name === ink)) return field
    const known = inks.find(({ name }) => name.toLowerCase() === ink.toLowerCase())
    if (known !== undefined) return { ...field, ink: known.name }
    const [place] = field.placements
    // The process inks are on every press.
    if (!PROCESS.has(ink))
      findings.push({
        code: 'field_ink_unknown',
        severity: 'warn',
        ...(place === undefined ? {} : { page: place.page, bbox: place.box }),
        ink,
        found: ink,
        params: { label: field.label },
      })
    return field
  })
  return { fields: named, findings }
}

const PROCESS = new Set(['Cyan', 'Magenta', 'Yellow', 'Black'])
