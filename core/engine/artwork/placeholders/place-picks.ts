/** Gives each run of text that a shop has picked its place as a field, and takes its glyphs out of the artwork. */

import type { Point } from '../../geometry/matrix.ts'
import { dot, quadsOverlap } from '../../geometry/quads.ts'
import type { ArtworkPick, RefusedPick } from '../../scene/artwork-pick.ts'
import { sourceNameOfPick } from '../../scene/artwork-pick.ts'
import { cleanLabel } from '../../scene/field-text.ts'
import type { Placement, ScenePage } from '../../scene/scene.ts'
import type { FontInfo } from '../../text/font.ts'
import type { Alignment } from '../../text/text-style.ts'
import type { ArtworkRun } from '../text/artwork-runs.ts'
import type { ReadPage } from '../text/read-page-text.ts'
import type { Takings } from '../text/taken-text.ts'
import { linesAround, type ReplacedStretch, widestFree } from '../text/text-around.ts'
import { isBlankChar, type LineChar, type TextSegment } from '../text/text-line.ts'
import { charAt } from './find-placeholders.ts'
import type { PlaceholderPlace } from './place-placeholders.ts'
import { type LookOf, partsOf } from './placeholder-line.ts'
import { type PlacedText, placePlaceholder } from './placeholder-place.ts'
import { NOTHING_STATED, type PlaceholderSettings } from './placeholder-settings.ts'

export interface PickGround {
  readonly read: ReadPage
  readonly page: ScenePage
  readonly fonts: readonly FontInfo[]
  readonly segments: readonly TextSegment[]
  readonly runs: readonly ArtworkRun[]
  readonly lookOf: LookOf
  readonly takings: Takings
  /** Corners of the boxes in which values stand already; those of picks are added. */
  readonly standing: (readonly Point[])[]
  /** The stretches that placeholders took, with how their values are aligned. */
  readonly replaced: readonly ReplacedStretch[]
}

export interface PlacedPicks {
  readonly places: readonly PlaceholderPlace[]
  readonly taken: readonly ArtworkPick[]
  readonly refused: readonly RefusedPick[]
}

/** Two boxes may share a hairline. */
const OVERLAP_TOLERANCE = 1
/** Lines of a paragraph that is set again may be this much longer, so that they break in the same places. */
const SLACK = 0.03
const [ABOVE, BELOW] = [1.1, 0.35]

/** In the order of the picks, so that those of before get the places within the artwork that they had. */
export function placePicks(picks: readonly ArtworkPick[], ground: PickGround): PlacedPicks {
  const places: PlaceholderPlace[] = []
  const taken: ArtworkPick[] = []
  const refused: RefusedPick[] = []
  const replaced = [...ground.replaced]
  for (const pick of picks) {
    const found = pick.runs.map((id) => ground.runs.find((run) => run.id === id) ?? null)
    const runs = found.filter((run) => run !== null)
    const outcome =
      runs.length < found.length || runs.length === 0
        ? 'is no longer in the artwork'
        : placePick(pick, runs, ground, replaced)
    if (typeof outcome === 'string') refused.push({ pick, why: outcome })
    else {
      taken.push(pick)
      places.push(outcome)
      const { align } = outcome.placement.style
      for (const { segment, start, end } of runs) replaced.push({ segment, start, end, alignment: align })
    }
  }
  return { places, taken, refused }
}

