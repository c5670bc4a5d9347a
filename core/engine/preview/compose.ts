/** Composing: plates and inks become colours, the blank page at once and marks pixel by pixel. */

import type { PagePlates, SlotPlates } from '../press/plates.ts'
import type { ArtworkLook, InkLook } from './drawing.ts'
import { type Ink, inkOf, type Rgb, rgbOf, times, towards, under } from './pixel.ts'
import { plateSpans } from './spans.ts'
import type { Printed } from './strips.ts'

/** A plate of the page with its printed ink. */
interface InkedPlate {
  readonly printsOn: string
  readonly ink: Ink
  readonly coverage: Uint8Array
  /** Which of the page's spot plates it is. */
  readonly spot: number
}

/** A page whose inks and paper are chosen. */
export interface InkedPage {
  readonly plates: PagePlates
  readonly paper: Rgb
  /** Those that show, in the order of printing: whites, transparent inks, covering ones. */
  readonly inked: readonly InkedPlate[]
}

/** Ink that a mark adds to a pixel. */
export interface Added {
  readonly plate: string
  readonly ink: Ink | null
}

export function inkPage(plates: PagePlates, artwork: readonly ArtworkLook[], paper: string): InkedPage {
  const looks = new Map(artwork.map((look) => [look.plate, look]))
  const inked = plates.spots.flatMap(({ name, coverage }, at): InkedPlate[] => {
    const look = looks.get(name)
    const ink = look === undefined ? null : inkOf(look)
    if (look === undefined || ink === null) return []
    return [{ printsOn: look.printsOn, ink, coverage, spot: at }]
  })
  return { plates, paper: rgbOf(paper), inked: inked.toSorted((a, b) => a.ink.rank - b.ink.rank) }
}

/** Pixels without marks, of a page or of any part of one: RGB, 3 bytes a pixel. */
export function composeBlank(
  { process, spots }: Printed,
  { paper, inked: inks }: Pick<InkedPage, 'paper' | 'inked'>,
): Uint8Array {
  const inked = inks.map(({ ink, spot }) => ({ ink, coverage: spots[spot]?.coverage ?? NONE }))
  const out = new Uint8Array(process.length)
  const whites = inked.filter(({ ink }) => ink.rank === 0)
  if (paper.every((channel) => channel === 255)) {
    // On white paper a white ink changes nothing, unless it is not quite white.
    if (whites.every(({ ink }) => ink.color.every((channel) => channel === 255))) {
      out.set(process)
      for (const plate of inked) if (plate.ink.rank > 0) layOn(out, plate)
      return out
    }
  }
  fillWith(out, paper)
  for (const plate of whites) layOn(out, plate)
  printProcess(out, process, whites.length === 0 ? paper : null)
  for (const plate of inked) if (plate.ink.rank > 0) layOn(out, plate)
  return out
}

const NONE = new Uint8Array(0)

function fillWith(out: Uint8Array, [red, green, blue]: Rgb): void {
  out.set([red, green, blue])
  for (let filled = 3; filled < out.length; filled *= 2)
    out.copyWithin(filled, 0, Math.min(filled, out.length - filled))
}

/** Process colours darken what lies below; on plain paper a channel has 256 outcomes, which are worked out before. */
function printProcess(out: Uint8Array, printed: Uint8Array, paper: Rgb | null): void {
  const { spans, count } = plateSpans(printed, 3)
  if (paper === null) {
    for (let span = 0; span < count; span += 2) {
      const end = spans[span + 1]! * 3
      for (let at = spans[span]! * 3; at < end; at += 1) out[at] = times(out[at]!, printed[at]!)
    }
    return
  }
  const [reds, greens, blues] = paper.map((channel) => table((value) => times(channel, value))) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  for (let span = 0; span < count; span += 2) {
    const end = spans[span + 1]! * 3
    for (let at = spans[span]! * 3; at < end; at += 3) {
      out[at] = reds[printed[at]!]!
      out[at + 1] = greens[printed[at + 1]!]!
      out[at + 2] = blues[printed[at + 2]!]!
    }
  }
}

