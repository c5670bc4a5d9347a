/** The geometry of an image in its frame: the printed part, its rotation and its resolution. Numbers only, no screen. */

export interface Size {
  readonly width: number
  readonly height: number
}

export const TURNS = [0, 90, 180, 270] as const
/** Clockwise, degrees. */
export type Turn = (typeof TURNS)[number]

/** `cover`: the frame is always full. `contain`: the whole image can be seen, with paper beside it. */
export type Fit = 'cover' | 'contain'

/** In whole thousandths of the image after it is turned, from its upper left corner. */
export interface Crop extends Size {
  readonly x: number
  readonly y: number
}

/** The stored value of an image in a field. */
export interface Placed {
  readonly crop: Crop
  readonly turn: Turn
}

/** Shares of the free room, or of what is cut off where the image covers its frame: from the left, and from the top. */
export interface Shares {
  readonly x: number
  readonly y: number
}

/** An image (px, before it is turned) and the frame that it stands in (pt, or any unit for its shape alone). */
export interface Framing {
  readonly image: Size
  readonly frame: Size
  readonly fit: Fit
  readonly shares: Shares
}

/**
 * What is looked at while an image is moved: `zoom` is 1 where the frame is just covered, or the image just contained;
 * `x` and `y` are the middle of the frame, in fractions of the turned image.
 */
export interface View {
  readonly turn: Turn
  readonly zoom: number
  readonly x: number
  readonly y: number
}

/** A part of the turned image, in fractions of it; of `contain` it can be larger than the image. */
export interface Part extends Size {
  readonly x: number
  readonly y: number
}

const WHOLE = 1000
/** Decision: beyond this a thousandth of the image is a step that can be seen. */
const MOST_ZOOM = 8
const LEAST_PART = 0.04

export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** The frame at zoom 1, in fractions of the turned image. */
function wholeFrame({ image, frame, fit }: Framing, turn: Turn): Size {
  const { width, height } = turnedSize(image, turn)
  /** How many times wider the image is than the frame, shape by shape. */
  const ratio = width / height / (frame.width / frame.height)
  const isLimitedByHeight = fit === 'cover' ? ratio > 1 : ratio < 1
  return isLimitedByHeight ? { width: 1 / ratio, height: 1 } : { width: 1, height: ratio }
}

export function mostZoom(framing: Framing, turn: Turn): number {
  const { width, height } = wholeFrame(framing, turn)
  return Math.max(1, Math.min(MOST_ZOOM, Math.min(width, height) / LEAST_PART))
}

/** The part that the frame shows. */
export function partOf(framing: Framing, { turn, zoom, x, y }: View): Part {
  const whole = wholeFrame(framing, turn)
  const [width, height] = [whole.width / zoom, whole.height / zoom]
  return { x: x - width / 2, y: y - height / 2, width, height }
}

/** Zoomed and moved back so far that the frame is covered, or that the image stays in it. */
export function held(framing: Framing, view: View): View {
  const zoom = Math.max(1, view.zoom)
  const whole = wholeFrame(framing, view.turn)
  // Where all of the image is seen, it stands where its field says.
  const along = (middle: number, length: number, share: number) =>
    length >= 1 ? anchored(length, share) : clamp(middle, length / 2, 1 - length / 2)
  return {
    turn: view.turn,
    zoom,
    x: along(view.x, whole.width / zoom, framing.shares.x),
    y: along(view.y, whole.height / zoom, framing.shares.y),
  }
}

/** The whole image as its field places it, which is how the press prints one without a crop. */
export function firstView(framing: Framing, turn: Turn = 0): View {
  const { width, height } = wholeFrame(framing, turn)
  const { shares } = framing
  return held(framing, { turn, zoom: 1, x: anchored(width, shares.x), y: anchored(height, shares.y) })
}

/** The middle of a frame of this length beside an image of length 1. */
function anchored(length: number, share: number): number {
  return length / 2 + (1 - length) * share
}

