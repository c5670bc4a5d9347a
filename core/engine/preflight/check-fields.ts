/** Checks the places and labels of fields. */
import type { Finding } from '../finding/finding.ts'
import { type Fact, measureOne } from '../finding/measure.ts'
import { ALL_PROFILES } from '../finding/profile.ts'
import {
  type Box,
  boxHeight,
  boxWidth,
  contains,
  intersection,
  margin,
  PAGE_TOLERANCE_PT,
  POINTS_PER_MM,
} from '../geometry/box.ts'
import type { Placement, SceneField, ScenePage } from '../scene/scene.ts'

/** Neighbours whose borders touch or share a hairline do not overlap. */
const OVERLAP_TOLERANCE_PT = 1

/** Every profile accepts a field this far from the trim. */
const SAFE_EVERYWHERE_MM = Math.max(...ALL_PROFILES.map(({ safeZoneMm }) => safeZoneMm))
/** Pairs of fields to compare on one page: more than any honest form has. */
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
    const place = placement === undefined ? {} : at({ field: second, placement })
    return [
      {
        code: 'field_label_duplicate',
        severity: 'warn',
        params: { label },
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
    return [{ code: 'field_outside_page', severity: 'warn', params: { label: field.label }, ...at(one) }]
  }
  const mm = Math.round(((margin(box, page.trimBox) * page.userUnit) / POINTS_PER_MM) * 10) / 10
  if (mm >= SAFE_EVERYWHERE_MM) return []
  // A field wholly outside the trim, such as a job ticket in the slug, is cut off on purpose.
  if (intersection(box, page.trimBox) === null) return []
  const { bbox: _, ...where } = at(one)
  return [measureOne('safe_zone', mm, { ...where, box, what: field.label })]
}

/** At most one finding for each field of a page, at its first overlap from the left. */
function checkOverlaps(page: ScenePage, placed: readonly PlacedField[]): Finding[] {
  const findings: Finding[] = []
  const found = new Set<SceneField>()
  const here = placed
    .filter(({ placement }) => placement.page === page.index)
    .sort((a, b) => a.placement.box[0] - b.placement.box[0])
  const { firstFor, isComplete } = findOverlaps(here, OVERLAP_TOLERANCE_PT / page.userUnit)
  for (const [index, one] of here.entries()) {
    if (found.has(one.field)) continue
    const other = here[firstFor(index) ?? -1]
    if (other === undefined) continue
    found.add(one.field)
    const params = { label: one.field.label, other: other.field.label }
    const bbox = intersection(one.placement.box, other.placement.box) ?? one.placement.box
    findings.push({ code: 'field_overlap', severity: 'warn', params, ...at(one), bbox })
  }
  if (!isComplete())
    findings.push({
      code: 'check_incomplete',
      severity: 'warn',
      says: 'check_incomplete.fields',
      page: page.index,
    })
  return findings
}

interface Overlaps {
  /** The first place of `here` after one that overlaps with it, if any. */
  firstFor(index: number): number | undefined
  /** False where there were too many pairs to look at them all. */
  isComplete(): boolean
}

/**
 * From left to right, where a look ends at the first overlap; from below, where every pair is looked at, if that are
 * far fewer: fields that stand in a column all meet from left to right.
 */
function findOverlaps(here: readonly PlacedField[], tolerance: number): Overlaps {
  const boxes = here.map(({ placement }) => placement.box)
  const pairs = meetings(boxes, 1)
  if (pairs > MOST_PAIRS || pairs * 4 > meetings(boxes, 0)) return fromTheLeft(here, tolerance)
  return fromBelow(here, tolerance)
}

/** Pairs of boxes that meet on an axis, 0 for x and 1 for y. */
function meetings(boxes: readonly Box[], axis: 0 | 1): number {
  const begins = Float64Array.from(boxes, (box) => box[axis]).sort()
  const ends = Float64Array.from(boxes, (box) => box[axis + 2] ?? 0).sort()
  let begun = 0
  let met = 0
  for (const end of ends) {
    while (begun < begins.length && (begins[begun] ?? end) < end) begun += 1
    met += begun
  }
  // Each box has met itself, and of any two at least one has met the other.
  return met - (boxes.length * (boxes.length + 1)) / 2
}

function fromTheLeft(here: readonly PlacedField[], tolerance: number): Overlaps {
  let pairs = 0
  return {
    firstFor(index) {
      const one = here[index]
      for (let next = index + 1; one !== undefined && next < here.length && pairs <= MOST_PAIRS; next++) {
        const other = here[next]
        if (other === undefined || other.placement.box[0] >= one.placement.box[2]) break
        pairs += 1
        if (overlap(one, other, tolerance)) return next
      }
      return undefined
    },
    isComplete: () => pairs <= MOST_PAIRS,
  }
}

function fromBelow(here: readonly PlacedField[], tolerance: number): Overlaps {
  const first = new Map<number, number>()
  const upwards = [...here.entries()].sort(([, a], [, b]) => a.placement.box[1] - b.placement.box[1])
  for (const [rank, [at, lower]] of upwards.entries())
    for (let next = rank + 1; next < upwards.length; next++) {
      const [above, upper] = upwards[next] ?? [at, lower]
      if (upper.placement.box[1] >= lower.placement.box[3]) break
      const [left, right] = at < above ? [at, above] : [above, at]
      if (right < (first.get(left) ?? here.length) && overlap(lower, upper, tolerance)) first.set(left, right)
    }
  return { firstFor: (index) => first.get(index), isComplete: () => true }
}

/** Does what two fields share amount to more than a hairline? */
function overlap(one: PlacedField, other: PlacedField, tolerance: number): boolean {
  const [a, b] = [one.placement.box, other.placement.box]
  if (b[1] >= a[3] || b[3] <= a[1]) return false
  const shared = intersection(a, b)
  if (other.field === one.field || shared === null || belongTogether(one, other)) return false
  return Math.min(boxWidth(shared), boxHeight(shared)) > tolerance
}

/** Values of one line share its box; turned boxes overlap only around their corners (see quads.ts). */
function belongTogether({ placement: one }: PlacedField, { placement: other }: PlacedField): boolean {
  if (one.frame != null || other.frame != null) return true
  return one.line != null && other.line != null && one.box.every((value, at) => value === other.box[at])
}
