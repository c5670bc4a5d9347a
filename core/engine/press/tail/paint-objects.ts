/** The objects that marks are painted with: graphics states and the colour spaces of plates. */
import { hasLook, type Mark } from '../../layout/mark.ts'
import type { Plate } from '../../layout/separation.ts'
import { name, real } from '../../pdf/syntax.ts'
import type { BlendMode } from '../../text/text-style.ts'

/** The paint settings of a mark. */
export interface PaintState {
  readonly overprint: boolean
  readonly strokeOverprint: boolean
  readonly opacity: number
  readonly strokeOpacity: number
  readonly blend: BlendMode
}

const PLAIN: PaintState = {
  ...{ overprint: false, strokeOverprint: false, opacity: 1, strokeOpacity: 1, blend: 'normal' },
}
const OVERPRINTING: PaintState = { ...PLAIN, overprint: true, strokeOverprint: true }

export function stateOf(mark: Mark): PaintState {
  const { overprint } = mark
  if (mark.kind !== 'text' || !hasLook(mark)) return overprint ? OVERPRINTING : PLAIN
  const { stroke, opacity = 1, blend = 'normal' } = mark
  return {
    overprint,
    strokeOverprint: stroke?.overprint ?? overprint,
    opacity,
    strokeOpacity: stroke?.opacity ?? opacity,
    blend,
  }
}

/** PDF's names of blend modes are those of the API in other letters: `color_dodge` is /ColorDodge. */
const blendName = (blend: BlendMode) =>
  blend.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const texts = new WeakMap<PaintState, string>()

/** Fill and stroke knock out or overprint as stated, unmasked, whatever the artwork left behind (11.6.3). */
export function graphicsState(state: PaintState): string {
  let text = texts.get(state)
  if (text === undefined) {
    text = stateText(state)
    texts.set(state, text)
  }
  return text
}

function stateText({ overprint, strokeOverprint, ...look }: PaintState): string {
  return (
    `<</Type /ExtGState /OP ${strokeOverprint} /op ${overprint} /OPM ${overprint || strokeOverprint ? 1 : 0} /SA true ` +
    `/ca ${real(look.opacity, 4)} /CA ${real(look.strokeOpacity, 4)} /BM /${blendName(look.blend)} /SMask /None /AIS false>>`
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
