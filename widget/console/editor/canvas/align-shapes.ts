/** Icons of text alignment, on a grid of 16 by 16. */
import type { ALIGNS, VERTICAL_ALIGNS } from '../scene-wire.ts'

export const ALIGN_SHAPES: Readonly<Record<(typeof ALIGNS)[number], string>> = {
  left: 'M2.500 4h11M2.500 8h7M2.500 12h9',
  center: 'M2.500 4h11M4.500 8h7M3.500 12h9',
  right: 'M2.500 4h11M6.500 8h7M4.500 12h9',
}

export const VERTICAL_SHAPES: Readonly<Record<(typeof VERTICAL_ALIGNS)[number], string>> = {
  top: 'M2.500 2.500h11M5.500 5.500h5v6h-5z',
  middle: 'M2.500 8h2M11.500 8h2M5.500 5h5v6h-5z',
  bottom: 'M2.500 13.500h11M5.500 4.500h5v6h-5z',
}
