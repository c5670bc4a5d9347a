/** The paint of previews, for comparison with presses: drawings of a compiled source and masks of their marks. */

import type { Matrix } from '../../../core/engine/geometry/matrix.ts'
import type { PaletteInk, Substrate } from '../../../core/engine/ink/palette.ts'
import { createPainter } from '../../../core/engine/preview/coverage.ts'
import type { DrawnShapes } from '../../../core/engine/preview/drawing.ts'
import { type Prepared, prepareDrawing } from '../../../core/engine/preview/prepare.ts'
import { fittedSize } from '../../../core/engine/preview/preview-size.ts'
import { bundledFonts, type CompiledSource } from '../engine/rendering.ts'
import type { Plate } from './plate-files.ts'

export interface Painted {
  readonly drawing: Prepared
  /** Shapes of the page, in the order of painting. */
  readonly marks: readonly DrawnShapes[]
}

export interface PaintOptions {
  readonly page?: number
  readonly dpi?: number
  readonly colors?: readonly PaletteInk[]
  readonly assignments?: Readonly<Record<string, number>>
  readonly substrate?: Substrate
}

/** The drawing of a page; by default the first, a pixel a point. */
export function paintOn(
  { scene, plan }: Pick<CompiledSource, 'scene' | 'plan'>,
  values: Readonly<Record<string, string>>,
  { page: index = 0, dpi = 72, colors, assignments = {}, substrate }: PaintOptions = {},
): Painted {
  const page = scene.pages[index]
  if (page === undefined) throw new Error(`There is no page ${index}.`)
  const content = { values, colors: colors ?? null, assignments, substrate: substrate ?? null }
  const size = fittedSize(page, (page.widthPt / 72) * dpi)
  // An exact scale, not that of whole pixels: what is compared with it has this one.
  const exact = { widthPx: (page.widthPt / 72) * dpi, heightPx: size.heightPx }
  const drawing = prepareDrawing({ scene, inks: plan.inks, content }, page, exact, bundledFonts)
  return { drawing, marks: drawing.marks.filter((mark) => mark.kind === 'shapes') }
}

/** Where an outline's own coordinates come to stand. */
export function mapped([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** A mark's coverage as a plate of the page's size in px. */
export function maskPlate(
  { drawing }: Painted,
  marks: readonly DrawnShapes[],
  { width, height }: { readonly width: number; readonly height: number },
): Plate {
  const ink = new Uint8Array(width * height)
  const painter = createPainter()
  for (const mark of marks)
    painter.shapes(drawing, { ...mark, bounds: inside(mark.bounds, width, height) }, (mask) => {
      for (let row = 0, from = 3; row < mask.height; row += 1)
        for (let column = 0; column < mask.width; column += 1, from += 4) {
          const at = (mask.top + row) * width + mask.left + column
          ink[at] = Math.max(ink[at] ?? 0, mask.pixels[from] ?? 0)
        }
    })
  return { width, height, ink }
}

function inside([left, top, right, bottom]: DrawnShapes['bounds'], width: number, height: number) {
  return [left, top, Math.min(right, width), Math.min(bottom, height)] as const
}

/** Each `factor` by `factor` pixels become one, by their mean. */
export function averaged({ width, height, ink }: Plate, factor: number): Plate {
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)]
  const mean = new Uint8Array(columns * rows)
  const sums = new Uint32Array(columns)
  for (let row = 0; row < rows; row += 1) {
    sums.fill(0)
    for (let y = row * factor; y < (row + 1) * factor; y += 1)
      for (let column = 0, at = y * width; column < columns; column += 1) {
        let sum = 0
        for (const end = at + factor; at < end; at += 1) sum += ink[at] as number
        sums[column] = (sums[column] as number) + sum
      }
    for (let column = 0; column < columns; column += 1)
      mean[row * columns + column] = Math.round((sums[column] as number) / factor ** 2)
  }
  return { width: columns, height: rows, ink: mean }
}

export type Region = readonly [left: number, top: number, right: number, bottom: number]

/** The ink two plates have in common over the ink that either has, 0 to 1. */
export function softOverlap(one: Plate, other: Plate, region: Region): number {
  let common = 0
  let either = 0
  eachOf(one, region, (at) => {
    const [a, b] = [one.ink[at] ?? 0, other.ink[at] ?? 0]
    common += Math.min(a, b)
    either += Math.max(a, b)
  })
  return either === 0 ? 1 : common / either
}

/** Sum of the ink, in solid pixels, and its centre of gravity. */
export function weightOf(plate: Plate, region: Region) {
  let ink = 0
  let x = 0
  let y = 0
  eachOf(plate, region, (at) => {
    const share = (plate.ink[at] ?? 0) / 255
    ink += share
    x += share * ((at % plate.width) + 0.5)
    y += share * (Math.floor(at / plate.width) + 0.5)
  })
  return { ink, x: x / ink, y: y / ink }
}

function eachOf(
  { width, height }: Plate,
  [left, top, right, bottom]: Region,
  take: (at: number) => void,
): void {
  for (let row = Math.max(0, top); row < Math.min(height, bottom); row += 1)
    for (let column = Math.max(0, left); column < Math.min(width, right); column += 1)
      take(row * width + column)
}
