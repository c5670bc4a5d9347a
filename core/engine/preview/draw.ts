/** Draws a picture: the blank page in its inks, and the marks over it by their coverage. */
import type { Box } from '../geometry/box.ts'
import type { PagePlates, SlotPlates } from '../press/plates.ts'
import type { BlendMode } from '../text/text-style.ts'
import { blendedWith } from './blend.ts'
import {
  type Added,
  type Around,
  colorPixel,
  type InkedPage,
  inArea,
  inkOnPaper,
  inkPage,
} from './compose.ts'
import type { Mask, Painter, ShapePaint } from './coverage.ts'
import { paintInColors, paintInInk } from './draw-appearance.ts'
import type { Drawing, DrawnAppearance, DrawnImage, DrawnMark, DrawnProblem, DrawnShapes } from './drawing.ts'
import { inkOf, type Rgb, times, towards, under } from './pixel.ts'
import type { ProofColors } from './proof.ts'

/** For each row of the picture the first pixel that marks may change, and the first after the last; 0 and 0 for none. */
export function touchedSpans(drawing: Drawing): Int32Array {
  const { heightPx } = drawing
  const spans = new Int32Array(heightPx * 2)
  const boxes = [
    ...drawing.marks.map(({ bounds }) => bounds),
    ...drawing.problems.map((problem) => problemBounds(drawing, problem)),
  ]
  for (const [left, top, right, bottom] of boxes) {
    if (left >= right) continue
    for (let row = Math.max(0, top), at = row * 2; row < Math.min(heightPx, bottom); row += 1, at += 2) {
      const free = spans[at + 1] === 0
      spans[at] = free ? left : Math.min(spans[at]!, left)
      spans[at + 1] = Math.max(spans[at + 1]!, right)
    }
  }
  return spans
}

/**
 * Paints marks and problems over the blank page's pixels: RGB, 3 bytes a pixel, the top row first. Of these it reads
 * and writes the touched rows alone.
 */
export async function drawMarks(
  page: InkedPage,
  pixels: Uint8Array,
  drawing: Drawing,
  painter: Painter,
  proof: ProofColors | null = null,
): Promise<void> {
  for (const mark of drawing.marks) {
    if (mark.kind === 'shapes') paintShapes(page, drawing, mark, painter, pixels)
    else if (mark.kind === 'appearance') paintAppearance(page, drawing, mark, pixels)
    else await paintPicture(page, drawing, mark, { painter, proof: mark.ink === null ? proof : null }, pixels)
  }
  for (const problem of drawing.problems) paintProblem(drawing, problem, painter, pixels)
}

/** The page's plates in the inks of a drawing. Throws a plain Error where they are not of one size. */
export function inkedPage(plates: PagePlates, { artwork, paper, widthPx, heightPx }: Drawing): InkedPage {
  if (plates.widthPx !== widthPx || plates.heightPx !== heightPx)
    throw new Error(
      `The plates are ${plates.widthPx} x ${plates.heightPx}, the drawing ${widthPx} x ${heightPx}.`,
    )
  return inkPage(plates, artwork, paper)
}

type Paint = Pick<DrawnShapes, 'plate' | 'look' | 'tint'>

/** The effect of the page on a mark within or below the artwork; null if it looks as if it were on top. */
function slotOf({ slot, inPlace, bounds }: DrawnMark, { plates }: InkedPage): SlotPlates | null {
  if (slot === 'above') return null
  const own = plates.slots.filter(
    (one) => one.slot === slot && one.inPlace === (slot === 'below' ? null : inPlace),
  )
  return own.find((one) => holds(one, bounds)) ?? own.find((one) => meets(one, bounds)) ?? null
}

function holds({ leftPx, topPx, widthPx, heightPx }: SlotPlates, [left, top, right, bottom]: Box): boolean {
  return left >= leftPx && top >= topPx && right <= leftPx + widthPx && bottom <= topPx + heightPx
}

function meets({ leftPx, topPx, widthPx, heightPx }: SlotPlates, [left, top, right, bottom]: Box): boolean {
  return left < leftPx + widthPx && right > leftPx && top < topPx + heightPx && bottom > topPx
}

