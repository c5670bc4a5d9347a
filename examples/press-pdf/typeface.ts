/** Typefaces opened with HarfBuzz: shaped text as outlines, with kerning and OpenType features. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Face, Feature, Font, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'
import { fillColour, type Ink } from './ink.ts'
import {
  bounds,
  close,
  curveTo,
  lineTo,
  moveTo,
  number,
  operators,
  type Path,
  type Point,
  transform,
} from './path.ts'

const FILES = {
  'CormorantGaramond-Medium': 'cormorant-garamond/500Medium/CormorantGaramond_500Medium.ttf',
  'CormorantGaramond-SemiBold': 'cormorant-garamond/600SemiBold/CormorantGaramond_600SemiBold.ttf',
  'CormorantGaramond-MediumItalic':
    'cormorant-garamond/500Medium_Italic/CormorantGaramond_500Medium_Italic.ttf',
  'CormorantGaramond-SemiBoldItalic':
    'cormorant-garamond/600SemiBold_Italic/CormorantGaramond_600SemiBold_Italic.ttf',
  'Jost-Regular': 'jost/400Regular/Jost_400Regular.ttf',
  'Jost-SemiBold': 'jost/600SemiBold/Jost_600SemiBold.ttf',
  'Jost-Bold': 'jost/700Bold/Jost_700Bold.ttf',
  'Cousine-Bold': 'cousine/700Bold/Cousine_700Bold.ttf',
} as const

/** PostScript name of a typeface, as /BaseFont writes it. */
export type TypefaceName = keyof typeof FILES

export interface Typeface {
  readonly name: TypefaceName
  readonly data: Uint8Array
  readonly font: Font
  readonly unitsPerEm: number
}

export interface ShapedGlyph {
  readonly id: number
  /** In thousandths of the size. */
  readonly advance: number
  readonly dx: number
  readonly dy: number
}

export interface LetterStyle {
  readonly typeface: Typeface
  readonly size: number
  /** Letter spacing in thousandths of the size. */
  readonly tracking?: number
  /** OpenType features in HarfBuzz notation, such as `smcp`. */
  readonly features?: readonly string[]
}

const opened = new Map<TypefaceName, Typeface>()

/** Opens a typeface of the installed font packages, once. */
export function openTypeface(name: TypefaceName): Typeface {
  const known = opened.get(name)
  if (known) return known
  const file = createRequire(import.meta.url).resolve(`@expo-google-fonts/${FILES[name]}`)
  const data = new Uint8Array(readFileSync(file))
  const face = new Face(new Blob(data))
  const typeface = { name, data, font: new Font(face), unitsPerEm: face.upem }
  opened.set(name, typeface)
  return typeface
}

/** Shapes one line from left to right. Throws where the typeface lacks a character. */
export function shapeLine(typeface: Typeface, text: string, features: readonly string[] = []): ShapedGlyph[] {
  const buffer = new ShapingBuffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  const settings = features.map((feature) => Feature.fromString(feature)).filter((one) => one !== undefined)
  shape(typeface.font, buffer, settings)
  const positions = buffer.getGlyphPositions()
  const scale = 1000 / typeface.unitsPerEm
  return buffer.getGlyphInfos().map(({ codepoint: id }, index) => {
    if (id === 0) throw new Error(`${typeface.name} lacks a character of ${JSON.stringify(text)}.`)
    const { xAdvance, xOffset, yOffset } = positions[index]!
    return { id, advance: xAdvance * scale, dx: xOffset * scale, dy: yOffset * scale }
  })
}

/** A line set in outlines, its origin at the left end of the baseline. */
export interface Lettering {
  readonly style: LetterStyle
  readonly glyphs: readonly { readonly id: number; readonly x: number; readonly y: number }[]
  /** [left, bottom, right, top] of the ink. */
  readonly inkBox: readonly [number, number, number, number]
}

/** Sets a line. Throws where the typeface lacks a character or nothing is visible. */
export function setLetters(text: string, style: LetterStyle): Lettering {
  const { typeface, size, tracking = 0 } = style
  // Ligatures in tracked text would stand as tight clumps between the spaced letters.
  const features = [...(tracking ? ['liga=0', 'clig=0'] : []), ...(style.features ?? [])]
  let pen = 0
  const glyphs = shapeLine(typeface, text, features).map(({ id, advance, dx, dy }) => {
    const placed = { id, x: ((pen + dx) * size) / 1000, y: (dy * size) / 1000 }
    pen += advance + tracking
    return placed
  })
  const scale = size / typeface.unitsPerEm
  const boxes = glyphs.flatMap(({ id, x, y }) => {
    const path = glyphOutline(typeface, id)
    return path.length === 0 ? [] : [bounds(transform(path, [scale, 0, 0, scale, x, y]))]
  })
  const edge = (side: 0 | 1 | 2 | 3): number =>
    side < 2 ? Math.min(...boxes.map((box) => box[side])) : Math.max(...boxes.map((box) => box[side]))
  return { style, glyphs, inkBox: [edge(0), edge(1), edge(2), edge(3)] }
}

/**
 * Fills the outlines with the line's origin at (x, y). Each glyph stands in its own font units, so that one letter
 * reads the same everywhere in the content stream and compresses well.
 */
export function fillLetters(ink: Ink, { style, glyphs }: Lettering, x: number, y: number): string {
  const scale = style.size / style.typeface.unitsPerEm
  const outlines = glyphs.flatMap((glyph) => {
    const path = glyphOutline(style.typeface, glyph.id)
    const place = `${number(x + glyph.x)} ${number(y + glyph.y)}`
    return path.length === 0 ? [] : [`q ${scale} 0 0 ${scale} ${place} cm\n${operators(path, 1)}\nf Q`]
  })
  return [fillColour(ink), ...outlines].join('\n')
}

/** Sets a line with its ink centred on `x`: neither side bearings nor tracking pull it aside. */
export function centredLetters(
  ink: Ink,
  text: string,
  style: LetterStyle,
  x: number,
  baseline: number,
): string {
  const lettering = setLetters(text, style)
  const [left, , right] = lettering.inkBox
  return fillLetters(ink, lettering, x - (left + right) / 2, baseline)
}

/** Height of a flat capital in thousandths of the size. */
export function capHeight({ font, unitsPerEm }: Typeface): number {
  const extents = font.glyphExtents(font.nominalGlyph('H'.charCodeAt(0)) ?? 0)
  if (!extents) throw new Error('The typeface has no H.')
  return (extents.yBearing * 1000) / unitsPerEm
}

/** In font units. TrueType's quadratic curves become cubic ones, exactly. */
function glyphOutline(typeface: Typeface, id: number): Path {
  let [x, y] = [0, 0]
  return typeface.font.glyphToJson(id).flatMap(({ type, values }) => {
    if (type === 'Z') return [close]
    const [fromX, fromY] = [x, y]
    ;[x, y] = values.slice(-2) as [number, number]
    if (type === 'M') return [moveTo(x, y)]
    if (type === 'L') return [lineTo(x, y)]
    const [cx, cy] = values as [number, number]
    if (type === 'C') return [curveTo([cx, cy], values.slice(2, 4) as [number, number], [x, y])]
    const third = (end: number, control: number): number => end + ((control - end) * 2) / 3
    const controls: [Point, Point] = [
      [third(fromX, cx), third(fromY, cy)],
      [third(x, cx), third(y, cy)],
    ]
    return [curveTo(...controls, [x, y])]
  })
}
