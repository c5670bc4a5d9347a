/** Finds the placeholders of one page and gives each its place, the words around it and a slot in the artwork. */

import { ServiceError } from '../../../errors.ts'
import type { FindingCode } from '../../finding/codes.ts'
import type { Finding, Sentence } from '../../finding/finding.ts'
import type { Box } from '../../geometry/box.ts'
import { mapBox, type Point } from '../../geometry/matrix.ts'
import { quadsOverlap } from '../../geometry/quads.ts'
import type { ArtworkPick } from '../../scene/artwork-pick.ts'
import type { LinePart, Placement, ScenePage, TextLine } from '../../scene/scene.ts'
import type { FontInfo } from '../../text/font.ts'
import { matchFont } from '../../text/match-font.ts'
import type { Alignment } from '../../text/text-style.ts'
import type { KeptColor } from '../keep-color.ts'
import type { KeptPaint } from '../keep-paint.ts'
import { runsOf } from '../text/artwork-runs.ts'
import type { ReadPage } from '../text/read-page-text.ts'
import { createTakings, type TakenText } from '../text/taken-text.ts'
import { inReadingOrder, linesAround, type ReplacedStretch, widestFree } from '../text/text-around.ts'
import { isFlat, type LineChar, readSegments, type TextSegment } from '../text/text-line.ts'
import { findPlaceholders, type Stretch } from './find-placeholders.ts'
import { type PlacedPicks, placePicks } from './place-picks.ts'
import { asksForImage, placeImage } from './placeholder-image.ts'
import { type LineStretch, type LookOf, partsOf, stretchesOf } from './placeholder-line.ts'
import type { OtherLine } from './placeholder-neighbours.ts'
import { type PlacedText, placePlaceholder } from './placeholder-place.ts'
import { type PlaceholderSettings, type ReadSettings, readSettings } from './placeholder-settings.ts'

/** One field's place on one page, before places of one label are gathered. */
export interface PlaceholderPlace {
  /** The source name of the field. */
  readonly source: string
  readonly read: ReadSettings
  readonly placement: Placement
  readonly color: KeptColor
  readonly paint: KeptPaint
  readonly overprint: boolean
}

/** The available typefaces and the looks of text in them, shared by all pages of a file. */
export interface FaceFinder {
  readonly fonts: readonly FontInfo[]
  readonly lookOf: LookOf
}

export interface PlacedPage {
  readonly places: readonly PlaceholderPlace[]
  readonly taken: TakenText | null
  readonly picks: Omit<PlacedPicks, 'places'>
}

/** The source name of a field that was a placeholder. */
export const sourceNameOf = (label: string) => `{{${label}}}`
const sourceOf = ({ label, settings }: ReadSettings) =>
  sourceNameOf(asksForImage(settings) ? `image:${label}` : label)

/** Decision: ten times what a sheet of business cards holds. */
const MAX_PLACEHOLDERS = 800
/** Two boxes may share a hairline. */
const OVERLAP_TOLERANCE = 1

/** A stretch of a line that may become a place. */
interface Candidate {
  readonly segment: TextSegment
  readonly stretch: LineStretch
  readonly chars: readonly LineChar[]
  readonly main: LineChar
  readonly labels: readonly ReadSettings[]
  readonly settings: PlaceholderSettings
  say(
    code: FindingCode,
    severity: Finding['severity'],
    facts?: Pick<Finding, 'says' | 'params' | 'found'>,
  ): void
  /** Takes a share of the room beyond its own text; null where the text has no extent. */
  place(reach: number, others: readonly OtherLine[]): PlacedText | null
}