/**
 * A fill, and then its outline. Where they are transparent and the outline knocks out, the fill does not show through
 * it (ISO 32000-1 11.7.4.4).
 */
function paintShapes(
  page: InkedPage,
  drawing: Drawing,
  mark: DrawnShapes,
  painter: Painter,
  pixels: Uint8Array,
): void {
  const { stroke, opacity = 1, blend = 'normal', ...fill } = mark
  const layer = (one: DrawnShapes, share: number, paint?: ShapePaint) => {
    const faded = share === 1 && paint === undefined ? painter : fadedPainter(painter, share, paint)
    if (blend === 'normal') paintInOneInk(page, drawing, one, faded, pixels)
    else blendInOneInk(page, drawing, { ...one, blend }, faded, pixels)
  }
  if (stroke === undefined) {
    layer(fill, opacity)
    return
  }
  const isTransparent = opacity < 1 || stroke.opacity < 1 || blend !== 'normal'
  const inside: ShapePaint = { part: 'inside', line: stroke }
  if (stroke.filled) layer(fill, opacity, isTransparent && !stroke.overprint ? inside : undefined)
  const { plate, look, tint, overprint } = stroke
  layer({ ...fill, plate, look, tint, overprint }, stroke.opacity, { part: 'outline', line: stroke })
}

function fadedPainter(
  painter: Painter,
  opacity: number,
  paint: ShapePaint | undefined,
): Pick<Painter, 'shapes'> {
  const share = Math.round(opacity * 255)
  return {
    shapes(drawing, mark, visit) {
      const fade = (mask: Mask) => {
        const { pixels } = mask
        if (share < 255) for (let at = 3; at < pixels.length; at += 4) pixels[at] = times(pixels[at]!, share)
        visit(mask)
      }
      painter.shapes(drawing, mark, fade, paint)
    },
  }
}

/** By its blend mode with what is there already. Decision: it blends as light on white paper does, like the artwork's. */
function blendInOneInk(
  page: InkedPage,
  drawing: Drawing,
  mark: DrawnShapes & { readonly blend: BlendMode },
  painter: Pick<Painter, 'shapes'>,
  pixels: Uint8Array,
): void {
  if (inkOf(mark.look) === null) return
  const source = inkOnPaper([255, 255, 255], mark.look, Math.round(mark.tint * 255))
  const slot = slotOf(mark, page)
  const blended = blendedWith(mark.blend, source, page.paper)
  painter.shapes(drawing, mark, (mask) =>
    eachPixel(mask, drawing.widthPx, (at, cover) => {
      const shown = slot === null ? 255 : shownAt(slot, at / 3, drawing.widthPx)
      for (const channel of CHANNELS) {
        const below = pixels[at + channel]!
        pixels[at + channel] = towards(below, blended(below, channel), times(cover, shown))
      }
    }),
  )
}

function paintInOneInk(
  page: InkedPage,
  drawing: Drawing,
  mark: DrawnShapes,
  painter: Pick<Painter, 'shapes'>,
  pixels: Uint8Array,
): void {
  const width = drawing.widthPx
  const ink = inkOf(mark.look)
  if (ink === null) return
  const tint = Math.round(mark.tint * 255)
  if (slotOf(mark, page) !== null || (mark.overprint && ink.rank === 0)) {
    const mix = mixer(page, mark, tint)
    painter.shapes(drawing, mark, (mask) => blendMixed(pixels, width, mask, mix))
    return
  }
  if (!mark.overprint) {
    const color = inkOnPaper(page.paper, mark.look, tint)
    painter.shapes(drawing, mark, (mask) => blendColor(pixels, width, mask, color))
    return
  }
  if (ink.how === 'process') {
    const shade = ink.shade(tint)
    const printed = page.plates.process
    painter.shapes(drawing, mark, (mask) =>
      eachPixel(mask, width, (at, cover) => {
        for (const channel of CHANNELS) {
          const [there, most, below] = [printed[at + channel]!, shade[channel], pixels[at + channel]!]
          const darker = there <= most ? below : Math.round((below * most) / there)
          pixels[at + channel] = towards(below, darker, cover)
        }
      }),
    )
    return
  }
  // Overprinting ink leaves all other plates unchanged.
  painter.shapes(drawing, mark, (mask) =>
    eachPixel(mask, width, (at, cover) => {
      for (const channel of CHANNELS) {
        const below = pixels[at + channel]!
        pixels[at + channel] = towards(below, under(below, ink, channel, tint), cover)
      }
    }),
  )
}

