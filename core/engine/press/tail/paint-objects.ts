/** The objects that marks are painted with: graphics states and the colour spaces of plates. */
import type { Plate } from '../../layout/separation.ts'
import { name, real } from '../../pdf/syntax.ts'

/** Fill and stroke knock out or overprint as stated, opaque, unmasked, whatever the artwork left behind (11.6.3). */
export function graphicsState(overprint: boolean): string {
  return (
    `<</Type /ExtGState /OP ${overprint} /op ${overprint} /OPM ${overprint ? 1 : 0} /SA true ` +
    '/ca 1 /CA 1 /BM /Normal /SMask /None /AIS false>>'
  )
}

export const WATERMARK_STATE =
  '<</Type /ExtGState /OP false /op false /ca 0.35 /CA 0.35 /BM /Normal /SMask /None>>'

/** A watermark's operators in its own q…Q; `state` is the name of WATERMARK_STATE. */
export function paintWatermark(operators: string, state: string): string {
  return `q ${state} gs ${operators}Q\n`
}

/** [/Separation name DeviceCMYK tint] with a type 2 tint transform from paper to solid (8.6.6.4, 7.10.3). */
export function separationArray(plate: Plate): string {
  const solid = plate.alternate.map((component) => real(component)).join(' ')
  return (
    `[/Separation ${name(plate.name)} /DeviceCMYK ` +
    `<</FunctionType 2 /Domain [0 1] /Range [0 1 0 1 0 1 0 1] /C0 [0 0 0 0] /C1 [${solid}] /N 1>>]`
  )
}
