/** Glyph outlines: HarfBuzz's drawing calls as PDF path operators and as exact bounds. */
import { DrawFuncs, type Font } from 'harfbuzzjs'
import type { GlyphBounds } from './font.ts'

export interface Outline {
  /** `m l c h` operators in font units; empty for a glyph without ink. */
  readonly path: string
  readonly bounds: GlyphBounds
}

const EMPTY: Outline = { path: '', bounds: null }

interface Pen {
  readonly operators: string[]
  x: number
  y: number
  xMin: number
  yMin: number
  xMax: number
  yMax: number
}

/** Draws a glyph in font units (y upwards). Every contour is closed; fill with the nonzero rule. */
export function drawOutline(font: Font, glyphId: number): Outline {
  drawFuncs ??= createDrawFuncs()
  const pen: Pen = {
    operators: [],
    x: 0,
    y: 0,
    xMin: Infinity,
    yMin: Infinity,
    xMax: -Infinity,
    yMax: -Infinity,
  }
  font.drawGlyph(glyphId, drawFuncs, pen)
  if (!(pen.xMin < pen.xMax && pen.yMin < pen.yMax)) return EMPTY
  return { path: pen.operators.join(' '), bounds: [pen.xMin, pen.yMin, pen.xMax, pen.yMax] }
}

let drawFuncs: DrawFuncs | undefined

function createDrawFuncs(): DrawFuncs {
  const funcs = new DrawFuncs()
  funcs.setMoveToFunc((x, y, data) => {
    const pen = data as Pen
    pen.operators.push(`${operand(x)} ${operand(y)} m`)
    moveTo(pen, x, y)
  })
  funcs.setLineToFunc((x, y, data) => {
    const pen = data as Pen
    pen.operators.push(`${operand(x)} ${operand(y)} l`)
    moveTo(pen, x, y)
  })
  funcs.setQuadraticToFunc((cx, cy, x, y, data) => {
    const pen = data as Pen
    // A quadratic Bezier curve is the cubic whose control points lie two thirds of the way to its own.
    curveTo(
      pen,
      [whole(pen.x + ((cx - pen.x) * 2) / 3), whole(x + ((cx - x) * 2) / 3), x],
      [whole(pen.y + ((cy - pen.y) * 2) / 3), whole(y + ((cy - y) * 2) / 3), y],
    )
  })
  funcs.setCubicToFunc((x1, y1, x2, y2, x, y, data) => {
    curveTo(data as Pen, [x1, x2, x], [y1, y2, y])
  })
  funcs.setClosePathFunc((data) => {
    const pen = data as Pen
    pen.operators.push('h')
  })
  return funcs
}

type Controls = readonly [number, number, number]

function curveTo(pen: Pen, xs: Controls, ys: Controls): void {
  const points = [xs[0], ys[0], xs[1], ys[1], xs[2], ys[2]]
  pen.operators.push(`${points.map(operand).join(' ')} c`)
  const [xMin, xMax] = cubicRange(pen.x, xs)
  const [yMin, yMax] = cubicRange(pen.y, ys)
  extend(pen, xMin, yMin)
  extend(pen, xMax, yMax)
  pen.x = xs[2]
  pen.y = ys[2]
}

function moveTo(pen: Pen, x: number, y: number): void {
  extend(pen, x, y)
  pen.x = x
  pen.y = y
}

function extend(pen: Pen, x: number, y: number): void {
  pen.xMin = Math.min(pen.xMin, x)
  pen.yMin = Math.min(pen.yMin, y)
  pen.xMax = Math.max(pen.xMax, x)
  pen.yMax = Math.max(pen.yMax, y)
}

/** Range of one coordinate of a cubic Bezier curve: its ends and the zeros of its derivative. */
function cubicRange(from: number, [c1, c2, to]: Controls): [number, number] {
  let min = Math.min(from, to)
  let max = Math.max(from, to)
  if (c1 >= min && c1 <= max && c2 >= min && c2 <= max) return [min, max]
  // B'(t) / 3 = a t^2 + b t + c
  const a = to - 3 * c2 + 3 * c1 - from
  const b = 2 * (c2 - 2 * c1 + from)
  const c = c1 - from
  const root = Math.sqrt(b * b - 4 * a * c)
  for (const t of Math.abs(a) < 1e-9 ? [-c / b] : [(-b + root) / (2 * a), (-b - root) / (2 * a)]) {
    if (!(t > 0 && t < 1)) continue
    const s = 1 - t
    const value = s * s * s * from + 3 * s * s * t * c1 + 3 * s * t * t * c2 + t * t * t * to
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return [min, max]
}

/**
 * Decision: control points of converted quadratics are rounded to font units, as PostScript fonts have them. The
 * curve moves by less than four tenths of a unit (at 1000 units and 24 pt, 3 micrometres, a third of a dot at
 * 2400 dpi), and a render's outlines are a sixth smaller.
 */
function whole(value: number): number {
  return Math.round(value) + 0
}

/** At most one decimal, for fonts whose outlines are no whole numbers. */
function operand(value: number): number {
  return Math.round(value * 10) / 10 + 0
}
