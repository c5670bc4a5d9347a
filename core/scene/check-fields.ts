/** What a printer would object to in where fields stand and how they are named, as findings. */
import type { Finding } from '../press/finding.ts'
import { createMeasures, type Fact } from '../press/measure.ts'
import { ALL_PROFILES } from '../press/profile.ts'
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

/** Neighbours whose borders touch or share a hairline do not overlap. */
const OVERLAP_TOLERANCE_PT = 1

/** No profile minds a field that stands so far from the trim. */
const SAFE_EVERYWHERE_MM = Math.max(...ALL_PROFILES.map(({ safeZoneMm }) => safeZoneMm))
/** Pairs of fields of one page that are held against each other; some two thousand fields in one column are as many. */
const MOST_PAIRS = 2_000_000

interface PlacedField {
  readonly field: SceneField
  readonly placement: Placement
}

/** Findings on labels, on the safe zone and the edge of the page, and on fields that overlap. */
export function checkFields(fields: readonly SceneField[], pages: readonly ScenePage[]): Fact[] {
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

function checkPlace(one: PlacedField, pages: readonly ScenePage[]): Fact[] {
  const { field, placement } = one
  const page = pages[placement.page]
  if (page === undefined) return []
  const { box } = placement
  if (!contains(page.cropBox, box, PAGE_TOLERANCE_PT / page.userUnit)) {
    const message = `The field “${field.label}” reaches over the edge of page ${page.index + 1}.`
    return [{ code: 'field_outside_page', severity: 'warn', message, ...at(one) }]
  }
  const mm = Math.round(((margin(box, page.trimBox) * page.userUnit) / POINTS_PER_MM) * 10) / 10
  if (mm >= SAFE_EVERYWHERE_MM) return []
  // A field wholly outside the trim, such as a job ticket in the slug, is cut off on purpose.
  if (intersection(box, page.trimBox) === null) return []
  const measures = createMeasures()
  const { bbox, ...where } = at(one)
  measures.add('safe_zone', mm, { ...where, ...(bbox === undefined ? {} : { box: bbox }), what: field.label })
  return measures.facts()
}

/** At most one finding for each field of a page, at its first overlap from the left. */
function checkOverlaps(page: ScenePage, placed: readonly PlacedField[]): Finding[] {
  const findings: Finding[] = []
  const found = new Set<SceneField>()
  const tolerance = OVERLAP_TOLERANCE_PT / page.userUnit
  const here = placed
    .filter(({ placement }) => placement.page === page.index)
    .sort((a, b) => a.placement.box[0] - b.placement.box[0])
  let pairs = 0
  for (const [index, one] of here.entries()) {
    if (found.has(one.field)) continue
    const [, bottom, right, top] = one.placement.box
    for (let next = index + 1; next < here.length && pairs <= MOST_PAIRS; next++) {
      const other = here[next]!
      const { box } = other.placement
      if (box[0] >= right) break
      pairs += 1
      if (box[1] >= top || box[3] <= bottom) continue
      const shared = intersection(one.placement.box, other.placement.box)
      if (other.field === one.field || shared === null || belongTogether(one, other)) continue
      if (Math.min(boxWidth(shared), boxHeight(shared)) <= tolerance) continue
      found.add(one.field)
      const message = `The fields “${one.field.label}” and “${other.field.label}” overlap.`
      findings.push({ code: 'field_overlap', severity: 'warn', message, ...at(one), bbox: shared })
      break
    }
  }
  if (pairs > MOST_PAIRS)
    findings.push({
      code: 'check_incomplete',
      severity: 'warn',
      message: `Page ${page.index + 1} has so many fields that not all of them were held against each other.`,
      page: page.index,
    })
  return findings
}

/** Values of one line share its box; turned boxes overlap only around their corners (see quads.ts). */
function belongTogether({ placement: one }: PlacedField, { placement: other }: PlacedField): boolean {
  if (one.frame != null || other.frame != null) return true
  return one.line != null && other.line != null && one.box.every((value, at) => value === other.box[at])
}
