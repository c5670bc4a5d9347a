/** How text is painted besides the colour of its fill, as content states it: outline, opacity, blend mode, soft mask. */

import type { GraphicsState } from '../content/content-run.ts'

export interface TextPaint<C> {
  /** Null for letters that are filled alone. */
  readonly stroke: {
    readonly color: C
    /** In default user space. */
    readonly width: number
    readonly join: number
    readonly miterLimit: number
    readonly dashed: boolean
    readonly overprint: boolean
    readonly opacity: number
  } | null
  readonly filled: boolean
  readonly opacity: number
  /** As PDF names it. */
  readonly blend: string
  readonly masked: boolean
}

/** Opaque letters that are filled: what nearly all text is. */
export const PLAIN_PAINT: TextPaint<never> = {
  ...{ stroke: null, filled: true, opacity: 1, blend: 'Normal', masked: false },
}

/**
 * Decision: a line of no width, which is one pixel of the press (ISO 32000-1 8.4.3.2), counts as thick as one of 2400
 * ppi, so that preflight measures it as the hairline that it is.
 */
const THINNEST = 0.03

export function paintOf<C>({ ctm, ext, text, line, lineWidth, stroke }: GraphicsState<C>): TextPaint<C> {
  const mode = text.mode % 4
  const { fillAlpha, strokeAlpha, blend, softMask } = ext
  if (mode === 0 && fillAlpha === 1 && blend === 'Normal' && !softMask) return PLAIN_PAINT
  const [a, b, c, d] = ctm
  return {
    stroke:
      mode === 0
        ? null
        : {
            color: stroke,
            width: Math.max(THINNEST, lineWidth * Math.sqrt(Math.abs(a * d - b * c))),
            ...line,
            ...{ overprint: ext.strokeOverprint, opacity: strokeAlpha },
          },
    filled: mode !== 1,
    opacity: mode === 1 ? strokeAlpha : fillAlpha,
    blend,
    masked: softMask,
  }
}
