/** How a state of a check box or radio button looks in its form, made to fit any place that it may be given. */
import { PDFDict, PDFStream } from '@cantoo/pdf-lib'
import { type Box, boxHeight, boxWidth, type QuarterTurn, rectangle } from '../../geometry/box.ts'
import { asMatrix, concat, IDENTITY, type Matrix, mapBox } from '../../geometry/matrix.ts'
import { asName, dictEntry, entry, resolve } from '../../pdf/read-object.ts'
import { asNumbers } from '../../pdf/space/read-function.ts'
import type { AppearanceTones, ToneReader } from './read-tones.ts'
import type { Widget } from './read-widgets.ts'

export interface ButtonAppearance extends AppearanceTones {
  /** Maps the form's own space to the unit square of the place's content. */
  readonly matrix: Matrix
  readonly bbox: Box
}

/** From the unit square of a place to that of its content, which is turned counterclockwise in it. */
const UPRIGHT: Readonly<Record<QuarterTurn, Matrix>> = {
  0: IDENTITY,
  90: [0, -1, 1, 0, 0, 1],
  180: [-1, 0, 0, -1, 1, 1],
  270: [0, 1, -1, 0, 1, 0],
}

/**
 * `nothing` where the form draws nothing for it, `unusable` where what it draws cannot be printed as it is; then the mark
 * is drawn by the service.
 */
export function readButtonAppearance(
  widget: Widget,
  state: string,
  place: { readonly box: Box; readonly turn: QuarterTurn },
  tones: ToneReader,
): ButtonAppearance | 'nothing' | 'unusable' {
  const stream = stateStream(widget.dict, state)
  if (stream === null) return 'nothing'
  const fitted = fitAppearance(stream, widget.dict)
  const read = fitted === null ? 'unusable' : tones.read(stream)
  if (fitted === null || typeof read === 'string') return read === 'nothing' ? read : 'unusable'
  const [left, bottom, right, top] = place.box
  const [width, height] = [right - left, top - bottom]
  const toUnit: Matrix = [1 / width, 0, 0, 1 / height, -left / width, -bottom / height]
  const matrix = concat(concat(fitted.matrix, toUnit), UPRIGHT[place.turn])
  return { ...read, matrix, bbox: fitted.bbox }
}

/** The stream of /AP /N for a state of a button; null where there is none. */
export function stateStream(widget: PDFDict, state: string): PDFStream | null {
  const appearances = dictEntry(widget, 'AP')
  const normal = appearances === null ? null : entry(appearances, 'N')
  if (!(normal instanceof PDFDict)) return null
  const key = normal.keys().find((name) => asName(name) === state)
  const found = key === undefined ? null : resolve(normal, normal.get(key))
  return found instanceof PDFStream ? found : null
}

/** How a stream, its own /Matrix included, stands on the page in an annotation's rectangle (ISO 32000-1 12.5.5). */
export function fitAppearance(
  { dict }: PDFStream,
  annotation: PDFDict,
): { readonly matrix: Matrix; readonly toRect: Matrix; readonly bbox: Box } | null {
  const rect = rectangle(asNumbers(annotation, entry(annotation, 'Rect')) ?? undefined)
  const bbox = rectangle(asNumbers(dict, entry(dict, 'BBox')) ?? undefined)
  if (rect === null || bbox === null) return null
  const matrix = asMatrix(asNumbers(dict, entry(dict, 'Matrix'))) ?? IDENTITY
  const box = mapBox(matrix, bbox)
  const [width, height] = [boxWidth(box), boxHeight(box)]
  if (!(width > 0 && height > 0)) return null
  const [across, up] = [boxWidth(rect) / width, boxHeight(rect) / height]
  const toRect: Matrix = [across, 0, 0, up, rect[0] - box[0] * across, rect[1] - box[1] * up]
  return { matrix: concat(matrix, toRect), toRect, bbox }
}
