/** Makes a placement of a placeholder: its box or frame, its baseline and how its text is set. */

import { type Box, boxHeight, boxWidth, intersection, type QuarterTurn } from '../../geometry/box.ts'
import { mapBox, type Point } from '../../geometry/matrix.ts'
import { dot } from '../../geometry/quads.ts'
import type { Frame, Placement } from '../../scene/scene.ts'
import type { Alignment, FontChoice } from '../../text/text-style.ts'
import { type KeptPaint, styleOfPaint } from '../keep-paint.ts'
import { wordGapsOf } from '../text/justified.ts'
import type { LineChar, TextSegment } from '../text/text-line.ts'
import { spacingOf } from './find-placeholders.ts'
import { type PlacedBox, placeBox, type Surroundings } from './placeholder-box.ts'
import type { Anchor } from './placeholder-neighbours.ts'
import { type PlaceholderSettings, statedPaint } from './placeholder-settings.ts'

export interface PlaceInput {
  readonly segment: TextSegment
  /** The characters that are replaced, and the one that says how the value is set. */
  readonly chars: readonly LineChar[]
  readonly main: LineChar
  readonly font: FontChoice
  /** The outline, opacity and blend mode of its letters. */
  readonly paint: KeptPaint
  readonly settings: PlaceholderSettings
  /** How much of the characters' length states the settings. */
  readonly settingsLength: number
  readonly around: Surroundings
  /** Words that stay in the artwork hold the text on this side. */
  readonly align: Alignment | null
  /** Does it have fixed words beside its value: only then can it be justified. */
  readonly isSentence: boolean
  /** How much of the room beyond its own text it takes, 0 to 1, where no width is stated. */
  readonly reach: number
}

export interface PlacedText {
  readonly placement: Placement
  /** Of its box on the page. */
  readonly corners: readonly Point[]
  /** See TextLine; null for text that is not justified. */
  readonly stretchEm: number | null
}

/** Null where the text has no extent, or none on the page. */
export function placePlaceholder(input: PlaceInput): PlacedText | null {
  const { main, settings, around, font } = input
  const { char } = main
  const mirrored = isMirrored(input)
  const anchor = anchorOf(input)
  // What stands off the page shows nothing there, and neither may its value.
  if (intersection(lettersOf(anchor), around.page.mediaBox) === null) return null
  const box = placeBox(anchor, settings, around, input)
  const size = char.size
  if (box === null || !(box.right > box.left) || !(box.top + box.bottom > 0)) return null
  const look = styleOfPaint(statedPaint(input.paint, settings, around.page.userUnit))
  const plain = frameOf(anchor, box, char.along, size)
  const widened = withRoom(box, (look.stroke?.widthPt ?? 0) / 2)
  const roomy = look.stroke == null ? plain : frameOf(anchor, widened, char.along, size)
  const isRoomy = isWhole(boundsOf(roomy), around.page.mediaBox)
  const [frame, insetPt] = isRoomy ? [roomy, widened.insetPt] : [plain, box.insetPt]
  const bounds = boundsOf(frame)
  const { page } = around
  // A box that the page's edge cuts off ends there; a turned one keeps its form.
  const onPage = intersection(bounds, page.mediaBox)
  if (onPage === null) return null
  const turn = mirrored ? null : quarterOf(anchor.along, frame)
  if (turn === null && !isWhole(bounds, page.mediaBox)) return null
  const unit = page.userUnit
  const sizePt = rounded(settings.size === null ? size : settings.size / unit)
  const least = settings.minSize === null ? Math.max(6 / unit, 0.6 * sizePt) : settings.minSize / unit
  const tracking = trackingOf(input.chars, size, char.along)
  const wraps = (settings.lines ?? 1) > 1
  const verticalAlign = settings.verticalAlign ?? 'top'
  // What the page's edge cuts off below the baseline moves it.
  const cut = turn === null ? 0 : cutBelow(bounds, onPage, turn)
  const placement: Placement = {
    page: page.index,
    box: roundedBox(onPage),
    turn: turn ?? 0,
    insetPt: rounded(insetPt / Math.hypot(frame.matrix[0], frame.matrix[1])),
    style: {
      font,
      sizePt,
      autoSize: false,
      minSizePt: Math.min(sizePt, rounded(least)),
      leading: box.leading,
      tracking,
      minTracking: Math.min(tracking, -0.01),
      align: box.align,
      verticalAlign,
      wrap: wraps,
      maxLines: settings.lines ?? 1,
      comb: null,
      features: [],
      ...look,
    },
    option: null,
    mark: null,
    baselinePt: rounded(box.bottom - cut),
    ...(turn === null ? { frame } : {}),
  }
  return {
    placement,
    corners: cornersOf(plain),
    stretchEm: box.stretchEm,
  }
}

/** A value stands where its letters stood: room for an outline goes around that. */
function withRoom(box: PlacedBox, room: number): PlacedBox {
  return { ...box, left: box.left - room, right: box.right + room, insetPt: box.insetPt + room }
}

function boundsOf({ matrix, widthPt, heightPt }: Frame): Box {
  return mapBox(matrix, [0, 0, widthPt, heightPt])
}

