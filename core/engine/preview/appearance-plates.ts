/** Draws a form's choices as plates: each alone on blank paper, in its place on the page. */

import type { Box } from '../geometry/box.ts'
import { concat, type Matrix } from '../geometry/matrix.ts'
import { deviceMatrix, pixelBounds } from '../layout/device.ts'
import { MARK_PLATE } from '../press/appearance-object.ts'
import type { AppearancePlates, SpotPlate } from '../press/plates.ts'
import type { ScenePage } from '../scene/scene.ts'
import type { Size } from './draw-view.ts'
import type { MarkCall, ViewMarks } from './view/view.ts'

/** An appearance of the plan at its place. */
export interface AppearanceArea {
  readonly appearance: number
  readonly oneColor: boolean
  /** From its unit square to default user space. */
  readonly matrix: Matrix
  /** Around its place, in default user space. */
  readonly box: Box
}

/** From a unit square to default user space: laid over an area of field space. */
export function placedUnit(field: Matrix, [left, bottom, right, top]: Box): Matrix {
  return concat([right - left, 0, 0, top - bottom, left, bottom], field)
}

/** The same for the same appearance at the same place. */
export function appearanceKey({ appearance, matrix }: Pick<AppearanceArea, 'appearance' | 'matrix'>): string {
  return `${appearance} ${matrix.map((value) => Math.round(value * 1000) / 1000 + 0).join(' ')}`
}

/** How views of marks alone are drawn; see page-plates.ts. */
export interface MarkPainter {
  /** Ink that is left of a page that is all ink: where the marks let it be seen. */
  left(marks: ViewMarks): Promise<Uint8Array>
  process(marks: ViewMarks): Promise<Uint8Array>
  /** Null for the plates of the artwork that the marks print on. */
  spots(names: readonly string[] | null, marks: ViewMarks): Promise<readonly SpotPlate[]>
}

/** `objects` are the forms of the plan's appearances; missing ones are left out. */
export async function drawAppearances(
  areas: readonly AppearanceArea[],
  objects: readonly number[],
  page: ScenePage,
  size: Size,
  painter: MarkPainter,
): Promise<AppearancePlates[]> {
  const device = deviceMatrix(page, size.widthPx)
  const once = new Map(areas.map((area) => [appearanceKey(area), area]))
  const placed = [...once].flatMap(([key, area]): Placed[] => {
    const object = objects[area.appearance]
    const bounds = pixelBounds(device, area.box, size)
    if (object === undefined || bounds[2] <= bounds[0] || bounds[3] <= bounds[1]) return []
    return [{ key, oneColor: area.oneColor, bounds, call: { object, matrix: area.matrix } }]
  })
  const plates: AppearancePlates[] = []
  for (const oneColor of [true, false])
    for (const group of apart(placed.filter((one) => one.oneColor === oneColor))) {
      const marks = (view: ViewMarks['view']): ViewMarks => ({
        view,
        calls: group.map(({ call }) => call),
      })
      const left = await painter.left(marks('ink'))
      const process = oneColor ? null : await painter.process(marks('paper'))
      const spots = await painter.spots(oneColor ? [MARK_PLATE] : null, marks('paper'))
      for (const { key, bounds } of group) {
        const cut = (plane: Uint8Array, channels: number) => cutOut(plane, size, bounds, channels)
        plates.push({
          key,
          ...{ leftPx: bounds[0], topPx: bounds[1] },
          ...{ widthPx: bounds[2] - bounds[0], heightPx: bounds[3] - bounds[1] },
          covered: cut(left, 1).map((ink) => 255 - ink),
          process: process === null ? null : cut(process, 3),
          spots: spots
            .map(({ name, coverage }) => ({ name, coverage: cut(coverage, 1) }))
            .filter(({ coverage }) => coverage.some((ink) => ink > 0)),
        })
      }
    }
  return plates
}

interface Placed {
  readonly key: string
  readonly oneColor: boolean
  readonly bounds: Box
  readonly call: MarkCall
}

/** Those that share no pixel are drawn together. */
function apart(placed: readonly Placed[]): readonly (readonly Placed[])[] {
  const groups: Placed[][] = []
  for (const one of placed) {
    const free = groups.find((group) => group.every((other) => !meet(one.bounds, other.bounds)))
    if (free === undefined) groups.push([one])
    else free.push(one)
  }
  return groups
}

function meet(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

function cutOut(plane: Uint8Array, { widthPx }: Size, bounds: Box, channels: number): Uint8Array {
  const [left, top, right, bottom] = bounds
  const row = (right - left) * channels
  const cut = new Uint8Array(row * (bottom - top))
  for (let y = top; y < bottom; y += 1) {
    const from = (y * widthPx + left) * channels
    cut.set(plane.subarray(from, from + row), (y - top) * row)
  }
  return cut
}
