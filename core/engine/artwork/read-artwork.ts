/** Reads the artwork of a page for making further fields: runs of text, and boxes to snap to. */

import type { Box } from '../geometry/box.ts'
import type { Point } from '../geometry/matrix.ts'
import type { ProcessMix } from '../ink/process-mix.ts'
import { mendContents } from '../pdf/mend-contents.ts'
import { openSource } from '../pdf/open-source.ts'
import { refuseContentBombs } from '../pdf/page-contents.ts'
import { walkPages } from '../pdf/read-page-tree.ts'
import type { ArtworkPick } from '../scene/artwork-pick.ts'
import type { ScenePage } from '../scene/scene.ts'
import type { FontInfo } from '../text/font.ts'
import type { Alignment, FontChoice } from '../text/text-style.ts'
import type { KeptPaint } from './keep-paint.ts'
import { placePlaceholders } from './placeholders/place-placeholders.ts'
import { placePlaceholder } from './placeholders/placeholder-place.ts'
import { NOTHING_STATED } from './placeholders/placeholder-settings.ts'
import { readPages } from './read-pages.ts'
import { type ArtworkRun, runsOf } from './text/artwork-runs.ts'
import type { PaintedBox } from './text/page-text.ts'
import { type ReadPage, readTexts } from './text/read-page-text.ts'
import { createLooks, inReadingOrder, linesAround } from './text/text-around.ts'
import { readSegments } from './text/text-line.ts'

export interface ShownRun {
  readonly id: string
  readonly text: string
  /** Around its letters, from the lower left counterclockwise as one reads; default user space, as all here. */
  readonly quad: readonly [Point, Point, Point, Point]
  readonly baseline: readonly [Point, Point]
  /** What a field would be set in. */
  readonly font: FontChoice
  /** In user space units. */
  readonly size: number
  /** The name of a plate or of a mix; with `lost` null as well it is black. */
  readonly ink: string | null
  readonly tint: number
  /** What the ink is mixed of; null for a plate. */
  readonly mix: ProcessMix | null
  /** A colour that a field cannot keep. */
  readonly lost: string | null
  readonly overprint: boolean
  readonly paint: KeptPaint
  /** As its neighbours suggest. */
  readonly align: Alignment
  /** Why it cannot become a field, or null. */
  readonly hindrance: string | null
}

export interface PageArtwork {
  /** In reading order. */
  readonly runs: readonly ShownRun[]
  /** The largest first. */
  readonly objects: readonly PaintedBox[]
  /** There is more than is listed. */
  readonly truncated: boolean
}

/** Decision: more of one page are no help to a hand that draws fields. */
const MOST_RUNS = 2000
const MOST_OBJECTS = 2000
/** Comparisons with neighbours that guesses at alignment may take; the runs after that count as left-aligned. */
const MOST_LOOKS = 20_000_000

/** `page` counts from 0. Throws what opening a PDF throws, and a plain Error for a page that is not there. */
export function readArtwork(
  bytes: Uint8Array,
  page: number,
  fonts: readonly FontInfo[],
  picks: readonly ArtworkPick[],
): PageArtwork {
  const { doc } = openSource(bytes)
  const walked = walkPages(doc)
  refuseContentBombs(walked)
  const geometry = readPages(doc, walked).pages[page]
  const own = walked.filter(({ index }) => index === page)
  if (geometry === undefined || own.length === 0) throw new Error(`The upload has no page ${page}.`)
  mendContents(own)
  const [read] = readTexts(doc, own, () => true)
  if (read === undefined) return { runs: [], objects: [], truncated: false }
  const lookOf = createLooks(fonts)
  const { taken } = placePlaceholders(read, geometry, { fonts, lookOf }, [], picks)
  const isTaken = ({ chars }: ArtworkRun) =>
    chars.some(({ char }) => char.glyphs.some(({ show, item }) => taken?.items.get(show)?.has(item) === true))
  const segments = readSegments(read.chars.all()).sort(inReadingOrder)
  const runs = runsOf(page, segments, lookOf).filter((run) => !isTaken(run))
  const objects = shownObjects(read, geometry)
  const looks = segments.length + read.boxes.length
  const guessed = Math.floor(MOST_LOOKS / Math.max(1, looks))
  const shown = runs.slice(0, MOST_RUNS).map((run, at): ShownRun => {
    const main = run.chars[0]
    if (main === undefined) throw new Error(`${run.id} is empty.`)
    const { font, color, paint } = lookOf(main)
    const around = {
      page: geometry,
      lines: linesAround(segments, [{ ...run, alignment: undefined }]),
      painted: read.boxes,
    }
    const facts = { ...run, main, font, paint, settings: NOTHING_STATED, settingsLength: 0, around }
    const placing = { ...facts, align: null, isSentence: false, reach: 1 }
    const placed = at < guessed ? placePlaceholder(placing)?.placement : undefined
    return {
      ...{ id: run.id, text: run.text, font, ...placeOf(run) },
      size: rounded(main.char.size),
      ...color,
      overprint: main.char.look.overprint,
      paint,
      align: placed?.style.align ?? 'left',
      hindrance: run.chars.some(({ char }) => char.object.clips)
        ? 'It is part of a text clipping path.'
        : null,
    }
  })
  return { runs: shown, ...objects, truncated: objects.truncated || runs.length > shown.length }
}

/** Letters reach about this far from their baseline, as a share of their size. */
const [LOW, HIGH] = [-0.25, 0.9]

function placeOf({ segment, chars }: ArtworkRun): Pick<ShownRun, 'quad' | 'baseline'> {
  const { along, up, baseline, size } = segment
  const from = Math.min(...chars.map((one) => one.from))
  const to = Math.max(...chars.map((one) => one.to))
  const point = (at: number, height: number): Point => {
    const above = baseline + height * size
    return [rounded(at * along[0] + above * up[0]), rounded(at * along[1] + above * up[1])]
  }
  return {
    quad: [point(from, LOW), point(to, LOW), point(to, HIGH), point(from, HIGH)],
    baseline: [point(from, 0), point(to, 0)],
  }
}

/** Each place once, as far as it lies on the page. */
function shownObjects(
  { boxes }: ReadPage,
  { mediaBox }: ScenePage,
): Pick<PageArtwork, 'objects' | 'truncated'> {
  const known = new Map<string, PaintedBox>()
  for (const { box, kind } of boxes) {
    const shown = onPage(box, mediaBox)
    if (shown !== null) known.set(`${kind} ${shown.join(' ')}`, { box: shown, kind })
  }
  const area = ({ box: [left, bottom, right, top] }: PaintedBox) => (right - left) * (top - bottom)
  const sorted = [...known.values()].sort((one, other) => area(other) - area(one))
  return { objects: sorted.slice(0, MOST_OBJECTS), truncated: sorted.length > MOST_OBJECTS }
}

/** As far as it lies on the page, to a hundredth; a line without width stays one. */
function onPage([left, bottom, right, top]: Box, page: Box): Box | null {
  if (right < page[0] || left > page[2] || top < page[1] || bottom > page[3]) return null
  const inside = (value: number, at: 0 | 1) =>
    Math.round(Math.min(Math.max(value, page[at]), page[at + 2] ?? value) * 100) / 100
  return [inside(left, 0), inside(bottom, 1), inside(right, 0), inside(top, 1)]
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
