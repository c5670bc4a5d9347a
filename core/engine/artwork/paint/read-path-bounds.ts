/** The bounds of a path's parts while it is constructed, for what is painted and what is clipped to. */
import type { Box } from '../../geometry/box.ts'
import type { Matrix } from '../../geometry/matrix.ts'

export interface PathBounds {
  /** `operator` constructs (m, l, c, v, y, re, h) with its operands, under a CTM. */
  add(operator: string, operands: readonly number[], ctm: Matrix): void
  /** The path becomes a clip once it is painted. */
  clip(): void
  /** Bounds of each subpath, and of all where the path clips; the path is then empty. */
  finish(): { readonly boxes: readonly Box[]; readonly clip: Box | null }
}

const MAX_SUBPATHS = 10_000

/** Control points count as points: bounds may be a little larger than the curves. */
export function createPath(): PathBounds {
  let subpaths: [number, number, number, number][] = []
  let clips = false
  const extend = (x: number, y: number, [a, b, c, d, e, f]: Matrix) => {
    const box = subpaths.at(-1)
    if (box === undefined) return
    const [px, py] = [a * x + c * y + e, b * x + d * y + f]
    box[0] = Math.min(box[0], px)
    box[1] = Math.min(box[1], py)
    box[2] = Math.max(box[2], px)
    box[3] = Math.max(box[3], py)
  }
  const begin = () => {
    if (subpaths.length < MAX_SUBPATHS) subpaths.push([Infinity, Infinity, -Infinity, -Infinity])
  }
  return {
    add(operator, operands, ctm) {
      if (operator === 'm' || operator === 're') begin()
      if (operator === 're') {
        const [x = 0, y = 0, width = 0, height = 0] = operands
        for (const [px, py] of [
          [x, y],
          [x + width, y],
          [x, y + height],
          [x + width, y + height],
        ] as const)
          extend(px, py, ctm)
        return
      }
      for (let at = 0; at + 1 < operands.length; at += 2)
        extend(operands[at] ?? 0, operands[at + 1] ?? 0, ctm)
    },
    clip() {
      clips = true
    },
    finish() {
      const boxes = subpaths.filter(([left, , right]) => left <= right)
      const clip = clips ? around(boxes) : null
      subpaths = []
      clips = false
      return { boxes, clip }
    },
  }
}

function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return [0, 0, 0, 0]
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ]
}
