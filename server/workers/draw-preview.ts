/** Draws previews in a worker: plates and marks composed, and encoded as PNG. */
import { composeBlank } from '../../core/preview/compose.ts'
import { createPainter } from '../../core/preview/coverage.ts'
import { drawPicture, inkedPage } from '../../core/preview/draw.ts'
import type { Drawing } from '../../core/preview/drawing.ts'
import type { PagePlates } from '../../core/preview/plates.ts'
import { createBoundedCache } from '../../core/text/bounded-cache.ts'
import { deflateStrip, encodePng, joinPng, STRIP_ROWS, type Strip } from './png.ts'

export interface PreviewDrawer {
  /** A PNG file of the plates' size, which must be that of the drawing. */
  draw(plates: PagePlates, drawing: Drawing): Promise<Uint8Array>
}

/** A page in chosen inks on chosen paper, and the strips of it that were deflated so far. */
interface Blank {
  readonly pixels: Uint8Array
  /** Null until it is drawn for a second time: a page that is seen once is encoded at once. */
  strips: Map<number, Strip> | null
}

const BLANK_BYTES = 48 << 20

/**
 * What is kept between pictures is bounded. The same plates are to be the same object, as blank pages hang on it: who
 * types sees the same page in the same inks again and again, and only the strips that words touch are made anew.
 */
export function createPreviewDrawer(): PreviewDrawer {
  const painter = createPainter()
  const blanks = createBoundedCache<Blank>(BLANK_BYTES, ({ pixels }) => pixels.length)
  const numbers = new WeakMap<PagePlates, number>()
  let pages = 0
  const numberOf = (plates: PagePlates): number => {
    const known = numbers.get(plates) ?? pages++
    numbers.set(plates, known)
    return known
  }
  return {
    async draw(plates, drawing) {
      const page = inkedPage(plates, drawing)
      const key = `${numberOf(plates)} ${drawing.paper} ${JSON.stringify(drawing.artwork)}`
      const known = blanks.get(key)
      const blank = known ?? { pixels: composeBlank(page), strips: null }
      if (known === undefined) blanks.set(key, blank)
      else blank.strips ??= new Map()
      const { pixels, touched } = await drawPicture(page, blank.pixels, drawing, painter)
      if (blank.strips === null) return encodePng(pixels, plates.widthPx, plates.heightPx)
      return encodeStrips(pixels, touched, blank.strips, drawing)
    },
  }
}

/** Deflates the strips that marks touch, and those that are not yet known of the blank page. */
function encodeStrips(
  pixels: Uint8Array,
  touched: readonly (readonly [number, number])[],
  known: Map<number, Strip>,
  { widthPx, heightPx }: Drawing,
): Uint8Array {
  const strips: Strip[] = []
  for (let top = 0; top < heightPx; top += STRIP_ROWS) {
    const bottom = Math.min(heightPx, top + STRIP_ROWS)
    const changed = touched.some(([first, last]) => first < bottom && last > top)
    const kept = changed ? undefined : known.get(top)
    const strip = kept ?? deflateStrip(pixels, widthPx, top, bottom)
    if (!changed) known.set(top, strip)
    strips.push(strip)
  }
  return joinPng(widthPx, heightPx, strips)
}
