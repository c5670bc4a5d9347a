/** What a printer would object to in where fields stand and how they are named, as findings. */
import type { Finding } from '../press/finding.ts'
import {
  boxHeight,
  boxWidth,
  contains,
  intersection,
  margin,
  PAGE_TOLERANCE_PT,
  POINTS_PER_MM,
} from './box.ts'
import type { Placement, SceneField, ScenePage } from './scene.ts'

/** Decision: a cutter may be off by this much. */
const SAFE_ZONE_MM = 3
/** Neighbours whose borders touch or share a hairline do not overlap. */
const OVERLAP_TOLERANCE_PT = 1

interface PlacedField {
  readonly field: SceneField
  readonly placement: Placement
}

/** Findings on labels, on the safe zone and the edge of the page, and on fields that overlap. */
export function checkFields(fields: readonly SceneField[], pages: readonly ScenePage[]): Finding[] {
  const placed = fields.flatMap((field) => field.placements.map((placement) => ({ field, placement })))
  return [
    ...checkLabels(fields),
    ...placed.flatMap((one) => checkPlace(one, pages)),
    ...pages.flatMap((page) => checkOverlaps(page, placed)),
  ]
}

/** Facts that every finding on a field at a place has. */
function at({ field, placement }: PlacedField): Pick<Finding, 'page' | 'bbox' | 'fieldId'> {
  const place = { page: placement.page, bbox: placement.box }
  // Fields just read have no ids yet.
  return field.id === '' ? place : { ...place, fieldId: field.id }
}

function checkLabels(fields: readonly SceneField[]): Finding[] {
  const byLabel = Map.groupBy(fields, (field) => field.label)
  return [...byLabel].flatMap(([label, twins]): Finding[] => {
    const [, second] = twins
    if (second === undefined) return []
    const [placement] = second.placements
    const message = `${twins.length} fields are labelled “${label}”; a value by label is refused for them.`
    const place = placement === undefined ? {} : at({ field: second, placement })
    return [
      {
        code: 'field_label_duplicate',
        severity: 'warn',
        message,
        ...place,
        found: twins.length,
        expected: 1,
      },
    ]
  })
}

function checkPlace(one: PlacedField, pages: readonly ScenePage[]): Finding[] {
  const { field, placement } = one
  const page = pages[placement.page]
  if (page === undefined) return []
  const { box } = placement
  if (!contains(page.cropBox, box, PAGE_TOLERANCE_PT / page.userUnit)) {
    const message = `The field “${field.label}” reaches over the edge of page ${page.index + 1}.`
    return [{ code: 'field_outside_page', severity: 'warn', message, ...at(one) }]
  }
  const mm = Math.round(((margin(box, page.trimBox) * page.userUnit) / POINTS_PER_MM) * 10) / 10
  // A field wholly outside the trim, such as a job ticket in the slug, is cut off on purpose.
  if (mm >= SAFE_ZONE_MM || intersection(box, page.trimBox) === null) return []
  const message = `The field “${field.label}” comes nearer than ${SAFE_ZONE_MM} mm to the trim.`
  return [
    { code: 'safe_zone_field', severity: 'warn', message, ...at(one), found: mm, expected: SAFE_ZONE_MM },
  ]
}

/** At most one finding for each field of a page, at its first overlap from the left. */
function checkOverlaps(page: ScenePage, placed: readonly PlacedField[]): Finding[] {
  const findings: Finding[] = []
  const found = new Set<SceneField>()
  const tolerance = OVERLAP_TOLERANCE_PT / page.userUnit
  const here = placed
    .filter(({ placement }) => placement.page === page.index)
    .sort((a, b) => a.placement.box[0] - b.placement.box[0])
  for (const [index, one] of here.entries()) {
    if (found.has(one.field)) continue
    for (let next = index + 1; next < here.length; next++) {
      const other = here[next]!
      if (other.placement.box[0] >= one.placement.box[2]) break
      const shared = intersection(one.placement.box, other.placement.box)
      if (other.field === one.field || shared === null) continue
      if (Math.min(boxWidth(shared), boxHeight(shared)) <= tolerance) continue
      found.add(one.field)
      const message = `The fields “${one.field.label}” and “${other.field.label}” overlap.`
      findings.push({ code: 'field_overlap', severity: 'warn', message, ...at(one), bbox: shared })
      break
    }
  }
  return findings
}
