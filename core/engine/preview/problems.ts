/** Shows values that cannot be printed in their places: framed, and as legible as possible. */

import { concat, type Matrix } from '../geometry/matrix.ts'
import { layoutFields } from '../layout/layout.ts'
import type { Problem } from '../layout/mark.ts'
import { contentSize, fieldMatrix } from '../layout/matrix.ts'
import type { Placement, Scene, SceneField, ScenePage } from '../scene/scene.ts'
import type { Values } from '../scene/values.ts'
import type { Fonts } from '../text/fonts.ts'
import { graphemesOf } from '../text/graphemes.ts'
import type { DrawnProblem, DrawnShapes } from './drawing.ts'
import { shapesOf, type Table } from './shapes.ts'

/** Text that does not fit may become this much smaller than its field allows, before it is cut off. */
const SMALLER = 0.6
const MOST_CUTS = 6

/** The problems that somebody who sees this page sees. */
export function problemsOf(problems: readonly Problem[], scene: Scene, page: number): readonly Problem[] {
  const shown = new Set(
    scene.fields.filter(({ placements }) => placements.some((one) => one.page === page)).map(({ id }) => id),
  )
  return problems.filter((problem) =>
    problem.page === null ? shown.has(problem.fieldId) : problem.page === page,
  )
}

interface ProblemContext {
  readonly scene: Scene
  readonly values: Values
  readonly fonts: Fonts
  readonly page: ScenePage
  readonly device: Matrix
  readonly table: Table
}

/**
 * Decision: the place of a value that cannot be printed is framed, and the value is set in it smaller than the field
 * allows, cut off where it still does not fit, with a question mark for what the font lacks.
 */
export function drawProblems(problems: readonly Problem[], context: ProblemContext): readonly DrawnProblem[] {
  const { scene, page, device } = context
  return [...Map.groupBy(problems, ({ fieldId }) => fieldId)].flatMap(([fieldId, own]) => {
    const field = scene.fields.find(({ id }) => id === fieldId)
    if (field === undefined) return []
    const places = field.placements.filter((placement) => placement.page === page.index)
    const shapes = asWellAsItCan(field, own, context)
    return places.map((placement, at) => ({
      corners: cornersOf(placement, device),
      shapes: at === 0 ? shapes : [],
    }))
  })
}

function cornersOf(placement: Placement, device: Matrix): DrawnProblem['corners'] {
  const { width, height } = contentSize(placement)
  const [a, b, c, d, e, f] = concat(fieldMatrix(placement), device)
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const
  return corners.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f])
}

/** The value under gentler rules; nothing where even they do not help. */
function asWellAsItCan(
  field: SceneField,
  problems: readonly Problem[],
  { scene, values, fonts, page, device, table }: ProblemContext,
): DrawnShapes['shapes'] {
  if (field.type === 'image') return []
  const gentler = { ...scene, fields: scene.fields.map((one) => (one.id === field.id ? relaxed(one) : one)) }
  const whole = withoutMissing(values[field.id] ?? '', problems)
  const graphemes = graphemesOf(whole)
  for (let cut = 0, length = graphemes.length; cut < MOST_CUTS && length > 0; cut += 1) {
    const text = length === graphemes.length ? whole : `${graphemes.slice(0, length).join('')}...`
    const layout = layoutFields(gentler, { ...values, [field.id]: text }, fonts)
    if (!layout.problems.some(({ fieldId }) => fieldId === field.id))
      return layout.marks.flatMap((mark) =>
        mark.fieldId !== field.id ||
        mark.page !== page.index ||
        mark.kind === 'image' ||
        mark.kind === 'appearance'
          ? []
          : shapesOf(mark, device, table),
      )
    length = Math.floor(length * 0.6)
  }
  return []
}

function relaxed(field: SceneField): SceneField {
  const placements = field.placements.map((placement): Placement => {
    const { style } = placement
    return {
      ...placement,
      style: { ...style, minSizePt: Math.min(style.minSizePt, style.sizePt) * SMALLER, comb: null },
    }
  })
  return { ...field, required: false, group: null, placements }
}

/** What no font has is a question mark; halves of characters, as a keyboard sends them, go. */
function withoutMissing(value: string, problems: readonly Problem[]): string {
  const missing = new Set(
    problems
      .filter(({ code }) => code === 'glyph_missing')
      .flatMap(({ found }) =>
        [...String(found).matchAll(/U\+([0-9A-F]{4,6})/g)].map(([, hex]) => Number(`0x${hex}`)),
      ),
  )
  const whole = value.replace(/\p{Surrogate}/gu, '')
  return [...whole]
    .map((character) => (missing.has(character.codePointAt(0) ?? 0) ? '?' : character))
    .join('')
}
