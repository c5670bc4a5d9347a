/** Blank pages as plates in tests: compiled and drawn in this process, and measured against a RIP's plates. */

import type { PagePlates, PressPlates } from '../../../core/engine/press/plates.ts'
import { openBody } from '../../../core/engine/preview/open-body.ts'
import { drawPagePlates, type SlotArea } from '../../../core/engine/preview/page-plates.ts'
import { drawPressPlates } from '../../../core/engine/preview/press-page-plates.ts'
import { DRAWING_DATA } from '../../../server/workers/drawing-data.ts'
import { type CompiledSource, compileSource } from '../engine/rendering.ts'

export interface BlankOptions {
  /** Counts from 0. */
  readonly page?: number
  readonly dpi?: number
  readonly areas?: readonly SlotArea[]
}

/** The plates of a page of a compiled source. */
export async function platesOn(
  { body, plan }: Pick<CompiledSource, 'body' | 'plan'>,
  { page = 0, dpi = 72, areas = [] }: BlankOptions = {},
): Promise<PagePlates> {
  const opened = openBody(body)
  return drawPagePlates({ body: opened, plan, page, size: sizeOf(opened, page, dpi), areas }, DRAWING_DATA)
}

/** As above of an upload, which is compiled first. */
export async function platesOfUpload(upload: Uint8Array, options: BlankOptions = {}): Promise<PagePlates> {
  return platesOn(await compileSource(upload), options)
}

/** Every plate of a finished page. */
export async function pressPlatesOf(pdf: Uint8Array, dpi = 72, page = 0): Promise<PressPlates> {
  const body = openBody(pdf)
  return drawPressPlates({ body, page, size: sizeOf(body, page, dpi) }, DRAWING_DATA)
}

function sizeOf(body: ReturnType<typeof openBody>, page: number, dpi: number) {
  const { widthPt = 1, heightPt = 1 } = body.pages[page] ?? {}
  const px = (points: number) => Math.max(1, Math.round((points * dpi) / 72))
  return { widthPx: px(widthPt), heightPx: px(heightPt) }
}

/** The plate of this name as rows of bytes; an ink that the page does not print is blank. */
export function plateOf(plates: PagePlates | PressPlates, name: string): Uint8Array {
  const spot = plates.spots.find((one) => one.name === name)
  return spot?.coverage ?? new Uint8Array(plates.widthPx * plates.heightPx)
}

/** Ink of a plate in percent at a point, in px from the upper left corner. */
export function inkAt(
  plate: Uint8Array,
  { widthPx }: { readonly widthPx: number },
  x: number,
  y: number,
): number {
  return Math.round((plate[y * widthPx + x] ?? Number.NaN) / 2.55)
}

/** Mean absolute difference in percent of full ink. */
export function difference(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) throw new Error(`${one.length} px against ${other.length}.`)
  return one.reduce((sum, ink, at) => sum + Math.abs(ink - other[at]!), 0) / one.length / 2.55
}

/** Ink that both have, as a share of the ink that either has, in percent; 100 where neither has any. */
export function overlap(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) throw new Error(`${one.length} px against ${other.length}.`)
  let both = 0
  let either = 0
  for (const [at, ink] of one.entries()) {
    both += Math.min(ink, other[at]!)
    either += Math.max(ink, other[at]!)
  }
  return either === 0 ? 100 : (100 * both) / either
}
