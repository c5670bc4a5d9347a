/** Reads what a Separation looks like where its plate is missing: alternate space and transform, made comparable. */
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib'
import { asArray } from '../../pdf/read-object.ts'
import { objectKey } from '../../pdf/read-object-key.ts'
import { evaluateFunction } from '../../pdf/space/function.ts'
import { readFunction } from '../../pdf/space/read-function.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import type { InkAppearance } from '../check/check-inks.ts'

const TINTS = [0, 0.25, 0.5, 0.75, 1]
/** Lab components reach 100 where device components reach 1. */
const LAB_SCALE = 100

/** `owner` is any dictionary of the document, `array` a Separation. */
export function readAppearance(owner: PDFDict, array: PDFObject | null): InkAppearance {
  const [, , alternate = null, tint = null] = asArray(owner, array) ?? []
  const key = objectKey(owner, alternate)
  const transform = readFunction(owner, tint)
  const scale = readSpace(owner, alternate)?.kind === 'lab' ? LAB_SCALE : 1
  const colors = TINTS.map((value) => transform && evaluateFunction(transform, [value]))
  // A transform that cannot be evaluated is compared as it stands.
  if (!colors.every((color) => color !== null))
    return { alternate: `${key} ${objectKey(owner, tint)}`, colors: [] }
  return { alternate: key, colors: colors.flat().map((value) => value / scale) }
}