/** What cannot become a field stays in the artwork and is a finding. Throws `pdf_too_complex` above 800 lines. */
export function placePlaceholders(
  read: ReadPage,
  page: ScenePage,
  { fonts, lookOf }: FaceFinder,
  findings: Finding[],
  picks: readonly ArtworkPick[] = [],
): PlacedPage {
  if (picks.length === 0 && !read.chars.mayHoldPlaceholder()) return NOTHING
  const segments = readSegments(read.chars.all()).sort(inReadingOrder)
  const candidates = segments.flatMap((segment) =>
    candidatesOf(segment, { read, page, fonts, lookOf, findings }),
  )
  if (candidates.length > MAX_PLACEHOLDERS) {
    const message = `Page ${page.index + 1} of the PDF has more than ${MAX_PLACEHOLDERS} lines with placeholders. Remove some of them and upload the PDF again.`
    throw new ServiceError('pdf_too_complex', { message })
  }
  reportStrayPlaceholders(read, findings)
  // How a value is aligned decides to which sides it grows, and so where its neighbours end.
  const alignments = new Map<Candidate, Alignment>()
  for (const one of candidates) {
    const { align } = one.place(1, othersOf(one, segments, candidates, alignments))?.placement.style ?? {}
    if (align !== undefined) alignments.set(one, align)
  }
  const takings = createTakings(read)
  const places = new Map<Candidate, PlaceholderPlace[]>()
  const standing: (readonly Point[])[] = []
  // Stated widths stand; what runs into free space makes way for them.
  const [stated, free] = [candidates.filter(isStated), candidates.filter((one) => !isStated(one))]
  for (const one of [...stated, ...free]) {
    const { segment, stretch, chars, main, labels, settings, say } = one
    const params = { label: labels.map(({ label }) => label).join(', ') }
    const noGeometry = (says: Sentence) => say('field_no_geometry', 'fail', { says, params })
    const others = othersOf(one, segments, candidates, alignments)
    const isFree = ({ corners }: PlacedText) =>
      !standing.some((other) => quadsOverlap(other, corners, OVERLAP_TOLERANCE / page.userUnit))
    const widest = one.place(1, others)
    if (chars.some(({ char }) => char.object.clips)) noGeometry('field_no_geometry.clip')
    else if (asksForImage(settings) && (settings.width === null || settings.height === null))
      noGeometry('field_no_geometry.image')
    else if (widest === null) noGeometry('field_no_geometry.room')
    else {
      const placed =
        asksForImage(settings) || isFree(widest)
          ? widest
          : isStated(one)
            ? null
            : widestFree((reach) => one.place(reach, others), isFree)
      if (placed === null) {
        noGeometry('field_no_geometry.overlap')
        continue
      }
      if (!asksForImage(settings)) standing.push(placed.corners)
      sayFaults(one)
      const parts = partsOf(segment, stretch, lookOf, ({ inner }) => sourceOf(readSettings(inner)))
      const plain =
        labels.length === 1 &&
        parts.every(({ font, scale, ink }) => font === null && scale === 1 && ink === null)
      const { style } = placed.placement
      if (!plain && style.wrap)
        say('placeholder_setting_invalid', 'warn', {
          ...{ says: 'placeholder_setting_invalid.lines', params, found: 'lines' },
        })
      const inPlace = takings.takeOut(chars, main)
      const placement: Placement = {
        ...placed.placement,
        style: plain ? style : { ...style, wrap: false, maxLines: 1 },
        ...(parts.length === 1 ? {} : { line: lineOf(parts, settings, placed) }),
        ...(inPlace === null ? {} : { inPlace }),
      }
      const { color, paint } = lookOf(main)
      const { overprint } = main.char.look
      const own = labels.filter(({ label }, at) => labels.findIndex((other) => other.label === label) === at)
      places.set(
        one,
        own.map((label) => ({ source: sourceOf(label), read: label, placement, color, paint, overprint })),
      )
    }
  }
  // Most uploads have no picks, and their runs need no names.
  const runs = picks.length === 0 ? [] : runsOf(page.index, segments, lookOf)
  const replaced = [...places.keys()].map((one) => replacedBy(one, alignments.get(one) ?? null))
  const ground = { read, page, fonts, segments, runs, lookOf, takings, standing, replaced }
  const picked = placePicks(picks, ground)
  return {
    places: [...candidates.flatMap((one) => places.get(one) ?? []), ...picked.places],
    taken: takings.finish(),
    picks: picked,
  }
}

function lineOf(
  parts: readonly LinePart[],
  { dropWhenEmpty }: PlaceholderSettings,
  { stretchEm }: PlacedText,
): TextLine {
  return { parts, keepWhenEmpty: !dropWhenEmpty, ...(stretchEm === null ? {} : { stretchEm }) }
}

