/** A justified paragraph with placeholders, its words driven apart in each of the ways in which producers do it. */
import { shapeText } from '../../../../../core/engine/text/shape.ts'
import { bundledTypeface } from '../../../../support/pdf/fonts.ts'
import { placeholderPage } from '../../../../support/pdf/placeholder-page.ts'

export const SIZE = 12
/** The paragraph stands in the middle of the page, where centred text would be too. */
export const LEFT = 60
export const RIGHT = 340
export const INDENT = 16
const FIRST_BASELINE = 240
const LEADING = 15

export const JUSTIFIED_WAYS = [
  'word spacing (Tw)',
  'word and letter spacing',
  'adjusted spaces (TJ)',
  'adjusted gaps without spaces (TJ)',
  'each word by itself (Td)',
] as const
export type JustifiedWay = (typeof JUSTIFIED_WAYS)[number]

export interface JustifiedLine {
  readonly words: string
  /** Not stretched, as the last line of a paragraph. */
  readonly ragged?: true
  readonly indent?: number
}

export const LETTER: readonly JustifiedLine[] = [
  { words: 'Dear {{first name}}, the evening of the ninth', indent: INDENT },
  { words: 'is yours and that of {{guest}}: come in early' },
  { words: 'to table {{table}} near the old fountain, and' },
  { words: 'bring a warm coat along. {{host}} waits.', ragged: true },
]

export const baselineOf = (index: number) => FIRST_BASELINE - index * LEADING

const LETTER_SPACING = 0.12

/** The width of words in Helvetica, whose metrics Arimo has; PDF text is set without kerning. */
export function widthOf(words: string, size = SIZE): number {
  const typeface = bundledTypeface('Arimo-Regular')
  const advance = (letter: string) => typeface.advance(shapeText(typeface, letter).glyphs[0]?.id ?? 0)
  return ([...words].reduce((sum, letter) => sum + advance(letter), 0) / typeface.unitsPerEm) * size
}

/** `before` stands before the text, such as a clip. */
export function justifiedPage(
  way: JustifiedWay,
  lines: readonly JustifiedLine[] = LETTER,
  before = '',
): Buffer {
  const content = lines.map((line, index) => lineOf(way, line, baselineOf(index))).join('\n')
  return placeholderPage({ content: `q ${before} 0 0 0 1 k\n${content} Q` })
}

function lineOf(way: JustifiedWay, { words, ragged, indent = 0 }: JustifiedLine, y: number): string {
  const spacing = way === 'word and letter spacing' ? LETTER_SPACING : 0
  const pieces = words.split(' ')
  const natural = widthOf(words) + spacing * (words.length - 1)
  const measure = RIGHT - LEFT - indent
  if (natural > measure) throw new Error(`“${words}” takes ${natural}, which is more than ${measure}.`)
  const extra = ragged === true ? 0 : (measure - natural) / (pieces.length - 1)
  const begin = `BT /F1 ${SIZE} Tf ${LEFT + indent} ${y} Td`
  const thousandths = (points: number) => ((-points / SIZE) * 1000).toFixed(3)
  if (way === 'word spacing (Tw)' || way === 'word and letter spacing')
    return `${begin} ${extra.toFixed(5)} Tw ${spacing} Tc (${words}) Tj ET`
  if (way === 'adjusted spaces (TJ)') {
    const shown = pieces.map((piece, at) =>
      at === 0 ? `(${piece})` : `( ) ${thousandths(extra)} (${piece})`,
    )
    return `${begin} [${shown.join(' ')}] TJ ET`
  }
  const gap = widthOf(' ') + extra
  if (way === 'adjusted gaps without spaces (TJ)')
    return `${begin} [${pieces.map((piece) => `(${piece})`).join(` ${thousandths(gap)} `)}] TJ ET`
  let back = 0
  const shown = pieces.map((piece) => {
    const move = `${back.toFixed(4)} 0 Td (${piece}) Tj`
    back = widthOf(piece) + gap
    return move
  })
  return `${begin} ${shown.join(' ')} ET`
}
