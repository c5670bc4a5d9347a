/** Pictures drawn in this process as the raster workers draw them, of the examples and of any other source. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PaletteInk, Substrate } from '../../../core/engine/ink/palette.ts'
import type { PagePlates } from '../../../core/engine/press/plates.ts'
import { openBody } from '../../../core/engine/preview/open-body.ts'
import { drawPagePlates } from '../../../core/engine/preview/page-plates.ts'
import { plateAreas } from '../../../core/engine/preview/plate-areas.ts'
import { type Prepared, prepareDrawing } from '../../../core/engine/preview/prepare.ts'
import { fittedSize } from '../../../core/engine/preview/preview-size.ts'
import { readValues } from '../../../core/engine/scene/values.ts'
import { createPreviewDrawer } from '../../../server/workers/draw-preview.ts'
import { DRAWING_DATA } from '../../../server/workers/drawing-data.ts'
import { bundledFonts, type CompiledSource, compileSource } from './rendering.ts'

const EXAMPLES = join(import.meta.dirname, '../../../examples')

export interface OpenPage {
  readonly compiled: CompiledSource
  readonly page: number
  readonly plates: PagePlates
}

export interface DrawnContent {
  /** By field id or label. */
  readonly values?: Readonly<Record<string, string>>
  readonly colors?: readonly PaletteInk[]
  readonly assignments?: Readonly<Record<string, number>>
  readonly substrate?: Substrate
  /** Empty fields show their labels. */
  readonly labels?: boolean
}

export async function openExample(file: string, width: number): Promise<OpenPage> {
  return openPage(await compileSource(readFileSync(join(EXAMPLES, file))), width)
}

export async function openPage(compiled: CompiledSource, width: number, page = 0): Promise<OpenPage> {
  const { body, plan, scene } = compiled
  const geometry = scene.pages[page]
  if (geometry === undefined) throw new Error(`There is no page ${page}.`)
  const size = fittedSize(geometry, width)
  const areas = plateAreas(scene, page)
  const plates = await drawPagePlates({ body: openBody(body), plan, page, size, areas }, DRAWING_DATA)
  return { compiled, page, plates }
}

export function prepare({ compiled, page, plates }: OpenPage, content: DrawnContent): Prepared {
  const { scene, plan } = compiled
  const { colors = null, assignments = {}, substrate = null, labels = false } = content
  const values = readValues(scene, content.values ?? {})
  const geometry = scene.pages[page]
  if (geometry === undefined) throw new Error(`There is no page ${page}.`)
  const { widthPx, heightPx } = plates
  const state = { scene, inks: plan.inks, content: { values, colors, assignments, substrate }, labels }
  return prepareDrawing(state, geometry, { widthPx, heightPx }, bundledFonts)
}

export function draw(open: OpenPage, content: DrawnContent): Promise<Uint8Array> {
  return createPreviewDrawer().draw(open.plates, { ...prepare(open, content), images: [] })
}