/** Sections, conditions and comments of Mustache and its kin: `#if x`, `/if`, `^guests`, `else`. */
const INSTRUCTION = /^(?:[#^/>!&]\p{L}|else$)/iu

const isStated = ({ settings }: Candidate) => settings.width !== null

const NOTHING: PlacedPage = { places: [], taken: null, picks: { taken: [], refused: [] } }

interface PageFacts extends FaceFinder {
  readonly read: ReadPage
  readonly page: ScenePage
  readonly findings: Finding[]
}

function candidatesOf(segment: TextSegment, { read, page, fonts, lookOf, findings }: PageFacts): Candidate[] {
  const { placeholders, unclosed } = findPlaceholders(segment)
  const sayAt =
    (stretch: Stretch): Candidate['say'] =>
    (code, severity, facts = {}) =>
      findings.push({ code, severity, page: page.index, bbox: boundsOf(segment, stretch), ...facts })
  for (const stretch of unclosed) sayAt(stretch)('placeholder_unclosed', 'warn')
  const named = placeholders.flatMap((one) => {
    const { label, settings } = readSettings(one.inner)
    if (INSTRUCTION.test(label)) sayAt(one)('placeholder_instruction', 'warn', { params: { label } })
    if (label !== '') return [asksForImage(settings) ? { ...one, alone: true } : one]
    sayAt(one)('placeholder_label_missing', 'warn')
    return []
  })
  if (named.length === 0) return []
  return stretchesOf(segment, named, lookOf).flatMap((stretch): Candidate[] => {
    const main = segment.chars[stretch.placeholders[0]?.start ?? -1]
    if (main === undefined) return []
    const chars = segment.chars.slice(stretch.start, stretch.end)
    const labels = stretch.placeholders.map(({ inner }) => readSettings(inner))
    const settings = merged(labels)
    const font = settings.font === null ? lookOf(main).font : matchFont(settings.font, fonts)
    const align = stretch.bound === null ? null : stretch.bound === 'right' ? 'right' : 'left'
    const setPlace = asksForImage(settings) ? placeImage : placePlaceholder
    const place: Candidate['place'] = (reach, lines) =>
      setPlace({
        segment,
        chars,
        main,
        font,
        paint: lookOf(main).paint,
        settings,
        settingsLength: stretch.placeholders.reduce((sum, one) => sum + (one.settingsLength ?? 0), 0),
        around: { page, lines, painted: read.boxes },
        align,
        isSentence: stretch.placeholders.some(({ start, end }) => start > stretch.start || end < stretch.end),
        reach,
      })
    return [{ segment, stretch, chars, main, labels, settings, say: sayAt(stretch), place }]
  })
}

/** The page's other lines, and what stays in the artwork of a candidate's own. */
function othersOf(
  own: Candidate,
  segments: readonly TextSegment[],
  candidates: readonly Candidate[],
  alignments: ReadonlyMap<Candidate, Alignment>,
): OtherLine[] {
  const replaced = candidates.map((one) =>
    replacedBy(one, one === own ? undefined : (alignments.get(one) ?? null)),
  )
  return linesAround(segments, replaced)
}

const replacedBy = (
  { segment, stretch: { start, end } }: Candidate,
  alignment: ReplacedStretch['alignment'],
): ReplacedStretch => ({ segment, start, end, alignment })

function sayFaults({ labels, say }: Candidate): void {
  for (const { label, faults } of labels)
    for (const { text, unknown } of faults)
      say(unknown ? 'placeholder_setting_unknown' : 'placeholder_setting_invalid', 'warn', {
        params: { label },
        found: text,
      })
}

/** Text that stands on no line of the page: set downwards, or squeezed to nothing. */
function reportStrayPlaceholders({ page, chars }: ReadPage, findings: Finding[]): void {
  const without = chars.all().filter((char) => char.vertical || isFlat(char))
  for (const [at, { text, origin, up, vertical }] of without.entries()) {
    if (text !== '{' || without[at + 1]?.text !== '{') continue
    const half = Math.max(Math.hypot(...up), 2) / 2
    const [x, y] = origin
    findings.push({
      code: 'field_no_geometry',
      severity: 'fail',
      page: page.index,
      bbox: vertical ? [x - half, y - 2 * half, x + half, y] : [x - half, y, x + half, y + 2 * half],
      says: vertical ? 'field_no_geometry.vertical' : 'field_no_geometry.flat',
    })
  }
}

/** Settings of all placeholders of a line: what one leaves open, another may state. */
function merged(labels: readonly ReadSettings[]): PlaceholderSettings {
  const all = labels.map(({ settings }) => settings)
  const [first] = all
  if (first === undefined) throw new Error('A line has no placeholder.')
  const keys = Object.keys(first) as (keyof PlaceholderSettings)[]
  const stated = keys.map((key) => [
    key,
    all.find((one) => one[key] !== null && one[key] !== false)?.[key] ?? first[key],
  ])
  return Object.fromEntries(stated) as PlaceholderSettings
}

function boundsOf({ chars, along, up, baseline, size }: TextSegment, { start, end }: Stretch): Box {
  const stretch = chars.slice(start, end)
  const from = Math.min(...stretch.map((one) => one.from))
  const to = Math.max(...stretch.map((one) => one.to))
  return mapBox(
    [along[0], along[1], up[0], up[1], 0, 0],
    [from, baseline - 0.25 * size, to, baseline + 0.9 * size],
  )
}
