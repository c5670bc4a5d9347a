/** Checks every painted object of the pages: overprint, black and white text, thin lines, bleed, transparency, layers. */
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { createMeasures, type Fact, type Measures } from '../../finding/measure.ts'
import { PAINTED_CODES, type PaintedCode } from '../../finding/painted-codes.ts'
import { ALL_PROFILES } from '../../finding/profile.ts'
import { createTally, type Tally } from '../../finding/tally.ts'
import { type Box, boxHeight, boxWidth, intersection, POINTS_PER_MM } from '../../geometry/box.ts'
import { technicalKind } from '../../ink/technical.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import type { ScenePage } from '../../scene/scene.ts'
import { type Coverage, createCoverage } from '../paint/coverage.ts'
import type { ObjectVisitor, PageFeature, PaintedObject } from '../paint/painted-object.ts'
import { walkPainted } from '../paint/read-painted.ts'

export interface PaintedChecks {
  readonly facts: Fact[]
  /** Pages with live transparency, for the exchange standards that forbid it. */
  readonly transparent: ReadonlySet<number>
  /** Pages that paint anything at all. */
  readonly painted: ReadonlySet<number>
}

interface Page {
  readonly geometry: ScenePage
  readonly coverage: Coverage
  readonly measures: Measures
  readonly tally: Tally<PaintedCode>
  /** Artwork that ends near the trim; what stands behind it is known at the page's end. */
  readonly short: { readonly box: Box; readonly side: Side; readonly mm: number }[]
}

/** Part of a text's box that must have ink below it, to say that it lies over something. */
const OVER = 0.25
const SMALL_BLACK_TEXT_PT = 12
const THIN_LINE_PT = 2
const RICH_BLACK = { black: 0.85, total: 2.8 }
/** Artwork that ends this near to the trim is meant to reach it. */
const MEANT_TO_BLEED_MM = 1
/** Contents of one page; the page's own comes first. */
const MOST_GROUPS = 20
const MAX_BLEED_MM = Math.max(...ALL_PROFILES.map(({ bleedMm }) => bleedMm))
/** Features of a page that are reported with their object. */
const FEATURES: ReadonlySet<PageFeature> = new Set([
  'transfer_function',
  'halftone_named',
  'opi',
  'postscript_xobject',
  'image_jpx',
  'image_jbig2',
  'image_not_drawable',
  'filter_lzw',
])

export function checkPainted(
  doc: PDFDocument,
  walked: readonly WalkedPage[],
  pages: readonly ScenePage[],
): PaintedChecks {
  const measures = createMeasures()
  const tally = createTally(PAINTED_CODES)
  const transparent = new Set<number>()
  const painted = new Set<number>()
  const groups = new Map<number, { readonly family: string; readonly box: Box | null }[]>()
  const spots = new Map<number, Map<string, Box>>()

  const visitorOf = (geometry: ScenePage): ObjectVisitor => {
    const page: Page = { geometry, coverage: createCoverage(geometry.mediaBox), measures, tally, short: [] }
    const { index } = geometry
    return {
      object(object) {
        if (!object.look.white) painted.add(index)
        if (!object.opaque) transparent.add(index)
        for (const name of object.look.spots) {
          const family = object.groups.find((group) => !fitsPlates(group))
          if (family === undefined) continue
          const known = spots.get(index) ?? new Map<string, Box>()
          spots.set(index, known.set(`${name} in ${nameOfGroup(family)}`, object.box))
        }
        checkObject(object, page)
      },
      feature(feature, what, box) {
        if (feature === 'hidden_layer') tally.add('oc_hidden', index, box)
        else if (feature === 'transparency') transparent.add(index)
        else if (feature === 'group') groups.set(index, [...(groups.get(index) ?? []), { family: what, box }])
        else if (FEATURES.has(feature)) tally.add(feature, index, box, what)
      },
      end: () => judgeBleed(page),
    }
  }
  const complete = walkPainted(doc, walked, pages, visitorOf)

  // A group's space matters where something is blended; programs state one on every page.
  for (const index of transparent) {
    for (const { family, box } of groups.get(index) ?? [])
      if (!fitsPlates(family)) tally.add('transparency_blend_space', index, box, nameOfGroup(family))
    for (const [name, box] of spots.get(index) ?? [])
      tally.add('transparency_spot_in_rgb_group', index, box, name)
  }
  const incomplete: Finding[] = complete
    ? []
    : [{ code: 'check_incomplete', severity: 'warn', says: 'check_incomplete.objects' }]
  const facts = [...tally.findings(), ...measures.facts(), ...foreignGroups(groups), ...incomplete]
  return { facts, transparent, painted }
}

