/** What of a mark is filled: the outlines that the press paints, numbered, each with its place in the picture. */

import { concat, type Matrix } from '../geometry/matrix.ts'
import type { Mark } from '../layout/mark.ts'
import type { GlyphRun } from '../text/glyph-run.ts'

/** Outlines and pictures by number, each once. */
export interface Table {
  outline(path: string): number
  /** `inkBytes` is the size of a JPEG of process inks; null for an image of the screen. */
  image(sha256: string, inkBytes: number | null): number
  outlines(): readonly string[]
  images(): readonly TableImage[]
}

/** A kept file by its hash. */
export interface TableImage {
  readonly sha256: string
  readonly inkBytes: number | null
}

export function createTable(): Table {
  const outlines = new Map<string, number>()
  const images = new Map<string, number>()
  const listed: TableImage[] = []
  const numberOf = (map: Map<string, number>, key: string): number => {
    const known = map.get(key) ?? map.size
    map.set(key, known)
    return known
  }
  return {
    outline: (path) => numberOf(outlines, path),
    image(sha256, inkBytes) {
      const known = numberOf(images, sha256)
      if (known === listed.length) listed.push({ sha256, inkBytes })
      return known
    },
    outlines: () => [...outlines.keys()],
    images: () => listed,
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
