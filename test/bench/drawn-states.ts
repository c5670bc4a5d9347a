/** Previews drawn in this process as a raster worker draws them: states of a compiled page, one after the other. */

import { openBody } from '../../core/engine/preview/open-body.ts'
import { drawPagePlates } from '../../core/engine/preview/page-plates.ts'
import { plateAreas } from '../../core/engine/preview/plate-areas.ts'
import { prepareDrawing } from '../../core/engine/preview/prepare.ts'
import { fittedSize } from '../../core/engine/preview/preview-size.ts'
import { createPreviewDrawer } from '../../server/workers/draw-preview.ts'
import { DRAWING_DATA } from '../../server/workers/drawing-data.ts'
import { type CompiledCard, cardValues } from './card.ts'

export interface DrawnStates {
  /** A new text, one new ink and a new substrate. */
  anew(n: number): Promise<Uint8Array>
  /** A new text alone, as while somebody types. */
  typed(n: number): Promise<Uint8Array>
}

/** The values of the n-th state by field id. */
export function valuesAt({ scene }: CompiledCard, n: number): Record<string, string> {
  const words = Object.values(cardValues(n))
  return Object.fromEntries(scene.fields.map(({ id }, at) => [id, words[at % words.length] ?? '']))
}

/** A worker has one drawer for all that it draws. */
export async function openStates(
  card: CompiledCard,
  width: number,
  drawer = createPreviewDrawer(),
): Promise<DrawnStates> {
  const { scene, plan, fonts } = card
  const page = scene.pages[0]
  if (page === undefined) throw new Error('There is no page.')
  const size = fittedSize(page, width)
  const body = openBody(card.body)
  const plates = await drawPagePlates(
    { body, plan, page: 0, size, areas: plateAreas(scene, 0) },
    DRAWING_DATA,
  )
  const draw = (n: number, hex: (n: number) => string) => {
    const colors = [{ index: 1, key: 'ink', name: 'Chosen Ink', hex: hex(n * 7919) }]
    const substrate = { key: 'paper', name: 'Paper', hex: `#f${hex(n * 31).slice(2)}` }
    const content = { values: valuesAt(card, n), colors, assignments: {}, substrate }
    const prepared = prepareDrawing({ scene, inks: plan.inks, content }, page, size, fonts)
    return drawer.draw(plates, { ...prepared, images: [] })
  }
  return {
    anew: (n) => draw(n, (seed) => `#${((seed * 2654435761) % 0x1000000).toString(16).padStart(6, '0')}`),
    typed: (n) => draw(n, () => '#385a32'),
  }
}
