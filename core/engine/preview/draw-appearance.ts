/** Paints a form's drawing of a choice: its plates in the inks and on the paper of the preview. */

import type { AppearancePlates, SlotPlates } from '../press/plates.ts'
import { colorPixel, type InkedPage } from './compose.ts'
import type { ArtworkLook, DrawnAppearance } from './drawing.ts'
import { type Ink, inkOf, type Rgb, times, towards, under } from './pixel.ts'

/** The effect of the page on a mark that is not on top of it. */
export interface Below {
  readonly slot: SlotPlates | null
  /** How much of it is seen of a pixel, 0 to 255. */
  shown(pixel: number): number
}

/** The colour of a pixel that the mark's ink covers whole, in a tint from 0 to 255. */
export type Mix = (pixel: number, tint: number) => Uint8Array

/** Calls `paint` for each pixel of the page that the mark may change, with its place in the mark's planes. */
function eachPixel(
  { leftPx, topPx, widthPx, heightPx }: AppearancePlates,
  pageWidth: number,
  paint: (pixel: number, at: number) => void,
): void {
  for (let row = 0, at = 0; row < heightPx; row += 1) {
    const first = (topPx + row) * pageWidth + leftPx
    for (let pixel = first; pixel < first + widthPx; pixel += 1, at += 1) paint(pixel, at)
  }
}

/** What a plane holds where the mark covers a part of the pixel alone, as if it covered all of it. */
function whole(value: number, covered: number): number {
  return covered === 255 ? value : Math.min(255, Math.round((value * 255) / covered))
}

/** In the ink of its field. Where it prints without covering anything, it overprints: `over` says how. */
export function paintInInk(
  { plates: { widthPx } }: InkedPage,
  plates: AppearancePlates,
  share: number,
  pixels: Uint8Array,
  mix: Mix,
  over: Mix,
): void {
  const tints = plates.spots[0]?.coverage
  eachPixel(plates, widthPx, (pixel, at) => {
    const covered = plates.covered[at]!
    const tint = tints?.[at] ?? 0
    if (covered > 0) blend(pixels, pixel, mix(pixel, times(share, whole(tint, covered))), covered)
    else if (tint > 0) blend(pixels, pixel, over(pixel, times(share, tint)), 255)
  })
}

/** In its own colours: on paper where it covers the page, on the page where it overprints it. */
export function paintInColors(
  page: InkedPage,
  mark: DrawnAppearance,
  plates: AppearancePlates,
  { artwork, below }: { readonly artwork: readonly ArtworkLook[]; readonly below: Below },
  pixels: Uint8Array,
): void {
  const { paper, plates: own } = page
  const colors = plates.process ?? NONE
  const inks = inksOf(plates, artwork)
  const color = new Uint8Array(3)
  const hidden = new Uint8Array(3)
  eachPixel(plates, own.widthPx, (pixel, at) => {
    const covered = plates.covered[at]!
    const to = pixel * 3
    const isOver = covered === 0 || mark.overprint
    const part = covered === 0 ? 255 : covered
    for (const channel of CHANNELS)
      color[channel] = printed(isOver ? pixels[to + channel]! : paper[channel], channel, at, part)
    const seen = below.shown(pixel)
    if (seen < 255) {
      colorPixel(page, below.slot ?? 'nothing', pixel, { plate: '', ink: null }, 0, hidden)
      for (const channel of CHANNELS) color[channel] = towards(hidden[channel]!, color[channel]!, seen)
    }
    blend(pixels, pixel, color, part)
  })

  function printed(view: number, channel: 0 | 1 | 2, at: number, part: number): number {
    let value = view
    for (const rank of RANKS) {
      for (const { ink, coverage } of inks)
        if (ink.rank === rank) value = under(value, ink, channel, whole(coverage[at]!, part))
      if (rank === 0) value = times(value, 255 - whole(255 - (colors[at * 3 + channel] ?? 255), part))
    }
    return value
  }
}

const CHANNELS = [0, 1, 2] as const
/** Whites are printed first, then process colours with transparent inks, then what covers them. */
const RANKS = [0, 1, 2] as const
const NONE = new Uint8Array(0)

function inksOf({ spots }: AppearancePlates, artwork: readonly ArtworkLook[]) {
  return spots.flatMap(({ name, coverage }): { ink: Ink; coverage: Uint8Array }[] => {
    const look = artwork.find(({ plate }) => plate === name)
    const ink = look === undefined ? null : inkOf(look)
    return ink === null ? [] : [{ ink, coverage }]
  })
}

function blend(pixels: Uint8Array, pixel: number, color: Uint8Array | Rgb, share: number): void {
  const at = pixel * 3
  for (const channel of CHANNELS)
    pixels[at + channel] = towards(pixels[at + channel]!, color[channel]!, share)
}
