/** Lists of typefaces for tests that match fonts by name and open none. */
import type { FontInfo } from '../../../core/engine/text/font.ts'

interface FaceStyle {
  readonly bold?: boolean
  readonly italic?: boolean
}

export function face(family: string, postScriptName: string, style: FaceStyle = {}): FontInfo {
  const { bold = false, italic = false } = style
  return { key: `bundled:${postScriptName}`, postScriptName, family, bold, italic }
}

/** The bundled twins of Helvetica, Times and Courier in four styles each. */
export const STANDARD_FACES: readonly FontInfo[] = ['Arimo', 'Tinos', 'Cousine'].flatMap((family) => [
  face(family, `${family}-Regular`),
  face(family, `${family}-Bold`, { bold: true }),
  face(family, `${family}-Italic`, { italic: true }),
  face(family, `${family}-BoldItalic`, { bold: true, italic: true }),
])