/** For fields, which `checkFieldGroups` looks up in them: also on opaque pages, as RIPs blend a page that is a group. */
function foreignGroups(
  groups: ReadonlyMap<number, readonly { readonly family: string; readonly box: Box | null }[]>,
): Finding[] {
  return [...groups].flatMap(([page, found]) =>
    found
      .filter(({ family }) => !fitsPlates(family))
      .slice(0, MOST_GROUPS)
      .map(
        ({ family, box }): Finding => ({
          ...{ code: 'field_process_in_rgb_group', severity: 'info', page, found: nameOfGroup(family) },
          ...(box === null ? {} : { bbox: box }),
        }),
      ),
  )
}

/** R0030. Decision: a profiled CMYK blends as CMYK does; grey is left to luminosity masks, which are not walked. */
function fitsPlates(group: string): boolean {
  return ['DeviceCMYK', 'ICCBased 4'].includes(nameOfGroup(group))
}

const nameOfGroup = (group: string) => group.replace(/^page /, '')

function checkObject(object: PaintedObject, page: Page): void {
  const { look, step, kind, box } = object
  const { geometry, tally, coverage } = page
  const technical =
    step || (look.spots.length > 0 && look.spots.every((name) => technicalKind(name) !== null))
  if (look.registration && reaches(object, inset(geometry.trimBox)))
    tally.add('spot_all_used', geometry.index, box)
  if (technical) return
  if (kind === 'text') checkText(object, page)
  else checkLine(object, page)
  if (look.white && object.overprint && object.opaque) checkWhiteOverprint(object, page)
  if (kind !== 'text') checkBleed(object, page)
  if (kind === 'text' || !object.opaque) return
  const inked = !look.white
  // White that overprints takes nothing away.
  if (!inked && object.overprint) return
  if (kind === 'stroke') {
    if (object.outline !== null)
      coverage.stroke(object.outline, box, object.sizePt / geometry.userUnit, inked)
  } else coverage.fill(object.outline, box, inked)
}

/** Trim marks around a page are often one path: its parts count, not its bounds. */
function reaches({ outline, box }: PaintedObject, area: Box): boolean {
  if (intersection(grown(box), area) === null) return false
  if (outline === null) return true
  return outline.subpaths.some((points) => {
    for (let at = 0; at + 3 < points.length; at += 2) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(at, at + 4)
      const side: Box = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
      if (intersection(grown(side), area) !== null) return true
    }
    return false
  })
}

function inset([left, bottom, right, top]: Box): Box {
  const by = 0.1
  return [left + by, bottom + by, right - by, top - by]
}

function checkText(object: PaintedObject, page: Page): void {
  const { look, box, sizePt } = object
  const { measures, tally, geometry, coverage } = page
  const at = { page: geometry.index, box }
  // What stands outside the trim is cut off.
  if (intersection(box, geometry.trimBox) === null || look.registration) return
  const over = () => coverage.of(box) >= OVER
  if (look.white) {
    // White on paper is nothing.
    if (sizePt < 8.5 && over()) measures.add('text_white', sizePt, at)
    return
  }
  if (!Number.isNaN(sizePt)) {
    measures.add('text', sizePt, at)
    if ((look.plates ?? 0) > 1) measures.add('text_multi', sizePt, at)
  }
  if (look.black >= RICH_BLACK.black && look.total > RICH_BLACK.total)
    tally.add('rich_black_text', geometry.index, box, `${Math.round(look.total * 100)} %`)
  if (look.family === 'DeviceGray') {
    const small = sizePt < SMALL_BLACK_TEXT_PT
    tally.add('gray_text', geometry.index, box, 'text', small && object.opaque && over() ? 'warn' : 'info')
  }
  const black = look.family === 'DeviceCMYK' ? object.overprintMode === 1 : look.family === 'Separation'
  const pureBlack = look.black > 0.995 && look.total === look.black && look.family !== 'DeviceGray'
  if (pureBlack && object.opaque && sizePt < SMALL_BLACK_TEXT_PT && !(object.overprint && black) && over())
    tally.add('k_text_knockout', geometry.index, box, `${Math.round(sizePt * 10) / 10} pt`)
}

