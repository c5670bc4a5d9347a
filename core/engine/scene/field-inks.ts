/** Gives fields the artwork's own spelling of the inks that they name. */
import type { Finding } from '../finding/finding.ts'
import type { Placement, SceneField } from './scene.ts'

/** The inks that outlines of a field's places name, each once. */
export function strokeInks({ placements }: Pick<SceneField, 'placements'>): readonly string[] {
  return [
    ...new Set(placements.flatMap(({ style }) => (style.stroke?.ink == null ? [] : [style.stroke.ink]))),
  ]
}

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
    if (!field.sourceName.startsWith('{{')) return field
    const spelled = (ink: string): string => {
      if (inks.some(({ name }) => name === ink)) return ink
      const known = inks.find(({ name }) => name.toLowerCase() === ink.toLowerCase())
      if (known !== undefined) return known.name
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
      return ink
    }
    const ink = field.ink === null ? null : spelled(field.ink)
    const outlines = new Map(strokeInks(field).map((name) => [name, spelled(name)]))
    if (outlines.size === 0) return ink === field.ink ? field : { ...field, ink }
    return {
      ...field,
      ink,
      placements: field.placements.map((place) => withStrokeInk(place, (name) => outlines.get(name) ?? name)),
    }
  })
  return { fields: named, findings }
}

/** With the ink of its outline by another name; null for that of the field. */
export function withStrokeInk(placement: Placement, nameOf: (ink: string) => string | null): Placement {
  const { style } = placement
  const { stroke } = style
  if (stroke?.ink == null) return placement
  return {
    ...placement,
    style: { ...style, stroke: { ...stroke, ink: nameOf(stroke.ink) } },
  }
}

const PROCESS = new Set(['Cyan', 'Magenta', 'Yellow', 'Black'])
