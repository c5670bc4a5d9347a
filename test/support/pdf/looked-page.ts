/** Pages on which fixed words stand beside the same words as placeholders, both painted with one look. */

import { shapeText } from '../../../core/engine/text/shape.ts'
import { bundledTypeface } from './fonts.ts'
import { pressPage, separationText } from './press-page.ts'
import type { RawObject } from './raw-pdf.ts'

/** Operators and a graphics state that say how words are painted. */
export interface TestLook {
  /** Operators before BT, such as `2 Tr 1.5 w 1 0 0 0 K`. */
  readonly operators: string
  /** Entries of an ExtGState. */
  readonly state?: string
  readonly size?: number
  readonly word?: string
}

export const ROW_HEIGHT = 40
/** The placeholder stands in the left half of its row, the fixed words stand in the right one. */
export const HALF_WIDTH = 200

const ARIMO = 'Arimo-Bold'
const [FIRST, LAST] = [32, 126]

/** A TrueType font of the file, so that fixed words have the very outlines of the bundled face. */
function embeddedFont(): Record<string, RawObject> {
  const typeface = bundledTypeface(ARIMO)
  const per1000 = (units: number) => Math.round((units * 1000) / typeface.unitsPerEm)
  const codes = Array.from({ length: LAST - FIRST + 1 }, (_, at) => FIRST + at)
  const widths = codes.map((code) => per1000(shapeText(typeface, String.fromCharCode(code)).advance))
  return {
    font:
      `<< /Type /Font /Subtype /TrueType /BaseFont /${ARIMO} /Encoding /WinAnsiEncoding /FirstChar ${FIRST} ` +
      `/LastChar ${LAST} /Widths [${widths.join(' ')}] /FontDescriptor @descriptor >>`,
    descriptor:
      `<< /Type /FontDescriptor /FontName /${ARIMO} /Flags 32 /FontBBox [-500 -300 1300 1000] /ItalicAngle 0 ` +
      '/Ascent 905 /Descent -212 /CapHeight 716 /StemV 140 /FontFile2 @program >>',
    program: { entries: `/Length1 ${typeface.data.length}`, data: typeface.data },
  }
}

/** A row for each look, from the bottom; labels are `w0`, `w1` and so on, their values what stands beside them. */
export function lookedPage(looks: readonly TestLook[], ground = ''): Buffer {
  const [width, height] = [2 * HALF_WIDTH, looks.length * ROW_HEIGHT]
  const rows = looks.map(({ operators, size = 24, state, word = 'Mabel' }, at) => {
    const gs = state === undefined ? '' : `/L${at} gs `
    const shown = (x: number, text: string) =>
      `q ${gs}${operators} BT /F1 ${size} Tf ${x} ${at * ROW_HEIGHT + 12} Td (${text}) Tj ET Q`
    return `${shown(20, `{{w${at}}}`)} ${shown(HALF_WIDTH + 20, word)}`
  })
  const states = looks.flatMap(({ state }, at) => (state === undefined ? [] : [`/L${at} << ${state} >>`]))
  const box = `[0 0 ${width} ${height}]`
  return pressPage({
    content: `${ground} ${rows.join('\n')}`,
    page: `/MediaBox ${box} /BleedBox ${box} /TrimBox ${box}`,
    resources:
      `/Font << /F1 @font >> /ExtGState << ${states.join(' ')} >> /ColorSpace << ` +
      `/Gold ${separationText('Gold', '0 0.2 0.8 0.1')} /Navy ${separationText('Navy', '1 0.8 0 0.4')} ` +
      '/Pat [/Pattern] >> /XObject << /Mask @mask >>',
    objects: {
      ...embeddedFont(),
      mask: {
        entries: `/Type /XObject /Subtype /Form /BBox ${box} /Group << /S /Transparency /CS /DeviceGray >>`,
        data: `0.5 g 0 0 ${width} ${height} re f`,
      },
    },
  })
}
