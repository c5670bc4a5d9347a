/** Appearances of form fields: the content streams that show their values before anything is filled in. */
import { FIELD_PADDING, type FormField, LEADING } from './form-field.ts'
import { fillColour } from './ink.ts'
import { number, operators } from './path.ts'
import { capHeight, openTypeface, shapeLine } from './typeface.ts'
import { winAnsiCode } from './win-ansi.ts'

type LetteredField = Exclude<FormField, { kind: 'check' }>

/** One line as the operand of TJ: codes, with the kerning between them; and its width in points. */
interface SetLine {
  readonly operand: string
  readonly width: number
}

/** Default appearance of a field's text: font, size, letter spacing and ink (ISO 32000-1 12.7.3.3). */
export function defaultAppearance(field: LetteredField): string {
  const spacing = field.spacing ? `${number(field.spacing)} Tc ` : ''
  return `/${field.typeface} ${number(field.size)} Tf ${spacing}${fillColour(field.ink)}`
}

/** Content of a text or choice field's appearance, in a box of the given size before any turn. */
export function textAppearance(field: LetteredField, width: number, height: number): string {
  const lines = field.value === '' ? [] : field.value.split('\n')
  const baseline = firstBaseline(field, height)
  const leading = LEADING * field.size
  const shown =
    field.kind === 'text' && field.comb
      ? combCells(field.value, field.maxLength, field, width, baseline)
      : lines.map((text, index) => {
          const set = setLine(field, text)
          return `1 0 0 1 ${number(lineStart(field, width, set.width))} ${number(baseline - index * leading)} Tm ${set.operand} TJ`
        })
  return [
    '/Tx BMC',
    `q ${field.overprint ? '/Overprint gs ' : ''}0 0 ${number(width)} ${number(height)} re W n`,
    `BT ${defaultAppearance(field)}`,
    ...shown,
    'ET Q',
    'EMC',
  ].join('\n')
}

/** Content of a ticked box's appearance; the box itself belongs to the artwork. */
export const markAppearance = (field: Extract<FormField, { kind: 'check' }>): string =>
  `q ${field.overprint ? '/Overprint gs ' : ''}${fillColour(field.ink)}\n${operators(field.mark)}\nf Q`

/** Capitals stand in the middle of a box of one line, and at the top of a box of several. */
function firstBaseline(field: LetteredField, height: number): number {
  const capitals = (capHeight(openTypeface(field.typeface)) * field.size) / 1000
  const several = field.kind === 'text' && field.multiline
  return several ? height - FIELD_PADDING - capitals : (height - capitals) / 2
}

function lineStart(field: LetteredField, width: number, lineWidth: number): number {
  if (field.align === 'left') return FIELD_PADDING
  if (field.align === 'right') return width - FIELD_PADDING - lineWidth
  return (width - lineWidth) / 2
}

function combCells(
  text: string,
  cells: number,
  field: LetteredField,
  width: number,
  baseline: number,
): string[] {
  const cell = width / cells
  return [...text].map((character, index) => {
    const set = setLine(field, character)
    return `1 0 0 1 ${number(cell * index + (cell - set.width) / 2)} ${number(baseline)} Tm ${set.operand} TJ`
  })
}

/** Ligatures are off: a simple font has one code for each character. */
function setLine(field: LetteredField, text: string): SetLine {
  const typeface = openTypeface(field.typeface)
  const { font, unitsPerEm } = typeface
  const glyphs = shapeLine(typeface, text, ['liga=0', 'clig=0', 'dlig=0', 'calt=0', 'ccmp=0'])
  const characters = [...text]
  let width = 0
  const pieces = characters.map((character, index) => {
    const { advance } = glyphs[index]!
    const nominal =
      (font.glyphHAdvance(font.nominalGlyph(character.codePointAt(0)!) ?? 0) * 1000) / unitsPerEm
    width += (advance * field.size) / 1000 + (index < characters.length - 1 ? (field.spacing ?? 0) : 0)
    const kern = Math.round(nominal - advance)
    const code = winAnsiCode(character).toString(16).padStart(2, '0')
    return { code, kern: index < characters.length - 1 ? kern : 0 }
  })
  const operand = pieces.map(({ code, kern }) => (kern ? `${code}> ${kern} <` : code)).join('')
  return { operand: `[<${operand}>]`.replaceAll('<>', ''), width }
}