function layOn(out: Uint8Array, { coverage, ink }: Pick<InkedPlate, 'coverage' | 'ink'>): void {
  const { spans, count } = plateSpans(coverage, 1)
  if (ink.how !== 'cover') {
    const [reds, greens, blues] = CHANNELS.map((channel) =>
      table((tint) => under(255, ink, channel, tint)),
    ) as unknown as [Uint8Array, Uint8Array, Uint8Array]
    for (let span = 0; span < count; span += 2)
      for (
        let pixel = spans[span]!, end = spans[span + 1]!, at = pixel * 3;
        pixel < end;
        pixel += 1, at += 3
      ) {
        const tint = coverage[pixel]!
        out[at] = times(out[at]!, reds[tint]!)
        out[at + 1] = times(out[at + 1]!, greens[tint]!)
        out[at + 2] = times(out[at + 2]!, blues[tint]!)
      }
    return
  }
  const [red, green, blue] = ink.color
  for (let span = 0; span < count; span += 2)
    for (let pixel = spans[span]!, end = spans[span + 1]!, at = pixel * 3; pixel < end; pixel += 1, at += 3) {
      const share = times(coverage[pixel]!, ink.strength)
      out[at] = towards(out[at]!, red, share)
      out[at + 1] = towards(out[at + 1]!, green, share)
      out[at + 2] = towards(out[at + 2]!, blue, share)
    }
}

const CHANNELS = [0, 1, 2] as const

function table(of: (value: number) => number): Uint8Array {
  const values = new Uint8Array(256)
  for (let value = 0; value < 256; value += 1) values[value] = of(value)
  return values
}

/** The colour of plain paper under one ink. */
export function inkOnPaper(paper: Rgb, look: InkLook, tint: number): Rgb {
  const ink = inkOf(look)
  if (ink === null) return paper
  return [under(paper[0], ink, 0, tint), under(paper[1], ink, 1, tint), under(paper[2], ink, 2, tint)]
}

/** Whites are printed first, then process colours with transparent inks, then what covers them. */
const RANKS = [0, 1, 2] as const

/**
 * What lies around a mark's ink in a pixel: the blank page where it overprints, nothing where it knocks all out, what
 * a slot leaves where it knocks out.
 */
export type Around = 'page' | 'nothing' | SlotPlates

/** Index of a page's pixel in the area of a slot, or -1. */
export function inArea(
  { leftPx, topPx, widthPx, heightPx }: SlotPlates,
  pixel: number,
  pageWidth: number,
): number {
  const y = Math.floor(pixel / pageWidth) - topPx
  const x = (pixel % pageWidth) - leftPx
  return x >= 0 && x < widthPx && y >= 0 && y < heightPx ? y * widthPx + x : -1
}

const BARE = new Uint8Array(0)
const NOTHING_ADDED: Rgb = [255, 255, 255]

/** Works out a pixel with a mark's ink added (`tint` 0 to 255), from the plates, and writes the channels to `to`. */
export function colorPixel(
  page: InkedPage,
  around: Around,
  pixel: number,
  { plate: own, ink: added }: Added,
  tint: number,
  to: Uint8Array,
): void {
  const { plates, paper, inked } = page
  const slot = typeof around === 'string' ? null : around
  const index = slot === null ? pixel : inArea(slot, pixel, plates.widthPx)
  // Outside of its area a slot is as if it stood above everything.
  const bare = around === 'nothing' || index < 0
  const printed = bare ? BARE : (slot?.throughProcess ?? plates.process)
  const amountOf = (plate: InkedPlate): number => {
    if (bare) return 0
    return (slot === null ? plate.coverage : (slot.throughSpots[plate.spot]?.coverage ?? BARE))[index] ?? 0
  }
  // A mark's ink on a plate of the artwork joins that layer.
  const shared = inked.findIndex(({ printsOn }) => printsOn === own)
  let [red, green, blue] = paper
  const lay = (ink: Ink, amount: number): void => {
    if (amount === 0) return
    red = under(red, ink, 0, amount)
    green = under(green, ink, 1, amount)
    blue = under(blue, ink, 2, amount)
  }
  // What overprints the process colours with one of their own darkens them, as a view of the print file has it.
  const darkens = shared < 0 && around === 'page' && added?.how === 'process'
  const darkening = darkens ? added.shade(tint) : NOTHING_ADDED
  for (const rank of RANKS) {
    for (const [number, plate] of inked.entries()) {
      if (plate.ink.rank !== rank) continue
      const amount = amountOf(plate)
      lay(plate.ink, number === shared ? Math.min(255, amount + tint) : amount)
    }
    if (shared < 0 && added?.rank === rank && !darkens) lay(added, tint)
    if (rank > 0 || bare) continue
    const at = index * 3
    const [most0, most1, most2] = darkening
    red = times(red, Math.min(printed[at]!, most0))
    green = times(green, Math.min(printed[at + 1]!, most1))
    blue = times(blue, Math.min(printed[at + 2]!, most2))
  }
  to[0] = red
  to[1] = green
  to[2] = blue
}