function isWhole(bounds: Box, page: Box): boolean {
  const shown = intersection(bounds, page)
  return (
    shown !== null &&
    boxWidth(shown) >= boxWidth(bounds) - 0.01 &&
    boxHeight(shown) >= boxHeight(bounds) - 0.01
  )
}

function isMirrored({ main, segment }: Pick<PlaceInput, 'main' | 'segment'>): boolean {
  return dot(main.char.up, segment.up) < 0
}

export function anchorOf({
  segment,
  chars,
  main,
  settingsLength,
}: Pick<PlaceInput, 'segment' | 'chars' | 'main' | 'settingsLength'>): Anchor {
  const up: Point = isMirrored({ main, segment }) ? [-segment.up[0], -segment.up[1]] : segment.up
  return {
    along: segment.along,
    up,
    baseline: dot(main.char.origin, up),
    from: Math.min(...chars.map(({ from }) => from)),
    to: Math.max(...chars.map(({ to }) => to)),
    size: main.char.size,
    spacing: spacingOf(chars),
    gaps: wordGapsOf(chars),
    clip: main.char.look.clip,
    settings: settingsLength,
    slant: leanOf(main.char.up, segment.along, main.char.size),
  }
}

/** About where the letters of the text stand, in default user space. */
function lettersOf({ along, up, baseline, from, to, size }: Anchor): Box {
  const letters: Box = [from, baseline - LETTERS_BELOW * size, to, baseline + LETTERS_ABOVE * size]
  return mapBox([along[0], along[1], up[0], up[1], 0, 0], letters)
}

const [LETTERS_BELOW, LETTERS_ABOVE] = [0.2, 0.7]
const SQUARE = 0.005

function leanOf(up: Point, along: Point, size: number): number {
  const lean = dot(up, along) / size
  return Math.abs(lean) < SQUARE ? 0 : lean
}

/** The em's own shape: wider or narrower than high, slanted; what is nearly square counts as square. */
function frameOf(anchor: Anchor, box: PlacedBox, along: Point, size: number): Frame {
  const wide = Math.hypot(...along) / size
  const scale = Math.abs(wide - 1) < SQUARE ? 1 : wide
  const { slant } = anchor
  // The baseline begins at the box's left side, whatever the slant.
  const start = box.left - slant * box.bottom
  const low = anchor.baseline - box.bottom
  const [x, y] = [0, 1].map((axis) => start * anchor.along[axis as 0] + low * anchor.up[axis as 0]) as [
    number,
    number,
  ]
  return {
    matrix: [
      scale * anchor.along[0],
      scale * anchor.along[1],
      slant * anchor.along[0] + anchor.up[0],
      slant * anchor.along[1] + anchor.up[1],
      x,
      y,
    ],
    widthPt: (box.right - box.left) / scale,
    heightPt: box.top + box.bottom,
  }
}

/** The turn of a frame that is nothing but turned by quarters; else null. */
export function quarterOf(along: Point, { matrix }: Frame): QuarterTurn | null {
  const [a, b, c, d] = matrix
  if (Math.abs(a - d) > 1e-4 || Math.abs(b + c) > 1e-4 || Math.abs(a * a + b * b - 1) > 1e-4) return null
  const degrees = (Math.atan2(along[1], along[0]) * 180) / Math.PI
  const quarter = Math.round(degrees / 90) * 90
  if (Math.abs(degrees - quarter) > 0.01) return null
  return (((quarter % 360) + 360) % 360) as QuarterTurn
}

/** How much of the content's lower edge the page cuts off. */
function cutBelow(bounds: Box, kept: Box, turn: QuarterTurn): number {
  if (turn === 0) return kept[1] - bounds[1]
  if (turn === 90) return bounds[2] - kept[2]
  return turn === 180 ? bounds[3] - kept[3] : kept[0] - bounds[0]
}

/**
 * Letter spacing in em, the middle one of what stands between letters beyond their widths: kerning touches few pairs,
 * and producers write spacing as Tc, in TJ or by placing each letter.
 */
function trackingOf(chars: readonly LineChar[], size: number, along: Point): number {
  const scale = Math.hypot(...along) / size
  const gaps = chars
    .slice(1)
    .map((one, at) => (one.from - (chars[at]?.to ?? one.from)) / size / scale)
    .sort((one, other) => one - other)
  const middle = gaps[Math.floor(gaps.length / 2)] ?? 0
  return Math.abs(middle) < 0.005 || Math.abs(middle) > 2 ? 0 : Math.max(-0.2, Math.round(middle * 1e4) / 1e4)
}

export function cornersOf({ matrix: [a, b, c, d, e, f], widthPt, heightPt }: Frame): Point[] {
  return [
    [0, 0],
    [widthPt, 0],
    [widthPt, heightPt],
    [0, heightPt],
  ].map(([x = 0, y = 0]): Point => [a * x + c * y + e, b * x + d * y + f])
}

export function rounded(value: number): number {
  return Math.round(value * 1e5) / 1e5
}

export function roundedBox([left, bottom, right, top]: Box): Box {
  return [rounded(left), rounded(bottom), rounded(right), rounded(top)]
}