/** The image moved by a part of the frame's width and height: to the right and down. */
export function moved(framing: Framing, view: View, right: number, down: number): View {
  const part = partOf(framing, view)
  return held(framing, { ...view, x: view.x - right * part.width, y: view.y - down * part.height })
}

/** Zoomed so that what is at this point stays there; the point is a part of the frame, from its upper left corner. */
export function zoomed(
  framing: Framing,
  view: View,
  factor: number,
  point: { readonly x: number; readonly y: number } = { x: 0.5, y: 0.5 },
): View {
  // One that was placed closer through the API can be looked at as it is.
  const most = Math.max(mostZoom(framing, view.turn), view.zoom)
  const zoom = clamp(view.zoom * factor, 1, most)
  const before = partOf(framing, view)
  const by = view.zoom / zoom
  return held(framing, {
    turn: view.turn,
    zoom,
    x: view.x + (point.x - 0.5) * before.width * (1 - by),
    y: view.y + (point.y - 0.5) * before.height * (1 - by),
  })
}

/** A quarter turn clockwise about the middle of the frame, as large on paper as before where that covers the frame. */
export function turnedRight(framing: Framing, view: View): View {
  const turn = ((view.turn + 90) % 360) as Turn
  const scale = (one: View) => turnedSize(framing.image, one.turn).width * wholeFrame(framing, one.turn).width
  const isWhole = view.zoom === 1
  const next = { turn, zoom: 1, x: 1 - view.y, y: view.x }
  return held(framing, { ...next, zoom: isWhole ? 1 : (view.zoom * scale(next)) / scale(view) })
}

/** The printed part of the image. */
export function placedOf(framing: Framing, view: View): Placed {
  const { x, y, width, height } = partOf(framing, view)
  const [left, across] = thousandths(x, width)
  const [top, down] = thousandths(y, height)
  return { crop: { x: left, y: top, width: across, height: down }, turn: view.turn }
}

/**
 * The view that shows what is printed: of `cover` the middle of the crop in the frame's shape, of `contain` all of the
 * crop. Null, or a crop of everything, for the image as its field places it.
 */
export function viewOf(framing: Framing, placed: Placed | null): View {
  if (placed === null) return firstView(framing)
  const { crop, turn } = placed
  if (crop.width === WHOLE && crop.height === WHOLE) return firstView(framing, turn)
  const whole = wholeFrame(framing, turn)
  const zooms = [whole.width / (crop.width / WHOLE), whole.height / (crop.height / WHOLE)]
  const zoom = framing.fit === 'cover' ? Math.max(...zooms) : Math.min(...zooms)
  const middle = (from: number, length: number) => (from + length / 2) / WHOLE
  return held(framing, { turn, zoom, x: middle(crop.x, crop.width), y: middle(crop.y, crop.height) })
}

/** How many of the image's pixels lie on an inch of paper, the smaller of both directions. `frame` is in pt. */
export function effectivePpi({ image, frame, fit }: Framing, { crop, turn }: Placed): number {
  const { width, height } = turnedSize(image, turn)
  const across = ((width * crop.width) / WHOLE / frame.width) * 72
  const down = ((height * crop.height) / WHOLE / frame.height) * 72
  return fit === 'cover' ? Math.min(across, down) : Math.max(across, down)
}

export type Fineness = 'good' | 'soft' | 'small'

/** In tenths, as the service compares them: a crop in thousandths can miss a whole number by a hair. */
export function fineness(ppi: number, limits: { readonly min: number; readonly warn: number }): Fineness {
  const reaches = (least: number) => Math.round(ppi * 10) >= Math.round(least * 10)
  if (!reaches(limits.min)) return 'small'
  return reaches(limits.warn) ? 'good' : 'soft'
}

/** From and length in whole thousandths, within the image. */
function thousandths(from: number, length: number): readonly [from: number, length: number] {
  const least = clamp(from, 0, 1)
  const most = clamp(from + length, 0, 1)
  const whole = clamp(Math.round((most - least) * WHOLE), 1, WHOLE)
  return [clamp(Math.round(((least + most) / 2) * WHOLE - whole / 2), 0, WHOLE - whole), whole]
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
