/** A coarse map of where a page has ink already, so that checks can tell what lies over something and what does not. */
import { type Box, boxHeight, boxWidth } from '../../geometry/box.ts'
import type { Outline } from './painted-object.ts'

export interface Coverage {
  /** Marks what an outline fills, as far as `box` shows it; without one the whole box. White takes ink away. */
  fill(outline: Outline | null, box: Box, inked: boolean): void
  stroke(outline: Outline, box: Box, width: number, inked: boolean): void
  /** The part of a box that has ink, 0 to 1. */
  of(box: Box): number
}

const CELL_PT = 2
const MAX_CELLS = 250_000
/** Crossings, cells and edges that may be looked at; artwork beyond it is taken as it stood. */
const MAX_WORK = 3_000_000
/** Painting that was not asked for yet. */
const MAX_WAITING = 50_000

/** Nothing is worked out before it is asked for: pages without small text or thin lines cost nothing. */
export function createCoverage(page: Box): Coverage {
  const waiting: (() => void)[] = []
  let map: Coverage | null = null
  const later = (paint: (on: Coverage) => void) => {
    if (waiting.length < MAX_WAITING) waiting.push(() => paint(opened()))
  }
  const opened = () => {
    map ??= createMap(page)
    return map
  }
  return {
    fill: (outline, box, inked) => later((on) => on.fill(outline, box, inked)),
    stroke: (outline, box, width, inked) => later((on) => on.stroke(outline, box, width, inked)),
    of(box) {
      if (waiting.length === 0 && map === null) return 0
      for (const paint of waiting) paint()
      waiting.length = 0
      return opened().of(box)
    },
  }
}

function createMap(page: Box): Coverage {
  const [left, bottom] = page
  const cell = Math.max(CELL_PT, Math.sqrt((boxWidth(page) * boxHeight(page)) / MAX_CELLS))
  const columns = Math.max(1, Math.ceil(boxWidth(page) / cell))
  const rows = Math.max(1, Math.ceil(boxHeight(page) / cell))
  const cells = new Uint8Array(columns * rows)
  const crossings = createCrossings(rows)
  let work = MAX_WORK

  const clamp = (value: number, most: number) => (value < 0 ? 0 : value > most ? most : value)
  /** The first cell whose centre lies at or behind a coordinate; the last one before it is one less. */
  const column = (x: number) => clamp(Math.ceil((x - left) / cell - 0.5), columns)
  const row = (y: number) => clamp(Math.ceil((y - bottom) / cell - 0.5), rows)
  const mark = (at: number, from: number, end: number, value: number) => {
    if (at < 0 || at >= rows || end <= from) return
    work -= 1 + (end - from) / 64
    cells.fill(value, at * columns + Math.max(from, 0), at * columns + Math.min(end, columns))
  }

  return {
    fill(outline, box, inked) {
      if (work <= 0) return
      const value = inked ? 1 : 0
      const [first, end, low, high] = [column(box[0]), column(box[2]), row(box[1]), row(box[3])]
      if (first >= end || low >= high) return
      if (outline === null) {
        for (let at = low; at < high; at += 1) mark(at, first, end, value)
        return
      }
      for (const points of outline.subpaths) {
        const length = points.length
        work -= length / 16
        let x0 = points[length - 2] ?? 0
        let y0 = points[length - 1] ?? 0
        for (let at = 0; at + 1 < length; at += 2) {
          const x1 = points[at] ?? 0
          const y1 = points[at + 1] ?? 0
          const begin = Math.max(low, row(Math.min(y0, y1)))
          const stop = Math.min(high, row(Math.max(y0, y1)))
          for (let line = begin; line < stop; line += 1) {
            const y = bottom + (line + 0.5) * cell
            crossings.add(line, x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), y1 > y0 ? 1 : -1)
          }
          if (stop > begin) work -= stop - begin
          if (work <= 0) break
          x0 = x1
          y0 = y1
        }
      }
      crossings.spans(outline.evenOdd, (line, from, to) =>
        mark(line, Math.max(first, column(from)), Math.min(end, column(to)), value),
      )
    },
    stroke({ subpaths }, box, width, inked) {
      // Decision: rules and frames do not count as ground: text stands on what is wider than a cell.
      if (width < cell || work <= 0) return
      const [first, end, low, high] = [column(box[0]), column(box[2]), row(box[1]), row(box[3])]
      const half = width / 2
      for (const points of subpaths)
        for (let at = 0; at + 3 < points.length && work > 0; at += 2) {
          const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(at, at + 4)
          const steps = Math.min(Math.ceil(Math.hypot(x1 - x0, y1 - y0) / cell) + 1, 4096)
          for (let step = 0; step <= steps && work > 0; step += 1) {
            const [x, y] = [x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps]
            const top = Math.min(high, row(y + half))
            for (let line = Math.max(low, row(y - half)); line < top; line += 1)
              mark(line, Math.max(first, column(x - half)), Math.min(end, column(x + half)), inked ? 1 : 0)
          }
        }
    },
    of(box) {
      if (work <= 0) return 0
      // Small boxes lie between centres: the cells that they touch count.
      const from = clamp(Math.floor((box[0] - left) / cell), columns - 1)
      const to = clamp(Math.floor((box[2] - left) / cell), columns - 1)
      const low = clamp(Math.floor((box[1] - bottom) / cell), rows - 1)
      const high = clamp(Math.floor((box[3] - bottom) / cell), rows - 1)
      let inked = 0
      for (let line = low; line <= high; line += 1)
        for (let at = from; at <= to; at += 1) inked += cells[line * columns + at] ?? 0
      const looked = (to - from + 1) * (high - low + 1)
      work -= looked / 16
      return inked / looked
    },
  }
}

/** Where the edges of one outline cross the middle of each row. */
function createCrossings(rows: number) {
  /** x and winding in turn. */
  const byRow: number[][] = Array.from({ length: rows }, () => [])
  const touched: number[] = []
  return {
    add(row: number, x: number, winding: number): void {
      const found = byRow[row]
      if (found === undefined) return
      if (found.length === 0) touched.push(row)
      found.push(x, winding)
    },
    /** Calls `visit` for each stretch inside the outline, and forgets it. */
    spans(evenOdd: boolean, visit: (row: number, from: number, to: number) => void): void {
      for (const row of touched) {
        const found = byRow[row] ?? []
        if (found.length === 4) {
          const [one = 0, , other = 0] = found
          if (evenOdd || (found[1] ?? 0) + (found[3] ?? 0) === 0)
            visit(row, Math.min(one, other), Math.max(one, other))
        } else {
          const sorted = Array.from({ length: found.length / 2 }, (_, at) => at * 2)
          sorted.sort((a, b) => (found[a] ?? 0) - (found[b] ?? 0))
          let winding = 0
          for (const [at, index] of sorted.entries()) {
            winding += evenOdd ? 1 : (found[index + 1] ?? 0)
            const next = sorted[at + 1]
            const inside = evenOdd ? winding % 2 === 1 : winding !== 0
            if (inside && next !== undefined) visit(row, found[index] ?? 0, found[next] ?? 0)
          }
        }
        found.length = 0
      }
      touched.length = 0
    },
  }
}