const CHANNELS = [0, 1, 2] as const

/** The colour of a pixel that a mark covers whole, worked out from all plates. */
function mixer(page: InkedPage, mark: Paint & DrawnMark, tint: number) {
  const slot = slotOf(mark, page)
  const added: Added = { plate: mark.plate, ink: inkOf(mark.look) }
  const around: Around = mark.overprint ? 'page' : (slot ?? 'nothing')
  const color = new Uint8Array(3)
  return (pixel: number, amount = tint): Uint8Array => {
    const seen = slot === null ? amount : times(amount, shownAt(slot, pixel, page.plates.widthPx))
    colorPixel(page, around, pixel, added, seen, color)
    return color
  }
}

function shownAt(slot: SlotPlates, pixel: number, pageWidth: number): number {
  const index = inArea(slot, pixel, pageWidth)
  return index < 0 ? 255 : slot.shown[index]!
}

/** Calls `paint` for every pixel with ink, with where its bytes begin and how much of it is covered (1 to 255). */
function eachPixel(
  { left, top, width, height, pixels }: Mask,
  pageWidth: number,
  paint: (at: number, cover: number, from: number) => void,
): void {
  for (let row = 0, from = 0; row < height; row += 1)
    for (let at = ((top + row) * pageWidth + left) * 3, end = at + width * 3; at < end; at += 3, from += 4) {
      const cover = pixels[from + 3]!
      if (cover > 0) paint(at, cover, from)
    }
}

function blendColor(pixels: Uint8Array, pageWidth: number, mask: Mask, [red, green, blue]: Rgb): void {
  const { left, top, width, height, pixels: cover } = mask
  for (let row = 0, from = 3; row < height; row += 1)
    for (let at = ((top + row) * pageWidth + left) * 3, end = at + width * 3; at < end; at += 3, from += 4) {
      const share = cover[from]!
      if (share === 0) continue
      pixels[at] = towards(pixels[at]!, red, share)
      pixels[at + 1] = towards(pixels[at + 1]!, green, share)
      pixels[at + 2] = towards(pixels[at + 2]!, blue, share)
    }
}

function blendMixed(
  pixels: Uint8Array,
  pageWidth: number,
  mask: Mask,
  mix: (pixel: number) => Uint8Array,
): void {
  eachPixel(mask, pageWidth, (at, cover) => blendAt(pixels, at, mix(at / 3), cover))
}

function blendAt(pixels: Uint8Array, at: number, color: Uint8Array, cover: number): void {
  for (const channel of CHANNELS)
    pixels[at + channel] = towards(pixels[at + channel]!, color[channel]!, cover)
}

function paintAppearance(
  page: InkedPage,
  { artwork }: Drawing,
  mark: DrawnAppearance,
  pixels: Uint8Array,
): void {
  const plates = page.plates.appearances.find(({ key }) => key === mark.key)
  if (plates === undefined) throw new Error('The plates of a mark are missing.')
  if (mark.ink !== null) {
    const full = Math.round(mark.ink.tint * 255)
    const inked = { ...mark, ...mark.ink }
    const [mix, over] = [mixer(page, inked, full), mixer(page, { ...inked, overprint: true }, full)]
    paintInInk(page, plates, full, pixels, mix, over)
    return
  }
  const slot = slotOf(mark, page)
  const shown = (pixel: number) => (slot === null ? 255 : shownAt(slot, pixel, page.plates.widthPx))
  paintInColors(page, mark, plates, { artwork, below: { slot, shown } }, pixels)
}

