/** A page's state becomes a drawing: the marks that the press paints, laid out once and carried over to pixels. */

import { concat, type Matrix } from '../geometry/matrix.ts'
import { withKnownLab } from '../ink/known-lab.ts'
import type { PlanInk } from '../ink/plan-ink.ts'
import { deviceMatrix, type PixelSize, pixelBounds } from '../layout/device.ts'
import { layoutFields } from '../layout/layout.ts'
import { hasLook } from '../layout/mark.ts'
import { type Plate, type PlatedMark, type Separation, separate } from '../layout/separation.ts'
import { isStencil } from '../press/tail/image-object.ts'
import { chooseInks, type InkChoice } from '../scene/assignment.ts'
import type { FillContent } from '../scene/content.ts'
import type { PlaceablePicture } from '../scene/picture.ts'
import type { Scene, ScenePage } from '../scene/scene.ts'
import { completeValues } from '../scene/values.ts'
import type { Fonts } from '../text/fonts.ts'
import { appearanceKey, placedUnit } from './appearance-plates.ts'
import type { Drawing, DrawnMark } from './drawing.ts'
import { artworkLooks, plateLook } from './ink-look.ts'
import { drawLabels } from './labels.ts'
import { drawProblems, problemsOf } from './problems.ts'
import { createTable, shapesOf, type Table, type TableImage } from './shapes.ts'

/** A revision as it is now, with what a fill or a request says. */
export interface PreviewState {
  readonly scene: Scene
  readonly inks: readonly PlanInk[]
  readonly content: FillContent
  /** Empty fields show their labels. */
  readonly labels?: boolean
  /** The language tag of these labels. */
  readonly locale?: string
  /** For a soft proof: images in process inks are those of the print file. */
  readonly proofed?: boolean
}

/** A drawing whose images are still to be read. */
export type Prepared = Omit<Drawing, 'images'> & { readonly images: readonly TableImage[] }

/** The default paper. */
const WHITE = '#ffffff'

/**
 * Lays the values out and carries what stands on the page over to px. A value that cannot be printed is no refusal
 * here, for somebody may still be typing: its place is marked (see problems.ts). Throws `invalid_colors` and
 * `invalid_assignments`.
 */
export function prepareDrawing(
  { scene, inks: stated, content, labels = false, locale, proofed = false }: PreviewState,
  page: ScenePage,
  size: PixelSize,
  fonts: Fonts,
): Prepared {
  const artwork = withKnownLab(stated, [...scene.inks, ...(content.colors ?? [])])
  const values = completeValues(scene, content.values)
  const inks = chooseInks(scene, content.colors, content.assignments, artwork)
  const layout = layoutFields(scene, values, fonts)
  const onPage = layout.marks.filter((mark) => mark.page === page.index)
  const separation = separate(onPage, inks, artwork)
  const device = deviceMatrix(page, size.widthPx)
  const table = createTable()
  const marks: DrawnMark[] = separation.slots.flatMap((slot) =>
    slot.marks.map((plated) =>
      prepareMark(plated, { device, size, table, artwork, separation, inks, proofed }),
    ),
  )
  if (labels)
    marks.push(
      ...drawLabels({
        scene,
        values,
        fonts,
        page,
        size,
        device,
        table,
        ...(locale === undefined ? {} : { locale }),
      }),
    )
  const faults = problemsOf(layout.problems, scene, page.index)
  const problems = drawProblems(faults, { scene, values, fonts, page, device, table })
  return {
    ...size,
    paper: content.substrate?.hex ?? WHITE,
    artwork: artworkLooks(artwork, separation),
    outlines: table.outlines(),
    images: table.images(),
    marks,
    problems,
  }
}

interface MarkContext {
  readonly device: Matrix
  readonly size: PixelSize
  readonly table: Table
  readonly artwork: readonly PlanInk[]
  readonly separation: Separation
  readonly inks: InkChoice
  readonly proofed: boolean
}

function prepareMark({ mark, plate, strokePlate }: PlatedMark, context: MarkContext): DrawnMark {
  const { device, size, table } = context
  const bounds = pixelBounds(device, mark.inkBox, size)
  const base = { slot: mark.slot, inPlace: mark.inPlace ?? null, bounds, overprint: mark.overprint }
  const inkIn = (on: Plate, tint: number) => ({
    plate: on.name,
    look: plateLook(on, context.artwork, context.separation, context.inks),
    tint,
  })
  const ink = plate === null ? null : inkIn(plate, mark.tint)
  if (mark.kind === 'image') {
    const [left, bottom, right, top] = mark.area
    const unit: Matrix = [right - left, 0, 0, top - bottom, left, bottom]
    return {
      kind: 'image',
      ...base,
      image: imageOf(mark.picture, table, ink === null && context.proofed),
      matrix: concat(unit, concat(mark.matrix, device)),
      crop: cropOf(mark.area, mark.crop),
      ink: ink === null ? null : { ...ink, stencil: isStencil(mark) },
    }
  }
  if (mark.kind === 'appearance') {
    const matrix = placedUnit(mark.matrix, mark.area)
    return { kind: 'appearance', ...base, key: appearanceKey({ appearance: mark.appearance, matrix }), ink }
  }
  if (ink === null) throw new Error(`A mark of ${mark.fieldId} has no plate.`)
  const shapes = { kind: 'shapes', ...base, ...ink, shapes: shapesOf(mark, device, table) } as const
  if (mark.kind !== 'text' || !hasLook(mark)) return shapes
  const { stroke, opacity, blend } = mark
  const drawn = {
    ...shapes,
    ...(opacity === undefined ? {} : { opacity }),
    ...(blend === undefined ? {} : { blend }),
  }
  if (stroke === undefined || strokePlate === undefined) return drawn
  const { width, ink: _, tint, ...line } = stroke
  const [a, b, c, d] = device
  const widthPx = width * Math.sqrt(Math.abs(a * d - b * c))
  return { ...drawn, stroke: { ...inkIn(strokePlate, tint), ...line, widthPx } }
}

function imageOf({ assetId, colorKind, print, screen }: PlaceablePicture, table: Table, proofed: boolean) {
  if (proofed && colorKind === 'cmyk' && print.filter === 'dct')
    return table.image(print.sha256, print.sizeBytes)
  if (screen === undefined) throw new Error(`${assetId} has no image for the screen.`)
  return table.image(screen.sha256, null)
}

/** In the unit square of the picture. */
function cropOf(
  area: readonly number[],
  crop: readonly number[] | null,
): [number, number, number, number] | null {
  if (crop === null) return null
  const [left = 0, bottom = 0, right = 1, top = 1] = area
  const [x0 = 0, y0 = 0, x1 = 1, y1 = 1] = crop
  const [width, height] = [right - left, top - bottom]
  return [(x0 - left) / width, (y0 - bottom) / height, (x1 - left) / width, (y1 - bottom) / height]
}
