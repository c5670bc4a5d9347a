/** How far the outlines of letters reach beyond the letters: half the width of the line, and the tips of its corners. */

import type { Typeface } from './font.ts'
import type { GlyphRun } from './glyph-run.ts'
import { MITER_LIMIT, type TextStroke } from './text-style.ts'

/** A corner of an outline in font units, and where its tip lies for a line that is two units wide. */
interface Corner {
  readonly x: number
  readonly y: number
  readonly tipX: number
  readonly tipY: number
}

const kept = new WeakMap<Typeface, Map<number, readonly Corner[]>>()

/**
 * A corner that is too sharp is cut off (ISO 32000-1 8.4.3.5); RIPs measure its angle between rounded points, and draw
 * tips that are a little longer.
 */
const LIMIT_MARGIN = 1.05

/** The most that the stroke of any glyph sticks out of its bounds, in em of the line; `halfEm` is half its width. */
export function strokeReach(
  runs: readonly GlyphRun[],
  sizePt: number,
  halfEm: number,
  { join, miterLimit = MITER_LIMIT }: Pick<TextStroke, 'join' | 'miterLimit'>,
): number {
  if (join !== 'miter') return halfEm
  let reach = halfEm
  for (const { typeface, sizePt: own, glyphs } of runs) {
    const em = own / typeface.unitsPerEm / sizePt
    const half = halfEm / em
    for (const { id } of glyphs) reach = Math.max(reach, tipReach(typeface, id, half, miterLimit) * em)
  }
  return reach
}

function tipReach(typeface: Typeface, id: number, half: number, miterLimit: number): number {
  const bounds = typeface.bounds(id)
  if (bounds === null) return 0
  const [left, bottom, right, top] = bounds
  let reach = 0
  for (const { x, y, tipX, tipY } of cornersOf(typeface, id)) {
    if (Math.hypot(tipX, tipY) > miterLimit * LIMIT_MARGIN) continue
    const [atX, atY] = [x + tipX * half, y + tipY * half]
    reach = Math.max(reach, left - atX, atX - right, bottom - atY, atY - top)
  }
  return reach
}

function cornersOf(typeface: Typeface, id: number): readonly Corner[] {
  let glyphs = kept.get(typeface)
  if (glyphs === undefined) {
    glyphs = new Map()
    kept.set(typeface, glyphs)
  }
  let corners = glyphs.get(id)
  if (corners === undefined) {
    corners = subpaths(typeface.outline(id)).flatMap(cornersOfLoop)
    glyphs.set(id, corners)
  }
  return corners
}

type Point = readonly [number, number]
/** From one point of an outline to the next, with the points that bend it. */
type Segment = readonly Point[]

function subpaths(outline: string): Segment[][] {
  const loops: Segment[][] = []
  let operands: number[] = []
  let pen: Point = [0, 0]
  for (const word of outline.split(' ')) {
    if (word === 'm') {
      pen = [operands[0] ?? 0, operands[1] ?? 0]
      loops.push([])
    } else if (word === 'l' || word === 'c') {
      const points: Point[] = [pen]
      for (let at = 0; at + 1 < operands.length; at += 2)
        points.push([operands[at] ?? 0, operands[at + 1] ?? 0])
      loops.at(-1)?.push(points)
      pen = points.at(-1) ?? pen
    } else if (word === 'h') {
      const start = loops.at(-1)?.[0]?.[0]
      if (start !== undefined && !isSame(start, pen)) loops.at(-1)?.push([pen, start])
    } else {
      operands.push(Number(word))
      continue
    }
    operands = []
  }
  return loops
}

const isSame = ([a, b]: Point, [c, d]: Point) => Math.abs(a - c) < 1e-6 && Math.abs(b - d) < 1e-6

/** The direction in which points lead away from the first one; null where they all lie on it. */
function direction(points: Segment): Point | null {
  const [first] = points
  const next = points.find((point) => first !== undefined && !isSame(point, first))
  if (first === undefined || next === undefined) return null
  const length = Math.hypot(next[0] - first[0], next[1] - first[1])
  return [(next[0] - first[0]) / length, (next[1] - first[1]) / length]
}

function cornersOfLoop(loop: readonly Segment[]): Corner[] {
  return loop.flatMap((segment, at): Corner[] => {
    const before = loop.at(at - 1)
    const onwards = direction(segment)
    const back = before === undefined ? null : direction(before.toReversed())
    const [point] = segment
    if (point === undefined || onwards === null || back === null) return []
    const [x, y] = [-(onwards[0] + back[0]), -(onwards[1] + back[1])]
    // Twice the cosine of half the angle between both ways.
    const length = Math.hypot(x, y)
    const sine = Math.sqrt(Math.max(0, 1 - (length / 2) ** 2))
    if (length < 1e-6 || sine < 1e-6) return []
    return [{ x: point[0], y: point[1], tipX: x / length / sine, tipY: y / length / sine }]
  })
}