function placePick(
  pick: ArtworkPick,
  runs: readonly ArtworkRun[],
  ground: PickGround,
  replaced: readonly ReplacedStretch[],
): PlaceholderPlace | string {
  const { lookOf, page, read } = ground
  const [first] = runs
  if (first === undefined) return 'is no longer in the artwork'
  const isTaken = ({ segment, start, end }: ArtworkRun) =>
    replaced.some((one) => one.segment === segment && one.start < end && one.end > start)
  if (runs.some(isTaken)) return 'is already a field'
  if (runs.some(({ chars }) => chars.some(({ char }) => char.object.clips)))
    return 'is part of a text clipping path'
  if (runs.some(({ segment }) => dot(segment.along, first.segment.along) < 0.999))
    return 'has lines in different directions'
  if (new Set(runs).size < runs.length) return 'contains a line twice'
  const value = pickedValue(pick, first)
  if (value === null) return 'does not have this part'
  const main = first.segment.chars[value.start]
  if (main === undefined) return 'does not have this part'
  const { segment } = first
  const bound = pick.part === null ? boundOf(first, replaced) : null
  const own = runs.map(({ start, end, segment: line }) => ({
    segment: line,
    start,
    end,
    alignment: undefined,
  }))
  const around = { page, lines: linesAround(ground.segments, [...replaced, ...own]), painted: read.boxes }
  const { font, paint } = lookOf(main)
  const facts = { segment, chars: first.chars, main, font, paint, around, settingsLength: 0 }
  const settings = settingsOf(runs, main, (reach) => {
    // The lines below it say how it is aligned, and how far they stand apart.
    const below = linesAround(ground.segments, [...replaced, ...own.slice(0, 1)])
    return placePlaceholder({
      ...facts,
      settings: NOTHING_STATED,
      around: { ...around, lines: below },
      align: null,
      isSentence: false,
      reach,
    })
  })
  const place = (reach: number) =>
    placePlaceholder({ ...facts, settings, align: bound, isSentence: pick.part !== null, reach })
  const tolerance = OVERLAP_TOLERANCE / page.userUnit
  const isFree = ({ corners }: PlacedText) =>
    !ground.standing.some((other) => quadsOverlap(other, corners, tolerance))
  const widest = place(1)
  const placed = widest === null ? null : isFree(widest) ? widest : (widestFree(place, isFree) ?? place(0))
  if (placed === null) return 'leaves no room for a value'
  ground.standing.push(placed.corners)
  const all = runs.flatMap(({ chars }) => chars)
  const inPlace = ground.takings.takeOut(all, main)
  const label = cleanLabel(pick.label ?? value.text) || 'Text'
  const placement: Placement = {
    ...placed.placement,
    ...lineOf(pick, first, value, lookOf, placed.stretchEm),
    ...(inPlace === null ? {} : { inPlace }),
  }
  return {
    source: sourceNameOfPick(pick),
    read: {
      label,
      faults: [],
      settings: { ...settings, defaultValue: runs.length === 1 ? value.text : textOf(runs) },
    },
    placement,
    color: lookOf(main).color,
    paint,
    overprint: main.char.look.overprint,
  }
}

interface PickedValue {
  /** Characters [start, end) of the segment. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Null for a part that the run does not have. */
function pickedValue({ part, runs }: ArtworkPick, run: ArtworkRun): PickedValue | null {
  if (part === null) return { start: run.start, end: run.end, text: readable(run.text) }
  const [start, end] = part
  if (runs.length > 1 || !(start >= 0 && end > start && end <= run.text.length)) return null
  const text = run.text.slice(start, end)
  const lead = text.length - text.trimStart().length
  if (text.trim() === '') return null
  return {
    start: run.start + charAt(run.chars, start + lead),
    end: run.start + charAt(run.chars, start + text.trimEnd().length - 1) + 1,
    text: readable(text.trim()),
  }
}

/** Without the marks of characters that could not be read. */
const readable = (text: string) => text.replaceAll('\ufffd', '')

const textOf = (runs: readonly ArtworkRun[]) => runs.map(({ text }) => readable(text)).join('\n')

/** Words of the same line that stay in the artwork hold the value on their side. */
function boundOf(
  { segment, start, end }: ArtworkRun,
  replaced: readonly ReplacedStretch[],
): Alignment | null {
  const stays = (_one: LineChar, at: number) =>
    !replaced.some((other) => other.segment === segment && at >= other.start && at < other.end)
  const words = (from: number, to: number) =>
    segment.chars.some((one, at) => at >= from && at < to && !isBlankChar(one.char) && stays(one, at))
  if (words(0, start)) return 'left'
  return words(end, segment.chars.length) ? 'right' : null
}

/** Several lines are set as the paragraph that they are: as wide as the widest, as far apart, aligned alike. */
function settingsOf(
  runs: readonly ArtworkRun[],
  main: LineChar,
  first: (reach: number) => PlacedText | null,
): PlaceholderSettings {
  if (runs.length === 1) return NOTHING_STATED
  const { align = null, leading = 1.2 } = first(1)?.placement.style ?? {}
  const size = main.char.size
  const extents = runs.map(({ chars }) => {
    const from = Math.min(...chars.map((one) => one.from))
    return Math.max(...chars.map((one) => one.to)) - from
  })
  return {
    ...NOTHING_STATED,
    align,
    lines: runs.length,
    width: Math.max(...extents) * (1 + SLACK),
    height: (ABOVE + BELOW + (runs.length - 1) * leading) * size,
  }
}

/** The rest of a run that is a value in part. */
function lineOf(
  { part }: ArtworkPick,
  run: ArtworkRun,
  value: PickedValue,
  lookOf: LookOf,
  stretchEm: number | null,
): Partial<Placement> {
  if (part === null) return {}
  const stretch = {
    start: run.start,
    end: run.end,
    placeholders: [{ start: value.start, end: value.end, inner: '' }],
    bound: null,
  }
  const parts = partsOf(run.segment, stretch, lookOf, () => sourceNameOfPick({ runs: [run.id] }))
  return parts.length === 1
    ? {}
    : { line: { parts, keepWhenEmpty: true, ...(stretchEm === null ? {} : { stretchEm }) } }
}
