/** Finds the annotation appearances of a page that print with it (ISO 32000-1 12.5.5). */
import { PDFDict, PDFStream } from '@cantoo/pdf-lib'
import { boxHeight, boxWidth, rectangle } from '../geometry/box.ts'
import { asMatrix, concat, IDENTITY, type Matrix, mapBox } from '../geometry/matrix.ts'
import type { LayerOf } from './read-layers.ts'
import { arrayEntry, dictEntry, entry, flagsEntry, nameEntry, nameOfBytes, resolve } from './read-object.ts'
import { asNumbers } from './space/read-function.ts'

export interface Appearance {
  readonly form: PDFStream
  /** Maps the form's space, after its own /Matrix, to the page. */
  readonly matrix: Matrix
}

const HIDDEN = 1 << 1
const PRINT = 1 << 2

export interface PrintedPage {
  readonly dict: PDFDict
  readonly appearances?: readonly Appearance[]
}

/**
 * Decision: widgets are left out, since fields are taken over into the scene and removed from the page, but for what is
 * said to print of them; and so are pop-ups, which never print.
 */
export function printedAppearances({ dict, appearances = [] }: PrintedPage, layerOf: LayerOf): Appearance[] {
  const found: Appearance[] = [...appearances]
  for (const annotation of arrayEntry(dict, 'Annots') ?? []) {
    if (!(annotation instanceof PDFDict)) continue
    const flags = flagsEntry(annotation, 'F')
    if ((flags & PRINT) === 0 || (flags & HIDDEN) !== 0) continue
    if (['Widget', 'Popup'].includes(nameEntry(annotation, 'Subtype') ?? '')) continue
    if (layerOf(entry(annotation, 'OC')).hidden) continue
    const form = normalAppearance(annotation)
    if (form !== null) found.push({ form, matrix: placement(annotation, form) })
  }
  return found
}

/** The stream of /AP /N, or the one of its states that /AS names. */
function normalAppearance(annotation: PDFDict): PDFStream | null {
  const appearances = dictEntry(annotation, 'AP')
  const normal = appearances === null ? null : entry(appearances, 'N')
  if (normal instanceof PDFStream) return normal
  const state = nameEntry(annotation, 'AS')
  if (!(normal instanceof PDFDict) || state === null) return null
  const chosen = resolve(normal, normal.get(nameOfBytes(Buffer.from(state, 'utf8').toString('latin1'))))
  return chosen instanceof PDFStream ? chosen : null
}

/** Algorithm 8.1 of 12.5.5: the transformed appearance box is fitted to the annotation's rectangle. */
function placement(annotation: PDFDict, form: PDFStream): Matrix {
  const rect = rectangle(asNumbers(annotation, entry(annotation, 'Rect')) ?? undefined)
  const bbox = rectangle(asNumbers(form.dict, entry(form.dict, 'BBox')) ?? undefined)
  if (rect === null || bbox === null) return IDENTITY
  const matrix = asMatrix(asNumbers(form.dict, entry(form.dict, 'Matrix'))) ?? IDENTITY
  const box = mapBox(matrix, bbox)
  if (boxWidth(box) === 0 || boxHeight(box) === 0) return IDENTITY
  const scale: Matrix = [boxWidth(rect) / boxWidth(box), 0, 0, boxHeight(rect) / boxHeight(box), 0, 0]
  return concat(concat([1, 0, 0, 1, -box[0], -box[1]], scale), [1, 0, 0, 1, rect[0], rect[1]])
}
