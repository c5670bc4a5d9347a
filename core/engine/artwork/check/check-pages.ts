/** What a printer would object to in the geometry of pages, as findings. */
import type { FindingCode } from '../../finding/codes.ts'
import type { Finding } from '../../finding/finding.ts'
import { createMeasures, type Fact } from '../../finding/measure.ts'
import { NO_BLEED_BOX } from '../../finding/rules.ts'
import {
  type Box,
  boxHeight,
  boxWidth,
  contains,
  margin,
  PAGE_TOLERANCE_PT,
  POINTS_PER_MM,
} from '../../geometry/box.ts'
import type { ScenePage } from '../../scene/scene.ts'

const SIZE_TOLERANCE_PT = 0.5

/** The boxes as the file states them, in order; null where one is missing, empty or unreadable. */
export interface StatedBoxes {
  readonly crop: Box | null
  readonly bleed: Box | null
  readonly trim: Box | null
  readonly art: Box | null
}

export interface ReadPage {
  readonly page: ScenePage
  readonly stated: StatedBoxes
  /** /Rotate as it stands. */
  readonly rotation: number
}

export function checkPages(read: readonly ReadPage[]): Fact[] {
  return [...read.flatMap(checkPage), ...checkSizes(read.map(({ page }) => page))]
}

function checkPage({ page, stated, rotation }: ReadPage): Fact[] {
  const findings: Finding[] = []
  const say = (finding: Omit<Finding, 'page'>) => findings.push({ ...finding, page: page.index })
  if (page.userUnit !== 1)
    say({
      code: 'page_userunit',
      severity: 'warn',
      found: page.userUnit,
      expected: 1,
      ref: 'GWG2022 R0002',
    })
  // -90 and 270 are one, and a full turn is none.
  const turn = ((rotation % 360) + 360) % 360
  if (turn !== 0)
    say({
      code: 'page_rotated',
      severity: 'warn',
      found: turn,
      expected: 0,
      ref: 'GWG2022 R0004',
    })
  if (page.mediaBox[0] !== 0 || page.mediaBox[1] !== 0)
    say({
      code: 'page_origin_nonzero',
      severity: 'info',
      found: `${page.mediaBox[0]} ${page.mediaBox[1]}`,
      expected: '0 0',
    })
  return [...findings, ...checkBoxes(page, stated), ...checkBleed(page, stated)]
}

function checkBoxes(page: ScenePage, stated: StatedBoxes): Finding[] {
  const findings: Finding[] = []
  const tolerance = PAGE_TOLERANCE_PT / page.userUnit
  const say = (code: FindingCode, severity: 'warn' | 'fail', facts: Partial<Finding>) =>
    findings.push({ code, severity, page: page.index, ...facts })

  if (!page.trimStated) {
    const assumed = stated.crop === null ? 'MediaBox' : 'CropBox'
    say('box_trim_missing', 'warn', { found: assumed, expected: 'TrimBox' })
  }
  const { trim, art } = stated
  if (trim !== null && art !== null && !(contains(trim, art, tolerance) && contains(art, trim, tolerance)))
    say('box_trim_and_art', 'warn', { bbox: trim })
  for (const [inner, outer] of misnested(page, stated, tolerance))
    say('box_nesting', 'fail', { found: inner, expected: outer })
  if (stated.crop !== null && !contains(page.cropBox, page.mediaBox, tolerance))
    say('box_crop_not_media', 'warn', { bbox: page.cropBox, ref: 'GWG2022 R0003' })
  return findings
}

/** Pairs of boxes, the first of which should lie in the second and does not. */
function misnested(page: ScenePage, stated: StatedBoxes, tolerance: number): [string, string][] {
  const media: [string, Box] = ['MediaBox', page.mediaBox]
  const outside: [string, string][] = []
  const check = (name: string, inner: Box | null, outer: readonly (readonly [string, Box | null])[]) => {
    for (const [outerName, box] of outer)
      if (inner !== null && box !== null && !contains(box, inner, tolerance)) outside.push([name, outerName])
  }
  check('CropBox', stated.crop, [media])
  check('BleedBox', stated.bleed, [media])
  const trimName = stated.trim === null ? 'ArtBox' : 'TrimBox'
  check(trimName, stated.trim ?? stated.art, [['BleedBox', stated.bleed], ['CropBox', stated.crop], media])
  return outside
}

/** How far the BleedBox reaches beyond the trim: a profile says whether that is enough. */
function checkBleed(page: ScenePage, stated: StatedBoxes): Fact[] {
  const measures = createMeasures()
  const mm = (margin(page.trimBox, page.bleedBox) * page.userUnit) / POINTS_PER_MM
  measures.add('bleed_box', stated.bleed === null ? NO_BLEED_BOX : Math.max(mm, 0), { page: page.index })
  return measures.facts()
}

/** One finding, at the first page whose trim has another size than the first page's. */
function checkSizes(pages: readonly ScenePage[]): Finding[] {
  const [first, ...others] = pages
  if (first === undefined) return []
  const [width, height] = trimSize(first)
  for (const page of others) {
    const [otherWidth, otherHeight] = trimSize(page)
    const difference = Math.max(Math.abs(otherWidth - width), Math.abs(otherHeight - height))
    if (difference <= SIZE_TOLERANCE_PT) continue
    return [
      {
        code: 'page_size_mixed',
        severity: 'warn',
        page: page.index,
        found: inMm(otherWidth, otherHeight),
        expected: inMm(width, height),
        ref: 'GWG2022 R0004',
      },
    ]
  }
  return []
}

/** Width and height of the trimmed page as a person sees it, in points. */
function trimSize(page: ScenePage): [number, number] {
  const width = boxWidth(page.trimBox) * page.userUnit
  const height = boxHeight(page.trimBox) * page.userUnit
  return page.rotate === 90 || page.rotate === 270 ? [height, width] : [width, height]
}

function inMm(width: number, height: number): string {
  return `${(width / POINTS_PER_MM).toFixed(1)} x ${(height / POINTS_PER_MM).toFixed(1)} mm`
}