async function paintPicture(
  page: InkedPage,
  drawing: Drawing,
  mark: DrawnImage,
  { painter, proof }: { readonly painter: Painter; readonly proof: ProofColors | null },
  pixels: Uint8Array,
): Promise<void> {
  const file = drawing.images[mark.image]
  if (file === undefined) throw new Error('An image is missing.')
  const image = await painter.open(file, proof)
  painter.image(mark, image, (mask) => {
    if (mark.ink === null) blendProcess(page, mark, mask, pixels)
    else blendInk(page, { ...mark, ...mark.ink }, mask, pixels)
  })
}

/** A picture in its own colours is printed in process inks, which paper shines through. */
function blendProcess(page: InkedPage, mark: DrawnImage, mask: Mask, pixels: Uint8Array): void {
  const { paper, plates } = page
  const slot = slotOf(mark, page)
  const hidden = new Uint8Array(3)
  eachPixel(mask, plates.widthPx, (at, cover, from) => {
    const pixel = at / 3
    const shown = slot === null ? 255 : shownAt(slot, pixel, plates.widthPx)
    if (shown < 255) colorPixel(page, slot ?? 'nothing', pixel, { plate: '', ink: null }, 0, hidden)
    for (const channel of CHANNELS) {
      const below = mark.overprint ? pixels[at + channel]! : paper[channel]
      const printed = times(below, mask.pixels[from + channel]!)
      const seen = shown === 255 ? printed : towards(hidden[channel]!, printed, shown)
      pixels[at + channel] = towards(pixels[at + channel]!, seen, cover)
    }
  })
}

/** In one ink: dark samples are ink; light ones knock out, or leave what is there in a stencil. */
function blendInk(
  page: InkedPage,
  mark: DrawnImage & NonNullable<DrawnImage['ink']>,
  mask: Mask,
  pixels: Uint8Array,
): void {
  const full = Math.round(mark.tint * 255)
  const mix = mixer(page, mark, full)
  eachPixel(mask, page.plates.widthPx, (at, cover, from) => {
    const dark = 255 - luminance(mask.pixels, from)
    if (mark.stencil) blendAt(pixels, at, mix(at / 3), times(cover, dark))
    else blendAt(pixels, at, mix(at / 3, times(full, dark)), cover)
  })
}

/** Of a pixel in RGB, with the weights of ITU-R BT.709 as whole numbers. */
function luminance(pixels: Uint8ClampedArray, at: number): number {
  return (54 * pixels[at]! + 183 * pixels[at + 1]! + 19 * pixels[at + 2]! + 128) >> 8
}

/** A red that no paper hides, with the frame's inside tinted lightly. */
const WARNING: Rgb = [200, 30, 30]
const WARNING_LIGHT: Rgb = [244, 164, 164]

/** What drawing the problem may change: [left, top, right, bottom] in px. */
export function problemBounds(
  { widthPx, heightPx }: Pick<Drawing, 'widthPx' | 'heightPx'>,
  { corners }: DrawnProblem,
): Box {
  const reach = 2 * frameWidth(widthPx) + 1
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const inside = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  return [
    inside(Math.min(...xs) - reach, widthPx),
    inside(Math.min(...ys) - reach, heightPx),
    inside(Math.max(...xs) + reach, widthPx),
    inside(Math.max(...ys) + reach, heightPx),
  ]
}

function frameWidth(widthPx: number): number {
  return Math.max(1, widthPx / 600)
}

/** Draws over everything, so that it cannot be overlooked. */
function paintProblem(drawing: Drawing, problem: DrawnProblem, painter: Painter, pixels: Uint8Array): void {
  const { widthPx } = drawing
  const { corners, shapes } = problem
  const bounds = problemBounds(drawing, problem)
  painter.area(corners, bounds, (mask) =>
    eachPixel(mask, widthPx, (at, cover) => tintAt(pixels, at, times(cover, 70))),
  )
  if (shapes.length > 0)
    painter.shapes(drawing, { bounds, shapes }, (mask) => blendColor(pixels, widthPx, mask, WARNING))
  painter.frame(corners, bounds, frameWidth(widthPx), (mask) => blendColor(pixels, widthPx, mask, WARNING))
}

function tintAt(pixels: Uint8Array, at: number, share: number): void {
  for (const channel of CHANNELS)
    pixels[at + channel] = towards(pixels[at + channel]!, WARNING_LIGHT[channel], share)
}
