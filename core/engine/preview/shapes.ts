/** What of a mark is filled: the outlines that the press paints, numbered, each with its place in the picture. */

import { concat, type Matrix } from '../geometry/matrix.ts'
import type { Mark } from '../layout/mark.ts'
import type { GlyphRun } from '../text/glyph-run.ts'

/** Outlines and pictures by number, each once. */
export interface Table {
  outline(path: string): number
  image(sha256: string): number
  outlines(): readonly string[]
  images(): readonly string[]
}

export function createTable(): Table {
  const outlines = new Map<string, number>()
  const images = new Map<string, number>()
  const numberOf = (map: Map<string, number>, key: string): number => {
    const known = map.get(key) ?? map.size
    map.set(key, known)
    return known
  }
  return {
    outline: (path) => numberOf(outlines, path),
    image: (sha256) => numberOf(images, sha256),
    outlines: () => [...outlines.keys()],
    images: () => [...images.keys()],
  }
}

/** What of a mark is filled: each glyph's outline as the press paints it, or the path of a shape. */
export function shapesOf(
  mark: Extract<Mark, { readonly kind: 'text' | 'shape' }>,
  device: Matrix,
  table: Pick<Table, 'outline'>,
): { readonly outline: number; readonly matrix: Matrix }[] {
  const matrix = concat(mark.matrix, device)
  if (mark.kind === 'shape') return [{ outline: table.outline(mark.path), matrix }]
  return mark.runs.flatMap((run) => glyphShapes(run, matrix, table))
}

function glyphShapes(run: GlyphRun, matrix: Matrix, table: Pick<Table, 'outline'>) {
  const scale = run.sizePt / run.typeface.unitsPerEm
  return run.glyphs.flatMap(({ id, x, y }) => {
    const outline = run.typeface.outline(id)
    if (outline === '') return []
    return [{ outline: table.outline(outline), matrix: concat([scale, 0, 0, scale, x, y], matrix) }]
  })
}
