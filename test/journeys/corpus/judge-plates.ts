/** A page of a print file with empty values, held against the upload: every plate, every pixel, in one RIP. */
import { plates, type Rip } from '../../support/rips/oracles.ts'
import type { Plate } from '../../support/rips/plate-files.ts'
import type { PlatesVerdict } from './record.ts'
import type { Place } from './take-file.ts'

const DPI = 150
/** A page of many square inches is drawn more coarsely, or its plates take gigabytes. */
const MOST_PIXELS = 4_000_000
/** A third of what a RIP may take: where it needs no longer for the upload, a print file that is late is at fault. */
const QUICK_MS = 40_000
/** Beside a line of words that became fields, as a share of its height: letters and slanted lines reach beyond it. */
const LEEWAY = 0.5

export interface JudgedPage {
  readonly rip: Rip
  /** 1 is the first page. */
  readonly page: number
  readonly widthPt: number
  readonly heightPt: number
  /** Where the print file is to differ, for words of the artwork became fields. */
  readonly changed: readonly Place[]
}

/**
 * `references` are the upload and what else may be what the print file is to look like; one that agrees is enough. Two
 * are needed: a library that takes off the form may show deleted objects, and the upload itself has its form.
 */
export async function judgePlates(
  references: readonly (() => Promise<Uint8Array>)[],
  press: Uint8Array,
  { rip, page, widthPt, heightPt, changed }: JudgedPage,
): Promise<PlatesVerdict> {
  const inches = (widthPt / 72) * (heightPt / 72)
  const dpi = Math.max(5, Math.min(DPI, Math.floor(Math.sqrt(MOST_PIXELS / inches))))
  // Places are told of what is seen, the crop box; otherwise all of the sheet is looked at.
  const options = { rip, page, dpi, box: changed.length > 0 ? 'crop' : 'media' } as const
  const none = { kind: 'plates', rip, page, pixels: 0, most: 0, says: '' } as const
  let found: ReadonlyMap<string, Plate> | null = null
  let nearest: Difference | null = null
  for (const reference of references) {
    let expected: ReadonlyMap<string, Plate>
    const pdf = await reference()
    const begun = performance.now()
    try {
      expected = plates(pdf, options)
    } catch (error) {
      if (isLate(error)) return { ...none, outcome: 'late' }
      continue
    }
    const quick = performance.now() - begun < QUICK_MS
    try {
      found ??= plates(press, options)
    } catch (error) {
      const outcome = isLate(error) && !quick ? 'late' : 'unprintable'
      return { ...none, outcome, says: (error as Error).message.slice(0, 300) }
    }
    const difference = differenceOf(expected, found, changed)
    if (difference === null) return { ...none, outcome: 'same' }
    if (nearest === null || difference.pixels < nearest.pixels) nearest = difference
  }
  return nearest === null ? { ...none, outcome: 'undrawable' } : { ...none, outcome: 'differs', ...nearest }
}

interface Difference {
  readonly pixels: number
  readonly most: number
  readonly says: string
}

/** Null where they agree. A plate that is missing on one side counts as blank. */
function differenceOf(
  left: ReadonlyMap<string, Plate>,
  right: ReadonlyMap<string, Plate>,
  changed: readonly Place[],
): Difference | null {
  let pixels = 0
  let most = 0
  const says: string[] = []
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const [one, other] = [left.get(name), right.get(name)]
    if (one && other && (one.width !== other.width || one.height !== other.height)) {
      const size = `${one.width} x ${one.height} against ${other.width} x ${other.height} px`
      return { pixels: one.ink.length, most: 255, says: `${name}: ${size}` }
    }
    // Most are equal, which is seen a hundred times sooner than by pixel.
    if (one && other && Buffer.compare(one.ink, other.ink) === 0) continue
    const { width, height } = (one ?? other) as Plate
    const [before, after] = [one, other].map((plate) => withoutPlaces(plate, width, height, changed))
    let count = 0
    for (let at = 0; at < width * height; at += 1) {
      const difference = Math.abs((before?.[at] ?? 0) - (after?.[at] ?? 0))
      if (difference > 0) count += 1
      if (difference > most) most = difference
    }
    pixels += count
    if (count > 0) says.push(`${name}: ${count} px`)
  }
  return pixels === 0 ? null : { pixels, most, says: says.join(', ') }
}

/** A placeholder is longer than the room for its values as often as not: its line is left out from edge to edge. */
function withoutPlaces(
  plate: Plate | undefined,
  width: number,
  height: number,
  places: readonly Place[],
): Uint8Array | undefined {
  if (plate === undefined || places.length === 0) return plate?.ink
  const ink = plate.ink.slice()
  for (const place of places) {
    const [across, down] = [place.width * width, place.height * height]
    const leeway = Math.min(across, down) * LEEWAY
    const isUpright = down > across
    const [left, right] = isUpright ? around(place.left * width, across, leeway, width) : [0, width]
    const [top, bottom] = isUpright ? [0, height] : around(place.top * height, down, leeway, height)
    for (let row = top; row < bottom; row += 1) ink.fill(0, row * width + left, row * width + right)
  }
  return ink
}

function around(from: number, length: number, leeway: number, end: number): readonly [number, number] {
  return [Math.max(0, Math.floor(from - leeway)), Math.min(end, Math.ceil(from + length + leeway))]
}

export function isLate(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ETIMEDOUT'
}
