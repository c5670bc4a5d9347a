/** Checks the plates of a render as they were drawn: that every mark is on its plate, and nothing else is on any. */

import type { Finding } from '../../finding/finding.ts'
import { judge } from '../../finding/measure.ts'
import type { Profile } from '../../finding/profile.ts'
import type { Box } from '../../geometry/box.ts'
import { inverse, type Matrix, mapBox } from '../../geometry/matrix.ts'
import { deviceMatrix } from '../../layout/device.ts'
import type { PressPlates, SpotPlate } from '../../press/plates.ts'
import type { ScenePage } from '../../scene/scene.ts'
import { gamutFindings, measureGamut } from './gamut.ts'
import { inkFacts, measurePage, type PageInk, platesOf } from './measure-plates.ts'
import { pixelArea } from './pixel-area.ts'

/** A mark as its plate must show it. */
export interface PlatedPlace {
  /** Null for one that prints in its own colours, on the process plates and those of `inks`. */
  readonly plate: string | null
  readonly inks?: readonly string[]
  /** Too light a tint to be looked for. */
  readonly faint?: boolean
  readonly box: Box
  readonly fieldId: string
  /** As the field is called. */
  readonly label: string
}

export interface PrintedPage {
  readonly page: ScenePage
  /** The page without marks, and as it prints: of one size. */
  readonly blank: PressPlates
  readonly printed: PressPlates
  readonly marks: readonly PlatedPlace[]
  /** Plates of the artwork by their printed names. */
  readonly renamed: ReadonlyMap<string, string>
  /** Names that may be plates: the artwork's and the palette's. */
  readonly expected: ReadonlySet<string>
  readonly profile: Profile
  /** The most ink that the output profile puts on one spot, per cent; missing without one. */
  readonly inkLimit?: number | undefined
}

export interface CheckedPage {
  readonly ink: PageInk
  readonly findings: readonly Finding[]
}

/** A pixel has changed if its ink differs by this much of 255; less is a soft edge that was drawn again. */
const CHANGED = 24
/** Outlines that touch a pixel may colour its neighbour too; live text is hinted by the one who draws it. */
const MARGIN_PX = 2
/** Part of the changed pixels of a plate, and their number, that may stand elsewhere than the preview has the marks. */
const STRAY = { part: 0.01, pixels: 4 }
/** A render reports too much ink if it adds at least this much to the template's, per cent. */
const ADDED_INK = 0.5

export function checkPrintedPage(input: PrintedPage): CheckedPage {
  const { page, blank, printed, profile, inkLimit } = input
  const ink = { ...measurePage(printed, page), ...(inkLimit === undefined ? {} : { limit: inkLimit }) }
  const before = measurePage(blank, page)
  return {
    ink,
    findings: [
      ...checkInkAdded(ink, before, profile),
      ...checkMissing(input),
      ...checkUnexpected(input),
      ...checkPlaces(input),
      // What the artwork has outside is told with the template.
      ...gamutFindings(page.index, measureGamut(printed, page, blank)),
    ],
  }
}

function checkInkAdded(ink: PageInk, before: PageInk, profile: Profile): Finding[] {
  const key = profile.inkLimit.plates
  if (ink[key].percent < before[key].percent + ADDED_INK) return []
  return judge(inkFacts([ink]), profile)
}

/** Every mark leaves ink on its plate in its place, except below the artwork. */
function checkMissing({ page, blank, printed, marks, renamed }: PrintedPage): Finding[] {
  const toPx = deviceMatrix(page, printed.widthPx)
  const findings: Finding[] = []
  for (const { plate, box, fieldId, label, faint = false } of marks) {
    if (plate === null || faint) continue
    const after = plateOf(printed, plate)
    const was = plateBefore(blank, renamed, plate)
    const area = pixelArea(toPx, box, printed)
    if (after !== null && inkIn(after, was, printed.widthPx, area)) continue
    findings.push({
      code: 'ink_plate_missing',
      severity: 'fail',
      params: { label },
      page: page.index,
      bbox: box,
      fieldId,
      ink: plate,
      found: 0,
      expected: plate,
    })
  }
  return findings
}

/** Ink that the blank page lacks; for a mark on a ground of the same ink, any ink. */
function inkIn(after: Uint8Array, before: Uint8Array | null, widthPx: number, area: Box): boolean {
  const [left, top, right, bottom] = area
  let onGround = true
  for (let row = top; row < bottom; row += 1)
    for (let at = row * widthPx + left; at < row * widthPx + right; at += 1) {
      const was = before?.[at] ?? 0
      if (Math.abs((after[at] ?? 0) - was) > CHANGED / 2) return true
      if (was < 255 - CHANGED) onGround = false
    }
  // A solid ink on the same solid ink changes nothing.
  return onGround
}

