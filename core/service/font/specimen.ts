/** A line of text as a font draws it, so that lists can show fonts in their own face. */
import { fontKey } from '../../engine/text/font-key.ts'
import { shapeParagraph } from '../../engine/text/shape.ts'
import { notFound } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { OfRecord } from '../access/request.ts'
import { findLibraryFont } from './fonts.ts'

export interface FontSpecimen {
  readonly text: string
  /** `M L C Z` of SVG in thousandths of an em, y upwards; empty where the font lacks a character of the text. */
  readonly path: string
  /** Thousandths of an em. */
  readonly width: number
  readonly ascender: number
  readonly descender: number
}

const EM = 1000

/** Of its family's name unless a text is given. Throws `not_found`. */
export async function drawSpecimen(
  ports: Pick<Ports, 'store' | 'fonts'>,
  { teamId, id, text: asked }: OfRecord & { readonly text: string | null },
): Promise<FontSpecimen> {
  const found = await findLibraryFont(ports, teamId, id)
  const [key, family] =
    found.source === 'team' ? [fontKey(found.id), found.font.family] : [found.info.key, found.info.family]
  const fonts = await ports.fonts.load(teamId, [key])
  if (!fonts.list().some((font) => font.key === key)) throw notFound('font')
  const typeface = fonts.open(key)
  const text = (asked ?? family).normalize('NFC').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  const line = shapeParagraph(typeface, text, []).line(0, text.length, false)
  const scale = EM / typeface.unitsPerEm
  const glyphs = line.missing.length > 0 ? [] : line.runs.flatMap((run) => run.glyphs)
  return {
    text,
    path: glyphs
      .map(({ id: glyph, x, y }) => svgPath(typeface.outline(glyph), scale, x, y))
      .filter((path) => path !== '')
      .join(''),
    width: Math.round(line.advance * scale),
    ascender: Math.round(typeface.ascender * scale),
    descender: Math.round(typeface.descender * scale),
  }
}

/** Path operators of PDF, moved and scaled, as commands of SVG. */
function svgPath(outline: string, scale: number, x: number, y: number): string {
  let path = ''
  let operands: string[] = []
  for (const token of outline.split(' ')) {
    const number = Number(token)
    if (token !== '' && !Number.isNaN(number)) {
      const from = operands.length % 2 === 0 ? x : y
      operands.push(String(Math.round((number + from) * scale) + 0))
      continue
    }
    path += token === 'h' ? 'Z' : `${token.toUpperCase()}${operands.join(' ')}`
    operands = []
  }
  return path
}
