/** Labels of empty fields, shown in grey in their places until a value comes: a mark of previews alone, never printed. */

import type { Matrix } from '../geometry/matrix.ts'
import { type PixelSize, pixelBounds } from '../layout/device.ts'
import { layoutFields } from '../layout/layout.ts'
import { BLANK } from '../layout/line.ts'
import { fieldWords } from '../scene/field-words.ts'
import type { Placement, Scene, SceneField, ScenePage } from '../scene/scene.ts'
import type { Values } from '../scene/values.ts'
import type { Fonts } from '../text/fonts.ts'
import { graphemesOf } from '../text/graphemes.ts'
import type { DrawnShapes, InkLook } from './drawing.ts'
import { shapesOf, type Table } from './shapes.ts'

/** Read on white paper and on dark; it hides what lies below, for no ink would be seen on every artwork. */
const GREY: InkLook = { hex: '#8c8c8c', kind: 'covering' }
/** A label may be this much smaller than its field's text, before it is cut off. */
const SMALLEST = 0.5
const MOST_CUTS = 5

export interface LabelContext {
  readonly scene: Scene
  /** Complete. */
  readonly values: Values
  /** The language tag of the labels; missing for the labels as they are. */
  readonly locale?: string
  readonly fonts: Fonts
  readonly page: ScenePage
  readonly size: PixelSize
  readonly device: Matrix
  readonly table: Pick<Table, 'outline'>
}

/**
 * Decision: a field without a value shows its label, unless nobody but the shop may fill it in. A line of several
 * fields shows its labels while all of them are empty: as soon as one has a value the line is shown as it prints.
 */
export function drawLabels(context: LabelContext): readonly DrawnShapes[] {
  const { scene, values, page } = context
  const bySource = new Map(scene.fields.map((field) => [field.sourceName, field]))
  const isEmpty = (field: SceneField) => BLANK.test(values[field.id] ?? '')
  return scene.fields.flatMap((field) => {
    if (field.type === 'image' || field.locked === true || !isEmpty(field)) return []
    const mates = (placement: Placement) =>
      (placement.line?.parts ?? []).flatMap(({ source }) => {
        const mate = source === null ? undefined : bySource.get(source)
        return mate === undefined || mate.id === field.id ? [] : [mate]
      })
    return field.placements.flatMap((placement) => {
      if (placement.page !== page.index || placement.option !== null) return []
      const others = mates(placement)
      if (!others.every(isEmpty)) return []
      const { locale } = context
      const spoken = (one: SceneField) => (locale === undefined ? one.label : fieldWords(one, locale).label)
      const drawn = drawLabel(field, placement, others, spoken, context)
      // The artwork's face may lack the script of that language.
      return drawn.length > 0 ? drawn : drawLabel(field, placement, others, ({ label }) => label, context)
    })
  })
}

function drawLabel(
  field: SceneField,
  placement: Placement,
  others: readonly SceneField[],
  labelOf: (field: SceneField) => string,
  { scene, fonts, size, device, table }: LabelContext,
): DrawnShapes[] {
  const { style } = placement
  const place = {
    ...placement,
    style: { ...style, minSizePt: Math.min(style.minSizePt, style.sizePt) * SMALLEST, comb: null },
  }
  const fields = [field, ...others].map((one, at) => ({
    ...one,
    ...{ type: 'text' as const, required: false, group: null, options: null },
    placements: at === 0 ? [place] : [],
  }))
  const whole = labelOf(field)
  const label = graphemesOf(whole)
  for (let cut = 0, length = label.length; cut < MOST_CUTS && length > 0; cut += 1) {
    const text = length === label.length ? whole : `${label.slice(0, length).join('')}…`
    const labels = Object.fromEntries(others.map((other) => [other.id, labelOf(other)]))
    const laid = layoutFields({ ...scene, fields }, { ...labels, [field.id]: text }, fonts)
    if (laid.problems.length === 0)
      return laid.marks.flatMap((mark) =>
        mark.kind !== 'text'
          ? []
          : [
              {
                kind: 'shapes' as const,
                ...{
                  slot: 'above' as const,
                  inPlace: null,
                  overprint: false,
                  plate: '',
                  look: GREY,
                  tint: 1,
                },
                bounds: pixelBounds(device, mark.inkBox, size),
                shapes: shapesOf(mark, device, table),
              },
            ],
      )
    length = Math.floor(length * 0.6)
  }
  return []
}
