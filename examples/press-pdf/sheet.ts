/** The sheet that a product is printed on: its trim, with the bleed all round. */
import type { Box } from './form-field.ts'

/** Points in a millimetre. */
export const MM = 72 / 25.4
/** How far artwork goes on beyond the trim. */
export const BLEED = 3 * MM

/** A box given from the trim's lower left corner, in the page's user space. */
export const onSheet = (box: Box): number[] => box.map((value) => thousandths(value + BLEED))

/** Rounded to a thousandth of a point. */
export const thousandths = (value: number): number => Math.round(value * 1000) / 1000