/** Plates outside artwork and palette, and unrequested process ink. */
function checkUnexpected({ page, blank, printed, marks, expected, renamed }: PrintedPage): Finding[] {
  const findings: Finding[] = []
  const say = (ink: string, facts: Pick<Finding, 'says' | 'bbox'> = {}) =>
    findings.push({
      ...{ code: 'ink_plate_unexpected', severity: 'fail', page: page.index, ink, found: ink },
      ...facts,
    })
  const asked = new Set(marks.flatMap(({ plate, inks = [] }) => [plate, ...inks]))
  const inColors = asked.has(null)
  for (const { name, coverage } of platesOf(printed)) {
    const isProcess = PROCESS.has(name)
    if (!isProcess && !expected.has(name)) {
      if (coverage.some((value) => value > CHANGED)) say(name)
      continue
    }
    if (asked.has(name) || (isProcess && inColors)) continue
    const was = plateBefore(blank, renamed, name)
    const added = changedArea(coverage, was, printed.widthPx, (now, before) => now - before > CHANGED)
    if (added !== null && added.pixels > STRAY.pixels)
      say(name, {
        says: 'ink_plate_unexpected.more',
        bbox: toUserSpace(page, printed.widthPx, added.area),
      })
  }
  return findings
}

const PROCESS = new Set(['Cyan', 'Magenta', 'Yellow', 'Black'])

/**
 * Decision: the preview paints the outlines that the press writes, where the layout has them; so what can differ is
 * where their ink comes to stand, and that is compared: ink of a plate outside of all marks that are set in it.
 */
function checkPlaces({ page, blank, printed, marks, renamed }: PrintedPage): Finding[] {
  const toPx = deviceMatrix(page, printed.widthPx)
  const findings: Finding[] = []
  for (const plate of new Set(marks.map((mark) => mark.plate))) {
    const after = plate === null ? null : plateOf(printed, plate)
    if (plate === null || after === null) continue
    const was = plateBefore(blank, renamed, plate)
    const changed = Uint8Array.from(after, (value, at) => (value - (was?.[at] ?? 0) > CHANGED ? 1 : 0))
    const total = changed.reduce((sum, one) => sum + one, 0)
    for (const { box } of marks.filter((mark) => printsOn(mark, plate)))
      clear(changed, printed.widthPx, grown(pixelArea(toPx, box, printed), printed))
    const stray = changedArea(changed, null, printed.widthPx, (now) => now > 0)
    if (stray === null || stray.pixels <= Math.max(STRAY.pixels, total * STRAY.part)) continue
    findings.push({
      code: 'preview_press_mismatch',
      severity: 'warn',
      page: page.index,
      bbox: toUserSpace(page, printed.widthPx, stray.area),
      ink: plate,
      found: `${Math.round((stray.pixels / Math.max(1, total)) * 1000) / 10} %`,
      expected: `at most ${STRAY.part * 100} %`,
    })
  }
  return findings
}

/** Marks in their own colours print on process plates, and on those that they name. */
function printsOn({ plate: own, inks = [] }: PlatedPlace, plate: string): boolean {
  return own === plate || (own === null && (PROCESS.has(plate) || inks.includes(plate)))
}

function clear(pixels: Uint8Array, widthPx: number, [left, top, right, bottom]: Box): void {
  for (let row = top; row < bottom; row += 1) pixels.fill(0, row * widthPx + left, row * widthPx + right)
}

function grown([left, top, right, bottom]: Box, { widthPx, heightPx }: PressPlates): Box {
  return [
    Math.max(0, left - MARGIN_PX),
    Math.max(0, top - MARGIN_PX),
    Math.min(widthPx, right + MARGIN_PX),
    Math.min(heightPx, bottom + MARGIN_PX),
  ]
}

/** How many pixels `differs` says have changed, and the area around them; null for none. */
function changedArea(
  after: Uint8Array,
  before: Uint8Array | null,
  widthPx: number,
  differs: (now: number, before: number) => boolean,
): { readonly pixels: number; readonly area: Box } | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  let pixels = 0
  for (let at = 0; at < after.length; at += 1) {
    if (!differs(after[at] ?? 0, before?.[at] ?? 0)) continue
    pixels += 1
    const [column, row] = [at % widthPx, Math.floor(at / widthPx)]
    left = Math.min(left, column)
    right = Math.max(right, column)
    top = Math.min(top, row)
    bottom = Math.max(bottom, row)
  }
  return pixels === 0 ? null : { pixels, area: [left, top, right + 1, bottom + 1] }
}

function toUserSpace(page: ScenePage, widthPx: number, area: Box): Box {
  const toPage: Matrix | null = inverse(deviceMatrix(page, widthPx))
  const box = toPage === null ? page.trimBox : mapBox(toPage, area)
  return box.map((value) => Math.round(value * 100) / 100) as unknown as Box
}

function plateOf(drawn: PressPlates, name: string): SpotPlate['coverage'] | null {
  return platesOf(drawn).find((plate) => plate.name === name)?.coverage ?? null
}

/** The ink of the artwork alone on a plate, under all of its names there. */
function plateBefore(
  blank: PressPlates,
  renamed: ReadonlyMap<string, string>,
  plate: string,
): SpotPlate['coverage'] | null {
  const own = platesOf(blank).filter(({ name }) => (renamed.get(name) ?? name) === plate)
  const [first, ...others] = own
  if (first === undefined || others.length === 0) return first?.coverage ?? null
  return first.coverage.map((ink, at) => Math.max(ink, ...others.map(({ coverage }) => coverage[at] ?? 0)))
}
