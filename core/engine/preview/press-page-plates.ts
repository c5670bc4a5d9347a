/** Draws the plates of a press file as it prints. */

import { OUTSIDE_STEP, type PagePlates, type PressPlates } from '../press/plates.ts'
import type { DrawingData } from './draw-view.ts'
import { drawPlates, drawProcess, type PlatesInput, viewPlates } from './page-plates.ts'
import type { ProofColors } from './proof.ts'
import { GAMUT_PLATE, PROCESS_PLATES } from './view/view-inks.ts'

/**
 * The inks of a page at press, whatever names its plates have: process colours as a screen shows them, and each spot
 * plate. With `only` these plates alone, process plates among them, and no process colours. Throws `preview_failed`.
 */
export async function drawPressInks(
  { body, page, size, proof = null }: Pick<PlatesInput, 'body' | 'page' | 'size' | 'proof'>,
  only: readonly string[] | null,
  data: DrawingData,
): Promise<Pick<PagePlates, 'process' | 'spots'>> {
  const makeView = body.views(page, null, data, proof)
  if (only === null) {
    const { process, used } = await drawProcess(makeView, size, data, proof)
    return { process, spots: await drawPlates(makeView, [...used], size, data) }
  }
  const { used } = await makeView(viewPlates([]))
  const isThere = (name: string) => used.has(name) || PROCESS_PLATES.some((plate) => plate === name)
  const process = new Uint8Array(size.widthPx * size.heightPx * 3).fill(255)
  return { process, spots: await drawPlates(makeView, only.filter(isThere), size, data) }
}

/** All plates of the page at press, process inks as `processInks` has them. Throws `preview_failed`. */
export async function drawPressPlates(
  { body, page, size, proof = null }: Pick<PlatesInput, 'body' | 'page' | 'size' | 'proof'>,
  data: DrawingData,
): Promise<PressPlates> {
  const makeView = body.views(page, null, data, proof)
  const inks = [...(await makeView(viewPlates([]))).used]
  const plates = await drawPlates(makeView, [...PROCESS_PLATES, ...inks], size, data)
  const plate = (name: string) =>
    plates.find((one) => one.name === name)?.coverage ?? new Uint8Array(size.widthPx * size.heightPx)
  return {
    ...size,
    cyan: plate('Cyan'),
    magenta: plate('Magenta'),
    yellow: plate('Yellow'),
    black: plate('Black'),
    spots: plates.filter(({ name }) => inks.includes(name)),
    ...(proof === null ? {} : { outside: await drawOutside({ body, page, size, proof }, data) }),
  }
}

/** `outside` of PressPlates. Throws `preview_failed`. */
export async function drawOutside(
  { body, page, size, proof }: Pick<PlatesInput, 'body' | 'page' | 'size'> & { readonly proof: ProofColors },
  data: DrawingData,
): Promise<Uint8Array> {
  const most = 255 * OUTSIDE_STEP
  const inks = (rgb: readonly number[]) => [Math.min(1, proof.outside(rgb) / most), 0, 0, 0] as const
  const makeView = body.views(page, null, data, { ...proof, inks })
  const [drawn] = await drawPlates(makeView, [GAMUT_PLATE], size, data)
  return drawn?.coverage ?? new Uint8Array(size.widthPx * size.heightPx)
}