function checkLine(object: PaintedObject, page: Page): void {
  const { look, box, sizePt, kind } = object
  const { measures, tally, geometry, coverage } = page
  if (Number.isNaN(sizePt) || intersection(grown(box), geometry.trimBox) === null || look.registration) return
  const at = { page: geometry.index, box }
  if (look.white) {
    if (sizePt < 0.5 && coverage.of(box) >= OVER) measures.add('line_white', sizePt, at)
    return
  }
  measures.add('line', sizePt, at)
  if ((look.plates ?? 0) > 1) measures.add('line_multi', sizePt, at)
  if (kind === 'stroke' && look.family === 'DeviceGray') {
    const over = sizePt < THIN_LINE_PT && object.opaque && coverage.of(box) >= OVER
    tally.add('gray_text', geometry.index, box, 'lines', over ? 'warn' : 'info')
  }
}

/** Lines have no height of their own. */
function grown([left, bottom, right, top]: Box): Box {
  return [left - 0.01, bottom - 0.01, right + 0.01, top + 0.01]
}

/**
 * White that overprints disappears: a tint of 0 leaves the other plates as they are, and so does a DeviceCMYK of 0 in
 * mode 1. Decision: in mode 0 it erases the process plates as it is meant to; and where nothing lies below, nothing is lost.
 */
function checkWhiteOverprint(object: PaintedObject, { coverage, tally, geometry }: Page): void {
  const { family } = object.look
  const vanishes =
    family === 'DeviceCMYK' ? object.overprintMode === 1 : /^(Separation|DeviceN)$/.test(family)
  if (!vanishes || coverage.of(object.box) < OVER) return
  tally.add('overprint_white', geometry.index, object.box, object.kind === 'text' ? 'text' : 'line art')
}

type Side = 0 | 1 | 2 | 3
const SIDES: readonly Side[] = [0, 1, 2, 3]
const MAX_SHORT = 2_000
/** As far beyond the trim as other artwork must go on for a piece that ends before; and how much of that it covers. */
const GOES_ON = { mm: 2, part: 0.8 }

/** Fills, images and shadings that end within a millimetre of the trim, or beyond it but short of the bleed. */
function checkBleed({ kind, look, box }: PaintedObject, { geometry, short }: Page): void {
  if (kind === 'stroke' || look.white || look.registration || short.length >= MAX_SHORT) return
  const { trimBox, userUnit } = geometry
  if (intersection(box, trimBox) === null) return
  // Rules and small marks that stand across the trim are not what bleeds.
  if (Math.min(boxWidth(box), boxHeight(box)) * userUnit < MEANT_TO_BLEED_MM * POINTS_PER_MM) return
  for (const side of SIDES) {
    const beyond = side < 2 ? trimBox[side] - box[side] : box[side] - trimBox[side]
    const mm = (beyond * userUnit) / POINTS_PER_MM
    if (mm > -MEANT_TO_BLEED_MM && mm < MAX_BLEED_MM) short.push({ box, side, mm })
  }
}

/** A piece that other artwork goes on behind shows no paper when the sheet is cut. */
function judgeBleed({ geometry, short, coverage, measures }: Page): void {
  const worst = new Map<Box, number>()
  for (const { box, side, mm } of short) {
    if (mm >= (worst.get(box) ?? Infinity)) continue
    const strip: [number, number, number, number] = [...box]
    const outwards = side < 2 ? -1 : 1
    const end = geometry.trimBox[side] + (outwards * GOES_ON.mm * POINTS_PER_MM) / geometry.userUnit
    strip[side] = end
    strip[((side + 2) % 4) as Side] = box[side]
    const behind = intersection(strip, geometry.mediaBox)
    if (behind === null || coverage.of(behind) < GOES_ON.part) worst.set(box, mm)
  }
  for (const [box, mm] of worst) measures.add('bleed_content', mm, { page: geometry.index, box })
}
